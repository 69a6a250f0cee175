"""Somebody leaves a season: since when, what it changes, and how they come back."""

from datetime import datetime, timedelta
from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Role, Season, Session, Standing
from leagues.people import players
from leagues.sessions import session_life
from leagues.setup import season_life
from leagues.sheets import results
from leagues.standings.counted_games import withdrawn_players
from leagues.standings.store import rebuild
from tests.factories import PlayerFactory
from tests.leagues.browsing import lines, page, url, words_of
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play

pytestmark = pytest.mark.django_db

NOW = timezone.now()
WEEK = timedelta(weeks=1)


@pytest.fixture
def season() -> Season:
    return make_season(min_games=0)


@pytest.fixture
def people() -> list[Player]:
    return [PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Eve")]


def session_at(season: Season, begins: datetime, status: Session.Status) -> Session:
    return make_session(season, starts_at=begins, status=status)


def played(season: Season, begins: datetime, *people: Player) -> Session:
    """A session that is over, with one game."""
    session = session_at(season, begins, Session.Status.RUNNING)
    play(session, *people)
    session.status = Session.Status.CLOSED
    session.save()
    return session


def places(session: Session) -> dict[str, int | str]:
    """The place of everybody after a session, or why they have none."""
    rows = Standing.objects.filter(session=session).select_related("player")
    return {str(row.player.name): row.place or str(row.kind) for row in rows}


def assert_same_from_nothing(season: Season) -> None:
    assert rebuild(season.pk) == 0


def test_a_session_that_was_never_closed_takes_no_past_place_away(
    season: Season, people: list[Player]
) -> None:
    session_at(season, NOW - 4 * WEEK, Session.Status.PLANNED)
    past = [played(season, NOW - weeks * WEEK, *people) for weeks in (3, 2, 1)]
    players.withdraw(season.pk, people[0], NOW)
    assert [places(session)["Ana"] for session in past] == [1, 1, "withdrawn"]
    assert_same_from_nothing(season)


def test_who_withdraws_after_the_last_session_is_no_champion(
    season: Season, people: list[Player]
) -> None:
    played(season, NOW - WEEK, *people)
    players.withdraw(season.pk, people[0], NOW)
    season_life.close_season(season.pk, NOW)
    season.refresh_from_db()
    html = page(season)
    assert "Bob wins." in html
    assert "Ana wins" not in html
    assert lines(html)[-1].startswith("– Ana")


def test_the_place_after_a_session_is_shown_again_once_it_is_a_past_one(
    season: Season, people: list[Player]
) -> None:
    last = played(season, NOW - 2 * WEEK, *people)
    players.withdraw(season.pk, people[0], NOW - WEEK)
    assert places(last) == {"Ana": "withdrawn", "Bob": 1, "Eve": 2}
    following = played(season, NOW, *people[1:])
    assert places(last) == {"Ana": 1, "Bob": 2, "Eve": 3}
    assert places(following)["Ana"] == "withdrawn"
    assert_same_from_nothing(season)


def test_a_newest_session_that_counts_no_more_gives_way_to_the_one_before(
    season: Season, people: list[Player]
) -> None:
    first = played(season, NOW - 2 * WEEK, *people)
    players.withdraw(season.pk, people[0], NOW - WEEK)
    played(season, NOW, *people[1:])
    game = Game.objects.get(session__number=2)
    results.void(game, people[1], "not finished", NOW)
    assert places(first)["Ana"] == "withdrawn"
    assert_same_from_nothing(season)


def test_who_plays_again_by_sheet_has_a_place_from_that_session_on(
    season: Season, people: list[Player]
) -> None:
    played(season, NOW - 4 * WEEK, *people)
    players.withdraw(season.pk, people[0], NOW - 3 * WEEK)
    without = played(season, NOW - 2 * WEEK, *people[1:])
    again = played(season, NOW - WEEK, *people)
    assert places(without)["Ana"] == "withdrawn"
    assert places(again)["Ana"] == 1
    assert withdrawn_players(season) == set()
    assert_same_from_nothing(season)


def test_a_mistaken_sheet_brings_nobody_back_for_good(season: Season, people: list[Player]) -> None:
    played(season, NOW - 3 * WEEK, *people)
    players.withdraw(season.pk, people[0], NOW - 2 * WEEK)
    again = played(season, NOW - WEEK, *people)
    play(again, *people[1:])
    results.void(again.games.get(number=1), people[1], "That was Anna.", NOW)
    assert places(again)["Ana"] == "withdrawn"
    assert withdrawn_players(season) == {people[0].pk}
    assert_same_from_nothing(season)


def test_the_sheet_of_an_earlier_session_brings_nobody_back(
    season: Season, people: list[Player]
) -> None:
    past = session_at(season, NOW - 2 * WEEK, Session.Status.RUNNING)
    played(season, NOW - 2 * WEEK, *people)
    players.withdraw(season.pk, people[0], NOW - WEEK)
    play(past, *people)
    assert withdrawn_players(season) == {people[0].pk}
    assert_same_from_nothing(season)


def test_who_is_checked_in_again_is_back_and_a_mistaken_tap_is_undone(
    season: Season, people: list[Player]
) -> None:
    past = played(season, NOW - WEEK, *people)
    tonight = session_at(season, NOW - timedelta(hours=1), Session.Status.RUNNING)
    players.withdraw(season.pk, people[0], NOW)
    session_life.arrive(tonight, people[0], NOW + timedelta(minutes=1))
    assert places(past)["Ana"] == 1
    session_life.leave(tonight, people[0], NOW + timedelta(minutes=2))
    assert places(past)["Ana"] == "withdrawn"
    assert_same_from_nothing(season)


def test_a_session_that_is_put_off_is_compared_anew(season: Season, people: list[Player]) -> None:
    first = played(season, NOW - 4 * WEEK, *people)
    second = played(season, NOW - 2 * WEEK, *people[1:])
    played(season, NOW, *people[1:])
    players.withdraw(season.pk, people[0], NOW - 3 * WEEK)
    assert places(second)["Ana"] == "withdrawn"
    session_life.change_session(second, session_life.SessionPlan(NOW - 3.5 * WEEK))
    assert (places(first)["Ana"], places(second)["Ana"]) == (1, 1)
    assert_same_from_nothing(season)


def test_a_second_tap_keeps_the_date_of_the_first(season: Season, people: list[Player]) -> None:
    played(season, NOW - WEEK, *people)
    for later in (0, 5):
        players.withdraw(season.pk, people[0], NOW + timedelta(minutes=later))
    assert season.entrants.get(player=people[0]).withdrawn_at == NOW


def test_a_copy_takes_along_who_came_back(season: Season, people: list[Player]) -> None:
    played(season, NOW - 3 * WEEK, *people)
    for player in people[:2]:
        players.withdraw(season.pk, player, NOW - 2 * WEEK)
    played(season, NOW - WEEK, people[0], people[2])
    copy = season_life.copy_season(season, "Autumn", players=True, wishes=False)
    assert set(copy.entrants.values_list("player__name", flat=True)) == {"Ana", "Eve"}


# --- Its page --------------------------------------------------------------------------


@pytest.fixture
def organizer(season: Season) -> Player:
    return make_member_with(Role.Kind.ORGANIZER, season.league)


def test_the_effect_is_shown_before_anything_changes(
    season: Season, people: list[Player], organizer: Player
) -> None:
    session = played(season, NOW - WEEK, *people)
    said = words_of(page(season, "player_withdraw", people[0].pk, by=organizer))
    assert "From today, " in said
    assert "Ana 1 – Bob 2 1 Eve 3 2" in said
    assert "the standings after earlier sessions stay as they are" in said
    assert places(session) == {"Ana": 1, "Bob": 2, "Eve": 3}
    assert season.entrants.get(player=people[0]).withdrawn_at is None
    signed_in(organizer).post(url("player_withdraw", season, people[0].pk))
    assert places(session) == {"Ana": "withdrawn", "Bob": 1, "Eve": 2}


def test_those_who_stay_level_are_told_apart_by_their_own_meetings(
    season: Season, people: list[Player], organizer: Player
) -> None:
    ana, bob, eve = people
    session = session_at(season, NOW, Session.Status.RUNNING)
    for winner, loser in ((ana, bob), (bob, eve), (eve, ana)):
        play(session, winner, loser)
    assert places(session) == {"Ana": 1, "Bob": 1, "Eve": 1}
    said = words_of(page(season, "player_withdraw", ana.pk, by=organizer))
    assert "Ana 1 – Eve 1 2" in said
    players.withdraw(season.pk, ana, NOW + timedelta(minutes=1))
    assert places(session) == {"Ana": "withdrawn", "Bob": 1, "Eve": 2}


def test_of_who_never_came_the_name_alone_goes(season: Season, organizer: Player) -> None:
    guest = players.add_guest(season.pk, "Basile")
    said = words_of(page(season, "player_withdraw", guest.pk, by=organizer))
    assert "Basile has never come: only the name is taken off the list." in said
    signed_in(organizer).post(url("player_withdraw", season, guest.pk))
    assert not season.entrants.exists()


def test_who_is_no_player_of_the_season_has_no_such_page(season: Season, organizer: Player) -> None:
    address = url("player_withdraw", season, organizer.pk)
    assert signed_in(organizer).get(address).status_code == HTTPStatus.NOT_FOUND


def test_who_is_listed_for_a_session_to_come_may_withdraw_before_it(
    season: Season, people: list[Player]
) -> None:
    ana = people[0]
    coming = session_at(season, NOW + WEEK, Session.Status.PLANNED)
    players.add_player(season.pk, ana)
    players.set_rated(season.pk, ana, ana, is_rated=False)
    players.withdraw(season.pk, ana, NOW)
    entrant = season.entrants.get(player=ana)
    assert entrant.joined_from == coming.number
    assert entrant.withdrawn_at == NOW
    assert withdrawn_players(season) == {ana.pk}
    play(coming, *people)
    assert withdrawn_players(season) == set()
