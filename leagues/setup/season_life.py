"""The later life of a season: closed, archived, copied."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Entrant, Game, Season, Session, Wish
from leagues.season_lock import changing, playing
from leagues.setup.founding import plan_season
from leagues.standings.roster import withdrawn_players


def close_season(season_id: int, now: datetime, *, anyway: bool = False) -> None:
    """End a season: nothing of it changes any more until it is opened again.

    anyway: also where results are missing; those games do not count. Otherwise raises
    LeagueError(GAMES_IN_PLAY). Raises LeagueError(SEASON_NOT_OPEN).
    """
    with playing(season_id) as season:
        if not anyway and unfinished_games(season).exists():
            raise LeagueError(LeagueErrorCode.GAMES_IN_PLAY)
        season.sessions.filter(status=Session.Status.RUNNING).update(status=Session.Status.CLOSED)
        season.status = Season.Status.CLOSED
        season.closed_at = now
        season.save(update_fields=["status", "closed_at"])


def unfinished_games(season: Season) -> QuerySet[Game]:
    """Games without a result, or with one that still waits for a second person."""
    waiting = (
        Q(status__in=[Game.Status.SEATED, Game.Status.SUBMITTED])
        | Q(status=Game.Status.CONFIRMED, pending__isnull=False)
        | ~Q(proposed="")
    )
    return Game.objects.filter(waiting, session__season=season).order_by(
        "session__starts_at", "session__number", "number"
    )


def archive_season(season_id: int) -> None:
    """Lay a closed season aside. Raises LeagueError(OPEN_SEASON) before it is closed."""
    with changing(season_id) as season:
        if season.status != Season.Status.CLOSED:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        season.status = Season.Status.ARCHIVED
        season.save(update_fields=["status"])


def copy_season(season: Season, name: str, *, players: bool, wishes: bool) -> Season:
    """The next season of the league with the same rules, being prepared.

    players: also those who have neither withdrawn nor left the club. wishes: also who sits together
    or apart.
    """
    with transaction.atomic():
        copy = plan_season(season.league, name, season.season_rules)
        # What was copied before stays: a form may be sent twice.
        if players:
            gone = withdrawn_players(season)
            staying = season.entrants.filter(player__erased_at=None).exclude(player__in=gone)
            rated = staying.values_list("player", "is_rated")
            Entrant.objects.bulk_create(
                [Entrant(season=copy, player_id=each, is_rated=wanted) for each, wanted in rated],
                ignore_conflicts=True,
            )
        if wishes:
            pairs = season.wishes.values_list("first", "second", "kind")
            Wish.objects.bulk_create(
                [Wish(season=copy, first_id=a, second_id=b, kind=kind) for a, b, kind in pairs],
                ignore_conflicts=True,
            )
    return copy
