"""docs/leagues.md predicts the exports to the last figure."""

import re
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Bye, Game, Round, Season
from leagues.people.adjustments import adjust
from leagues.season_rules import ByeWorth, Preset, SeasonRules
from leagues.sheets import results
from leagues.sheets.score_sheet import Pad, ScoreSheet
from leagues.standings.board import sessions_with_standings
from leagues.standings.careers.career import career_of
from leagues.standings.figures import figure_text, share_text, short_text
from leagues.standings.season_picture.page import threads_of
from leagues.standings.season_picture.weave import width_level
from leagues.standings.store import rebuild
from tests.factories import PlayerFactory
from tests.leagues.exports.by_hand import Absent, Played, Wanted, standings
from tests.leagues.exports.files import get, rows
from tests.support.leagues import make_game, make_season, make_session
from tests.support.project import ROOT

DOCUMENT = (ROOT / "docs/leagues.md").read_text()
RULES, EXAMPLE = (
    DOCUMENT.partition("## What each rule does")[2]
    .partition("## The career of a player")[0]
    .split("### An example, computed by hand")
)

Table = list[dict[str, str]]


def tables(text: str) -> list[Table]:
    """The tables of a part of the document, in its order."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _rule, *lines = (
            [cell.strip(" `") for cell in line.strip("\n")[1:-1].split("|")]
            for line in block.splitlines()
        )
        found.append([dict(zip(head, line, strict=True)) for line in lines])
    return found


GAMES, AFTER_FIRST, AFTER_SECOND, PRESETS, BY_SESSIONS, WITH_BYES = tables(EXAMPLE)
NAMES = ("Ana", "Bob", "Cléo", "Dan")
POINTS = {"Bob": Fraction(-5, 2)}
AGREED: dict[str, Any] = {"min_games": 2, "drop_percent": 25}
OTHERS: dict[str, dict[str, Any]] = {
    "best": {"best_of": 2},
    "placement": {},
    "weights": {"weights": {"index": 60, "win": 15, "presence": 5, "heads": -1}},
}


def played() -> list[Played]:
    """The games of the example."""
    return [
        Played(
            session=int(line["session"]),
            table=int(line["table"]),
            heads={name: int(line[name]) for name in NAMES if line[name]},
            rounds=int(line["rounds"]),
        )
        for line in GAMES
    ]


def season_of_the_example(**rules: Any) -> Season:
    """The season of the example, entered on sheets."""
    weights = {f"weight_{name}": points for name, points in rules.pop("weights", {}).items()}
    season = make_season(**{**AGREED, **rules, **weights})
    people = {name: PlayerFactory.create(name=name) for name in NAMES}
    sessions = [make_session(season), make_session(season)]
    for game in played():
        enter(season, sessions[game.session - 1], [people[name] for name in game.heads], game)
    adjust(sessions[1], people["Bob"], Decimal("-2.5"), "Late", people["Ana"])
    return season


def enter(season: Season, session: Any, people: Sequence[Player], game: Played) -> None:
    pad = Pad(
        columns=tuple(player.pk for player in people),
        totals=tuple(game.heads.values()),
        round_count=game.rounds,
    )
    sheet = ScoreSheet(pad, (None,) * len(people))
    results.submit(make_game(session, people), sheet, people[0], timezone.now())


def exported(season: Season, session: int) -> Table:
    """The rows of the file, as they are read."""
    found = rows(get("standings_csv", season, f"?session={session}"))
    return [{key: row[key] for key in row if key != "player_id"} for row in found]


def written(found: Sequence[dict[str, Any]]) -> Table:
    """Computed rows as a file has them."""
    return [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in found
    ]


def without_change(table: Table) -> Table:
    return [{key: row[key] for key in row if key != "change"} for row in table]


@pytest.mark.django_db
def test_the_export_says_of_the_example_what_the_document_says() -> None:
    season = season_of_the_example()
    assert exported(season, 1) == AFTER_FIRST
    assert exported(season, 2) == AFTER_SECOND


def test_the_words_of_the_document_lead_to_its_figures() -> None:
    wanted = Wanted(**AGREED)
    first = [game for game in played() if game.session == 1]
    assert written(standings(first, wanted, {})) == without_change(AFTER_FIRST)
    assert written(standings(played(), wanted, POINTS)) == without_change(AFTER_SECOND)


@pytest.mark.django_db
def test_the_best_session_makes_of_it_what_the_document_says() -> None:
    own: dict[str, Any] = {
        "min_games": None, "drop_percent": 0, "best_sessions": 1, "min_sessions": 2,
    }  # fmt: skip
    computed = written(standings(played(), Wanted(**own), POINTS))
    assert computed == without_change(BY_SESSIONS)
    assert without_change(exported(season_of_the_example(**own), 2)) == computed


@pytest.mark.django_db
@pytest.mark.parametrize("line", PRESETS, ids=lambda line: line["preset"])
def test_the_other_presets_make_of_it_what_the_document_says(line: dict[str, str]) -> None:
    preset = line["preset"]
    own = OTHERS[preset]
    computed = written(standings(played(), Wanted(preset=preset, **AGREED, **own), POINTS))
    assert {row["player"]: row["figure"] for row in computed} == {n: line[n] for n in NAMES}
    season = season_of_the_example(preset=Preset(preset), **own)
    assert without_change(exported(season, 2)) == computed


# The round of each game, in their order, and who had no seat in it.
WITHOUT_A_SEAT = [
    Absent(1, "Dan"), None, Absent(2, "Bob", is_no_show=True), Absent(2, "Dan"),
]  # fmt: skip


@pytest.mark.django_db
def test_byes_and_no_shows_make_of_it_what_the_document_says() -> None:
    own: dict[str, Any] = {
        "preset": "placement", "min_games": 0, "drop_percent": 0, "no_show": 2, "bye": "average",
        "bye_points": 4,
    }  # fmt: skip
    absent = [each for each in WITHOUT_A_SEAT if each]
    computed = written(standings(played(), Wanted(**own), POINTS, absent=absent))
    shown = [{name: row[name] for name in WITH_BYES[0]} for row in computed]
    assert shown == WITH_BYES
    season = season_of_the_example(**own | {"preset": Preset.PLACEMENT, "bye": ByeWorth.AVERAGE})
    games = Game.objects.filter(session__season=season).order_by("session", "number")
    for game, bye in zip(games, WITHOUT_A_SEAT, strict=True):
        game.round = Round.objects.create(session=game.session, number=game.number, seed=1)
        game.save()
        if bye:
            kind = Bye.Kind.NO_SHOW if bye.is_no_show else Bye.Kind.BYE
            player = Player.objects.get(name=bye.name)
            Bye.objects.create(round=game.round, player=player, kind=kind)
    rebuild(season.pk)
    assert without_change(exported(season, 2)) == computed
    fixed = standings(played(), Wanted(**own | {"bye": "points"}), POINTS, absent=absent)
    assert [(row["player"], row["figure"]) for row in fixed][1:3] == [("Cléo", 23), ("Dan", 20)]


def test_the_document_names_every_rule_and_every_choice() -> None:
    (table,) = tables(RULES)
    choices: dict[str, list[str]] = {}
    rules = ""
    for line in table:
        rules = line["Rule"].replace("`", "") or rules
        for each in rules.split(", "):
            choices.setdefault(each, []).append(line["Choices"])
    kept = SeasonRules().to_json()
    assert set(choices) == {*kept} - {"format"}
    for rule, said in choices.items():
        value = kept[rule]
        if isinstance(value, StrEnum):
            assert said == [each.value for each in type(value)] or set(said) == {*type(value)}
            assert said[0] == value, "the first choice is the one a new season begins with"


@pytest.mark.django_db
def test_the_career_of_the_example_is_what_the_document_says() -> None:
    season = season_of_the_example()
    career = career_of(season.league, Player.objects.get(name="Ana"))
    sums = career["all"]
    assert (figure_text(sums.index, Preset.INDEX), sums.wins, sums.last) == ("70.83", 2, 0)
    assert (share_text(sums.share), short_text(sums.heads_per_round)) == ("56.5%", "3.36")
    rivals = [(other.name, *rival[1:], rival.ahead) for other, rival in career["rivals"]]
    assert rivals == [("Cléo", 3, 0, 1, 2), ("Bob", 2, 0, 1, 1), ("Dan", 1, 0, 1, 0)]
    best, _rival = career["best_rival"]
    assert best.name == "Cléo"
    assert career["worst_rival"] is None
    _label, best_game, *_others = career["games"][0]
    assert best_game.heads == 9


@pytest.mark.django_db
def test_the_picture_of_the_example_is_what_the_document_says() -> None:
    season = season_of_the_example()
    found = {}
    for thread in threads_of(season, sessions_with_standings(season)):
        for session, step in enumerate(thread.steps, 1):
            assert step.load
            level = width_level(step.load) + 1
            found[session, step.rank] = (thread.name, level, bool(step.wins))
    assert [found[1, rank] for rank in (1, 2, 3, 4)] == [
        ("Bob", 1, True),
        ("Ana", 2, True),
        ("Cléo", 5, False),
        ("Dan", 1, True),
    ]
    assert [found[2, rank] for rank in (1, 2, 3, 4)] == [
        ("Ana", 2, True),
        ("Cléo", 1, True),
        ("Bob", 5, False),
        ("Dan", 5, False),
    ]
