"""A game of four by correspondence, from its first card to its end, with weeks passing by.

How many mails each player should get is counted here, from what they do.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.db.models import F

from games.models import ActionLog, Pulse, Table
from games.play import downtime, keeper
from games.reminders import sending
from games.rules.options import Options
from games.rules.state import Awaited
from games.table import store
from tests.support.tables import people, play_first, start_table

pytestmark = pytest.mark.django_db(transaction=True)

BEGIN = datetime(2026, 3, 2, 20, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
# How often the keepers look; a divisor of what people and mails wait for.
LOOK = 3 * HOUR
LIMIT = timedelta(days=2)
# After how long each of four people chooses; the last one never does.
AT_ONCE, IN_THE_MORNING, IN_THE_LAST_HOURS, NEVER = range(4)
CHOOSES_AFTER = {IN_THE_MORNING: 12 * HOUR, IN_THE_LAST_HOURS: 45 * HOUR}
TURN, LAST, AWAY = "Your turn", "Time is nearly up", "The bot now plays for you"
MAILS_OF = {
    AT_ONCE: [],
    IN_THE_MORNING: [TURN],
    IN_THE_LAST_HOURS: [TURN, LAST],
    NEVER: [TURN, LAST],
}


def asked(table: Table) -> dict[int, int]:
    """The people who are awaited, with the version at which that began; no last card."""
    snapshot = store.fresh(table.pk)
    play = snapshot.play
    decision = play.game.decision
    if decision is None:
        return {}
    hands = play.game.round.hands
    return {
        seat: play.since
        for seat in decision.seats
        if not play.away[seat] and not (decision.kind is Awaited.CARD and len(hands[seat]) == 1)
    }


def keep(now: datetime) -> None:
    """What a keeper does, all the time."""
    Pulse.objects.update(at=now)
    downtime.beat(now)
    for _move in range(20):
        due = keeper.due_tables(now)
        if not due:
            break
        for table_id, due_at in due:
            keeper.look_after(table_id, due_at)
    sending.send_due(now)


def test_every_player_of_a_game_of_four_gets_the_mails_they_need_and_no_other() -> None:
    players = people(4)
    expected: Counter[tuple[int, str]] = Counter()
    with time_machine.travel(BEGIN, tick=False) as clock:
        table = start_table(
            *players, options=Options(max_rounds=1), time_per_choice=LIMIT // timedelta(seconds=1)
        )
        downtime.beat(BEGIN)
        began: dict[int, datetime] = {}
        counted: set[tuple[int, int]] = set()
        now, was_away = BEGIN, False
        while not store.fresh(table.pk).has_ended:
            assert now < BEGIN + timedelta(weeks=6)
            for seat, decision in asked(table).items():
                began.setdefault(decision, now)
                waited = now - began[decision]
                if (seat, decision) not in counted and seat != AT_ONCE:
                    counted.add((seat, decision))
                    expected.update((seat, words) for words in MAILS_OF[seat])
                if seat == AT_ONCE or (seat in CHOOSES_AFTER and waited >= CHOOSES_AFTER[seat]):
                    play_first(table, seat, now)
            if store.fresh(table.pk).away[NEVER] and not was_away:
                was_away = True
                expected[NEVER, AWAY] += 1
            # Another keeper, which was started just now, looks at all tables too.
            keep(now)
            sending.forget()
            keep(now)
            if not asked(table).keys() & {AT_ONCE}:
                now += LOOK
                clock.move_to(now)
        weeks = (now - BEGIN) / timedelta(weeks=1)
    assert weeks > 2
    assert was_away
    assert table.seats.exclude(rank=None).count() == 4
    seat_of = {player.user.email: seat for seat, player in enumerate(players) if player.user}
    sent: Counter[tuple[int, str]] = Counter()
    for one in mail.outbox:
        (words,) = [words for words in (TURN, LAST, AWAY) if words in str(one.subject)]
        sent[seat_of[one.to[0]], words] += 1
    assert sent == expected
    assert sent[IN_THE_MORNING, TURN] >= 9
    assert sent[NEVER, AWAY] == 1
    forced = ActionLog.objects.filter(by=ActionLog.By.DEADLINE).annotate(seat=F("action__seat"))
    assert set(forced.values_list("seat", flat=True)) == {NEVER}
