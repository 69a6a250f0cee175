"""Points that organizers give and take; never deleted, so that everybody sees what was done."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from accounts.compiled_once import compiled_once
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Adjustment, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.standings.counted_games import adjustments_that_count
from leagues.standings.season_lock import locked_open_season
from leagues.standings.store import update_standings


def adjust(session: Session, player: Player, points: Decimal, reason: str, by: Player) -> None:
    """Give points to a player, or with a negative number take some, from a session on.

    Of a session to come they count once it begins. Raises LeagueError(NEEDS_REASON, NOT_PRESENT,
    SEASON_NOT_OPEN, and GIVEN_ALREADY where the same are there for the same reason: the form was
    sent twice).
    """
    with locked_open_season(session.season_id) as season:
        session = season.sessions.get(pk=session.pk)
        if not reason.strip():
            raise LeagueError(LeagueErrorCode.NEEDS_REASON)
        if not season.entrants.filter(player=player).exists():
            raise LeagueError(LeagueErrorCode.NOT_PRESENT)
        given = season.adjustments.filter(session=session, player=player, cancelled_at=None)
        if given.filter(points=points, reason=reason.strip()).exists():
            raise LeagueError(LeagueErrorCode.GIVEN_ALREADY)
        Adjustment.objects.create(
            season=season,
            session=session,
            player=player,
            points=points,
            reason=reason.strip(),
            by=by,
        )
        audit.record(
            season.league,
            Did.GAVE_POINTS,
            by,
            season=season,
            about=player,
            place=str(session.number),
            after={"points": points, "reason": reason.strip()},
        )
        update_standings(season, session.number)


def cancel(adjustment: Adjustment, by: Player, now: datetime) -> None:
    """Take an adjustment back; it stays listed.

    Raises LeagueError(NOTHING_TO_UNDO, SEASON_NOT_OPEN).
    """
    with locked_open_season(adjustment.season_id) as season:
        found = Adjustment.objects.select_related("session", "player").get(pk=adjustment.pk)
        if found.cancelled_at:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        found.cancelled_by, found.cancelled_at = by, now
        found.save(update_fields=["cancelled_by", "cancelled_at"])
        audit.record(
            season.league,
            Did.CANCELLED_POINTS,
            by,
            season=season,
            about=found.player,
            place=str(found.session.number),
            before={"points": found.points, "reason": found.reason},
        )
        update_standings(season, found.session.number)


@compiled_once
def adjustments_of(season_id: int) -> QuerySet[Any]:
    """All of a season, the cancelled ones too, the newest first; `counts`: which count by now."""
    counting = adjustments_that_count(season_id).filter(pk=OuterRef("pk"))
    rows = Adjustment.objects.filter(season=season_id).annotate(counts=Exists(counting))
    return rows.order_by("-pk").select_related("player", "session", "by", "cancelled_by")
