"""Who has said beforehand whether they come to a session."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from accounts.names import FormerName
from leagues.models import Reply, Session
from leagues.people.find import plain


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody on the waiting list, with their number in it."""

    number: int
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Replies:
    """Names by what they said; said: the same by player. coming: those who have a place.

    waiting: the waiting list, the first in line first. left: how many places are free, None where
    there is room for everybody.
    """

    said: Mapping[int, bool]
    coming: tuple[str, ...]
    waiting: tuple[Waiting, ...]
    away: tuple[str, ...]
    left: int | None

    def number_of(self, player: int) -> int | None:
        """Somebody's number on the waiting list; None for whoever is not on it."""
        return next((one.number for one in self.waiting if one.player == player), None)


def present_replies(session: Session) -> Replies:
    """The replies to a session; two statements, one where nobody can wait."""
    replies = list(session.replies.select_related("player"))
    coming = [reply for reply in replies if reply.comes and not reply.waits]
    waiting: Iterable[Reply] = ()
    if len(coming) < sum(reply.comes for reply in replies):
        waiting = session.replies.waiting().select_related("player")
    return Replies(
        said={reply.player_id: reply.comes for reply in replies},
        coming=_names(coming),
        waiting=tuple(
            Waiting(number, reply.player_id, reply.player.name)
            for number, reply in enumerate(waiting, 1)
        ),
        away=_names(reply for reply in replies if not reply.comes),
        left=None if session.places is None else max(0, session.places - len(coming)),
    )


def _names(replies: Iterable[Reply]) -> tuple[str, ...]:
    names = [reply.player.name for reply in replies]
    return tuple(sorted((name for name in names if not isinstance(name, FormerName)), key=plain))
