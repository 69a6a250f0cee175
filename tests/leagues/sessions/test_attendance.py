"""Who is here: arrivals, guests, people who go home."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Entrant, Season, Session, Standing
from leagues.models.errors import LeagueErrorCode
from leagues.people.players import add_guest, set_rated, withdraw
from leagues.sessions import replying, session_life
from leagues.sessions.seats import free_players
from tests.leagues.sessions.rooms import check_in, table_of
from tests.support.leagues import make_season, make_session, play, refused
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def here(session: Session) -> list[int]:
    return list(session.attendances.filter(left_at=None).values_list("player_id", flat=True))


def test_who_arrives_plays_in_the_season_from_this_session_on(season: Season, ada: Player) -> None:
    make_session(season)
    session = make_session(season)
    check_in(session, ada)
    assert Entrant.objects.get(season=season, player=ada).joined_from == 2


def test_nobody_arrives_twice(session: Session, ada: Player) -> None:
    check_in(session, ada)
    with refused(LeagueErrorCode.ALREADY_THERE):
        check_in(session, ada)


def test_a_guest_needs_nothing_but_a_name(session: Session) -> None:
    guest = session_life.arrive_guest(session, "Hector", timezone.now())
    assert guest.user is None
    assert here(session) == [guest.pk]
    assert Entrant.objects.filter(season=session.season, player=guest).exists()


def test_two_guests_of_one_name_would_be_mixed_up(session: Session) -> None:
    session_life.arrive_guest(session, "Hector", timezone.now())
    with refused(LeagueErrorCode.NAME_TAKEN):
        session_life.arrive_guest(session, "hector", timezone.now())


def test_who_was_checked_in_by_mistake_was_never_here(session: Session, ada: Player) -> None:
    check_in(session, ada)
    session_life.leave(session, ada, timezone.now())
    assert not session.attendances.exists()


def test_who_was_checked_in_by_mistake_has_not_joined_the_season(
    session: Session, ada: Player
) -> None:
    check_in(session, ada)
    session_life.leave(session, ada, timezone.now())
    assert not session.season.entrants.exists()
    assert not Standing.objects.exists()


def test_who_goes_home_without_a_game_stays_in_the_season_they_played_before(
    season: Season, ada: Player, ben: Player
) -> None:
    first, second = make_session(season), make_session(season)
    check_in(first, ada)
    play(first, ada, ben)
    for player in (ada, ben):
        check_in(second, player)
        session_life.leave(second, player, timezone.now())
    assert season.entrants.count() == 2


def test_a_guest_typed_by_mistake_leaves_no_trace(session: Session) -> None:
    guest = session_life.arrive_guest(session, "Hectr", timezone.now())
    session_life.leave(session, guest, timezone.now())
    assert not Player.objects.filter(pk=guest.pk).exists()


def test_a_guest_the_organizer_had_listed_stays_listed(season: Season) -> None:
    guest = add_guest(season.pk, "Hector")
    session = make_session(season)
    check_in(session, guest)
    session_life.leave(session, guest, timezone.now())
    assert Entrant.objects.filter(season=season, player=guest).exists()


def test_who_came_by_mistake_and_wants_no_rating_still_wants_none(
    session: Session, ada: Player
) -> None:
    check_in(session, ada)
    set_rated(session.season_id, ada, ada, is_rated=False)
    session_life.leave(session, ada, timezone.now())
    check_in(session, ada)
    assert not Entrant.objects.get(season=session.season, player=ada).is_rated


def test_who_leaves_early_was_here_and_may_come_back(
    session: Session, ada: Player, ben: Player
) -> None:
    table_of(session, ada, ben)
    session_life.leave(session, ada, timezone.now())
    assert here(session) == [ben.pk]
    assert session.attendances.count() == 2
    check_in(session, ada)
    assert sorted(here(session)) == sorted([ada.pk, ben.pk])


def test_who_is_not_here_cannot_leave(session: Session) -> None:
    with refused(LeagueErrorCode.NOT_PRESENT):
        session_life.leave(session, people(1)[0], timezone.now())


def test_who_had_withdrawn_and_comes_again_has_their_place_again(
    season: Season, players: list[Player]
) -> None:
    play(make_session(season), *players)
    withdraw(season.pk, players[0], timezone.now())
    session = make_session(season, starts_at=timezone.now())
    check_in(session, players[0])
    play(session, *players[1:])
    kept = Standing.objects.get(session=session, player=players[0])
    assert kept.kind == Standing.Kind.CLASSED


def test_a_reply_may_change_until_the_evening_begins(ada: Player) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    replying.reply(session, ada, timezone.now(), comes=True)
    replying.reply(session, ada, timezone.now(), comes=False)
    assert [reply.comes for reply in session.replies.all()] == [False]
    session_life.begin_session(session)
    with refused(LeagueErrorCode.LATE):
        replying.reply(session, ada, timezone.now(), comes=True)


def test_who_cannot_come_is_checked_in_all_the_same(ada: Player) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    replying.reply(session, ada, timezone.now(), comes=False)
    check_in(session, ada)
    assert here(session) == [ada.pk]


def test_who_sits_at_a_table_in_play_is_not_free(session: Session) -> None:
    ada, ben, cem = people(3)
    table_of(session, ada, ben)
    check_in(session, cem)
    assert free_players(session) == [cem.pk]
    assert free_players(session, done=[1]) == sorted([ada.pk, ben.pk, cem.pk])
