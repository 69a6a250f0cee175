"""Where a second person must confirm, nobody alone takes out what counts, nor counts it again."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, GameVersion, Role, Season
from leagues.models.errors import LeagueErrorCode
from leagues.season_rules import Abandoned
from leagues.sessions import online
from leagues.setup.season_life import unfinished_games
from leagues.sheets import results
from leagues.sheets.game_page import present_game, present_waiting
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text
from tests.leagues.sessions.rooms import live_game, short_season
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    games_counted,
    make_game,
    make_member_with,
    make_season,
    make_session,
    play,
    refused,
    sheet_of,
)
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db

Did = GameVersion.Did
Status = Game.Status


def done(what: Any, game: Game, *said: Any) -> Game:
    what(game, *said, timezone.now())
    game.refresh_from_db()
    return game


def counting(season: Season | None = None) -> Game:
    """A game that one person entered and another confirmed."""
    game = play(make_session(season or make_season(second_person=True)), *people(3))
    return done(results.confirm, game, PlayerFactory.create())


def test_it_counts_until_somebody_else_agrees() -> None:
    game, ada, bob = counting(), *people(2)
    done(results.void, game, ada, "two tables were mixed up")
    assert (game.status, games_counted()) == (Status.CONFIRMED, 3)
    done(results.confirm, game, bob)
    assert (game.status, games_counted()) == (Status.VOIDED, 0)
    assert not game.proposed
    lines = [(line.did, line.by, line.reason) for line in game.versions.all()][2:]
    assert lines == [(Did.ASKED_VOID, ada, "two tables were mixed up"), (Did.VOIDED, bob, "")]


def test_it_comes_back_only_when_somebody_else_agrees() -> None:
    game, ada, bob = counting(), *people(2)
    done(results.void, game, ada, "mixed up")
    done(results.confirm, game, bob)
    done(results.restore, game, ada, "it was right")
    assert (game.status, games_counted()) == (Status.VOIDED, 0)
    done(results.confirm, game, bob)
    assert (game.status, games_counted()) == (Status.CONFIRMED, 3)


@pytest.mark.parametrize("deed", [results.void, results.restore])
def test_who_asked_for_it_is_not_the_second_person(deed: Any) -> None:
    game, ada, bob = counting(), *people(2)
    if deed is results.restore:
        done(results.void, game, ada, "mixed up")
        done(results.confirm, game, bob)
    before = games_counted()
    done(deed, game, ada, "for a reason")
    with refused(LeagueErrorCode.NEEDS_SECOND_PERSON):
        results.confirm(game, ada, timezone.now())
    assert games_counted() == before


def test_turned_down_it_goes_on_counting() -> None:
    game, ada, bob = counting(), *people(2)
    done(results.void, game, ada, "mixed up")
    done(results.turn_down, game, bob, "they were not")
    assert (game.status, game.proposed, games_counted()) == (Status.CONFIRMED, "", 3)
    with refused(LeagueErrorCode.CONFIRMED_ALREADY):
        results.confirm(game, bob, timezone.now())


def test_a_correction_takes_the_place_of_what_was_asked() -> None:
    game, ada, bob = counting(), *people(2)
    done(results.void, game, ada, "mixed up")
    seated = [seat.player for seat in game.seats.select_related("player") if seat.player]
    done(results.correct, game, sheet_of(seated, totals=[70, 20, 5]), ada, "swapped")
    assert not game.proposed
    done(results.confirm, game, bob)
    assert game.status == Status.CONFIRMED
    assert [seat.place for seat in game.seats.all()] == [3, 2, 1]


def test_what_does_not_count_yet_one_person_takes_out() -> None:
    season = make_season(second_person=True)
    session = make_session(season)
    for game in (play(session, *people(3)), make_game(session, people(3))):
        assert done(results.void, game, people(1)[0], "wrong table").status == Status.VOIDED
        assert done(results.restore, game, people(1)[0], "right").status != Status.VOIDED


def test_a_game_cut_short_that_does_not_count_is_counted_by_two() -> None:
    season = make_season(second_person=True, abandoned=Abandoned.VOID)
    game = make_game(make_session(season), people(3))
    enter(game, rounds=[[5, 10, 20]], is_cut_short=True)
    done(results.confirm, game, PlayerFactory.create())
    assert game.status == Status.VOIDED
    assert done(results.restore, game, PlayerFactory.create(), "we agreed").status == Status.VOIDED
    assert done(results.confirm, game, PlayerFactory.create()).status == Status.CONFIRMED


@pytest.mark.django_db(transaction=True)
def test_a_game_in_play_online_is_taken_out_by_two() -> None:
    game, table = live_game(short_season(second_person=True))
    with refused(LeagueErrorCode.NEEDS_SECOND_PERSON):
        results.not_played(game, people(1)[0], timezone.now())
    done(results.void, game, people(1)[0], "wrong table")
    play_to_the_end(table)
    game.refresh_from_db()
    assert (game.status, games_counted()) == (Status.CONFIRMED, 3)
    public = present_game(game, sees_all=False)["history"]
    assert [line.did for line in public] == ["confirmed"]
    done(results.confirm, game, people(1)[0])
    assert (game.status, games_counted()) == (Status.VOIDED, 0)
    done(results.restore, game, people(1)[0], "the right one")
    assert online.collect(timezone.now()) == 0
    done(results.confirm, game, people(1)[0])
    online.collect(timezone.now())
    game.refresh_from_db()
    assert (game.status, games_counted()) == (Status.CONFIRMED, 3)


def test_where_no_second_person_is_asked_for_one_is_enough() -> None:
    game = play(make_session(make_season()), *people(3))
    assert done(results.void, game, people(1)[0], "mixed up").status == Status.VOIDED
    assert done(results.restore, game, people(1)[0], "not so").status == Status.CONFIRMED


def test_a_season_is_not_over_while_something_waits() -> None:
    game = counting()
    assert not unfinished_games(game.session.season).exists()
    done(results.void, game, people(1)[0], "mixed up")
    assert list(unfinished_games(game.session.season)) == [game]


# --- The pages -------------------------------------------------------------------------


def scorer_of(game: Game) -> tuple[Player, Client]:
    player = make_member_with(Role.Kind.SCORER, game.session.season.league)
    return player, signed_in(player)


def test_the_other_scorer_reads_why_and_agrees() -> None:
    game = counting()
    (ada, of_ada), (_bob, of_bob) = scorer_of(game), scorer_of(game)
    asked = {"version": game.version, "reason": "mixed up"}
    answer = of_ada.post(address(game, "game_void"), asked, follow=True)
    assert "Table 1: nothing changes until somebody else has agreed." in text(answer)
    season = game.session.season
    confirming = f"{season.get_absolute_url()}to-confirm/"
    assert "You asked for it: somebody else must agree." in text(
        of_ada.get(confirming, follow=True)
    )
    page = text(of_bob.get(confirming, follow=True))
    assert "To be taken out" in page
    assert "“mixed up”" in page
    assert f"Asked for by {ada.name}" in page
    (waiting,) = present_waiting(season, ada)
    assert waiting.is_own

    agreed = {"version": game.version + 1}
    answer = of_bob.post(address(game, "game_confirm"), agreed, follow=True)
    assert "Table 1 no longer counts." in text(answer)
    game.refresh_from_db()
    assert game.status == Status.VOIDED


def test_nobody_but_scorers_reads_what_was_asked_before_somebody_agrees() -> None:
    game = counting()
    done(results.void, game, people(1)[0], "mixed up")
    stranger = text(Client().get(address(game)))
    assert "mixed up" not in stranger
    assert "To be taken out" not in stranger
    assert "mixed up" in text(scorer_of(game)[1].get(address(game)))
    done(results.confirm, game, people(1)[0])
    assert "mixed up" in text(Client().get(address(game)))
