"""What leagues know of a person, as JSON data for their own use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Adjustment, Attendance, Entrant, GameSeat, Rating, Reply, Role


@dataclass(frozen=True, slots=True)
class Part:
    """What one table tells of a person: columns by the names they are told under.

    people: the columns that say whom a row is about.
    """

    table: QuerySet[Any]
    columns: Mapping[str, str]
    people: tuple[str, ...] = ("player",)

    def rows(self, player: Player) -> list[dict[str, Any]]:
        """What is told of a player, the oldest first."""
        about = Q(*((name, player) for name in self.people), _connector=Q.OR)
        found = self.table.filter(about).order_by("pk")
        told = found.values_list(*self.columns.values())
        return [dict(zip(self.columns, row, strict=True)) for row in told]


def _session(path: str) -> dict[str, str]:
    """The names of a session, whose row is found at this path."""
    return {
        "league": f"{path}__season__league__name",
        "season": f"{path}__season__name",
        "session": f"{path}__number",
    }


_SEASON = {"league": "season__league__name", "season": "season__name"}

PARTS = {
    "league_roles": Part(Role.objects.all(), {"league": "league__name", "role": "kind"}),
    "seasons": Part(
        Entrant.objects.all(),
        {
            **_SEASON,
            "joined_from": "joined_from",
            "withdrawn": "withdrawn_at",
            "rated": "is_rated",
        },
    ),
    "replies": Part(Reply.objects.all(), {**_session("session"), "comes": "comes"}),
    "attendances": Part(
        Attendance.objects.all(),
        {**_session("session"), "arrived": "arrived_at", "left": "left_at"},
    ),
    "results": Part(
        GameSeat.objects.all(),
        {
            **_session("game__session"),
            "game": "game__number",
            "status": "game__status",
            "heads": "heads",
            "place": "place",
            "among": "game__size",
        },
        people=("player", "counts_for"),
    ),
    "adjustments": Part(
        Adjustment.objects.all(),
        {
            **_SEASON,
            "session": "session__number",
            "points": "points",
            "reason": "reason",
            "cancelled": "cancelled_at",
        },
    ),
    "ratings": Part(
        Rating.objects.all(),
        {"league": "league__name", "mu": "mu", "sigma": "sigma", "games": "games"},
    ),
}


def personal_data(player: Player) -> dict[str, Any]:
    """Seasons, replies, attendances, results, adjustments, ratings and roles of a player."""
    return {name: part.rows(player) for name, part in PARTS.items()}
