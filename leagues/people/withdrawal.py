"""What a withdrawal would change, before it is done."""

from dataclasses import dataclass

from accounts.models import Player
from leagues.models import Season, Standing
from leagues.people.places import replies_to_come
from leagues.people.players import has_come
from leagues.standings.store import ensure_up_to_date, preview_withdrawal


@dataclass(frozen=True, slots=True)
class PlaceAfter:
    """Somebody whose place would be another one; then is None where there would be none."""

    name: str
    now: int
    then: int | None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What would change.

    has_come: False where the player is only taken off the list. moves: in the order of the present
    places, who withdraws among them. expected_at: how many sessions they said they come to.
    """

    player: Player
    has_come: bool
    moves: list[PlaceAfter]
    expected_at: int


def present_withdrawal(season: Season, player: Player) -> Withdrawal:
    """The effect that it would have now."""
    ensure_up_to_date(season)
    then = preview_withdrawal(season, player.pk)
    rows = Standing.objects.newest_of(season).exclude(place=None).select_related("player")
    return Withdrawal(
        player=player,
        has_come=has_come(season, player),
        moves=[
            PlaceAfter(row.player.name, row.place, then.get(row.player_id))
            for row in rows.order_by("order")
            if row.place is not None and row.place != then.get(row.player_id)
        ],
        expected_at=replies_to_come(season, player).filter(comes=True).count(),
    )
