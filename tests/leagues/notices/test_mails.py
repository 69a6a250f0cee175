"""Notices by mail: to whom, when, once, and in which language."""

from datetime import datetime, timedelta
from http import HTTPStatus
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, User
from accounts.privacy import erase
from leagues.models import Notice, NoticePreference, Role, Season, Session
from leagues.notices import sending, service
from leagues.notices.sending import TURN_OFF
from leagues.people.players import add_player, withdraw
from leagues.season_rules import Substitutes
from leagues.sessions import session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup.league_life import set_role
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_member_with, make_season, make_session
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

Mails = NoticePreference.Mails
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def sent_to(player: Player) -> list[EmailMessage]:
    assert player.user is not None
    return [one for one in mail.outbox if one.to == [player.user.email]]


def planned(season: Season, *players: Player) -> Session:
    """A session far away, at 20:00 on the clock of the club, of a season with these players."""
    begins = timezone.localtime().replace(hour=20, minute=0, second=0, microsecond=0) + 20 * DAY
    for player in players:
        add_player(season.pk, player)
    return session_life.plan_session(season.pk, SessionPlan(begins, place="Café"))


def all_topics(way: str) -> dict[NoticePreference.Topic, str]:
    return dict.fromkeys(NoticePreference.Topic, way)


def next_eight(now: datetime) -> datetime:
    local = timezone.localtime(now).replace(hour=8, minute=0, second=0, microsecond=0)
    return local if local > now else local + DAY


def to_confirm(season: Season) -> None:
    """A sheet that waits for those who run the league."""
    enter(make_game(make_session(season), people(2)), [12, 70])


def test_a_cancelled_session_is_mailed_at_once_in_the_language_of_the_reader(
    ada: Player, ben: Player
) -> None:
    season = make_season(name="Tuesdays")
    User.objects.filter(player=ben).update(language="fr")
    session = planned(season, ada, ben)
    session_life.cancel_session(session, "The room is flooded")
    now = timezone.now()
    assert sending.mail_due(now + MINUTE) == 0
    assert sending.mail_due(now + 3 * MINUTE) == 2
    (english,) = sent_to(ada)
    assert english.subject == "[Sixième] Tuesdays · Session 1 is cancelled"
    assert "Session 1 is cancelled." in english.body
    assert "20:00 · The room is flooded" in english.body
    assert f"https://club.example{session.get_absolute_url()}" in english.body
    (french,) = sent_to(ben)
    assert french.body.startswith("Bonjour")
    assert "The room is flooded" in french.body
    for later in range(1, 50):
        assert sending.mail_due(now + later * HOUR) == 0


def test_what_can_wait_comes_once_a_day_at_eight_in_one_mail() -> None:
    (scorer,) = people(1)
    season = make_season(scorer, second_person=True)
    to_confirm(season)
    to_confirm(season)
    now = timezone.now()
    morning = next_eight(now)
    assert sending.mail_due(morning - MINUTE) == 0
    assert sending.mail_due(morning + MINUTE) == 1
    assert sending.mail_due(morning + 2 * MINUTE) == 0
    (one,) = sent_to(scorer)
    assert one.subject == "[Sixième] 2 notices from your leagues"
    assert one.body.count("a sheet needs confirming") == 2


def test_who_wants_mails_at_once_gets_one_an_hour_at_most() -> None:
    (scorer,) = people(1)
    season = make_season(scorer, second_person=True)
    service.choose_mails(scorer, all_topics(Mails.AT_ONCE))
    to_confirm(season)
    now = timezone.now()
    assert sending.mail_due(now + 3 * MINUTE) == 1
    to_confirm(season)
    assert sending.mail_due(now + 30 * MINUTE) == 0
    assert sending.mail_due(now + 64 * MINUTE) == 1


def test_who_wants_none_gets_none_and_later_only_what_is_new() -> None:
    (scorer,) = people(1)
    season = make_season(scorer, second_person=True)
    service.choose_mails(scorer, all_topics(Mails.NEVER))
    to_confirm(season)
    now = timezone.now()
    assert sending.mail_due(now + 2 * DAY) == 0
    service.choose_mails(scorer, all_topics(Mails.AT_ONCE))
    assert sending.mail_due(now + 2 * DAY) == 0
    to_confirm(season)
    assert sending.mail_due(now + 2 * DAY) == 1
    assert (
        sent_to(scorer)[0].subject
        == "[Sixième] Tuesdays · Session 2, table 1: a sheet needs confirming"
    )


def test_several_keepers_send_each_mail_once(season: Season, players: list[Player]) -> None:
    session_life.cancel_session(planned(season, *players), "Snow")
    now = timezone.now() + 3 * MINUTE
    ids = [player.pk for player in players]

    def keeper() -> int:
        # As other processes do: each has a lock of its own.
        return sum(sending._send_to(player_id, now) for player_id in ids)

    sent = at_once(*[keeper] * 4)
    assert sum(one for one in sent if isinstance(one, int)) == 3
    assert [len(sent_to(player)) for player in players] == [1, 1, 1]


def test_a_mail_server_that_is_away_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, season: Season, ada: Player
) -> None:
    session_life.cancel_session(planned(season, ada), "Snow")
    now = timezone.now() + 3 * MINUTE

    def away(*_args: object) -> int:
        raise ConnectionRefusedError

    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", away)
        assert sending.mail_due(now) == 0
        assert sending.mail_due(now + 5 * MINUTE) == 0
        assert sending.mail_due(now + 11 * MINUTE) == 0
    assert sending.waiting_since(now + 11 * MINUTE) == Notice.objects.get().at + 2 * MINUTE
    # The second try failed as well: the third waits twice as long.
    assert sending.mail_due(now + 25 * MINUTE) == 0
    assert sending.mail_due(now + 32 * MINUTE) == 1
    assert len(sent_to(ada)) == 1
    assert sending.waiting_since(now + 33 * MINUTE) is None


def test_of_many_people_one_is_tried_while_the_server_is_away(
    monkeypatch: pytest.MonkeyPatch, season: Season, players: list[Player]
) -> None:
    """Each try takes as long as the server may take to answer."""
    session_life.cancel_session(planned(season, *players), "Snow")
    now = timezone.now() + 3 * MINUTE
    tries: list[object] = []

    def away(*told: object) -> int:
        tries.append(told)
        raise TimeoutError

    def refused(backend: EmailBackend, messages: list[EmailMessage]) -> int:
        if messages[0].to == [players[1].user and players[1].user.email]:
            raise SMTPRecipientsRefused({})
        return took(backend, messages)

    took = EmailBackend.send_messages
    with monkeypatch.context() as patched:
        patched.setattr(EmailBackend, "send_messages", away)
        assert sending.mail_due(now) == 0
        assert len(tries) == 1
        patched.setattr(EmailBackend, "send_messages", refused)
        assert sending.mail_due(now + 30 * MINUTE) == 2
    assert sending.mail_due(now + 31 * MINUTE) == 0
    assert sending.mail_due(now + 2 * HOUR) == 1


def test_nothing_is_mailed_to_who_may_not_or_need_not_know_any_more() -> None:
    """Checked when it is sent: withdrawn, erased, shut out, without the role, read, taken back."""
    gone, erased, shut, reader, stays = people(5)
    season = make_season(stays, second_person=True)
    session = planned(season, gone, erased, shut, reader, stays)
    scorer = make_member_with(Role.Kind.SCORER, season.league)
    to_confirm(season)
    session_life.cancel_session(session, "Snow")
    withdraw(season.pk, gone, timezone.now())
    erase(erased)
    User.objects.filter(player=shut).update(is_active=False)
    service.mark_read(Notice.objects.filter(player=reader), timezone.now())
    set_role(season.league, scorer, None)
    assert sending.mail_due(timezone.now() + 2 * DAY) == 1
    assert len(sent_to(stays)) == 1
    assert len(mail.outbox) == 1


def test_whoever_played_is_mailed_the_results_also_who_stood_in_or_has_withdrawn() -> None:
    ana, ben, away, stand_in = people(4)
    season = make_season(substitutes=Substitutes.ABSENT)
    session = make_session(season)
    game = make_game(session, [ana, ben, stand_in])
    enter(game, [12, 30, 70], replaced=(None, None, away))
    session_life.close_session(session)
    withdraw(season.pk, ben, timezone.now())
    told = {notice.player for notice in Notice.objects.filter(kind=Notice.Kind.RESULTS)}
    assert told == {ana, ben, stand_in}
    sending.mail_due(timezone.now() + 2 * DAY)
    assert [len(sent_to(player)) for player in (ana, ben, stand_in, away)] == [1, 1, 1, 0]


def test_what_is_past_or_no_longer_so_is_not_mailed(season: Season, ada: Player) -> None:
    session = planned(season, ada)
    session_life.cancel_session(session, "Snow")
    Notice.objects.update(kind=Notice.Kind.MOVED)
    assert sending.mail_due(timezone.now() + 3 * MINUTE) == 0
    Notice.objects.update(kind=Notice.Kind.CANCELLED, mailed_at=None)
    assert sending.mail_due(session.starts_at + HOUR) == 0
    assert not Notice.objects.filter(mailed_at=None).exists()


def test_a_site_without_mail_keeps_notices_on_the_page(
    settings: pytest.FixtureRequest, ada: Player
) -> None:
    settings.EMAIL_IS_SENT = False  # type: ignore[attr-defined]
    season = make_season()
    session_life.cancel_session(planned(season, ada), "Snow")
    assert sending.mail_due(timezone.now() + DAY) == 0
    assert "Session 1 is cancelled." in signed_in(ada).get(reverse("leagues:notices")).text


def test_the_link_in_a_mail_asks_and_one_tap_stops_them(
    season: Season, ada: Player, ben: Player
) -> None:
    session_life.cancel_session(planned(season, ada, ben), "Snow")
    sending.mail_due(timezone.now() + 3 * MINUTE)
    (one,) = sent_to(ada)
    link = one.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    assert one.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in one.body
    assert "Turn them off" in Client().get(link).text
    assert NoticePreference.objects.get(player=ada).mails == Mails.DAILY
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(link, {"List-Unsubscribe": "One-Click"})
    assert "no more emails" in answer.text
    chosen = dict(NoticePreference.objects.values_list("player", "mails"))
    assert chosen == {ada.pk: Mails.NEVER, ben.pk: Mails.DAILY}
    wrong = reverse("leagues:notices_off", args=[TURN_OFF.token_of(ada.pk)[:-1]])
    assert Client().post(wrong).status_code == HTTPStatus.NOT_FOUND
