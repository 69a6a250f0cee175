"""How long a reveal takes to be watched: bots and deadlines wait for it, the page plays it."""

from datetime import timedelta

from games.rules.events import Events, Jumped, Placed, Revealed, RoundScored, SpecialPlayed, Took

# Milliseconds; the page gets the same figures.
BEATS: dict[type, int] = {
    Revealed: 900,
    Placed: 450,
    Took: 1100,
    Jumped: 700,
    SpecialPlayed: 900,
    RoundScored: 2000,
}
THINKING = timedelta(milliseconds=700)


def reveal_time(events: Events) -> timedelta:
    """The time in which these events are shown one after the other."""
    return timedelta(milliseconds=sum(BEATS.get(type(event), 0) for event in events))
