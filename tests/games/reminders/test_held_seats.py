"""A mail about the seat that is held at a table by correspondence."""

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from accounts.models import Player, User
from games.models import Table
from games.reminders import sending
from games.seats import rematch
from games.table import store
from games.table.time_limits import DAY
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)


def next_table(
    now: datetime, *players: Player, time_per_choice: int = DAY, is_rated: bool = False
) -> Table:
    """The next table of an ended game, opened by the first of these people."""
    old = start_table(*players, time_per_choice=time_per_choice, is_rated=is_rated)
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED, due_at=None)
    store.forget()
    return rematch.open_rematch(old.pk, players[0], now)


def told() -> list[list[str]]:
    return [one.to for one in mail.outbox]


def address(player: Player) -> str:
    return player.user.email


def test_it_is_sent_once_and_names_table_and_time(ada: Player, ben: Player, now: datetime) -> None:
    following = next_table(now, ada, ben)
    sending.send_due(now + 4 * MINUTE)
    assert told() == []
    assert sending.send_due(now + 6 * MINUTE) == 1
    assert sending.send_due(now + 7 * MINUTE) == 0
    (sent,) = mail.outbox
    assert sent.to == [address(ben)]
    assert f"https://club.example{following.get_absolute_url()}" in sent.body
    assert "a seat is kept for you until" in sent.body
    assert "List-Unsubscribe" in sent.extra_headers


def test_it_says_that_the_next_game_is_rated(ada: Player, ben: Player, now: datetime) -> None:
    next_table(now, ada, ben)
    sending.send_due(now + 6 * MINUTE)
    next_table(now, *people(2), is_rated=True)
    sending.send_due(now + 6 * MINUTE)
    assert ["rated" in sent.subject for sent in mail.outbox] == [False, True]


def test_nobody_else_is_told(now: datetime) -> None:
    """Not who wants no mails, who was sent away, who sits already, nor players of fast games."""
    ada, ben, cleo, dora = people(4)
    following = next_table(now, ada, ben, cleo, dora)
    User.objects.filter(player=ben).update(reminders=False)
    rematch.release_for(following.pk, ada, cleo.pk)
    assert following.rematch_of.pk
    rematch.play_again(following.rematch_of.pk, dora, now)
    next_table(now, *people(2), time_per_choice=30)
    assert sending.send_due(now + 6 * MINUTE) == 0
    assert told() == []


class Dying(BaseException):
    """The keeper ends in the middle of its work."""


@pytest.mark.parametrize("error", [OSError, Dying])
def test_a_mail_whose_sending_failed_or_was_cut_off_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException], now: datetime
) -> None:
    next_table(now, *people(2))

    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    with monkeypatch.context() as broken, suppress(Dying):
        broken.setattr(EmailMessage, "send", fail)
        assert sending.send_due(now + 6 * MINUTE) == 0
    assert sending.send_due(now + 7 * MINUTE) == 1
    assert sending.send_due(now + 8 * MINUTE) == 0
