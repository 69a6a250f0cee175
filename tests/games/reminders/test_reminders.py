"""Mails by correspondence: to whom, when, once, and in which language."""

from datetime import datetime, timedelta
from email.message import Message

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, User
from accounts.privacy import erase, personal_data
from games.models import Reminder, Table
from games.play import pausing, playing, watching
from games.reminders import sending
from games.signals import tidying
from games.table import store
from games.table.transition import MISSED_BEFORE_AWAY
from tests.support.races import at_once
from tests.support.tables import people, play_first, start_table

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
IN_DAYS = 86_400


def address(player: Player) -> str:
    return player.user.email


def sent_to(player: Player) -> list[EmailMessage]:
    return [one for one in mail.outbox if one.to == [address(player)]]


def subjects(player: Player) -> list[str]:
    return [str(one.subject) for one in sent_to(player)]


def prefer(player: Player, **fields: object) -> None:
    User.objects.filter(player=player).update(**fields)


def another_keeper_sends(now: datetime) -> int:
    """A process that has not looked at any table yet."""
    sending.forget()
    return sending.send_due(now)


@pytest.fixture
def table(ada: Player, ben: Player) -> Table:
    """Two play by correspondence."""
    return start_table(ada, ben, time_per_choice=IN_DAYS)


def test_a_mail_comes_when_it_is_ones_turn_and_one_before_time_is_up(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    assert sending.send_due(now + 4 * MINUTE) == 0
    assert sending.send_due(now + 6 * MINUTE) == 2
    assert subjects(ada) == subjects(ben) == ["[Sixième] Your turn at “Friday”"]
    play_first(table, 0, now + HOUR)
    assert sending.send_due(now + 17 * HOUR) == 0
    assert sending.send_due(now + 18 * HOUR + MINUTE) == 1
    assert subjects(ada) == ["[Sixième] Your turn at “Friday”"]
    assert subjects(ben)[1:] == ["[Sixième] Time is nearly up at “Friday”"]
    for hour in range(19, 24):
        assert another_keeper_sends(now + hour * HOUR) == 0


def test_who_chooses_within_five_minutes_is_sent_nothing(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    sending.send_due(now)
    play_first(table, 0, now + MINUTE)
    sending.send_due(now + 6 * MINUTE)
    assert subjects(ada) == []
    assert len(subjects(ben)) == 1


def test_the_next_decision_has_a_mail_of_its_own(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    sending.send_due(now + HOUR)
    later = now + 2 * HOUR
    for seat in (0, 1):
        play_first(table, seat, later)
    assert sending.send_due(later + MINUTE) == 0
    sending.send_due(later + HOUR)
    snapshot = store.fresh(table.pk)
    assert snapshot.game.decision is not None
    for seat, player in enumerate((ada, ben)):
        again = seat in snapshot.game.decision.seats
        assert len(subjects(player)) == 1 + again


def test_live_tables_bots_and_tables_without_a_limit_send_nothing(
    now: datetime, ada: Player, ben: Player
) -> None:
    start_table(ada, ben, time_per_choice=120)
    start_table(ada, ben)
    table = start_table(ada, bots=2, time_per_choice=IN_DAYS)
    assert sending.send_due(now + HOUR) == 1
    assert mail.outbox[0].body.count(table.code) == 1


def test_a_site_without_mail_sends_nothing(now: datetime, settings: Settings) -> None:
    settings.EMAIL_IS_SENT = False
    start_table(*people(2), time_per_choice=IN_DAYS)
    assert sending.send_due(now + HOUR) == 0
    assert not Reminder.objects.exists()


def test_who_wants_none_or_may_not_sign_in_gets_none(
    now: datetime, ada: Player, ben: Player, cleo: Player
) -> None:
    start_table(ada, ben, cleo, time_per_choice=IN_DAYS)
    prefer(ada, reminders=False)
    prefer(ben, is_active=False)
    sending.send_due(now + HOUR)
    assert [one.to for one in mail.outbox] == [[address(cleo)]]


def test_in_a_pause_nobody_is_reminded(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=IN_DAYS)
    pausing.propose(table.pk, 0, now)
    pausing.agree(table.pk, 1, now)
    assert sending.send_due(now + 2 * DAY) == 0
    pausing.go_on(table.pk, now + 3 * DAY)
    # The end of the pause is noticed after a minute: then everybody's time begins again.
    playing.tend(table.pk, now + 3 * DAY + MINUTE)
    assert sending.send_due(now + 3 * DAY + 5 * MINUTE) == 0
    assert sending.send_due(now + 3 * DAY + 7 * MINUTE) == 2


def pause(table: Table, begin: datetime, end: datetime) -> None:
    """Seats 0 and 1 pause their game; the keeper looks at it meanwhile and at its end."""
    pausing.propose(table.pk, 0, begin)
    pausing.agree(table.pk, 1, begin)
    sending.send_due(begin + MINUTE)
    pausing.go_on(table.pk, end)
    playing.tend(table.pk, end + MINUTE)


def test_who_was_told_before_a_pause_is_told_again_when_the_game_goes_on(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    play_first(table, 0, now + MINUTE)
    for hour in (1, 19):
        sending.send_due(now + hour * HOUR)
    turn, last = "[Sixième] Your turn at “Friday”", "[Sixième] Time is nearly up at “Friday”"
    assert subjects(ben) == [turn, last]
    pause(table, now + 20 * HOUR, now + 9 * DAY)
    for hour in range(1, 4):
        another_keeper_sends(now + 9 * DAY + hour * HOUR)
    assert subjects(ben) == [turn, last, last]
    assert subjects(ada) == []


def test_a_pause_early_in_a_turn_is_followed_by_both_mails_again(
    now: datetime, ben: Player, table: Table
) -> None:
    play_first(table, 0, now + MINUTE)
    sending.send_due(now + HOUR)
    pause(table, now + 2 * HOUR, now + 5 * DAY)
    for hour in range(1, 20):
        another_keeper_sends(now + 5 * DAY + hour * HOUR)
    assert [subject.split(" at ")[0] for subject in subjects(ben)] == [
        "[Sixième] Your turn",
        "[Sixième] Your turn",
        "[Sixième] Time is nearly up",
    ]


def test_who_is_away_is_not_told_so_again_after_a_pause(
    now: datetime, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, cleo, time_per_choice=IN_DAYS)
    play = store.fresh(table.pk).play
    left = play._replace(away=(False, False, True), missed=(0, 0, MISSED_BEFORE_AWAY))
    Table.objects.filter(pk=table.pk).update(state=left.to_json(), version=table.version + 1)
    sending.send_due(now + HOUR)
    pause(table, now + 2 * HOUR, now + 3 * HOUR)
    another_keeper_sends(now + 4 * HOUR)
    assert subjects(cleo) == ["[Sixième] The bot now plays for you at “Friday”"]


def test_a_proposed_pause_is_mailed_once_to_those_who_have_not_answered(now: datetime) -> None:
    ada, ben, cleo, dan = people(4)
    table = start_table(ada, ben, cleo, dan, time_per_choice=IN_DAYS)
    prefer(dan, reminders=False)
    sending.send_due(now + HOUR)
    mail.outbox.clear()
    pausing.propose(table.pk, 0, now + 2 * HOUR)
    pausing.agree(table.pk, 1, now + 2 * HOUR)
    assert sending.send_due(now + 2 * HOUR + 4 * MINUTE) == 0
    assert sending.send_due(now + 2 * HOUR + 6 * MINUTE) == 1
    assert subjects(cleo) == ["[Sixième] A pause is proposed at “Friday”"]
    assert f"{ada.name} proposes a pause at “Friday”." in sent_to(cleo)[0].body
    assert table.code in sent_to(cleo)[0].body
    # In the same turn no further proposal sends mails.
    pausing.refuse(table.pk, 0, now + 3 * HOUR)
    pausing.propose(table.pk, 0, now + 3 * HOUR)
    assert another_keeper_sends(now + 4 * HOUR) == 1
    assert subjects(ben) == ["[Sixième] A pause is proposed at “Friday”"]
    assert len(subjects(cleo)) == 1


def test_who_has_the_page_open_is_told_by_it_until_time_is_nearly_up(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    watching.note_open_page(table.pk, ada.pk)
    sending.send_due(now + 6 * MINUTE)
    assert subjects(ada) == []
    assert len(subjects(ben)) == 1
    sending.send_due(now + 18 * HOUR + MINUTE)
    assert subjects(ada) == ["[Sixième] Time is nearly up at “Friday”"]


def test_who_closes_the_page_is_told_by_mail(now: datetime, ada: Player, table: Table) -> None:
    watching.note_open_page(table.pk, ada.pk)
    sending.send_due(now + 6 * MINUTE)
    cache.clear()
    sending.send_due(now + 8 * MINUTE)
    assert len(subjects(ada)) == 1


def test_after_two_missed_deadlines_one_mail_tells_how_to_come_back(
    now: datetime, ben: Player, table: Table
) -> None:
    moment = now
    while not store.fresh(table.pk).away[1]:
        snapshot = store.fresh(table.pk)
        assert snapshot.deadline is not None
        moment = snapshot.deadline - MINUTE
        if 0 in snapshot.game.decision.seats:
            play_first(table, 0, moment)
        moment += 2 * MINUTE
        playing.tend(table.pk, moment)
    for hour in range(1, 5):
        another_keeper_sends(moment + hour * HOUR)
    told = [one for one in sent_to(ben) if "The bot now plays for you" in str(one.subject)]
    assert len(told) == 1
    assert "tap “I am back”" in str(told[0].body)
    playing.come_back(table.pk, 1, moment + 5 * HOUR)
    another_keeper_sends(moment + 5 * HOUR)
    assert not Reminder.objects.filter(kind=Reminder.Kind.AWAY).exists()


def test_the_last_to_miss_two_deadlines_is_told_that_the_game_is_paused(
    now: datetime, ada: Player, ben: Player, table: Table
) -> None:
    while not (snapshot := store.fresh(table.pk)).is_paused:
        assert snapshot.deadline is not None
        playing.tend(table.pk, snapshot.deadline)
    another_keeper_sends(now + 30 * DAY)
    for player in (ada, ben):
        assert subjects(player) == ["[Sixième] “Friday” is paused: everybody is away"]
        assert "nobody else is there: the game is paused" in str(sent_to(player)[0].body)


def test_who_leaves_their_seat_to_the_bot_is_not_told_so(
    now: datetime, ben: Player, table: Table
) -> None:
    playing.step_away(table.pk, 1, now)
    sending.send_due(now + HOUR)
    assert subjects(ben) == []


def test_mails_come_in_the_language_of_their_reader(now: datetime, settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Paris"
    camille, oliver = people(2)
    prefer(camille, language="fr")
    prefer(oliver, language="en")
    table = start_table(camille, oliver, time_per_choice=IN_DAYS)
    sending.send_due(now + HOUR)
    (english,) = sent_to(oliver)
    deadline = store.fresh(table.pk).deadline
    assert deadline is not None
    moment = timezone.localtime(deadline)
    assert "It is your turn at “Friday”. You have until " in english.body
    assert moment.strftime("%H:%M") in english.body
    assert f"https://club.example/tables/{table.code}/" in english.body
    (french,) = sent_to(camille)
    assert "Bonjour," in french.body


def test_every_mail_has_a_link_that_ends_them(now: datetime, ada: Player) -> None:
    start_table(ada, bots=1, time_per_choice=IN_DAYS)
    sending.send_due(now + HOUR)
    (one,) = sent_to(ada)
    headers: Message = one.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://club.example/reminders/off/")
    assert link in one.body
    assert headers["Auto-Submitted"] == "auto-generated"


# --- Once, and none lost ----------------------------------------------------------------


def test_a_mail_server_that_fails_is_tried_again(
    now: datetime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ada: Player
) -> None:
    start_table(ada, bots=1, time_per_choice=IN_DAYS)
    tried = []

    def fail(self: EmailMessage) -> int:
        tried.append(self)
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(EmailMessage, "send", fail)
        sending.send_due(now + 6 * MINUTE)
        sending.send_due(now + 7 * MINUTE)
        assert len(tried) == 1
        assert sending.waiting_since(now + 7 * MINUTE) == now + 6 * MINUTE
        sending.send_due(now + 17 * MINUTE)
        sending.send_due(now + 28 * MINUTE)
        assert len(tried) == 2
        # The second try was made a minute late.
        assert sending.waiting_since(now + 28 * MINUTE) == now + 7 * MINUTE
    assert "could not be sent" in caplog.text
    sending.send_due(now + 38 * MINUTE)
    assert len(sent_to(ada)) == 1
    assert sending.waiting_since(now + 38 * MINUTE) is None
    assert another_keeper_sends(now + 2 * HOUR) == 0


def test_a_mail_of_a_keeper_that_died_is_sent_by_another(
    now: datetime, monkeypatch: pytest.MonkeyPatch, ada: Player
) -> None:
    start_table(ada, bots=1, time_per_choice=IN_DAYS)

    def die(_self: EmailMessage) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(EmailMessage, "send", die)
        with pytest.raises(KeyboardInterrupt):
            sending.send_due(now + 6 * MINUTE)
    assert another_keeper_sends(now + 7 * MINUTE) == 0
    assert another_keeper_sends(now + 17 * MINUTE) == 1
    assert another_keeper_sends(now + 40 * MINUTE) == 0


@pytest.mark.parametrize("race", range(5))
def test_keepers_that_look_at_the_same_moment_send_one_mail(
    now: datetime, race: int, ada: Player, ben: Player, table: Table
) -> None:
    moment = now + HOUR + race * MINUTE
    keepers = [lambda: sending._send_for(table.pk, moment)] * 3
    sent = at_once(*keepers)
    assert [one for one in sent if isinstance(one, Exception)] == []
    assert len(sent_to(ada)) == len(sent_to(ben)) == 1


def test_tables_that_have_not_changed_are_not_read(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_table(*people(2), time_per_choice=IN_DAYS)
    sending.send_due(now + HOUR)
    monkeypatch.setattr(store, "fresh", lambda _table_id: pytest.fail("it was read"))
    assert sending.send_due(now + 2 * HOUR) == 0


def test_the_keepers_sweep_sends_them(now: datetime) -> None:
    table = start_table(*people(2), time_per_choice=IN_DAYS)
    store.forget()
    play = store.load(table.pk).play
    earlier = play._replace(deadline=now + 20 * HOUR)
    Table.objects.filter(pk=table.pk).update(state=earlier.to_json(), version=5)
    tidying.send(sender=Table)
    assert len(mail.outbox) == 2


def test_what_was_sent_is_part_of_ones_data_and_goes_with_the_person(
    now: datetime, ada: Player, ben: Player
) -> None:
    start_table(ada, ben, time_per_choice=IN_DAYS)
    sending.send_due(now + HOUR)
    (told,) = personal_data(ada)["tables"]
    assert told["reminders"] == [{"kind": "turn", "sent": now + HOUR}]
    assert personal_data(ada)["login"]["reminders"] is True
    erase(ada)
    assert not Reminder.objects.filter(seat__player=ada).exists()
    assert Reminder.objects.filter(seat__player=ben).exists()
