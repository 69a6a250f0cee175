"""What special cards did, told (S4)."""

from collections.abc import Iterator

from games.presenters.telling import Cast, Line
from games.rules.events import Event


def special_lines(_event: Event, _cast: Cast) -> Iterator[Line]:
    """The lines of an event that only special cards cause."""
    yield from ()
