"""What tables do when they hear of the people."""

from typing import Any

from django.utils import timezone

from accounts.models import Player
from accounts.signals import personal_data_asked, player_erased, sign_in_ended
from games.live import publishing
from games.models import Seat
from games.services import leaving
from games.signals import game_abandoned, game_ended, tidying


def connect() -> None:
    """Listen, once for each process."""
    player_erased.connect(erase, dispatch_uid="games.erase")
    personal_data_asked.connect(tell, dispatch_uid="games.tell")
    sign_in_ended.connect(see_off, dispatch_uid="games.see_off")
    tidying.connect(forget_left_texts, dispatch_uid="games.forget_left_texts")
    for over in (game_ended, game_abandoned):
        over.connect(forget_texts, dispatch_uid="games.forget_texts")


def erase(player: Player, name: str, **_told: Any) -> None:
    """Somebody left the club."""
    leaving.erase(player, name, timezone.now())


def see_off(player_id: int, **_told: Any) -> None:
    """Whoever signed out looks no longer."""
    publishing.publish_end_of_sign_in(player_id)


def forget_texts(table_id: int, **_told: Any) -> None:
    """A game is over: what it needed of former members goes."""
    leaving.forget_texts(table_id)


def forget_left_texts(**_told: Any) -> None:
    """Make good what a crash left undone at the end of a game."""
    leaving.forget_left_texts()


def tell(player: Player, data: dict[str, Any], **_told: Any) -> None:
    """Add the tables somebody sat at."""
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
