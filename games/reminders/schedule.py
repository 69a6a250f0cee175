"""Which reminders a table by correspondence calls for, and when; nothing is read or sent here."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from games.models import Table
from games.pause.agreement import unanswered
from games.reminders.models import Reminder
from games.snapshot import Snapshot
from games.transition import MISSED_BEFORE_AWAY, awaited, is_automatic

Kind = Reminder.Kind

LONG_AGO = datetime.min.replace(tzinfo=UTC)
# Players who are at the table anyway choose meanwhile, and are sent nothing.
TURN_AFTER = timedelta(minutes=5)
# The last call comes when a quarter of the time is left, but not earlier than this.
EARLIEST_LAST_CALL = timedelta(hours=24)


class Call(NamedTuple):
    """A mail that a seat should get. decision: what it is about (models.Reminder). at: when."""

    seat: int
    kind: Kind
    decision: int
    at: datetime


def calls(snapshot: Snapshot) -> Iterator[Call]:
    """The reminders that the present decision calls for; in a pause only those of who is away."""
    play, limit = snapshot.play, snapshot.time_per_choice
    if snapshot.status != Table.Status.PLAYING or play is None:
        return
    if limit is None or not snapshot.is_by_correspondence:
        return
    people = snapshot.people_in_game(play)
    # Who has left their seat to the bot knows it: only missed deadlines are counted.
    absent = (seat for seat in people if play.missed[seat] >= MISSED_BEFORE_AWAY)
    yield from (Call(seat, Kind.AWAY, 1, LONG_AGO) for seat in absent if play.away[seat])
    if play.is_paused:
        return
    time = timedelta(seconds=limit)
    if play.pause is not None:
        proposed_at = play.pause.ends_at - time
        for seat in unanswered(snapshot, play):
            # One mail a turn, however often a pause is proposed in it.
            yield Call(seat, Kind.PAUSE, play.since, proposed_at + TURN_AFTER)
    if play.deadline is None:
        return
    for seat in awaited(play):
        if seat not in people or is_automatic(snapshot, play, seat):
            continue
        yield Call(seat, Kind.TURN, play.since, play.deadline - time + TURN_AFTER)
        yield Call(
            seat, Kind.LAST_CALL, play.since, play.deadline - min(time / 4, EARLIEST_LAST_CALL)
        )
