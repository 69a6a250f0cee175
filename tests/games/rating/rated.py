"""Rated games for tests: played, or as they are stored once they have ended."""

from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import GameRating, Seat, Table
from games.play.ratings import points_of
from games.rules.options import Options
from tests.support.tables import open_table

# Days: no clock plays for anybody while a test does.
LIMITED = {"time_per_choice": 7 * 86_400, "is_rated": True}


def rated_table(*players: Player, **plan: Any) -> Table:
    """An open rated table at which these people sit."""
    return open_table(*players, **LIMITED | plan)


def ended(at: datetime, *places: tuple[Player, int], **values: Any) -> Table:
    """A rated game that ended then; places: who, and with which rank."""
    table = Table.objects.create(
        is_rated=True,
        status=Table.Status.FINISHED,
        ended_at=at,
        options=Options().to_json(),
        time_per_choice=30,
        **values,
    )
    for index, (player, rank) in enumerate(places):
        Seat.objects.create(
            table=table, index=index, player=player, name=player.name, heads=10, rank=rank, rounds=1
        )
    return table


def points(player: Player) -> list[int]:
    """The ratings of somebody after each of their games."""
    mus = GameRating.objects.filter(player=player).order_by("number")
    return [points_of(mu) for mu in mus.values_list("mu", flat=True)]


def stored() -> list[tuple[Any, ...]]:
    """All ratings that are stored, game by game."""
    rows = GameRating.objects.order_by("table", "player")
    return list(rows.values_list("table", "player", "number", "before", "mu", "sigma"))
