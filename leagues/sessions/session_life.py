"""Sessions: planned, begun, closed and opened again; who came and who went home."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Attendance, Entrant, Game, GameSeat, Reply, Season, Session
from leagues.models.session import SessionQuerySet
from leagues.people.guests import forget_guest, make_guest
from leagues.people.players import take_off
from leagues.season_lock import locked_open_season, locked_season, locked_unfinished_season
from leagues.standings.counted_games import adjustments_that_count, position_of_date
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.recording import enter_players
from leagues.standings.store import update_all_standings, update_standings

Status = Session.Status

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """When and where a session is, and the seconds for each choice online (None: no limit)."""

    starts_at: datetime
    name: str = ""
    place: str = ""
    time_per_choice: int | None = None


# --- Sessions --------------------------------------------------------------------------


def plan_session(season_id: int, plan: SessionPlan) -> Session:
    """The next session of a season that is not over; the same plan makes no second one.

    Raises LeagueError(SEASON_NOT_OPEN).
    """
    with locked_unfinished_season(season_id) as season:
        if same := season.sessions.filter(**asdict(plan)).first():
            return same
        number = _next_number(Session.objects.filter(season=season))
        session = Session.objects.create(season=season, number=number, **asdict(plan))
        if season.entrants.filter(joined_from=number).exists():
            # They were to join from a session to come; it may be before others by its date.
            update_standings(season, number)
        return session


def change_session(session: Session, plan: SessionPlan) -> None:
    """Another date, place or name; sessions count by their date.

    Raises LeagueError(SEASON_NOT_OPEN).
    """
    with locked_unfinished_season(session.season_id) as season:
        found = Session.objects.filter(pk=session.pk)
        began = found.get().starts_at
        # Another date opens no session again whose day is over.
        found.forgotten(timezone.now()).update(status=Status.CLOSED)
        found.update(**asdict(plan))
        if plan.starts_at != began:
            since = min(began, plan.starts_at)
            update_all_standings(season, since)
            outdate_ratings(season.league_id, position_of_date(season, since))


def drop_session(session: Session) -> None:
    """Forget a session to which nobody came. Raises LeagueError(SOMEBODY_CAME)."""
    with locked_season(session.season_id) as season:
        adjusted = season.adjustments.filter(session=session)
        if any(rows.exists() for rows in (session.games, session.attendances, adjusted)):
            raise LeagueError(LeagueErrorCode.SOMEBODY_CAME)
        _join_from_the_next(season, session)
        session.delete()


def begin_session(session: Session) -> None:
    """Let people check in. Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN)."""
    with running(session):
        pass


def close_session(session: Session) -> None:
    """End a session; results are corrected later all the same.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, GAMES_IN_PLAY).
    """
    with running(session) as found:
        if found.games.filter(status=Game.Status.SEATED).exists():
            raise LeagueError(LeagueErrorCode.GAMES_IN_PLAY)
        found.status = Status.CLOSED
        found.save(update_fields=["status"])


def reopen_session(session: Session) -> None:
    """Go on with a closed session. Raises LeagueError(SEASON_NOT_OPEN, NOTHING_TO_UNDO)."""
    with locked_open_season(session.season_id):
        found = Session.objects.get(pk=session.pk)
        if found.status != Status.CLOSED:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        found.status, found.active_at = Status.RUNNING, timezone.now()
        found.save(update_fields=["status", "active_at"])


def end_forgotten(now: datetime) -> int:
    """End the sessions that nobody closed and whose day is over; how many there were.

    Tables without a result keep it open no longer: their results are entered later all the same.
    """
    forgotten = Session.objects.forgotten(now)
    ended = 0
    for season_id in forgotten.order_by("season").values_list("season", flat=True).distinct():
        try:
            with locked_season(season_id):
                ended += forgotten.filter(season=season_id).update(status=Status.CLOSED)
        except Exception:
            logger.exception("the sessions of season %s could not be ended", season_id)
    return ended


def _next_number(sessions: SessionQuerySet) -> int:
    """The number of the session that is planned after these."""
    last: int = sessions.aggregate(last=Max("number"))["last"] or 0
    return last + 1


def _join_from_the_next(season: Season, session: Session) -> None:
    """Let those who join the season from a session join from the one that follows it by date."""
    others = Session.objects.filter(season=season).exclude(pk=session.pk)
    # Number 1 stands for the beginning of the season, whenever that session is.
    following = others.since(session).exclude(number=1).in_order().first()
    number = following.number if following else _next_number(others)
    moved = 0
    for name in ("joined_from", "own_joined_from"):
        joined = Entrant.every.filter(**{name: session.number}, season=season)
        moved += joined.exclude(**{name: 1}).update(**{name: number})
    if moved:
        update_all_standings(season, session.starts_at)


# --- Who is there, and who means to be --------------------------------------------------


def reply(session: Session, player: Player, *, comes: bool) -> None:
    """Somebody says beforehand whether they come. Raises LeagueError(SEASON_NOT_OPEN, LATE)."""
    with locked_unfinished_season(session.season_id) as season:
        if not Session.objects.filter(pk=session.pk, status=Status.PLANNED).exists():
            raise LeagueError(LeagueErrorCode.LATE)
        season.standings_unchanged = True
        Reply.objects.update_or_create(session=session, player=player, defaults={"comes": comes})


def arrive(session: Session, player: Player, now: datetime) -> None:
    """Somebody is here, for the first time or again; the season has them from now on.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, ALREADY_THERE).
    """
    with running(session) as found:
        _arrive(found, player, now)


def arrive_guest(session: Session, name: str, now: datetime) -> Player:
    """Somebody without a login is here for the first time.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NAME_TAKEN).
    """
    with running(session) as found:
        guest = make_guest(found.season, name)
        _arrive(found, guest, now)
    return guest


def leave(session: Session, player: Player, now: datetime) -> None:
    """Somebody goes home; who has not been seated was never here, nor joined the season then.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NOT_PRESENT).
    """
    with running(session) as found:
        attendance = found.attendances.filter(player=player, left_at=None).first()
        if attendance is None:
            raise LeagueError(LeagueErrorCode.NOT_PRESENT)
        if GameSeat.objects.filter(game__session=found, player=player).exists():
            attendance.left_at = now
            attendance.save(update_fields=["left_at"])
        else:
            attendance.delete()
            entrant = found.season.entrants.filter(player=player).first()
            # The game by which they joined may have been corrected since.
            may_unjoin = attendance.has_joined or (entrant and entrant.joined_by_game)
            if may_unjoin and take_off(found.season, player):
                if player.created_at >= attendance.arrived_at:
                    forget_guest(player)
            elif entrant and entrant.withdrawn_at is not None:
                update_standings(found.season, found.number)


# --- Steps -----------------------------------------------------------------------------


@contextmanager
def running(session: Session) -> Iterator[Session]:
    """The session as it is stored, under its season's lock; one that was planned begins.

    Those who look at the standings are told nothing: these show neither who is here nor where they
    sit. Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN).
    """
    with locked_open_season(session.season_id) as season:
        found = Session.objects.get(pk=session.pk)
        if found.status == Status.CLOSED:
            raise LeagueError(LeagueErrorCode.SESSION_NOT_OPEN)
        has_begun = found.status == Status.PLANNED
        found.status, found.active_at = Status.RUNNING, timezone.now()
        found.save(update_fields=["status", "active_at"])
        found.season = season
        season.standings_unchanged = True
        if has_begun and adjustments_that_count(season).filter(session=found).exists():
            update_standings(season, found.number)
        yield found


def _arrive(session: Session, player: Player, now: datetime) -> None:
    attendance, is_new = Attendance.objects.get_or_create(
        session=session, player=player, defaults={"arrived_at": now}
    )
    if not is_new and attendance.left_at is None:
        raise LeagueError(LeagueErrorCode.ALREADY_THERE)
    entrant = session.season.entrants.filter(player=player).first()
    attendance.left_at = None
    attendance.has_joined |= entrant is None
    if entrant and entrant.withdrawn_at:
        # They come back now, however often they had come before.
        attendance.arrived_at = now
    attendance.save(update_fields=["arrived_at", "left_at", "has_joined"])
    if entrant is None:
        enter_players(session.season, [player.pk], session.number)
        update_standings(session.season, session.number)
    elif entrant.withdrawn_at:
        update_standings(session.season, session.number)
