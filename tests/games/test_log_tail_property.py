"""Whatever happens at a table, what is stored of it is what this process kept of it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import Player, SpecialQuestion
from games.models import ActionLog, Pulse, Table
from games.play import downtime, playing
from games.rules.engine import legal_actions
from games.rules.errors import IllegalAction
from games.rules.options import Ending, Options, Variant
from games.table import store
from games.table.errors import TableError
from games.table.snapshot import CommandId, Snapshot
from tests.support.tables import act, people, start_table

pytestmark = pytest.mark.django_db(transaction=True)

BASE = st.builds(
    Options,
    known_cards=st.booleans(),
    draft=st.booleans(),
    cabriole=st.booleans(),
    ending=st.sampled_from(Ending),
    limit=st.sampled_from([12, 66]),
    max_rounds=st.sampled_from([None, 2]),
)
SPECIAL = st.builds(Options, variant=st.just(Variant.SPECIAL))
LATER = st.sampled_from([Options(flip=True), Options(mountain=True), Options(variant=Variant.OX)])
DEEDS = st.sampled_from(
    [
        *["act"] * 10,
        *["bots", "bots", "time is up", "turn"],
        *["away", "back", "withdraw", "restart", "be overtaken", "be down"],
    ]
)
# What happens, and numbers from which each deed takes what it needs.
COURSES = st.lists(
    st.tuples(DEEDS, st.integers(0, 5), st.integers(0, 200)), min_size=10, max_size=70
)


class Evening:
    """One table, to which things happen; after each of them the database is asked."""

    def __init__(self, options: Options, players: list[Player], bots: int, limit: int | None):
        self.table: Table = start_table(*players, bots=bots, options=options, time_per_choice=limit)
        self.people = len(players)
        self.now = timezone.now()
        self.older: list[Snapshot] = [store.fresh(self.table.pk)]
        Pulse.objects.all().delete()

    def happens(self, deed: str, seat: int, number: int) -> None:
        """One thing happens, a moment after the last one."""
        self.now += timedelta(milliseconds=7 * number + 1)
        before = store.fresh(self.table.pk)
        if before.play is None or before.has_ended:
            return
        seat %= self.people
        try:
            getattr(self, deed.replace(" ", "_"))(before, seat, number)
        except (TableError, IllegalAction):
            # Whoever comes too late finds the choices made that were due, or the pause over.
            ends = (before.deadline, before.pause.ends_at if before.pause else None)
            is_due = any(end is not None and end <= self.now for end in ends)
            assert is_due or store.load(self.table.pk) == before
        self.check()
        self.older.append(store.fresh(self.table.pk))

    def check(self) -> None:
        """What this process keeps is what is stored, to the last field."""
        kept = store.kept(self.table.pk)
        loaded = store.load(self.table.pk)
        assert kept is None or kept == loaded
        for older in self.older[-3:]:
            # What another process makes of an older version and the log, if it can.
            assert store.catch_up(older) in {None, loaded}
        assert loaded.play.logged == ActionLog.objects.filter(table=self.table).count()
        row = Table.objects.get(pk=self.table.pk)
        assert row.due_at == (None if loaded.has_ended else loaded.play.due_at)

    def act(self, before: Snapshot, seat: int, number: int) -> None:
        """An awaited player acts, or somebody who has chosen changes their mind."""
        assert before.game is not None
        actions = legal_actions(before.game, seat)
        if not actions:
            seat = before.game.decision.seats[0]
            actions = legal_actions(before.game, seat)
        command = CommandId(f"tab{number % 2}", number + 1) if number % 3 else None
        action = actions[number % len(actions)]
        made = act(self.table.pk, action, before.version, self.now, command).snapshot
        if not made.has_ended:
            assert made == store.load(self.table.pk)

    def turn(self, before: Snapshot, seat: int, number: int) -> None:
        """Everybody who is awaited acts."""
        for awaited in before.game.decision.seats:
            game = store.fresh(self.table.pk).game
            assert game is not None
            action = legal_actions(game, awaited)[-1]
            version = store.fresh(self.table.pk).version
            act(self.table.pk, action, version, self.now)
            self.check()

    def bots(self, before: Snapshot, seat: int, number: int) -> None:
        """The time of the bots has come."""
        if before.play.bots_at is not None:
            self.now = max(self.now, before.play.bots_at)
            playing.tend(self.table.pk, self.now)

    def time_is_up(self, before: Snapshot, seat: int, number: int) -> None:
        """The deadline has come; the site was up all the time."""
        if before.deadline is not None:
            self.now = max(self.now, before.deadline)
            Pulse.objects.update(at=self.now)
            playing.tend(self.table.pk, self.now)

    def away(self, before: Snapshot, seat: int, number: int) -> None:
        playing.step_away(self.table.pk, seat, self.now)

    def back(self, before: Snapshot, seat: int, number: int) -> None:
        playing.come_back(self.table.pk, seat, self.now)

    def withdraw(self, before: Snapshot, seat: int, number: int) -> None:
        playing.withdraw(self.table.pk, seat, CommandId(f"tab{number % 2}", number + 1))

    def restart(self, before: Snapshot, seat: int, number: int) -> None:
        """This process forgets everything."""
        store.forget()

    def be_overtaken(self, before: Snapshot, seat: int, number: int) -> None:
        """This process knows an old version only, and somebody plays."""
        store.forget()
        store.keep(self.older[-1 - number % len(self.older)])
        self.act(before, seat, number)

    def be_down(self, before: Snapshot, seat: int, number: int) -> None:
        """The site is down for a while."""
        downtime.beat(self.now)
        self.now += timedelta(minutes=number)
        downtime.beat(self.now)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(
    options=BASE | SPECIAL | LATER,
    count=st.integers(1, 4),
    bots=st.integers(0, 2),
    limit=st.sampled_from([None, 1, 30]),
    course=COURSES,
)
@example(Options(), 3, 0, 30, [("act", 0, 1), ("act", 1, 1), ("away", 0, 1), ("act", 2, 1)])
@example(Options(), 1, 2, 1, [("bots", 0, 0), ("time is up", 0, 0), ("restart", 0, 0)])
@example(Options(variant=Variant.SPECIAL), 3, 1, 30, [("turn", 0, 0), ("bots", 0, 0)] * 12)
@example(Options(variant=Variant.OX), 2, 1, 30, [("act", 0, 3), ("act", 1, 5), ("bots", 0, 0)] * 12)
def test_what_is_stored_and_the_log_s_tail_are_what_this_process_kept(
    options: Options, count: int, bots: int, limit: int | None, course: list[Any]
) -> None:
    players = people(max(count, 2 - bots))
    players[0].user.special_question = SpecialQuestion.TAKES
    players[0].user.save()
    evening = Evening(options, players, bots, limit)
    for deed in course:
        evening.happens(*deed)


def test_the_property_would_notice_a_choice_that_is_not_read() -> None:
    evening = Evening(Options(), people(2), 0, None)
    evening.happens("act", 0, 0)
    kept = store.kept(evening.table.pk)
    assert kept is not None
    store.forget()
    store.keep(replace(kept, play=kept.play._replace(logged=0)))
    with pytest.raises(AssertionError):
        evening.check()
