"""What tables do on signals: people are erased or sign out, games end."""

from typing import Any

from django.utils import timezone

from accounts.models import Player
from accounts.signals import personal_data_asked, player_erased, sign_in_ended
from games.guests import service as guests
from games.live import publishing
from games.models import Seat
from games.services import leaving
from games.signals import game_abandoned, game_ended, tidying


def connect() -> None:
    """Listen, once for each process."""
    player_erased.connect(erase, dispatch_uid="games.erase")
    personal_data_asked.connect(add_tables, dispatch_uid="games.add_tables")
    sign_in_ended.connect(close_sockets, dispatch_uid="games.close_sockets")
    tidying.connect(forget_left_texts, dispatch_uid="games.forget_left_texts")
    tidying.connect(forget_guests, dispatch_uid="games.forget_guests")
    for over in (game_ended, game_abandoned):
        over.connect(forget_texts, dispatch_uid="games.forget_texts")


def erase(player: Player, name: str, **_kwargs: Any) -> None:
    """Remove a person from their tables."""
    leaving.erase(player, name, timezone.now())


def close_sockets(player_id: int, **_kwargs: Any) -> None:
    """Close the sockets of a sign-in that has ended."""
    publishing.publish_end_of_sign_in(player_id)


def forget_texts(table_id: int, **_kwargs: Any) -> None:
    """Delete the texts of former members, which a game that is over no longer needs."""
    leaving.forget_texts(table_id)


def forget_left_texts(**_kwargs: Any) -> None:
    """The same for all games that are over, should a process have died in between."""
    leaving.forget_left_texts()


def forget_guests(**_kwargs: Any) -> None:
    """Erase the guests whose time is over."""
    guests.tidy(timezone.now())


def add_tables(player: Player, data: dict[str, Any], **_kwargs: Any) -> None:
    """Add the tables at which a person sat to their personal data."""
    seats = Seat.objects.filter(player=player).select_related("table").order_by("pk")
    data["tables"] = [
        {
            "table": seat.table.code,
            "name": seat.table.name,
            "opened": seat.table.created_at,
            "status": seat.table.status,
            "text_for_the_deal": seat.client_seed,
            "heads": seat.heads,
            "rank": seat.rank,
        }
        for seat in seats
    ]
