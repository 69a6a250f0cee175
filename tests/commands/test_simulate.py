"""`simulate`: games between bots that can be checked, repeated and counted."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError

from tests.support.commands import manage, said_by
from tests.support.project import ROOT
from tests.support.records import check


def simulate(**given: Any) -> str:
    defaults = {"games": 3, "players": 3, "bots": "gap,random", "seed": 7}
    return said_by("simulate", **{**defaults, **given})


def records(**given: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in simulate(records="-", **given).splitlines()]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (10, {"known_cards": True}),
        (3, {"draft": True, "max_rounds": 2}),
        (4, {"known_cards": True, "draft": True, "ending": "elimination", "limit": 20}),
        (5, {"cabriole": True}),
        (3, {"cabriole": True, "ending": "elimination", "known_cards": True}),
        (2, {"variant": "special"}),
        (8, {"variant": "special"}),
    ],
)
def test_its_records_are_true(players: int, options: dict[str, Any]) -> None:
    found = records(players=players, bots="random,gap", options=json.dumps(options))

    assert len(found) == 3
    for record in found:
        assert list(check(record).totals) == record["totals"]
        assert record["options"].items() >= options.items()
        assert record["fairness"]["server_seed"] is not None


@pytest.mark.parametrize(
    "options",
    [{"max_rounds": 1, "draft": True}, {"max_rounds": 1, "cabriole": True}, {"variant": "ox"}],
)
def test_the_records_of_bots_that_think_are_true(options: dict[str, Any]) -> None:
    (record,) = records(games=1, bots="sampler,careful,gap", options=json.dumps(options))

    assert list(check(record).totals) == record["totals"]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"max_rounds": 1}),
        (4, {"known_cards": True, "draft": True, "ending": "elimination", "limit": 12}),
        (3, {"cabriole": True, "max_rounds": 1}),
        (3, {"even_odd": True, "max_rounds": 1}),
        (3, {"mountain": True, "max_rounds": 1}),
        (3, {"flip": True, "max_rounds": 1}),
        (3, {"variant": "special"}),
        (3, {"variant": "ox"}),
    ],
)
def test_the_records_of_masters_are_true(players: int, options: dict[str, Any]) -> None:
    (record,) = records(games=1, players=players, bots="master,gap", options=json.dumps(options))

    assert list(check(record).totals) == record["totals"]


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    assert records(bots="random") == records(bots="random")
    assert records(bots="random")[0] != records(bots="random", seed=8)[0]


def test_players_change_seats_from_game_to_game() -> None:
    assert [record["players"] for record in records()] == [
        ["gap 1", "random 2", "gap 3"],
        ["gap 3", "gap 1", "random 2"],
        ["random 2", "gap 3", "gap 1"],
    ]


def test_a_bots_client_seed_is_its_name() -> None:
    for record in records():
        assert record["fairness"]["client_seeds"] == record["players"]


def test_the_table_has_a_line_for_each_level() -> None:
    lines = simulate(games=20).splitlines()

    assert lines[0] == "20 games of 3 players, seed 7"
    assert re.split(r"  +", lines[1]) == [
        "level",
        "players",
        "wins",
        "heads per round",
        "ms per choice",
    ]
    rows = [re.split(r"  +", line) for line in lines[2:4]]
    assert [row[:2] for row in rows] == [["gap", "2"], ["random", "1"]]
    for row in rows:
        assert re.fullmatch(r"0\.\d{3} ± 0\.\d{3}", row[2])
        assert 0 < float(row[3]) < 40
        assert 0 <= float(row[4]) < 100


def test_a_single_game_has_no_interval() -> None:
    assert "±" not in simulate(games=1).splitlines()[2]


def test_records_in_a_file_leave_the_table_on_the_output(tmp_path: Path) -> None:
    table = simulate(records=str(tmp_path / "records"))

    assert table.startswith("3 games")
    lines = (tmp_path / "records").read_text().splitlines()
    assert [json.loads(line) for line in lines] == records()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 0}, "--games: a number from 1"),
        ({"games": -1}, "--games: a number from 1"),
        ({"players": 1}, "That many cannot play this game."),
        ({"players": 11}, "That many cannot play this game."),
        ({"players": 9, "options": '{"variant": "special"}'}, "That many cannot play"),
        ({"bots": "gap,genius"}, "'genius' is no level; there are random, gap"),
        ({"bots": ""}, "'' is no level"),
        ({"bots": "gap,gap,gap,gap"}, "4 levels for 3 players"),
        ({"options": "{"}, "This is not one JSON value."),
        ({"options": "[]"}, "An option has the wrong type."),
        ({"options": '{"limit": 0}'}, "An option has a value that is not allowed."),
        ({"options": '{"jokers": 1}'}, "There is no such option. (option: jokers)"),
        ({"options": '{"variant": "special", "draft": true}'}, "exclude each other"),
        ({"records": "/nowhere/records"}, "--records /nowhere/records: No such file"),
    ],
)
def test_bad_arguments_are_a_wrong_usage(given: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError) as refusal:
        simulate(**given)

    assert refusal.value.returncode == 2
    assert words in str(refusal.value)


def test_its_records_go_through_a_pipe_and_need_no_database() -> None:
    nowhere = "postgres://nobody@127.0.0.1:1/none"
    game = ("--games", "2", "--players", "2", "--bots", "gap")

    played = manage("simulate", *game, "--records", "-", DATABASE_URL=nowhere)
    ended = manage("replay_record", "-", stdin=played.stdout)

    assert (played.returncode, played.stderr) == (0, b"")
    assert ended.returncode == 0
    assert len(ended.stdout.splitlines()) == 2


def test_a_word_for_a_number_ends_with_status_two_and_no_traceback() -> None:
    ended = manage("simulate", "--games", "many", "--players", "2", "--bots", "gap")

    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = [sys.executable, "manage.py", "simulate", "--games", "300", "--players", "2"]
    with subprocess.Popen(
        [*command, "--bots", "gap", "--records", "-"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_a_bar_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    simulate(games=2)

    assert terminal.getvalue().endswith(f"\r[{'#' * 40}] 2/2\n")
