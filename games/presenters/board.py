"""The board: the rows of a table, and which cards were seen there."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from games import decks, special_cards
from games.live.regions import Region, region, render_part
from games.models import Table
from games.rules.cards import SpecialKind, total_heads
from games.rules.options import FIRST_ROWS
from games.rules.projection import View
from games.rules.state import Row
from games.snapshot import Snapshot

PLACES = 5
PLACES_WITH_SEVEN = 6
KEPT_ROWS = 4000


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row: its position (from 0), its cards, the places still empty, what taking it costs.

    cabriole: the jumping cow where she lies, she fills a place; else "".
    head: the picture beside that figure; heads_text: the figure in words. marks: the special cards
    that lie with it. is_stopped: a Stop blocks it. holds_six: 7 qui prend lies with it.
    """

    index: int
    cards: tuple[SafeString, ...]
    cabriole: SafeString
    empty: range
    heads: int
    head: SafeString
    heads_text: str
    marks: tuple[SafeString, ...] = ()
    is_stopped: bool = False
    holds_six: bool = False

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def is_full(self) -> bool:
        return not self.empty

    @property
    def html(self) -> SafeString:
        return render_part("row", self)


@dataclass(frozen=True, slots=True)
class Board:
    """The board. has_rows: cards are dealt. is_open: the table waits for its first deal.

    is_drafting: the cards lie in the pool (pool.py).
    """

    has_rows: bool
    is_open: bool
    is_drafting: bool


def present_board(snapshot: Snapshot, view: View | None, deck: str, language: str) -> Region:
    """The board as a region with a part for each row."""
    rows = view.rows if view else ()
    board = Board(
        has_rows=bool(rows),
        is_open=snapshot.status == Table.Status.OPEN,
        is_drafting=view is not None and bool(view.pool),
    )
    parts = {
        f"row-{index}": _row_html(index, row, deck, language) for index, row in enumerate(rows)
    }
    return region("board", board, language, parts)


@lru_cache(maxsize=KEPT_ROWS)
def _row_html(index: int, row: Row, deck: str, _language: str) -> SafeString:
    return _present_row(index, row, deck).html


def present_rows(rows: Iterable[Row], deck: str) -> tuple[RowShown, ...]:
    """The rows from the top."""
    return tuple(_present_row(index, row, deck) for index, row in enumerate(rows))


# Where a number is, as all know; js/seen.js reads these letters.
UNSEEN, HELD, TAKEN, ON_TABLE = ".", "h", "x", "t"


@dataclass(frozen=True, slots=True)
class SeenShown:
    """numbers: those of the deck. is_draft: all of them lay face up at the start of the round."""

    numbers: range
    is_draft: bool = False


def present_seen(snapshot: Snapshot, view: View | None, language: str) -> Region:
    """What all have seen in this round, as a grid; without cards before the deal and at the end.

    Its only part holds a letter for each number of the deck. The page adds the viewer's own hand.
    """
    if view is None or snapshot.has_ended:
        return region("seen", SeenShown(range(0)), language)
    deck = view.options.deck(len(view.seats))
    part = render_part("seen_cards", "".join(_whereabouts(view, deck)))
    return region("seen", SeenShown(deck, view.options.draft), language, {"seen-cards": part})


def _whereabouts(view: View, deck: range) -> Iterator[str]:
    held = view.drafted.union(view.shown)
    taken = frozenset().union(*view.piles, view.boxed)
    lying = {card for row in view.rows for card in row.cards}
    lying.update(card for _seat, card in view.revealed)
    for card in deck:
        if card in lying:
            yield ON_TABLE
        elif card in taken:
            yield TAKEN
        else:
            yield HELD if card in held else UNSEEN


def _present_row(index: int, row: Row, deck: str) -> RowShown:
    return RowShown(
        index=index,
        cards=tuple(decks.card(card, deck) for card in row.cards),
        cabriole=decks.cabriole() if row.cabriole else SafeString(""),
        empty=range(_places(row) - len(row.cards) - row.cabriole),
        heads=total_heads(row.cards),
        head=decks.head(deck),
        heads_text=decks.count_heads(total_heads(row.cards), deck),
        marks=tuple(map(special_cards.face, _marks(index, row))),
        is_stopped=row.stopped,
        holds_six=row.seven_takes,
    )


def _places(row: Row) -> int:
    return PLACES_WITH_SEVEN if row.seven_takes else PLACES


def _marks(index: int, row: Row) -> Iterator[SpecialKind]:
    """The special cards that lie with a row while they act."""
    if index >= FIRST_ROWS:
        yield SpecialKind.FIFTH_ROW
    if row.seven_takes:
        yield SpecialKind.SEVEN_TAKES
    if row.stopped:
        yield SpecialKind.STOP
