"""The rows on the cloth."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import decks
from games.rules.cards import total_heads
from games.rules.projection import View

PLACES = 5


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row: its position (from 0), its cards, the places still empty, what taking it costs."""

    index: int
    cards: list[SafeString]
    empty: range
    heads: int

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def is_full(self) -> bool:
        return not self.empty

    @property
    def heads_text(self) -> str:
        return decks.count_heads(self.heads)


def present_rows(view: View | None, deck: str) -> list[RowShown]:
    """The rows from the top; none before the first deal."""
    if view is None:
        return []
    return [
        RowShown(
            index=index,
            cards=[decks.card(card, deck) for card in row.cards],
            empty=range(PLACES - len(row.cards)),
            heads=total_heads(row.cards),
        )
        for index, row in enumerate(view.rows)
    ]
