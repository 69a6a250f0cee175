"""Sessions: planned, begun, closed and opened again; who came and who went home."""

import logging
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import (
    Attendance,
    Bye,
    Entrant,
    Game,
    GameSeat,
    Notice,
    Season,
    Session,
    WebhookDelivery,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.session import SessionQuerySet
from leagues.notices import service as notices
from leagues.notices.webhooks import service as webhooks
from leagues.people.guests import forget, hold_guests, make_guest, make_guests
from leagues.people.places import give_places
from leagues.people.players import take_off
from leagues.standings.counted_games import adjustments_that_count, kinds_that_count
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.season_lock import (
    hold_players,
    locked_open_season,
    locked_season,
    locked_unfinished_season,
)
from leagues.standings.store import enter_players, update_all_standings, update_standings

Status = Session.Status

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """When and where a session is, the seconds for each choice online, and how many people there
    is room for (of both None: no limit).

    is_final, is_semi_final: it is that of the season.
    """

    starts_at: datetime
    name: str = ""
    place: str = ""
    time_per_choice: int | None = None
    places: int | None = None
    is_final: bool = False
    is_semi_final: bool = False


# --- Sessions --------------------------------------------------------------------------


def plan_session(season_id: int, plan: SessionPlan, by: Player | None = None) -> Session:
    """The next session of a season that is not over; the same plan makes no second one.

    Raises LeagueError(SEASON_NOT_OPEN) and what `_check_finals` raises.
    """
    return plan_sessions(season_id, [plan], by)[0]


def plan_sessions(
    season_id: int, plans: Sequence[SessionPlan], by: Player | None = None
) -> list[Session]:
    """Several sessions at once, as `plan_session`."""
    with locked_unfinished_season(season_id) as season:
        sessions = [_plan(season, plan, by) for plan in plans]
        _tell_webhooks(season, *sessions)
        return sessions


def change_session(
    session: Session, plan: SessionPlan, by: Player | None = None, version: str | None = None
) -> None:
    """Another date, place or name, more or fewer places, or the final or semi-final or no longer.

    Sessions count by their date. Its people are told of another date or place, and those who wait
    move up to new places. version: the `plan_version` this was made on, None for whatever is
    stored; what is stored already is not refused. Raises LeagueError(SEASON_NOT_OPEN,
    SESSION_CANCELLED, LATE) and what `_check_finals` raises.
    """
    with locked_unfinished_season(session.season_id) as season:
        rows = Session.objects.filter(pk=session.pk)
        was = rows.get()
        if was.status == Status.CANCELLED:
            raise LeagueError(LeagueErrorCode.SESSION_CANCELLED)
        before = {name: getattr(was, name) for name in Session.PLAN}
        if version not in {None, was.plan_version} and before != asdict(plan):
            raise LeagueError(LeagueErrorCode.LATE)
        own, old = (plan.is_final, plan.is_semi_final), (was.is_final, was.is_semi_final)
        if plan.starts_at != was.starts_at or own != old:
            _check_finals(season, plan, but=session)
        was.season = season
        audit.record_in_session(was, Did.MOVED_SESSION, by, before, asdict(plan))
        # Another date opens no session again whose day is over.
        now = timezone.now()
        if rows.forgotten(now).update(status=Status.CLOSED, active_at=now):
            notices.tell_results(was, by)
        rows.update(**asdict(plan))
        if plan.starts_at != was.starts_at:
            since = min(was.starts_at, plan.starts_at)
            update_all_standings(season, since)
            outdate_ratings(season.league, since)
        elif own != old:
            update_all_standings(season, was.starts_at)
        found = rows.get()
        found.season = season
        if found.status != Status.PLANNED:
            return
        if (plan.starts_at, plan.place) != (was.starts_at, was.place):
            notices.tell_of_plan(Notice.Kind.MOVED, found, by)
            _tell_webhooks(season, found)
        give_places(found)


def cancel_session(
    session: Session, reason: str, by: Player | None = None, version: str | None = None
) -> None:
    """Say that a session without games does not take place; its people are told why.

    A second time nothing is done. version: as of `change_session`. Raises LeagueError(LATE,
    SEASON_NOT_OPEN, NEEDS_REASON, HAS_GAMES, HAS_POINTS where points were given from then on).
    """
    with locked_unfinished_season(session.season_id) as season:
        found = Session.objects.get(pk=session.pk)
        if found.status == Status.CANCELLED:
            return
        if version not in {None, found.plan_version}:
            raise LeagueError(LeagueErrorCode.LATE)
        if not reason.strip():
            raise LeagueError(LeagueErrorCode.NEEDS_REASON)
        if found.games.exists():
            raise LeagueError(LeagueErrorCode.HAS_GAMES)
        if season.adjustments.filter(session=found, cancelled_at=None).exists():
            raise LeagueError(LeagueErrorCode.HAS_POINTS)
        found.status, found.cancelled_because = Status.CANCELLED, reason.strip()
        found.save(update_fields=["status", "cancelled_because"])
        found.season = season
        _count_arrivals_again(found)
        audit.record_in_session(
            found, Did.CANCELLED_SESSION, by, after={"cancelled_because": found.cancelled_because}
        )
        notices.tell_of_plan(Notice.Kind.CANCELLED, found, by)
        _tell_webhooks(season, found)


def reinstate_session(session: Session, by: Player | None = None) -> None:
    """Let a cancelled session take place after all; it runs where people had been checked in.

    Raises LeagueError(SEASON_NOT_OPEN, NOTHING_TO_UNDO) and what `_check_finals` raises.
    """
    with locked_unfinished_season(session.season_id) as season:
        found = Session.objects.get(pk=session.pk)
        if found.status != Status.CANCELLED:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        _check_finals(season, found, but=session)
        had_begun = found.attendances.exists()
        found.status = Status.RUNNING if had_begun else Status.PLANNED
        found.cancelled_because, found.active_at = "", timezone.now()
        found.save(update_fields=["status", "cancelled_because", "active_at"])
        found.season = season
        _count_arrivals_again(found)
        audit.record_in_session(found, Did.REINSTATED_SESSION, by)
        notices.tell_of_plan(Notice.Kind.REINSTATED, found, by)
        _tell_webhooks(season, found)
        give_places(found)


def drop_session(session: Session, by: Player | None = None) -> None:
    """Forget a session of which nobody need know any more.

    Raises LeagueError(HAS_HISTORY, SESSION_CANCELLED: its people were told, and read why).
    """
    with locked_season(session.season_id) as season:
        session.refresh_from_db(fields=["status"])
        if session.status == Status.CANCELLED:
            raise LeagueError(LeagueErrorCode.SESSION_CANCELLED)
        if has_history(session):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        _join_from_the_next(season, session)
        before = {"name": session.name, "starts_at": session.starts_at}
        audit.record_in_session(session, Did.DELETED_SESSION, by, before)
        session.delete()


def has_history(session: Session) -> bool:
    """Whether a table was laid, somebody came, or points were given, even if since cancelled."""
    rows = (session.games, session.attendances, session.adjustments)
    return any(each.exists() for each in rows)


def begin_session(session: Session) -> None:
    """Let people check in. Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN)."""
    with running(session):
        pass


def close_session(session: Session, by: Player | None = None) -> None:
    """End a session; results are corrected later all the same. Who played is told of them.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, GAMES_IN_PLAY).
    """
    with running(session) as found:
        if found.games.filter(status=Game.Status.SEATED).exists():
            raise LeagueError(LeagueErrorCode.GAMES_IN_PLAY)
        found.status = Status.CLOSED
        found.save(update_fields=["status"])
        notices.tell_results(found, by)
        audit.record_in_session(found, Did.CLOSED_SESSION, by)


def reopen_session(session: Session, by: Player | None = None) -> None:
    """Go on with a closed session. Raises LeagueError(SEASON_NOT_OPEN, NOTHING_TO_UNDO)."""
    with locked_open_season(session.season_id) as season:
        found = Session.objects.get(pk=session.pk)
        found.season = season
        if found.status != Status.CLOSED:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        found.status, found.active_at = Status.RUNNING, timezone.now()
        found.save(update_fields=["status", "active_at"])
        audit.record_in_session(found, Did.REOPENED_SESSION, by)


def end_forgotten(now: datetime) -> int:
    """End the sessions that nobody closed and whose day is over; how many there were.

    Tables without a result keep it open no longer: their results are entered later all the same.
    """
    forgotten = Session.objects.forgotten(now)
    ended = 0
    for season_id in forgotten.order_by("season").values_list("season", flat=True).distinct():
        try:
            with locked_season(season_id):
                sessions = list(forgotten.filter(season=season_id))
                # Links lapse so many days after this moment, as where somebody closes it.
                ended += forgotten.filter(season=season_id).update(
                    status=Status.CLOSED, active_at=now
                )
                for session in sessions:
                    notices.tell_results(session)
        except Exception:
            logger.exception("the sessions of season %s could not be ended", season_id)
    return ended


def _tell_webhooks(season: Season, *sessions: Session) -> None:
    """Tell of sessions to come whose plan is new or has changed, once their season runs."""
    to_come = [session.pk for session in sessions if session.starts_at > timezone.now()]
    if season.league.has_webhooks and season.is_open and to_come:
        webhooks.tell(season, WebhookDelivery.Event.SESSIONS, to_come)


def _check_finals(
    season: Season, plan: SessionPlan | Session, *, but: Session | None = None
) -> None:
    """Refuse a second final or semi-final, and a session that would come after the final.

    but: the session that is planned so. Raises LeagueError(BOTH_FINALS, FINAL_PLANNED,
    SEMI_FINAL_PLANNED, AFTER_THE_FINAL).
    """
    others = season.sessions.exclude(status=Status.CANCELLED)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if plan.is_final and plan.is_semi_final:
        raise LeagueError(LeagueErrorCode.BOTH_FINALS)
    final = others.finals().first()
    if plan.is_final and final is not None:
        raise LeagueError(LeagueErrorCode.FINAL_PLANNED)
    if plan.is_semi_final and others.semi_finals().exists():
        raise LeagueError(LeagueErrorCode.SEMI_FINAL_PLANNED)
    if not season.final:
        return
    is_late = final is not None and final.starts_at <= plan.starts_at
    if is_late or (plan.is_final and others.filter(starts_at__gte=plan.starts_at).exists()):
        raise LeagueError(LeagueErrorCode.AFTER_THE_FINAL)


def _plan(season: Season, plan: SessionPlan, by: Player | None) -> Session:
    if same := season.sessions.filter(**asdict(plan)).first():
        return same
    _check_finals(season, plan)
    number = _next_number(Session.objects.filter(season=season))
    session = Session.objects.create(season=season, number=number, **asdict(plan))
    audit.record_in_session(session, Did.PLANNED_SESSION, by, after=asdict(plan))
    if season.entrants.filter(joined_from=number).exists():
        # They were to join from a session to come; it may be before others by its date.
        update_standings(season, number)
    return session


def _count_arrivals_again(session: Session) -> None:
    """Whoever came back to the season by checking in did not where the session is cancelled."""
    if session.attendances.exists():
        update_standings(session.season, session.number)


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


# --- Who is there ----------------------------------------------------------------------


def arrive(session: Session, player: Player, now: datetime) -> None:
    """Somebody is here, for the first time or again; the season has them from now on.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, ALREADY_THERE, PLAYER_GONE).
    """
    with running(session) as found:
        hold_players([player.pk], joining=True)
        if not _arrive(found, [player.pk], now):
            raise LeagueError(LeagueErrorCode.ALREADY_THERE)


def arrive_guest(session: Session, name: str, now: datetime) -> Player:
    """Somebody without a login is here for the first time.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NAME_TAKEN).
    """
    with running(session) as found:
        guest = make_guest(found.season, name)
        _arrive(found, [guest.pk], now)
    return guest


def arrive_several(
    session: Session, player_ids: Collection[int], guests: Collection[str], now: datetime
) -> tuple[set[int], dict[str, int]]:
    """These people and new guests are here, all of them or nobody.

    The ids of who was not here before, and of the guests by their names. Raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NAME_TAKEN, PLAYER_GONE).
    """
    with running(session) as found:
        hold_players(player_ids, joining=True)
        made = make_guests(found.season, {name: name for name in guests})
        return _arrive(found, {*player_ids, *made.values()}, now), made


def leave(session: Session, player: Player, now: datetime) -> None:
    """Somebody goes home; who has not been seated was never here, nor joined the season then.

    Unless they have a bye or a no-show that the season counts: an organizer takes that back first.
    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NOT_PRESENT).
    """
    with running(session) as found:
        attendance = found.attendances.filter(player=player, left_at=None).first()
        if attendance is None:
            raise LeagueError(LeagueErrorCode.NOT_PRESENT)
        byes = Bye.objects.filter(round__session=found, player=player)
        counted = byes.filter(kind__in=kinds_that_count(found.season))
        seats = GameSeat.objects.filter(game__session=found, player=player)
        if seats.exists() or counted.exists():
            attendance.left_at = now
            attendance.save(update_fields=["left_at"])
        else:
            attendance.delete()
            byes.delete()
            entrant = found.season.entrants.filter(player=player).first()
            # The game by which they joined may have been corrected since.
            may_unjoin = attendance.has_joined or (entrant and entrant.joined_by_game)
            if may_unjoin and take_off(found.season, player):
                if player.created_at >= attendance.arrived_at:
                    forget(hold_guests(found.season.league, [player.pk]))
            elif entrant and entrant.withdrawn_at is not None:
                update_standings(found.season, found.number)


# --- Steps -----------------------------------------------------------------------------


@contextmanager
def running(session: Session) -> Iterator[Session]:
    """The session as it is stored, under its season's lock; one that was planned begins.

    Those who look at the standings are told nothing: these show neither who is here nor where they
    sit. Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, SESSION_CANCELLED).
    """
    with locked_open_season(session.season_id) as season:
        found = Session.objects.get(pk=session.pk)
        if found.status == Status.CANCELLED:
            raise LeagueError(LeagueErrorCode.SESSION_CANCELLED)
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


def _arrive(session: Session, player_ids: Collection[int], now: datetime) -> set[int]:
    """These people are here, in a few statements however many; the ids of who was not before."""
    attended = {row.player_id: row for row in session.attendances.filter(player__in=player_ids)}
    coming = {pk for pk in player_ids if pk not in attended or attended[pk].left_at is not None}
    entrants = session.season.entrants.filter(player__in=coming)
    withdrawn = dict(entrants.values_list("player", "withdrawn_at"))
    first = sorted(coming - attended.keys())
    came = [Attendance(session=session, player_id=pk, arrived_at=now) for pk in first]
    back = [attended[pk] for pk in coming & attended.keys()]
    for row in (*came, *back):
        row.left_at = None
        row.has_joined |= row.player_id not in withdrawn
        if withdrawn.get(row.player_id):
            # They come back now, however often they had come before.
            row.arrived_at = now
    Attendance.objects.bulk_create(came)
    Attendance.objects.bulk_update(back, ["arrived_at", "left_at", "has_joined"])
    if new := coming - withdrawn.keys():
        enter_players(session.season, new, session.number)
    if new or any(withdrawn.values()):
        update_standings(session.season, session.number)
    return coming
