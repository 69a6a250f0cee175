"""What the lobby says of people: who is here, who invites the reader, who asks to be a friend."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from games.friends.near import Near, Person, near
from games.models import Table
from games.seats.inviting import Invited, invited_to, tables_to_invite_to, waiting_at

MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Company:
    """here: at most MOST_SHOWN people. more: how many others are here. invites: to the reader.

    asks: who asks the reader to be a friend, MOST_SHOWN of them.
    """

    here: tuple[Person, ...]
    more: int
    asks: tuple[Person, ...]
    invites: tuple[Invited, ...]


def company_of(reader: Player, now: datetime) -> Company:
    """What changes with people who come and go; its text is part of the mark of the lobby."""
    found: Near = near(reader)
    return Company(
        here=found.here[:MOST_SHOWN],
        more=len(found.here[MOST_SHOWN:]),
        asks=found.asks[:MOST_SHOWN],
        invites=tuple(invited_to(reader, now)),
    )


def table_to_invite_to(reader: Player) -> tuple[Table | None, set[int]]:
    """The newest table to which the reader may invite, and ids of those who are invited there."""
    table = next(iter(tables_to_invite_to(reader)), None)
    return table, waiting_at(table.pk) if table else set()
