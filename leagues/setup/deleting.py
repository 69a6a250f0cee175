"""Undo what was set up by mistake: leagues and seasons in which nothing has happened yet."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Adjustment, Attendance, Game, League, Season, Session
from leagues.people.guests import forget_guest
from leagues.season_lock import locked_season


def is_untouched(*seasons: Season) -> bool:
    """Whether nobody has come, played, or received points in these seasons."""
    rows: tuple[QuerySet[Game] | QuerySet[Attendance] | QuerySet[Adjustment], ...] = (
        Game.objects.filter(session__season__in=seasons),
        Attendance.every.filter(session__season__in=seasons),
        Adjustment.objects.filter(season__in=seasons),
    )
    return not any(found.exists() for found in rows)


def delete_league(league: League) -> None:
    """Delete a league in which nothing has happened, with its seasons, roles and new guests.

    Raises LeagueError(HAS_HISTORY).
    """
    with transaction.atomic():
        seasons = []
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with locked_season(season_id) as season:
                seasons.append(season)
        League.objects.select_for_update().get(pk=league.pk)
        has_merges = league.merges.exists()
        if has_merges or league.seasons.count() != len(seasons) or not is_untouched(*seasons):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        guests = _guests_of(seasons)
        league.delete()
        _forget(guests)


def delete_season(season_id: int) -> None:
    """Delete a season that is being prepared, with its sessions and the guests of its list.

    Raises LeagueError(OPEN_SEASON, HAS_HISTORY).
    """
    with locked_season(season_id) as season:
        if season.status != Season.Status.DRAFT:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        _require_untouched(season)
        guests = _guests_of([season])
        Season.objects.get(pk=season.pk).delete()
        _forget(guests)


def back_to_plan(season_id: int) -> None:
    """Let the rules of an open season be changed again, as nobody has played by them.

    Raises LeagueError(SEASON_NOT_OPEN, HAS_HISTORY).
    """
    with locked_season(season_id) as season:
        if not season.is_open:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        _require_untouched(season)
        begun = season.sessions.exclude(status=Session.Status.CANCELLED)
        begun.update(status=Session.Status.PLANNED)
        season.status, season.opened_at = Season.Status.DRAFT, None
        season.save(update_fields=["status", "opened_at"])


def _require_untouched(season: Season) -> None:
    if not is_untouched(season):
        raise LeagueError(LeagueErrorCode.HAS_HISTORY)


def _guests_of(seasons: Iterable[Season]) -> list[Player]:
    """Guests who are listed or wished to a table there."""
    ids = [season.pk for season in seasons]
    return list(Player.objects.filter(Q(entries__season__in=ids), user=None).distinct())


def _forget(guests: Iterable[Player]) -> None:
    for guest in guests:
        forget_guest(guest)
