"""The rows on the cloth."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import decks
from games.models import Table
from games.presenters.parts import render_part
from games.rules.cards import total_heads
from games.rules.projection import View
from games.rules.state import Row
from games.store import Snapshot

PLACES = 5


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row: its position (from 0), its cards, the places still empty, what taking it costs.

    head: the picture beside that figure; heads_text: the figure in words.
    """

    index: int
    cards: tuple[SafeString, ...]
    empty: range
    heads: int
    head: SafeString
    heads_text: str

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
    """The rows; none before the first deal. is_open: it may still come."""

    rows: tuple[RowShown, ...]
    is_open: bool


def present_board(snapshot: Snapshot, view: View | None, deck: str) -> Board:
    """What lies on the cloth."""
    return Board(
        rows=present_rows(view.rows, deck) if view else (),
        is_open=snapshot.status == Table.Status.OPEN,
    )


def present_rows(rows: Iterable[Row], deck: str) -> tuple[RowShown, ...]:
    """The rows from the top."""
    return tuple(
        RowShown(
            index=index,
            cards=tuple(decks.card(card, deck) for card in row.cards),
            empty=range(PLACES - len(row.cards)),
            heads=total_heads(row.cards),
            head=decks.head(deck),
            heads_text=decks.count_heads(total_heads(row.cards), deck),
        )
        for index, row in enumerate(rows)
    )
