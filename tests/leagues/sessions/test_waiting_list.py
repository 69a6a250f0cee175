"""A session with so many places: who has one, who waits, and who moves up."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import Notice, Reply, Role, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import players
from leagues.sessions import replying, session_life
from leagues.sessions.replying import present_replies
from leagues.sessions.session_life import SessionPlan
from tests.leagues.sessions.pages import text, url
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db

NOW = timezone.now()
MINUTE = timedelta(minutes=1)


def planned(places: int | None) -> Session:
    plan = SessionPlan(NOW + timedelta(days=3), places=places)
    session = session_life.plan_session(make_season().pk, plan)
    session.season.refresh_from_db()
    return session


def say(session: Session, *players: Player, comes: bool = True, after: int = 0) -> None:
    for minute, player in enumerate(players, after):
        replying.reply(session, player, NOW + minute * MINUTE, comes=comes)


def lists(session: Session) -> tuple[list[str], list[str]]:
    session.refresh_from_db()
    replies = present_replies(session)
    return list(replies.coming), [name for _player, name in replies.waiting]


def change_places(session: Session, places: int | None) -> None:
    session_life.change_session(session, SessionPlan(session.starts_at, places=places))


@pytest.fixture
def four() -> list[Player]:
    names = ("Ada", "Ben", "Cleo", "Dora")
    players = people(4)
    for player, name in zip(players, names, strict=True):
        player.name = name
        player.save()
    return players


@pytest.fixture
def session() -> Session:
    """With one place."""
    return planned(1)


def test_who_comes_beyond_the_places_waits_in_the_order_they_came(four: list[Player]) -> None:
    session = planned(2)
    ada, ben, cleo, dora = four
    say(session, dora, ben, cleo, ada)
    assert lists(session) == (["Ben", "Dora"], ["Cleo", "Ada"])


def test_who_cannot_come_gives_the_place_to_the_first_in_line_who_is_told(
    four: list[Player],
) -> None:
    session = planned(2)
    ada, _ben, cleo, dora = four
    say(session, *four)
    say(session, ada, comes=False)
    assert lists(session) == (["Ben", "Cleo"], ["Dora"])
    assert list(Notice.objects.values_list("player", "kind")) == [(cleo.pk, Notice.Kind.PLACE)]
    say(session, dora, comes=False)
    assert lists(session) == (["Ben", "Cleo"], [])


def test_who_changes_to_no_and_back_is_last_in_line(four: list[Player], session: Session) -> None:
    ada, ben, *_others = four
    say(session, *four)
    say(session, ben, comes=False)
    say(session, ben, after=9)
    assert lists(session) == (["Ada"], ["Cleo", "Dora", "Ben"])
    say(session, ada, comes=False)
    say(session, ada, after=10)
    assert lists(session) == (["Cleo"], ["Dora", "Ben", "Ada"])


def test_a_second_tap_keeps_the_place_in_line(four: list[Player], session: Session) -> None:
    say(session, *four)
    say(session, four[1], after=9)
    assert lists(session) == (["Ada"], ["Ben", "Cleo", "Dora"])


def test_new_places_go_to_those_who_wait_and_fewer_take_none_away(
    four: list[Player], session: Session
) -> None:
    say(session, *four)
    change_places(session, 3)
    assert lists(session) == (["Ada", "Ben", "Cleo"], ["Dora"])
    change_places(session, 1)
    assert lists(session) == (["Ada", "Ben", "Cleo"], ["Dora"])
    say(session, four[0], comes=False)
    assert lists(session) == (["Ben", "Cleo"], ["Dora"])
    change_places(session, None)
    assert lists(session) == (["Ben", "Cleo", "Dora"], [])


def test_an_organizer_puts_somebody_first(four: list[Player], session: Session) -> None:
    ada, _ben, cleo, dora = four
    say(session, *four)
    replying.put_first(session, dora, NOW + MINUTE)
    replying.put_first(session, cleo, NOW + 2 * MINUTE)
    assert lists(session) == (["Ada"], ["Cleo", "Dora", "Ben"])
    with pytest.raises(LeagueError, match=LeagueErrorCode.LATE.value):
        replying.put_first(session, ada, NOW)
    say(session, ada, comes=False)
    assert lists(session) == (["Cleo"], ["Dora", "Ben"])


def test_the_place_of_somebody_who_leaves_the_club_is_given_on(
    four: list[Player], session: Session
) -> None:
    say(session, *four)
    privacy.erase(four[0])
    assert lists(session) == (["Ben"], ["Cleo", "Dora"])
    privacy.erase(four[2])
    assert lists(session) == (["Ben"], ["Dora"])
    assert Reply.objects.count() == 2


def test_who_withdraws_gives_up_every_place_to_come_and_the_next_are_told(
    four: list[Player],
) -> None:
    ada, ben, *_others = four
    session = planned(1)
    season = session.season
    later = session_life.plan_session(season.pk, SessionPlan(NOW + timedelta(days=9), places=1))
    elsewhere = planned(1)
    players.add_player(season.pk, ada)
    for each in (session, later, elsewhere):
        say(each, *four)
    session_life.cancel_session(later, "Snow")
    players.withdraw(season.pk, ada, NOW)
    assert lists(session) == (["Ben"], ["Cleo", "Dora"])
    assert list(Notice.objects.filter(kind=Notice.Kind.PLACE).values_list("player", "session")) == [
        (ben.pk, session.pk)
    ]
    session_life.reinstate_session(later)
    assert lists(later) == (["Ben"], ["Cleo", "Dora"])
    assert lists(elsewhere) == (["Ada"], ["Ben", "Cleo", "Dora"])


def test_who_withdraws_and_plays_again_is_last_in_line(four: list[Player]) -> None:
    ada, ben, cleo, _dora = four
    session = planned(1)
    season = session.season
    past = make_session(season, starts_at=NOW - timedelta(days=7))
    play(past, ada, ben, cleo)
    Reply.objects.create(session=past, player=ada, comes=True)
    say(session, *four)
    organizer = make_member_with(Role.Kind.ORGANIZER, season.league)
    address = reverse("leagues:player_withdraw", args=[season.league.slug, season.number, ada.pk])
    page = text(signed_in(organizer).get(address))
    assert "The reply of Ada to 1 session to come is deleted." in page
    players.withdraw(season.pk, ada, NOW)
    players.withdraw(season.pk, ada, NOW)
    players.come_back(season.pk, ada)
    say(session, ada, after=9)
    assert lists(session) == (["Ben"], ["Cleo", "Dora", "Ada"])
    assert past.replies.filter(player=ada).exists()


def test_the_pages_say_who_waits_as_which_number(four: list[Player], session: Session) -> None:
    ada, ben, *_others = four
    before = text(signed_in(ben).get(url("session", session)))
    assert "Put me on the waiting list" not in before
    say(session, ada)
    assert "Put me on the waiting list" in text(signed_in(ben).get(url("session", session)))
    answer = signed_in(ben).post(url("reply", session), {"comes": "yes"}, follow=True)
    assert "All places are taken: you are on the waiting list." in text(answer)
    assert "You are number 1 on the waiting list." in text(answer)
    assert "Waiting list" not in text(Client().get(url("session", session)))
    scorer = make_member_with(Role.Kind.SCORER, session.season.league)
    page = text(signed_in(scorer).get(url("session", session)))
    assert "1. Ben" in page
    assert "All places are taken." in page


def test_who_waits_may_be_checked_in_and_it_says_so(four: list[Player], session: Session) -> None:
    say(session, *four[:2])
    scorer = signed_in(make_member_with(Role.Kind.SCORER, session.season.league))
    assert "on the waiting list" in text(scorer.get(url("session", session), {"q": "Ben"}))
    answer = scorer.post(
        url("arrive", session), {"player": four[1].pk}, headers={"HX-Request": "true"}
    )
    assert "Ben is here, from the waiting list: there is 1 place." in text(answer)
    assert session.attendances.count() == 1


def test_of_a_session_that_nobody_began_nobody_is_told_of_a_place(
    four: list[Player], session: Session
) -> None:
    say(session, *four)
    Session.objects.filter(pk=session.pk).update(starts_at=NOW - timedelta(days=9))
    privacy.erase(four[0])
    assert not Notice.objects.filter(kind=Notice.Kind.PLACE).exists()


def test_a_session_that_runs_gives_no_places_where_it_is_reinstated(
    four: list[Player], session: Session
) -> None:
    say(session, *four)
    session_life.arrive(session, four[3], NOW)
    session_life.cancel_session(session, "Snow")
    Session.objects.filter(pk=session.pk).update(places=3)
    session_life.reinstate_session(session)
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING
    assert lists(session) == (["Ada"], ["Ben", "Cleo", "Dora"])
