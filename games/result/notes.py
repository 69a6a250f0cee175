"""What a game counts for elsewhere: receivers of `games.signals.notes_asked` return it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResultNote:
    """What a game counts for, such as a league: a title with its address, a sentence a player.

    lines: (name, address of their page, sentence). is_pending: more will be known in a moment.
    """

    title: str
    url: str
    lines: tuple[tuple[str, str, str], ...] = ()
    is_pending: bool = False
