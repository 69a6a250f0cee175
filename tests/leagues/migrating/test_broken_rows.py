"""Rows of an old club that the database refuses by now: mended, and nobody's place is another."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from importlib import import_module
from typing import Any

import pytest

from tests.leagues.migrating.old_club import (
    assert_stand_as_then,
    database_for,
    kept_standings,
    old_club,
    session_of_owner,
)
from tests.leagues.migrating.walking import LEAGUES, Walker
from tests.support.site import Site

# Games: 1 and 2 are sheets that count; 16 is in play online; 23 (three people and a bot), 24 and
# 25 were online. The first line of game 8 names somebody who was deleted. Seats: 5 is of game 1, 13
# of 2, 187 (the bot's) of 23, 190 of 24, 192 of 25.
BREAK = """
UPDATE leagues_game SET confirmed_at = NULL WHERE id IN (1, 2, 25);
UPDATE leagues_game SET entered_at = NULL WHERE id = 2;
DELETE FROM leagues_gameversion WHERE game_id = 2;
UPDATE leagues_game SET table_id = NULL WHERE id IN (16, 24);
UPDATE leagues_gameseat SET bot = 'Marguerite' WHERE id = 5;
UPDATE leagues_gameseat SET player_id = NULL WHERE id IN (13, 190, 192);
UPDATE leagues_gameseat SET bot = '' WHERE id = 187;
UPDATE leagues_gameversion SET sheet = '{
    "players": [12, 99], "replaced": [null, 98], "rounds": [], "totals": [12, 70],
    "round_count": 4
}' WHERE game_id = 8 AND number = 1;
INSERT INTO leagues_gameseat (game_id, "index", bot) VALUES (2, 3, ''), (16, 4, 'Marguerite');
INSERT INTO leagues_merge (league_id, guest_id, member_id, by_id, at, moved) VALUES
    (1, 15, 10, 1, '2026-03-06 21:00:00+00:00', '{"games": [18], "wishes": [3]}'),
    (1, 16, 7, 1, '2026-03-06 21:00:00+00:00', '{}'),
    (1, 16, 9, 1, '2026-03-06 22:00:00+00:00', '{}');
"""
TELL = """
import json
from accounts.models import Player
from leagues.models import Game, GameSeat, Merge
games = Game.objects.filter(pk__in=[1, 2, 8, 16, 23, 24, 25])
def columns(sheet):
    return sheet and list(sheet.seats.values_list("player", "total"))
print(json.dumps({
    "games": {
        game.pk: [
            game.kind, game.status, game.confirmed_at, columns(game.sheet), game.session.starts_at,
            game.get_absolute_url(),
        ]
        for game in games.select_related("session__season__league")
    },
    "seats": list(
        GameSeat.objects.filter(game__in=games)
        .order_by("game", "index").values_list("game", "player", "bot")
    ),
    "erased": list(
        Player.objects.exclude(erased_at=None).filter(pk__gt=90).values_list("pk", flat=True)
    ),
    "merges": [
        {
            "guest": merge.guest_id,
            "member": merge.member_id,
            "undone_at": merge.undone_at,
            "games": list(merge.games.values_list("pk", flat=True)),
        }
        for merge in Merge.objects.order_by("pk")
    ],
}, default=str))
"""


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """The old club with broken rows on the site of today, running."""
    folder = tmp_path_factory.mktemp("broken")
    site = old_club(folder, database_for(request, "broken_rows"), broken_by=BREAK)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def owner_session(site: Site) -> str:
    return session_of_owner(site)


@pytest.fixture(scope="module")
def told(site: Site) -> Any:
    return json.loads(site.run("manage.py", "shell", "-c", TELL).splitlines()[-1])


def test_a_confirmed_game_has_the_time_when_it_was_confirmed_or_played(told: Any) -> None:
    times = {game: row[2] for game, row in told["games"].items()}
    assert times["1"] == "2026-01-10 19:01:00+00:00"
    assert times["25"].startswith("2026-03-06 20:00:04.489")
    assert times["2"] == told["games"]["2"][4]


def test_an_online_game_without_a_table_goes_on_on_paper(told: Any) -> None:
    kind, status, _time, sheet, *_more = told["games"]["16"]
    assert (kind, status, sheet) == ("sheet", "seated", None)
    assert [seat for seat in told["seats"] if seat[0] == 16] == [
        [16, player, ""] for player in (7, 9, 6, 3)
    ]


def test_one_with_a_result_has_a_sheet_of_its_totals(told: Any) -> None:
    kind, status, _time, sheet, *_more = told["games"]["24"]
    assert (kind, status) == ("sheet", "confirmed")
    assert sheet == [[5, 20], [6, 38], [7, 24]]


def test_every_seat_is_a_persons_or_a_bots(told: Any) -> None:
    seats = {(game, player): bot for game, player, bot in told["seats"]}
    persons = [(1, 9), (2, 5), (24, 7), (25, 3)]
    assert [seats[person] for person in persons] == [""] * 4
    assert (seats[23, None], seats[2, None]) == ("Marguerite", "?")


def test_whom_an_old_sheet_names_is_a_player_again(told: Any) -> None:
    assert told["erased"] == [98, 99]


def test_a_guest_was_merged_once(told: Any) -> None:
    rows = [(row["guest"], row["member"], row["undone_at"] is None) for row in told["merges"]]
    assert rows == [(15, 10, True), (16, 7, False), (16, 7, False), (16, 9, True)]
    assert told["merges"][0]["games"] == [17, 18]


def test_everybody_stands_where_they_stood_but_for_one_who_has_left(
    site: Site, owner_session: str
) -> None:
    with Walker(site, owner_session) as owner:
        for season, sessions in kept_standings().items():
            for session, kept in sessions.items():
                answer = owner.get(f"{LEAGUES}{season}/standings.json?session={session}")
                found = answer.rows("standings", like=kept)
                is_left = season.startswith("coupe-du-jeudi-") and session == max(sessions)
                assert_stand_as_then(found, kept, somebody_left=is_left)


def test_all_pages_of_the_mended_games_open(site: Site, owner_session: str, told: Any) -> None:
    pages = {
        told["games"][game][-1] + page
        for games, page in [
            (["1", "2", "8", "16", "23", "24", "25"], ""),
            (["1", "2", "8", "16", "24"], "print/"),
            (["1", "2", "24"], "correct/"),
            (["16"], "sheet/"),
        ]
        for game in games
    }
    with Walker(site, owner_session) as owner:
        found = {page: owner.get(page).status for page in pages}
    assert set(found.values()) == {HTTPStatus.OK}, found


def test_two_merges_made_one_give_back_what_each_would() -> None:
    moved_by_both = import_module("leagues.migrations.0009_rows_that_cannot_be").moved_by_both
    first_wish, again = (
        {"model": "leagues.wish", "pk": pk, "fields": {"season": 5, "first": 1, "second": 2}}
        for pk in (30, 31)
    )
    came_again = {"model": "leagues.attendance", "pk": 12, "fields": {"session": 10}}
    entered_again = {"model": "leagues.entrant", "pk": 13, "fields": {"season": 5}}
    nothing: dict[str, list[Any]] = {"adjustments": [], "joined_from": []}
    first = nothing | {
        "games": [1],
        "attendances": [10],
        "entrants": [5],
        "wishes": [3],
        "removed": [first_wish],
        "rated": [True, False],
    }
    second = nothing | {
        "games": [1, 2],
        "attendances": [20],
        "entrants": [],
        "joined_from": [[5, 2]],
        "wishes": [],
        "removed": [came_again, entered_again, again],
        "rated": [False, True],
    }
    assert moved_by_both(first, second) == {
        "games": [1, 2],
        "adjustments": [],
        "attendances": [10, 20],
        "entrants": [5],
        "joined_from": [[5, 2]],
        "wishes": [3],
        "removed": [first_wish],
        "rated": [False, False],
    }
