"""What a result counts for, told by those who know: leagues answer `games.signals.notes_asked`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultNote:
    """What a game means elsewhere: a title with its address, and a sentence for each player.

    lines: (name, sentence). is_pending: more will be known in a moment.
    """

    title: str
    url: str
    lines: tuple[tuple[str, str], ...] = ()
    is_pending: bool = False
