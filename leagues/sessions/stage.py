"""What to do next in a session, for those who run it."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.utils.timezone import localdate

from leagues.models import Session
from leagues.sessions.overview import SessionOverview


class Stage(StrEnum):
    """How far a session has come, for those who run it."""

    NOT_OPEN = "not_open"
    PLANNED = "planned"
    ARRIVING = "arriving"
    DRAWING = "drawing"
    STARTING = "starting"
    FREE = "free"
    PLAYING = "playing"
    CONFIRMING = "confirming"
    DONE = "done"
    CLOSED = "closed"
    CANCELLED = "cancelled"

    @property
    def is_under_way(self) -> bool:
        """Whether tables may still be laid today."""
        return self not in {Stage.NOT_OPEN, Stage.PLANNED, Stage.CLOSED, Stage.CANCELLED}

    @property
    def takes_people(self) -> bool:
        """Whether people may be checked in."""
        return self not in {Stage.NOT_OPEN, Stage.CLOSED, Stage.CANCELLED}

    @property
    def is_arriving(self) -> bool:
        return self is Stage.ARRIVING

    @property
    def is_drawing(self) -> bool:
        return self in {Stage.DRAWING, Stage.FREE}


def stage_of(session: Session, overview: SessionOverview, now: datetime) -> Stage:
    """What the session waits for: the first thing that is not done."""
    if session.status == Session.Status.CANCELLED:
        return Stage.CANCELLED
    if session.status == Session.Status.CLOSED:
        return Stage.CLOSED
    if not session.season.is_open:
        return Stage.NOT_OPEN
    if not overview.has_tables:
        if _is_another_day(session, now):
            return Stage.PLANNED
        return Stage.DRAWING if len(overview.free) > 1 else Stage.ARRIVING
    fewest = session.season.season_rules.fewest
    # A table on paper may have begun although nothing tells so. Those whose tables have ended are
    # drawn first; newcomers only where some table has begun for sure.
    none_begun = bool(overview.in_play) and len(overview.untouched) == len(overview.in_play)
    if len(overview.idle if none_begun else overview.free) >= fewest:
        return Stage.FREE
    if none_begun:
        return Stage.STARTING
    if overview.in_play:
        return Stage.PLAYING
    if overview.waits_for_confirmation:
        return Stage.CONFIRMING
    return Stage.DONE


def _is_another_day(session: Session, now: datetime) -> bool:
    """Whether it has not begun, and is not of today either."""
    is_planned = session.status == Session.Status.PLANNED
    return is_planned and localdate(session.starts_at) > localdate(now)


class ChosenTables(NamedTuple):
    """What was ticked: numbers of tables, to how many seats bots fill them up, and the rest."""

    tables: tuple[int, ...]
    seats: int
    bot_for_absent: bool
