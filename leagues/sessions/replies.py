"""Who has said beforehand whether they come to a session."""

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.names import FormerName
from leagues.models import Session
from leagues.people.find import plain


@dataclass(frozen=True, slots=True)
class Replies:
    """Names by what they said; said: the same by player."""

    said: Mapping[int, bool]
    coming: tuple[str, ...]
    away: tuple[str, ...]


def present_replies(session: Session) -> Replies:
    """The replies to a session; one statement."""
    replies = list(session.replies.select_related("player"))

    def names(*, comes: bool) -> tuple[str, ...]:
        found = [reply.player.name for reply in replies if reply.comes is comes]
        return tuple(sorted((n for n in found if not isinstance(n, FormerName)), key=plain))

    return Replies(
        said={reply.player_id: reply.comes for reply in replies},
        coming=names(comes=True),
        away=names(comes=False),
    )
