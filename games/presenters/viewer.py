"""Who looks at a table."""

from dataclasses import dataclass

from games.models import Table
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Viewer:
    """What decides how a table looks to somebody, and never who they are: a crowd is one viewer.

    seat: None for a spectator. is_member: signed in, may sit down. is_organizer: of the club.
    """

    seat: int | None
    is_member: bool
    is_host: bool
    is_organizer: bool = False
    language: str = "en"
    deck: str = "bulls"


def viewer_at(
    snapshot: Snapshot, player_id: int | None, *, is_organizer: bool, language: str, deck: str
) -> Viewer | None:
    """What a person (None: a stranger) is at a table; None if they may not look at it."""
    if player_id is None and snapshot.visibility != Table.Visibility.PUBLIC:
        return None
    return Viewer(
        seat=snapshot.seat_of(player_id),
        is_member=player_id is not None,
        is_host=player_id is not None and snapshot.host_id == player_id,
        is_organizer=is_organizer,
        language=language,
        deck=deck or snapshot.deck,
    )
