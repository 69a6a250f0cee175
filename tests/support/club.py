"""What a club chooses, by its services."""

from accounts.club import service
from accounts.club.current import read_again
from accounts.models import Player
from tests.factories import PlayerFactory


def change_club(by: Player | None = None, **values: str) -> None:
    """Let an organizer change these settings, the others staying; they count at once."""
    now = read_again()
    by = by or PlayerFactory.create(is_organizer=True)
    service.change(by, now.values() | values, now.number)
