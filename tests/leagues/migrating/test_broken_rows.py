"""Rows of an old club that the database refuses by now: mended, and nobody's place is another."""

from collections.abc import Iterator
from datetime import UTC, datetime
from http import HTTPStatus
from importlib import import_module
from typing import Any

import pytest

from accounts.models import Player
from leagues.models import Game, GameSeat, Merge, SheetRevision
from tests.leagues.migrating.old_club import (
    OLD_CLUB,
    assert_all_stand_as_then,
    browser_of_owner,
    migrate,
)
from tests.support.other_database import old_database

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
MENDED = [1, 2, 8, 16, 23, 24, 25]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("sqlite", marks=pytest.mark.thorough),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ],
)
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The old club with broken rows on the site of today."""
    with old_database(request, tmp_path_factory.mktemp("broken_rows"), OLD_CLUB, BREAK):
        migrate()
        yield


pytestmark = pytest.mark.usefixtures("site")


def columns(sheet: SheetRevision | None) -> list[Any] | None:
    return list(sheet.seats.values_list("player", "total")) if sheet else None


def test_a_confirmed_game_has_the_time_when_it_was_confirmed_or_played() -> None:
    games = Game.objects.select_related("session").in_bulk(MENDED)
    assert games[1].confirmed_at == datetime(2026, 1, 10, 19, 1, tzinfo=UTC)
    assert str(games[25].confirmed_at).startswith("2026-03-06 20:00:04.489")
    assert games[2].confirmed_at == games[2].session.starts_at


def test_an_online_game_without_a_table_goes_on_on_paper() -> None:
    game = Game.objects.get(pk=16)
    assert (game.kind, game.status, game.sheet) == ("sheet", "seated", None)
    seats = game.seats.order_by("index").values_list("player", "bot")
    assert list(seats) == [(player, "") for player in (7, 9, 6, 3)]


def test_one_with_a_result_has_a_sheet_of_its_totals() -> None:
    game = Game.objects.get(pk=24)
    assert (game.kind, game.status) == ("sheet", "confirmed")
    assert columns(game.sheet) == [(5, 20), (6, 38), (7, 24)]


def test_every_seat_is_a_persons_or_a_bots() -> None:
    seats = set(GameSeat.objects.filter(game__in=MENDED).values_list("game", "player_id", "bot"))
    assert {(1, 9, ""), (2, 5, ""), (24, 7, ""), (25, 3, "")} <= seats
    assert {(23, None, "Marguerite"), (2, None, "?")} <= seats


def test_whom_an_old_sheet_names_is_a_player_again() -> None:
    erased = Player.objects.exclude(erased_at=None).filter(pk__gt=90)
    assert list(erased.values_list("pk", flat=True)) == [98, 99]


def test_a_guest_was_merged_once() -> None:
    merges = list(Merge.objects.order_by("pk"))
    rows = [(merge.guest_id, merge.member_id, merge.undone_at is None) for merge in merges]
    assert rows == [(15, 10, True), (16, 7, False), (16, 7, False), (16, 9, True)]
    assert list(merges[0].games.values_list("pk", flat=True)) == [17, 18]


def test_everybody_stands_where_they_stood_but_for_one_who_has_left() -> None:
    assert_all_stand_as_then()


def test_all_pages_of_the_mended_games_open() -> None:
    games = Game.objects.select_related("session__season__league").in_bulk(MENDED)
    pages = [
        games[game].get_absolute_url() + page
        for numbers, page in [
            (MENDED, ""),
            ([1, 2, 8, 16, 24], "print/"),
            ([1, 2, 24], "correct/"),
            ([16], "sheet/"),
        ]
        for game in numbers
    ]
    owner = browser_of_owner()
    answers = {page: owner.get(page, follow=True).status_code for page in pages}
    assert answers == dict.fromkeys(pages, HTTPStatus.OK)


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
