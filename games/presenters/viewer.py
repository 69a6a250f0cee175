"""Who looks at a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """seat: None for a spectator. is_member: signed in, may sit down. is_organizer: of the club."""

    seat: int | None
    is_member: bool
    is_host: bool
    is_organizer: bool = False
