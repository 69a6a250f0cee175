"""Read the tables and the people of a session, each list in a fixed number of statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.addresses import address_of
from accounts.compiled_once import compiled_once
from games.models import Table
from games.plain_text import plain
from games.rules.state import GameState
from games.table.snapshot import Play
from leagues.models import Attendance, Bye, Game, GameSeat, Session
from leagues.sessions.overview import (
    SessionOverview,
    SheetState,
    Sitting,
    TableCard,
    TableRound,
    assembled,
)


def session_overview(session: Session, *, in_play: bool = False) -> SessionOverview:
    """The tables and the people of a session, in a fixed number of statements.

    Of a session with many tables those of rounds that are over are not read. in_play: only the
    tables that are in play.
    """
    byes = _byes(session.pk)
    if in_play:
        attendances = _attendances(session)
        return assembled(_read(session, _seated(session.pk), byes, attendances), attendances)
    folded = folded_of(session, {bye.round_id for bye in byes})
    attendances = _attendances(session, with_folded=bool(folded.counts))
    games = _listed(session.pk, folded.listed, folded.after)
    rounds = _read(session, games, byes, attendances)
    return assembled(_with_folded(session, rounds, folded), attendances)


def _with_links(games: QuerySet[Game]) -> QuerySet[Game]:
    """By number, each with the code of its live table, and when its sheet was sent by link."""
    linked = games.annotate(code=F("table__code"), sent_at=F("score_link__used_at"))
    return linked.select_related("round").order_by("number")


@compiled_once
def _seated(session_id: int) -> QuerySet[Game]:
    return _with_links(Game.objects.filter(session=session_id, status=Game.Status.SEATED))


@compiled_once
def _listed(session_id: int, listed: tuple[int, ...], after: int) -> QuerySet[Game]:
    return _with_links(listed_of(session_id, listed, after))


@compiled_once
def _byes(session_id: int) -> QuerySet[Bye]:
    byes = Bye.objects.filter(round__session=session_id).select_related("player")
    return byes.order_by("round_id", "pk")


def _with_folded(
    session: Session, rounds: Sequence[TableRound], folded: Folded
) -> list[TableRound]:
    """The rounds with those of which no table is listed, in their order."""
    counts = dict(folded.counts)
    found = [
        each._replace(folded=counts.pop(each.row.pk if each.row else None, 0)) for each in rounds
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
        rows = rows.shown()
    found = Paginator(rows.order_by("number" if number else "-number"), MOST_TABLES).get_page(page)
    attendances = _attendances(session)
    shown = _with_links(session.games.filter(pk__in=[game.pk for game in found.object_list]))
    cards = [card for each in _read(session, shown, (), attendances) for card in each.tables]
    return found, cards if number else cards[::-1]


def screen_overview(session: Session) -> SessionOverview:
    """What everybody knows of the tables in play, the newest round and the people, without byes.

    A session may have many tables more; who sat at these has sat too.
    """
    known = session.games.shown()
    newest = known.order_by(F("round__number").desc(nulls_last=True)).values("round__number")[:1]
    of_newest = Q(number_of_round=Coalesce(Subquery(newest), 0))
    folded = folded_of(session, ())
    listed = listed_of(session.pk, folded.listed, folded.after).filter(pk__in=known.values("pk"))
    rows = (
        _with_links(listed)
        .annotate(number_of_round=Coalesce("round__number", 0))
        .filter(Q(status=Game.Status.SEATED) | of_newest)
    )
    attendances = _attendances(session)
    seats = GameSeat.objects.filter(game__in=known.values("pk"), player__isnull=False)
    have_sat = {*seats.order_by().values_list("player", flat=True).distinct()}
    return assembled(_read(session, rows, (), attendances), attendances, have_sat)


def _attendances(session: Session, *, with_folded: bool = False) -> list[Attendance]:
    """with_folded: each with `has_sat`, whether at a table that may not be listed."""
    rows = _with_seats(session.pk) if with_folded else _attending(session.pk)
    return sorted(rows, key=lambda row: plain(row.player.name))


@compiled_once
def _attending(session_id: int) -> QuerySet[Attendance]:
    return Attendance.objects.filter(session=session_id).select_related("player").order_by("pk")


@compiled_once
def _with_seats(session_id: int) -> QuerySet[Attendance]:
    seats = GameSeat.objects.filter(game__session=session_id, player=OuterRef("player"))
    over = seats.filter(game__status__in=[Game.Status.CONFIRMED, Game.Status.VOIDED])
    rows = Attendance.objects.filter(session=session_id).annotate(has_sat=Exists(over))
    return rows.select_related("player").order_by("pk")


def _read(
    session: Session,
    rows: Iterable[Game],
    byes: Iterable[Bye],
    attendances: Iterable[Attendance],
) -> list[TableRound]:
    here = {row.player_id for row in attendances if row.left_at is None}
    games = list(rows)
    plays = _plays(session) if any(_is_played(game) for game in games) else {}
    return _rounds(session, games, byes, here, plays)


def _seats(games: Iterable[Game]) -> dict[int, list[Any]]:
    """The places of each of these games, by its id; rows of whole players take twice the time."""
    found: dict[int, list[Any]] = {game.pk: [] for game in games}
    for row in _seats_of(tuple(found)):
        found[row.game].append(row)
    return found


@compiled_once
def _seats_of(game_ids: tuple[int, ...]) -> QuerySet[GameSeat, Any]:
    rows = GameSeat.objects.filter(game__pk__in=game_ids).order_by("game_id", "index")
    return rows.values_list(
        "game", "index", "player", "player__name", "player__user", "bot", "heads", "place",
        "counts_for", named=True,
    )  # fmt: skip


def _is_played(game: Game) -> bool:
    """Whether a game goes on at a live table."""
    return game.kind == Game.Kind.LIVE and game.status == Game.Status.SEATED


def _plays(session: Session) -> dict[int, GameState]:
    """The games going on at live tables, by the table's id; what is asked of them is public."""
    tables = Table.objects.filter(
        league_game__session=session, league_game__status=Game.Status.SEATED
    )
    states = tables.exclude(state="").values_list("pk", "state")
    return {table: Play.from_json(state).game for table, state in states}


def _rounds(
    session: Session,
    games: Sequence[Game],
    byes: Iterable[Bye],
    here: set[int],
    plays: Mapping[int, GameState],
) -> list[TableRound]:
    rounds = []
    seats = _seats(games)
    sit_out: defaultdict[int, list[Bye]] = defaultdict(list)
    for bye in byes:
        sit_out[bye.round_id].append(bye)
    ordered = sorted(games, key=lambda game: (game.round.number if game.round else 0, game.number))
    for row, of_round in groupby(ordered, key=lambda game: game.round):
        cards = (
            _card(session, game, seats[game.pk], here, plays.get(game.table_id or 0))
            for game in of_round
        )
        rounds.append(TableRound(row, tuple(cards), tuple(sit_out[row.pk] if row else ())))
    return rounds


def _card(
    session: Session, game: Any, seats: Sequence[Any], here: set[int], play: GameState | None
) -> TableCard:
    """game: as `_read` has annotated it."""
    url_of = session.season.url_of
    heads = _heads(game, seats, play)
    sittings = [_sitting(seat, game, here, heads) for seat in seats]
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
        watch_url=address_of("games:table", game.code) if game.code else "",
        is_untouched=game.is_untouched,
        waits=game.waits,
        is_hidden=game.is_hidden,
        counts_for_nobody=(
            game.status == Game.Status.CONFIRMED and all(seat.counts_for is None for seat in seats)
        ),
        sheet=_sheet(game),
        game_round=play.round.number if play else None,
    )


def _sheet(game: Any) -> SheetState:
    if game.draft is None:
        return SheetState.MISSING
    return SheetState.NAMELESS if game.sent_at else SheetState.BEGUN


def _heads(game: Game, seats: Iterable[Any], play: GameState | None) -> dict[int, int | None]:
    """Heads by seat that everybody may see: those that count, and those at a live table."""
    if play:
        return dict(enumerate(play.totals))
    if game.status == Game.Status.CONFIRMED:
        return {seat.index: seat.heads for seat in seats}
    return {}


def _sitting(seat: Any, game: Game, here: set[int], heads: Mapping[int, int | None]) -> Sitting:
    return Sitting(
        name=seat.bot if seat.player is None else seat.player__name,
        player_id=seat.player,
        place=seat.place if game.status == Game.Status.CONFIRMED else None,
        heads=heads.get(seat.index),
        is_bot=seat.player is None,
        is_guest=seat.player is not None and seat.player__user is None,
        is_gone=(
            game.status == Game.Status.SEATED
            and seat.player is not None
            and seat.player not in here
        ),
    )


# --- Which tables are listed: of hundreds those of old rounds are left out -------------


# A session with more tables shows rounds that are over as a link each; a page of one has as many.
MOST_TABLES = 60
# Where no tables were drawn, so many of the newest results stay on the page of such a session.
NEWEST_SHOWN = 20


# So large is the number of no table.
NO_NUMBER = 2**31 - 1
# A table with a result for which nothing waits.
SETTLED = Q(status=Game.Status.VOIDED, proposed="") | Q(
    status=Game.Status.CONFIRMED, proposed="", pending=None
)


class Folded(NamedTuple):
    """How many tables each round that is over has, by its id; None: the tables without a round.

    listed: ids of the other rounds. after: tables without a round are listed from the number after
    this one on.
    """

    counts: Mapping[int | None, int]
    listed: tuple[int, ...]
    after: int


def folded_of(session: Session, with_byes: Collection[int]) -> Folded:
    """What is folded; nothing in a session with few tables.

    The newest round is listed, and those with byes, which can still be changed.
    """
    counted = _counted(session.pk)
    rounds = tuple(round for round, *_counts in counted if round)
    if sum(count for _round, _number, count, _settled in counted) <= MOST_TABLES:
        return Folded({}, rounds, 0)
    newest = max((number for _round, number, *_counts in counted if number), default=None)
    if newest is None:
        left = sum(settled for *_round, settled in counted) - NEWEST_SHOWN
        if left <= 0:
            return Folded({}, (), 0)
        settled = session.games.filter(SETTLED).order_by("-number")
        numbers = settled.values_list("number", flat=True)[:NEWEST_SHOWN]
        return Folded({None: left}, (), min(numbers, default=NO_NUMBER + 1) - 1)
    counts = {
        round: settled
        for round, number, count, settled in counted
        if settled and (round is None or settled == count)
        if number != newest and round not in with_byes
    }
    listed = tuple(round for round in rounds if round not in counts)
    return Folded(counts, listed, NO_NUMBER if None in counts else 0)


@compiled_once
def _counted(session_id: int) -> QuerySet[Game, tuple[int | None, int | None, int, int]]:
    rows = Game.objects.filter(session=session_id).order_by().values_list("round", "round__number")
    return rows.annotate(all=Count("pk"), settled=Count("pk", filter=SETTLED))


def listed_of(session_id: int, listed: tuple[int, ...], after: int) -> QuerySet[Game]:
    """The tables of a session but for those that are folded; listed, after: as in `Folded`."""
    of_rounds = Q(round__pk__in=listed) | Q(round=None, number__gt=after)
    return Game.objects.filter(~SETTLED | of_rounds, session=session_id)
