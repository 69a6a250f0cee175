"""Undo what was set up by mistake: leagues and seasons in which nothing has happened, imports."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q

from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import (
    Adjustment,
    Attendance,
    Entrant,
    Game,
    GameSeat,
    GameVersion,
    League,
    RevisionSeat,
    Season,
    Session,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.guests import forget, hold_guests
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.season_lock import locked_season

_ROLES = ("player", "substitute_for")


def is_untouched(*seasons: Season) -> bool:
    """Whether nobody has come, played, or received points in these seasons."""
    games = Game.objects.filter(session__season__in=seasons)
    return not games.exists() and not _has_come(*seasons)


def delete_league(league: League) -> None:
    """Delete a league in which nothing has happened, with its seasons, roles and new guests.

    Raises LeagueError(HAS_HISTORY).
    """
    with transaction.atomic():
        seasons = []
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with locked_season(season_id) as season:
                seasons.append(season)
        guests = hold_guests(league, _guests_of(seasons))
        locked(League.objects.all()).get(pk=league.pk)
        has_merges = league.merges.exists()
        if has_merges or league.seasons.count() != len(seasons) or not is_untouched(*seasons):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        league.delete()
        forget(guests)


def is_imported(season: Season) -> bool:
    """Whether all games of a closed season came from a spreadsheet, and nothing happened since."""
    if season.is_unfinished:
        return False
    first = season.sessions.in_order().values_list("starts_at", flat=True).first()
    games = Game.objects.filter(session__season=season)
    lines = GameVersion.objects.filter(game__session__season=season, number=1)
    # An import opens the season when its first session began, and writes all games at one moment.
    return (
        first is not None
        and first == season.opened_at
        and lines.order_by("at").values("at").distinct().count() == 1
        and not games.exclude(pk__in=lines.values("game")).exists()
        and not _has_come(season)
    )


def may_be_deleted(season: Season) -> bool:
    """Whether a season is being prepared and untouched, or an import."""
    if season.status == Season.Status.DRAFT:
        return is_untouched(season)
    return is_imported(season)


def contents_of(season: Season) -> dict[str, int]:
    """How many sessions and games a season has, as season_delete.html names them."""
    games = Game.objects.filter(session__season=season)
    return {"session_count": season.sessions.count(), "game_count": games.count()}


def delete_season(season_id: int, by: Player, seen: int) -> None:
    """Delete a season that is being prepared, or an import, with its sessions, games and guests.

    seen: the id of the season that was shown; the next one that is planned or imported gets the
    number of the one that was deleted. Raises LeagueError(OPEN_SEASON, HAS_HISTORY, LATE).
    """
    if seen != season_id:
        raise LeagueError(LeagueErrorCode.LATE)
    with locked_season(season_id) as season:
        if season.is_open:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        if not may_be_deleted(season):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        games = list(locked(Game.objects.filter(session__season=season)).only("pk"))
        guests = hold_guests(season.league, _guests_of([season]))
        list(locked(League.objects.filter(pk=season.league_id)).only("pk"))
        first = season.sessions.in_order().first()
        before = {"name": season.name}
        audit.record(season.league, Did.DELETED_SEASON, by, before=before, after={"name": ""})
        Season.objects.get(pk=season.pk).delete()
        forget(guests)
        if first and games:
            outdate_ratings(season.league, first.starts_at)


def back_to_plan(season_id: int) -> None:
    """Let the rules of an open season be changed again, as nobody has played by them.

    Raises LeagueError(SEASON_NOT_OPEN, HAS_HISTORY).
    """
    with locked_season(season_id) as season:
        if not season.is_open:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        if not is_untouched(season):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        begun = season.sessions.exclude(status=Session.Status.CANCELLED)
        begun.update(status=Session.Status.PLANNED)
        season.status, season.opened_at = Season.Status.DRAFT, None
        season.save(update_fields=["status", "opened_at"])


def _has_come(*seasons: Season) -> bool:
    came = Attendance.every.filter(session__season__in=seasons)
    return came.exists() or Adjustment.objects.filter(season__in=seasons).exists()


def _guests_of(seasons: Iterable[Season]) -> list[int]:
    """Ids of the guests who are listed there, sat at a table or stand on a sheet."""
    ids = [season.pk for season in seasons]
    seats = GameSeat.objects.filter(game__session__season__in=ids)
    columns = RevisionSeat.objects.filter(revision__game__session__season__in=ids)
    named = [rows.values(role) for rows in (seats, columns) for role in _ROLES]
    named.append(Entrant.every.filter(season__in=ids).values("player"))
    who = reduce(or_, (Q(pk__in=players) for players in named))
    return list(Player.objects.filter(who, user=None).values_list("pk", flat=True))
