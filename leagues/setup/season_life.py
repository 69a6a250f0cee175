"""The life of a season: planned, changed, opened, closed, archived, copied, deleted.

Only where nothing has happened, and imports, are deleted.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import F, Q, QuerySet

from accounts.compiled_once import compiled_once
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
    Notice,
    RevisionSeat,
    Season,
    Session,
    WebhookDelivery,
    Wish,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.rules import RULES
from leagues.notices import service as notices
from leagues.notices.webhooks import service as webhooks
from leagues.people.guests import forget, hold_guests
from leagues.people.teams.service import copy_teams
from leagues.season_rules import SeasonRules
from leagues.standings.counted_games import withdrawn_players
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.season_lock import locked_open_season, locked_season

Event = WebhookDelivery.Event


def like_the_last(league: League) -> Season:
    """A season, not stored, with the rules of the last one of its league.

    An imported season was opened on its first date, whatever its number.
    """
    season = Season()
    for last in _last_opened(league.pk):
        season.season_rules = last.season_rules
    return season


@compiled_once
def _last_opened(league_id: int) -> QuerySet[Season]:
    in_order = Season.objects.order_by(F("opened_at").desc(nulls_first=True), "-number")
    return in_order.filter(league=league_id)[:1]


def plan_season(
    league: League, name: str, rules: SeasonRules, *, by: Player | None = None
) -> Season:
    """The next season of a league, being prepared; asked for twice it is one."""
    with transaction.atomic():
        locked(League.objects.all()).get(pk=league.pk)
        last = league.seasons.order_by("number").last()
        plan = (Season.Status.DRAFT, name, rules)
        if last and (last.status, last.name, last.season_rules) == plan:
            return last
        number = last.number + 1 if last else 1
        season = Season(league=league, number=number, name=name)
        season.season_rules = rules
        season.save()
        audit.record(league, Did.PLANNED_SEASON, by, season=season)
        return season


def change_plan(
    season_id: int, name: str, rules: SeasonRules, version: str, *, by: Player | None = None
) -> None:
    """Another name, and other rules while the season is being prepared.

    version: the `plan_version` this was made on. What is stored already is not refused: a form may
    be sent twice. Raises LeagueError(RULES_FROZEN, LATE), AFTER_THE_FINAL where there is to be a
    final again and sessions have been planned after it.
    """
    with locked_season(season_id) as season:
        if (season.name, season.season_rules) == (name, rules):
            return
        if season.status != Season.Status.DRAFT and season.season_rules != rules:
            raise LeagueError(LeagueErrorCode.RULES_FROZEN)
        if season.plan_version != version:
            raise LeagueError(LeagueErrorCode.LATE)
        if rules.final and not season.final and _goes_on_after_final(season):
            raise LeagueError(LeagueErrorCode.AFTER_THE_FINAL)
        before = _plan(season)
        season.name, season.season_rules = name, rules
        audit.record(
            season.league,
            Did.CHANGED_RULES,
            by,
            season=season,
            before=before,
            after=_plan(season),
        )
        season.save(update_fields=["name", *RULES])


def _goes_on_after_final(season: Season) -> bool:
    """Whether a session takes place after the one that was planned as the final."""
    final = season.sessions.finals().first()
    if final is None:
        return False
    others = season.sessions.exclude(status=Session.Status.CANCELLED).exclude(pk=final.pk)
    return others.filter(starts_at__gte=final.starts_at).exists()


def open_season(
    season_id: int, now: datetime, version: str | None = None, *, by: Player | None = None
) -> None:
    """Freeze the rules and let sessions begin; a closed season is opened again by it.

    version: the `plan_version` that was read before it is frozen, None for whatever is stored by
    now. Raises LeagueError(OPEN_SEASON) where it is open already, LATE where the plan has changed.
    """
    with locked_season(season_id) as season:
        if season.is_open:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        if version is not None and season.plan_version != version:
            raise LeagueError(LeagueErrorCode.LATE)
        season.status = Season.Status.OPEN
        season.opened_at = season.opened_at or now
        season.closed_at = None
        season.save(update_fields=["status", "opened_at", "closed_at"])
        notices.forget_over(season)
        audit.record(season.league, Did.OPENED_SEASON, by, season=season)
        if season.league.has_webhooks:
            to_come = season.sessions.filter(status=Session.Status.PLANNED, starts_at__gt=now)
            if ids := list(to_come.values_list("pk", flat=True)):
                webhooks.tell(season, Event.SESSIONS, ids)


def close_season(
    season_id: int, now: datetime, *, anyway: bool = False, by: Player | None = None
) -> None:
    """End a season: nothing of it changes any more until it is opened again.

    anyway: also where results are missing; those games do not count. Otherwise raises
    LeagueError(GAMES_IN_PLAY). Raises LeagueError(SEASON_NOT_OPEN).
    """
    with locked_open_season(season_id) as season:
        if not anyway and unfinished_games(season).exists():
            raise LeagueError(LeagueErrorCode.GAMES_IN_PLAY)
        running = season.sessions.filter(status=Session.Status.RUNNING)
        still_on = list(running.in_order())
        running.update(status=Session.Status.CLOSED)
        for session in still_on:
            notices.tell_results(session, by)
        season.status = Season.Status.CLOSED
        season.closed_at = now
        season.save(update_fields=["status", "closed_at"])
        notices.tell_of_season(Notice.Kind.OVER, season, notices.players_of(season), by)
        audit.record(season.league, Did.CLOSED_SEASON, by, season=season)
        if season.league.has_webhooks:
            webhooks.tell(season, Event.SEASON)


def _plan(season: Season) -> dict[str, object]:
    """The name and the rules, for the log."""
    return {"name": season.name, **{rule: getattr(season, rule) for rule in RULES}}


def unfinished_games(season: Season | int) -> QuerySet[Game]:
    """Games without a result, or with one that still waits for a second person."""
    games = Game.objects.unfinished().filter(session__season=season)
    return games.order_by("session__starts_at", "session__number", "number")


def archive_season(season_id: int, *, by: Player | None = None) -> None:
    """Lay a closed season aside. Raises LeagueError(OPEN_SEASON) before it is closed."""
    with locked_season(season_id) as season:
        if season.status != Season.Status.CLOSED:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        season.status = Season.Status.ARCHIVED
        season.save(update_fields=["status"])
        audit.record(season.league, Did.ARCHIVED_SEASON, by, season=season)


def copy_season(
    season: Season,
    name: str,
    *,
    players: bool,
    wishes: bool,
    teams: bool = False,
    by: Player | None = None,
) -> Season:
    """The next season of the league with the same rules, being prepared.

    players: also those who have neither withdrawn nor left the club. wishes: also who sits together
    or apart. teams: also the teams, with those of their members who are players of the copy.
    """
    with transaction.atomic():
        copy = plan_season(season.league, name, season.season_rules, by=by)
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
        if teams:
            copy_teams(season, copy)
    return copy


# --- Undone ---------------------------------------------------------------------------


_ROLES = ("player", "substitute_for")


def is_untouched(*seasons: Season) -> bool:
    """Whether nobody has come, played, or received points in these seasons."""
    games = _games(tuple(season.pk for season in seasons))
    return not games and not _has_come(*seasons)


@compiled_once
def _games(season_ids: tuple[int, ...]) -> QuerySet[Game, int]:
    """The id of a game of these seasons, if there is one."""
    games = Game.objects.filter(session__season__pk__in=season_ids).order_by()
    return games.values_list("pk", flat=True)[:1]


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
        guests = hold_guests(season.league, guests_of([season]))
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


def guests_of(seasons: Iterable[Season]) -> list[int]:
    """Ids of the guests who are listed there, sat at a table or stand on a sheet."""
    ids = [season.pk for season in seasons]
    seats = GameSeat.objects.filter(game__session__season__in=ids)
    columns = RevisionSeat.objects.filter(revision__game__session__season__in=ids)
    named = [rows.values(role) for rows in (seats, columns) for role in _ROLES]
    named.append(Entrant.every.filter(season__in=ids).values("player"))
    who = reduce(or_, (Q(pk__in=players) for players in named))
    return list(Player.objects.filter(who, user=None).values_list("pk", flat=True))
