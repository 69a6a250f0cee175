"""A session as its page shows it: the tables of tonight, and who is here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from django.core.paginator import Page, Paginator
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from games.models import Table
from games.plain_text import plain
from games.rules.state import GameState
from games.table.snapshot import Play
from leagues.models import Attendance, Bye, Game, GameSeat, Round, Session
from leagues.models.game import table_name
from leagues.sessions.folding import MOST_TABLES, Folded, folded_of, listed_of


@dataclass(frozen=True, slots=True)
class Sitting:
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


@dataclass(frozen=True, slots=True)
class TableCard:
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
    def is_in_play(self) -> bool:
        return self.status == Game.Status.SEATED

    @property
    def counts(self) -> bool:
        return self.status == Game.Status.CONFIRMED


@dataclass(frozen=True, slots=True)
class TableRound:
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


@dataclass(frozen=True, slots=True)
class Here:
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


@dataclass(frozen=True, slots=True)
class SessionOverview:
    """The tables and the people of a session, for organizers and scorers; `told` is for all."""

    rounds: tuple[TableRound, ...]
    here: tuple[Here, ...]

    def told(self) -> SessionOverview:
        """The same without what is not released yet."""
        rounds = [
            replace(
                each,
                tables=tuple(table for table in each.tables if not table.is_hidden),
                byes=() if each.is_hidden else each.byes,
            )
            for each in self.rounds
        ]
        seen = [each for each in rounds if each.tables or each.folded]
        return _assembled(seen, [person.attendance for person in self.here])

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
        return {
            sitting.player_id: table
            for table in self.in_play
            for sitting in table.sittings
            if sitting.player_id is not None
        }

    @property
    def untouched(self) -> list[TableCard]:
        """Tables that can still be played either way, or be taken apart."""
        return [table for table in self.tables if table.is_untouched]


def session_overview(session: Session, *, in_play: bool = False) -> SessionOverview:
    """The tables and the people of a session, in a fixed number of statements.

    Of a session with many tables those of rounds that are over are not read. in_play: only the
    tables that are in play.
    """
    byes = list(Bye.objects.filter(round__session=session).select_related("player"))
    if in_play:
        attendances = _attendances(session)
        rows = session.games.filter(status=Game.Status.SEATED)
        return _assembled(_read(session, rows, byes, attendances), attendances)
    folded = folded_of(session, {bye.round_id for bye in byes})
    attendances = _attendances(session, with_folded=bool(folded.counts))
    rounds = _read(session, listed_of(session, folded), byes, attendances)
    return _assembled(_with_folded(session, rounds, folded), attendances)


def _with_folded(
    session: Session, rounds: Sequence[TableRound], folded: Folded
) -> list[TableRound]:
    """The rounds with those of which no table is listed, in their order."""
    counts = dict(folded.counts)
    found = [
        replace(each, folded=counts.pop(each.row.pk if each.row else None, 0)) for each in rounds
    ]
    rows = session.rounds.in_bulk([round for round in counts if round]) if any(counts) else {}
    found += [
        TableRound(rows[round] if round else None, (), folded=count)
        for round, count in counts.items()
    ]
    return sorted(found, key=lambda each: each.number or 0)


def results_of_round(
    session: Session, number: int, page: str, *, is_told: bool
) -> tuple[Page[Game], list[TableCard]]:
    """A page of the tables of a round, and what it shows of them; 0: of those without a round.

    is_told: only what everybody knows.
    """
    rows = (
        session.games.filter(round__number=number) if number else session.games.filter(round=None)
    )
    if is_told:
        rows = rows.exclude(pk__in=session.games.hidden().values("pk"))
    found = Paginator(rows.order_by("number" if number else "-number"), MOST_TABLES).get_page(page)
    attendances = _attendances(session)
    shown = session.games.filter(pk__in=[game.pk for game in found.object_list])
    cards = [card for each in _read(session, shown, (), attendances) for card in each.tables]
    return found, cards if number else cards[::-1]


def screen_overview(session: Session) -> SessionOverview:
    """What everybody knows of the tables in play, the newest round and the people, without byes.

    A session may have many tables more; who sat at these has sat too.
    """
    known = session.games.exclude(pk__in=session.games.hidden().values("pk"))
    newest = known.order_by(F("round__number").desc(nulls_last=True)).values("round__number")[:1]
    of_newest = Q(number_of_round=Coalesce(Subquery(newest), 0))
    listed = listed_of(session, folded_of(session, ())).filter(pk__in=known.values("pk"))
    rows = listed.annotate(number_of_round=Coalesce("round__number", 0)).filter(
        Q(status=Game.Status.SEATED) | of_newest
    )
    attendances = _attendances(session)
    seats = GameSeat.objects.filter(game__in=known.values("pk"), player__isnull=False)
    have_sat = {*seats.order_by().values_list("player", flat=True).distinct()}
    return _assembled(_read(session, rows, (), attendances), attendances, have_sat)


def _attendances(session: Session, *, with_folded: bool = False) -> list[Attendance]:
    """with_folded: each with `has_sat`, whether at a table that may not be listed."""
    rows = session.attendances.select_related("player")
    if with_folded:
        seats = GameSeat.objects.filter(game__session=session, player=OuterRef("player"))
        over = (Game.Status.CONFIRMED, Game.Status.VOIDED)
        rows = rows.annotate(has_sat=Exists(seats.filter(game__status__in=over)))
    return sorted(rows, key=lambda row: plain(row.player.name))


def _read(
    session: Session,
    rows: QuerySet[Game],
    byes: Iterable[Bye],
    attendances: Iterable[Attendance],
) -> list[TableRound]:
    here = {row.player_id for row in attendances if row.left_at is None}
    games = list(
        rows.select_related("table", "round", "score_link")
        .defer("table__state")
        .prefetch_related(Prefetch("seats", GameSeat.objects.select_related("player")))
        .order_by("number")
    )
    plays = _plays(session) if any(_is_played(game) for game in games) else {}
    return _rounds(session, games, byes, here, plays)


def _is_played(game: Game) -> bool:
    """Whether a game goes on at a live table."""
    return game.kind == Game.Kind.LIVE and game.status == Game.Status.SEATED


def _assembled(
    rounds: Sequence[TableRound],
    attendances: Collection[Attendance],
    have_sat: Collection[int | None] | None = None,
) -> SessionOverview:
    """have_sat: ids of who sat at some table, None for those of these rounds."""
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


def _plays(session: Session) -> dict[int, GameState]:
    """The games going on at live tables, by the table's id; what is asked of them is public."""
    tables = Table.objects.filter(
        league_game__session=session, league_game__status=Game.Status.SEATED
    )
    states = tables.exclude(state="").values_list("pk", "state")
    return {table: Play.from_json(state).game for table, state in states}


def _rounds(
    session: Session,
    games: Iterable[Game],
    byes: Iterable[Bye],
    here: set[int],
    plays: Mapping[int, GameState],
) -> list[TableRound]:
    rounds = []
    sit_out: defaultdict[int, list[Bye]] = defaultdict(list)
    for bye in byes:
        sit_out[bye.round_id].append(bye)
    ordered = sorted(games, key=lambda game: (game.round.number if game.round else 0, game.number))
    for row, of_round in groupby(ordered, key=lambda game: game.round):
        cards = (_card(session, game, here, plays.get(game.table_id or 0)) for game in of_round)
        rounds.append(TableRound(row, tuple(cards), tuple(sit_out[row.pk] if row else ())))
    return rounds


def _card(session: Session, game: Game, here: set[int], play: GameState | None) -> TableCard:
    url_of = session.season.url_of
    heads = _heads(game, play)
    sittings = [_sitting(seat, game, here, heads) for seat in game.seats.all()]
    if game.status == Game.Status.CONFIRMED:
        sittings.sort(key=lambda sitting: (sitting.place is None, sitting.place))
    return TableCard(
        number=game.number,
        round_number=game.round.number if game.round else None,
        table_number=game.table_number,
        status=Game.Status(game.status),
        is_live=game.kind == Game.Kind.LIVE,
        sittings=tuple(sittings),
        url=url_of("game", session.number, game.number),
        sheet_url=url_of("game_submit", session.number, game.number),
        watch_url=game.table.get_absolute_url() if game.table else "",
        is_untouched=game.is_untouched,
        waits=game.waits,
        is_hidden=game.is_hidden,
        counts_for_nobody=(
            game.status == Game.Status.CONFIRMED
            and all(seat.counts_for_id is None for seat in game.seats.all())
        ),
        sheet=_sheet(game),
        game_round=play.round.number if play else None,
    )


def _sheet(game: Game) -> SheetState:
    if game.draft is None:
        return SheetState.MISSING
    link = getattr(game, "score_link", None)
    return SheetState.NAMELESS if link and link.used_at else SheetState.BEGUN


def _heads(game: Game, play: GameState | None) -> dict[int, int | None]:
    """Heads by seat that everybody may see: those that count, and those at a live table."""
    if play:
        return dict(enumerate(play.totals))
    if game.status == Game.Status.CONFIRMED:
        return {seat.index: seat.heads for seat in game.seats.all()}
    return {}


def _sitting(
    seat: GameSeat, game: Game, here: set[int], heads: Mapping[int, int | None]
) -> Sitting:
    return Sitting(
        name=seat.player.name if seat.player else seat.bot,
        player_id=seat.player_id,
        place=seat.place if game.status == Game.Status.CONFIRMED else None,
        heads=heads.get(seat.index),
        is_bot=seat.player_id is None,
        is_guest=seat.player is not None and seat.player.user_id is None,
        is_gone=(
            game.status == Game.Status.SEATED
            and seat.player_id is not None
            and seat.player_id not in here
        ),
    )
