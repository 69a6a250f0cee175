"""Sheets confirmed, corrected and taken out at the same moment: one of each happens."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, GameVersion, Role, Season
from leagues.models.errors import LeagueError
from leagues.sheets import results
from leagues.sheets.stored import read_revision
from tests.leagues.imports.test_after_an_import import nothing_differs
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_member_with,
    make_season,
    make_session,
    sheet_of,
    totals_of,
)
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = 6
CONFIRMED = GameVersion.Did.CONFIRMED


def bulk(client: Client, season: Season, games: list[Game]) -> Callable[[], object]:
    address = f"/leagues/{season.league.slug}/{season.number}/to-confirm/ticked/"
    data = {"sheet": [f"{game.pk}:{game.version}" for game in games]}
    return lambda: client.post(address, data).status_code


def test_what_is_corrected_while_all_are_confirmed_counts_as_somebody_saw_it() -> None:
    season = make_season(second_person=True)
    session, players = make_session(season), people(2)
    scorers = [make_member_with(Role.Kind.SCORER, season.league) for _n in range(3)]
    games = [enter(make_game(session, players), [12, 70]) for _n in range(GAMES)]
    counting = enter(make_game(session, players), [12, 70])
    results.confirm(counting, scorers[0], timezone.now())
    counting.refresh_from_db()
    results.correct(counting, sheet_of(players, totals=[5, 70]), players[0], "oops", timezone.now())
    counting.refresh_from_db()
    ticked = [*games, counting]

    def again(game: Game, by: Player) -> Callable[[], object]:
        seen = Game.objects.select_related("session").get(pk=game.pk)
        return lambda: results.submit(seen, sheet_of(players, totals=[20, 70]), by, timezone.now())

    def take_out(game: Game, by: Player) -> Callable[[], object]:
        seen = Game.objects.select_related("session").get(pk=game.pk)
        return lambda: results.void(seen, by, "no", timezone.now())

    def turn_down(game: Game, by: Player) -> Callable[[], object]:
        seen = Game.objects.select_related("session").get(pk=game.pk)
        return lambda: results.turn_down(seen, by, "no", timezone.now())

    found = at_once(
        bulk(signed_in(scorers[0]), season, ticked),
        bulk(signed_in(scorers[1]), season, list(reversed(ticked))),
        again(games[1], scorers[2]),
        again(games[4], scorers[2]),
        take_out(games[2], scorers[2]),
        turn_down(counting, scorers[2]),
    )
    wrong = [each for each in found if isinstance(each, Exception)]
    assert [each for each in wrong if not isinstance(each, LeagueError)] == []
    assert found[:2] == [302, 302]
    for game in ticked:
        game.refresh_from_db()
        lines = list(game.versions.order_by("number"))
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
        if game.status == Game.Status.CONFIRMED:
            last = [line for line in lines if line.did == CONFIRMED][-1]
            assert last.sheet_id == game.sheet_id
            assert last.by_id != game.entered_by_id or game == counting
            assert game.sheet is not None
            seats = list(game.seats.order_by("index").values_list("heads", flat=True))
            assert seats == totals_of(game.sheet)
            assert set(read_revision(game.sheet).players) == {player.pk for player in players}
        assert sum(line.did == CONFIRMED for line in lines) <= 1 + (game == counting)
    assert nothing_differs(season.league)
