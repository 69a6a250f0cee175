"""A session as its page shows it: the tables of tonight, who is here, and what to do next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.utils.timezone import localdate

from accounts.models import Player
from leagues.models import Attendance, Bye, Game, Round, Session
from leagues.models.game import table_name


class Sitting(NamedTuple):
    """Somebody at a table. place: once the result counts.

    heads: then too, and those of the full rounds while the game is played online. is_guest: cannot
    sign in. is_gone: went home, or was never here.
    """

    name: str
    player_id: int | None
    place: int | None
    heads: int | None
    is_bot: bool
    is_guest: bool
    is_gone: bool


class SheetState(StrEnum):
    """How far the sheet of a table in play has come; NAMELESS: sent by link, with a new name."""

    MISSING = "missing"
    BEGUN = "begun"
    NAMELESS = "nameless"


class TableCard(NamedTuple):
    """A table of tonight.

    number: of its game, in addresses; table_number: what people call it, from 1 in each round.
    url: its game. sheet_url: where its sheet is entered. watch_url: the live table, game_round: the
    round of the card game that is played there. waits: something waits for a second person.
    counts_for_nobody: its result counts, but in nobody's standing.
    is_hidden: only organizers and scorers know it. sheet: how far that of a table in play has come.
    """

    number: int
    round_number: int | None
    table_number: int
    status: Game.Status
    is_live: bool
    sittings: tuple[Sitting, ...]
    url: str
    sheet_url: str
    watch_url: str
    is_untouched: bool
    waits: bool
    is_hidden: bool
    counts_for_nobody: bool
    sheet: SheetState = SheetState.MISSING
    game_round: int | None = None

    @property
    def name(self) -> str:
        """What people call it: "Round 2, table 3", or "Table 3" where it belongs to no round."""
        return table_name(self.round_number, self.table_number)

    @property
    def names(self) -> list[str]:
        """Those of the people who sit there."""
        return [sitting.name for sitting in self.sittings if not sitting.is_bot]

    @property
    def player_ids(self) -> tuple[int, ...]:
        """Ids of these people, ascending."""
        return tuple(sorted(each.player_id for each in self.sittings if each.player_id is not None))

    @property
    def missing(self) -> list[str]:
        """Those of who sits there and is not here."""
        return [sitting.name for sitting in self.sittings if sitting.is_gone]

    @property
    def without_login(self) -> list[str]:
        """Those of who sits there, is here, and cannot sign in."""
        return [each.name for each in self.sittings if each.is_guest and not each.is_gone]

    @property
    def needs_bot(self) -> bool:
        """Whether not everybody can play online."""
        return bool(self.missing or self.without_login)

    @property
    def is_in_play(self) -> bool:
        return self.status == Game.Status.SEATED

    @property
    def counts(self) -> bool:
        return self.status == Game.Status.CONFIRMED


class TableRound(NamedTuple):
    """A round of the session; row None: the tables that belong to no round.

    byes: who sits out, with the words for it. folded: how many tables with a result are not listed.
    """

    row: Round | None
    tables: tuple[TableCard, ...]
    byes: tuple[Bye, ...] = ()
    folded: int = 0

    @property
    def number(self) -> int | None:
        return self.row.number if self.row else None

    @property
    def seed(self) -> int | None:
        return self.row.seed if self.row else None

    @property
    def is_hidden(self) -> bool:
        """Whether only organizers and scorers know who sits where."""
        return self.row is not None and self.row.released_at is None


class Here(NamedTuple):
    """Somebody who is or was here.

    table: what people call the one they sit at now. has_sat: at some table of this session.
    """

    player: Player
    attendance: Attendance
    table: int | None
    has_sat: bool

    @property
    def is_gone(self) -> bool:
        return self.attendance.left_at is not None


class SessionOverview(NamedTuple):
    """The tables and the people of a session, for organizers and scorers; `told` is for all."""

    rounds: tuple[TableRound, ...]
    here: tuple[Here, ...]

    def told(self) -> SessionOverview:
        """The same without what is not released yet."""
        rounds = [
            each._replace(
                tables=tuple(table for table in each.tables if not table.is_hidden),
                byes=() if each.is_hidden else each.byes,
            )
            for each in self.rounds
        ]
        seen = [each for each in rounds if each.tables or each.folded]
        return assembled(seen, [person.attendance for person in self.here])

    @property
    def has_tables(self) -> bool:
        """Whether there are any, listed or not."""
        return any(each.tables or each.folded for each in self.rounds)

    @property
    def has_results(self) -> bool:
        """Whether the game of one may count."""
        return any(each.folded for each in self.rounds) or any(one.counts for one in self.tables)

    @property
    def tables(self) -> list[TableCard]:
        return [table for round in self.rounds for table in round.tables]

    @property
    def hidden_rounds(self) -> list[TableRound]:
        """Those that only organizers and scorers know."""
        return [each for each in self.rounds if each.is_hidden]

    @property
    def present(self) -> list[Here]:
        return [person for person in self.here if not person.is_gone]

    @property
    def free(self) -> list[Here]:
        """Who is here and sits nowhere."""
        return [person for person in self.present if person.table is None]

    @property
    def newcomers(self) -> list[Here]:
        """Who is here and has sat nowhere yet."""
        return [person for person in self.free if not person.has_sat]

    @property
    def idle(self) -> list[Here]:
        """Who is here and sits nowhere any more, their tables having ended."""
        return [person for person in self.free if person.has_sat]

    @property
    def in_play(self) -> list[TableCard]:
        return [table for table in self.tables if table.is_in_play]

    @property
    def to_start(self) -> list[TableCard]:
        """Tables that have not begun and that everybody knows."""
        return [table for table in self.untouched if not table.is_hidden]

    @property
    def is_online(self) -> bool:
        """Whether a table is played online."""
        return any(table.is_live for table in self.in_play)

    @property
    def waits_for_confirmation(self) -> bool:
        return any(table.waits for table in self.tables)

    @property
    def tables_by_player(self) -> dict[int, TableCard]:
        """The table in play at which each player sits."""
        return _by_player(self.in_play)

    @property
    def entered_by_player(self) -> dict[int, TableCard]:
        """The newest table of each player whose sheet is entered and nobody has confirmed."""
        return _by_player(each for each in self.tables if each.status == Game.Status.SUBMITTED)

    @property
    def untouched(self) -> list[TableCard]:
        """Tables that can still be played either way, or be taken apart."""
        return [table for table in self.tables if table.is_untouched]


def _by_player(tables: Iterable[TableCard]) -> dict[int, TableCard]:
    """The last of these tables at which each player sits."""
    return {player: table for table in tables for player in table.player_ids}


def assembled(
    rounds: Sequence[TableRound],
    attendances: Collection[Attendance],
    have_sat: Collection[int | None] | None = None,
) -> SessionOverview:
    """The overview of these rounds and of who is or was here.

    have_sat: ids of who sat at some table, None for those of these rounds.
    """
    tables = [table for each in rounds for table in each.tables]
    sits_at = {
        sitting.player_id: table.table_number
        for table in tables
        if table.is_in_play
        for sitting in table.sittings
    }
    if have_sat is None:
        have_sat = {sitting.player_id for table in tables for sitting in table.sittings}
        have_sat |= {row.player_id for row in attendances if getattr(row, "has_sat", False)}
    here = (
        Here(row.player, row, sits_at.get(row.player_id), row.player_id in have_sat)
        for row in attendances
    )
    return SessionOverview(tuple(rounds), tuple(here))


# --- What to do next, for those who run it ---------------------------------------------


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
