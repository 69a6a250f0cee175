"""How long a reveal takes to be watched: bots and deadlines wait for it, the page plays it."""

from datetime import timedelta

from games.rules.events import (
    Eliminated,
    Event,
    Events,
    Exchanged,
    FanCardMoved,
    HeadsCancelled,
    Jumped,
    Picked,
    PileRebuilt,
    Placed,
    Revealed,
    RoundScored,
    RowRemoved,
    RowsLaid,
    Shifted,
    SpecialPlayed,
    StopsLifted,
    TeamPlayed,
    Took,
)
from games.rules.state import Awaited

# Milliseconds; the page gets the same figures, and of a take those of `hold` and `beat`.
BEATS: dict[type, int] = {
    Revealed: 900,
    Placed: 450,
    Took: 1800,
    Jumped: 700,
    FanCardMoved: 500,
    Picked: 300,
    RowsLaid: 1800,
    SpecialPlayed: 1100,
    TeamPlayed: 1100,
    Shifted: 700,
    StopsLifted: 300,
    RowRemoved: 300,
    HeadsCancelled: 900,
    Exchanged: 900,
    PileRebuilt: 300,
    RoundScored: 3500,
    Eliminated: 1500,
}
# Of a take: how long its cards lie still before they leave the row, more for each head, and how
# long each card then keeps the next one waiting (BETWEEN in js/rows.js).
HOLD, BREATH, BETWEEN = 350, 35, 80
THINKING = timedelta(milliseconds=700)
# A hundred picks make a draft of ten: bots do not ponder over them.
PICKING = timedelta(milliseconds=50)


def hold(took: Took) -> int:
    """How long a row that is taken lies still with the card that takes it."""
    return HOLD + BREATH * took.heads


def beat(event: Event) -> int:
    """The time in which this event is shown."""
    ms = BEATS.get(type(event), 0)
    if ms and isinstance(event, Took):
        ms += hold(event) + BETWEEN * len(event.cards)
    return ms


def reveal_time(events: Events) -> timedelta:
    """The time in which these events are shown one after the other."""
    return timedelta(milliseconds=sum(map(beat, events)))


def thinking_time(awaited: Awaited) -> timedelta:
    """How long a bot lets people wait for its answer, after the reveal."""
    return PICKING if awaited is Awaited.PICK else THINKING
