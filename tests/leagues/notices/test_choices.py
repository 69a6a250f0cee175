"""How each kind of notice is mailed, as members choose on the page of their account."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, PushDevice, User
from accounts.push import service as push
from leagues.models import Notice, NoticePreference, Role, Season
from leagues.notices import sending
from leagues.people.players import add_player
from leagues.sessions import seats, session_life
from leagues.sessions.session_life import SessionPlan
from tests.leagues.sessions.rooms import check_in
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Kind, Mails, Topic = Notice.Kind, NoticePreference.Mails, NoticePreference.Topic
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
USUAL = {
    "turn": "at_once",
    "invited": "at_once",
    "seats": "never",
    "plans": "at_once",
    "tomorrow": "daily",
    "results": "daily",
    "reports": "daily",
}


def choices_of(browser: Client) -> dict[str, Any]:
    form = browser.get(reverse("accounts:profile")).context["choices"]
    return {field.name: field.value() for field in form}


def choose(browser: Client, **chosen: str) -> None:
    answer = browser.post(reverse("leagues:notices_choose"), USUAL | chosen)
    assert answer["Location"] == reverse("accounts:profile") + "#notices"


def test_whoever_never_chose_gets_the_usual(as_ada: Client) -> None:
    assert choices_of(as_ada) == USUAL


@pytest.mark.parametrize(
    ("mails_of_all", "shown"),
    [("at_once", {"at_once"}), ("never", {"never"}), ("daily", {"at_once", "daily", "never"})],
)
def test_one_choice_for_all_topics_counts_until_each_has_its_own(
    ada: Player, as_ada: Client, mails_of_all: str, shown: set[str]
) -> None:
    NoticePreference.objects.create(player=ada, mails=mails_of_all)
    found = choices_of(as_ada)
    del found["turn"], found["invited"]
    assert set(found.values()) == shown
    choose(as_ada, results="never")
    assert choices_of(as_ada) == USUAL | {"results": "never"}


def test_tasks_are_offered_to_who_has_a_role_in_a_league(season: Season) -> None:
    scorer = make_member_with(Role.Kind.SCORER, season.league)
    assert choices_of(signed_in(scorer)) == USUAL | {"tasks": "daily"}


def test_a_choice_that_does_not_exist_changes_nothing(ada: Player, as_ada: Client) -> None:
    for wrong in ({"seats": "daily"}, {"turn": "daily"}, {"results": "hourly"}, {"plans": ""}):
        choose(as_ada, turn="never")
        choose(as_ada, **{"turn": "at_once", "tomorrow": "at_once"} | wrong)
        assert choices_of(as_ada) == USUAL | {"turn": "never"}
    assert not User.objects.get(player=ada).reminders


def test_nothing_is_offered_where_no_mail_can_be_sent(as_ada: Client, settings: Settings) -> None:
    settings.EMAIL_IS_SENT = False
    for page in ("accounts:profile", "leagues:notices"):
        assert "by email" not in as_ada.get(reverse(page)).text.lower()


def test_what_is_shown_on_devices_is_chosen_by_who_has_one(
    ada: Player, as_ada: Client, settings: Settings
) -> None:
    settings.EMAIL_IS_SENT = False
    assert as_ada.get(reverse("accounts:profile")).context.get("choices") is None
    user = User.objects.get(player=ada)
    push.make_key()
    PushDevice.objects.create(
        user=user, address_hash="a", sign_in_hash=user.get_session_auth_hash()
    )
    every = [*USUAL]
    assert choices_of(as_ada) == {"devices": every}
    answer = as_ada.post(reverse("leagues:notices_choose"), {"devices": ["turn", "plans"]})
    assert answer["Location"] == reverse("accounts:profile") + "#notices"
    assert choices_of(as_ada) == {"devices": ["turn", "plans"]}
    # What was not among the choices stays as it was.
    Role.objects.create(league=make_season().league, player=ada, kind=Role.Kind.SCORER)
    assert choices_of(as_ada) == {"devices": ["turn", "plans", "tasks"]}
    settings.EMAIL_IS_SENT = True
    choose(as_ada, tasks="daily")
    assert choices_of(as_ada) == USUAL | {"tasks": "daily", "devices": []}


def test_each_topic_goes_by_its_own_choice(ada: Player, ben: Player) -> None:
    """Ada hears at once where she plays, once a day that a session has moved, never of results."""
    season = make_season()
    for player in (ada, ben):
        add_player(season.pk, player)
    choose(signed_in(ada), seats="at_once", plans="daily", results="never")
    session = make_session(season)
    check_in(session, ada, ben)
    seats.lay_tables(session, [[ada.pk, ben.pk]], 1, people(1)[0])
    later = timezone.localtime().replace(hour=20, minute=0) + 20 * DAY
    moved = session_life.plan_session(season.pk, SessionPlan(later))
    session_life.change_session(moved, SessionPlan(later, place="Hall"))
    over = make_session(season)
    play(over, ada, ben)
    session_life.close_session(over)
    told = Notice.objects.filter(player=ada).values_list("kind", flat=True)
    assert set(told) == {Kind.SEATED, Kind.MOVED, Kind.RESULTS}
    due = timezone.now() + 3 * MINUTE
    at_once = sending._due(due, [Mails.AT_ONCE]).values_list("player", "kind")
    assert set(at_once) == {(ada.pk, Kind.SEATED), (ben.pk, Kind.MOVED)}
    assert sending.mail_due(due) == 2
    assert sending.mail_due(due + 2 * DAY) == 0
    bodies = {one.to[0]: str(one.body) for one in mail.outbox}
    of_ada, of_ben = (bodies[player.user.email] for player in (ada, ben))
    assert ["at table 1" in of_ada, "has changed" in of_ada, "results" in of_ada] == [
        True, True, False,
    ]  # fmt: skip
    assert ["at table 1" in of_ben, "has changed" in of_ben, "results" in of_ben] == [
        False, True, True,
    ]  # fmt: skip


def test_what_was_told_while_a_topic_was_off_is_not_mailed_later(ada: Player) -> None:
    season = make_season()
    add_player(season.pk, ada)
    browser = signed_in(ada)
    choose(browser, plans="never")
    begins = timezone.now() + 20 * DAY
    first = session_life.plan_session(season.pk, SessionPlan(begins))
    session_life.cancel_session(first, "Snow")
    choose(browser, plans="at_once")
    second = session_life.plan_session(season.pk, SessionPlan(begins + DAY))
    session_life.cancel_session(second, "Rain")
    assert sending.mail_due(timezone.now() + 3 * MINUTE) == 1
    (one,) = mail.outbox
    assert "Rain" in one.body
    assert "Snow" not in one.body


def test_one_tap_in_a_mail_turns_all_topics_off(ada: Player) -> None:
    browser = signed_in(ada)
    choose(browser, results="at_once", seats="at_once")
    off = sending.TURN_OFF.address_of(ada.pk).removeprefix("https://club.example")
    assert Client().post(off, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert choices_of(browser) == dict.fromkeys(USUAL, "never") | {
        "turn": "at_once",
        "invited": "at_once",
    }
