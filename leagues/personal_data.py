"""What leagues know of a person, as JSON data for their own use."""

from typing import Any

from django.db.models import Q

from accounts.models import Player
from leagues.models import Adjustment, Attendance, Entrant, GameSeat, Rating, Reply, Role


def personal_data(player: Player) -> dict[str, Any]:
    """Seasons, replies, attendances, results, adjustments, ratings and roles of a player."""
    return {
        "league_roles": _rows(
            Role.objects.filter(player=player), league="league__name", role="kind"
        ),
        "seasons": _rows(
            Entrant.objects.filter(player=player),
            league="season__league__name",
            season="season__name",
            joined_from="joined_from",
            withdrawn_from="withdrawn_from",
            rated="is_rated",
        ),
        "replies": _rows(
            Reply.objects.filter(player=player),
            league="session__season__league__name",
            season="session__season__name",
            session="session__number",
            comes="comes",
        ),
        "attendances": _rows(
            Attendance.objects.filter(player=player),
            league="session__season__league__name",
            season="session__season__name",
            session="session__number",
            arrived="arrived_at",
            left="left_at",
        ),
        "results": _rows(
            GameSeat.objects.filter(Q(player=player) | Q(counts_for=player)),
            league="game__session__season__league__name",
            season="game__session__season__name",
            session="game__session__number",
            game="game__number",
            status="game__status",
            heads="heads",
            place="place",
            among="game__size",
        ),
        "adjustments": _rows(
            Adjustment.objects.filter(player=player),
            league="season__league__name",
            season="season__name",
            session="session__number",
            points="points",
            reason="reason",
            cancelled="cancelled_at",
        ),
        "ratings": _rows(
            Rating.objects.filter(player=player),
            league="league__name",
            mu="mu",
            sigma="sigma",
            games="games",
        ),
    }


def _rows(found: Any, **fields: str) -> list[dict[str, Any]]:
    """The rows with these names for these columns."""
    rows = found.order_by("pk").values_list(*fields.values())
    return [dict(zip(fields, row, strict=True)) for row in rows]
