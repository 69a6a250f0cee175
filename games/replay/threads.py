"""Where each card of a hand would go, were it the first to be placed: a drawing for the replay."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.bots.costs import cheapest_row, cost_beside_fan_card, placing_cost
from games.live.regions import Look, in_its_language, render_flat
from games.page.words import row_name
from games.rules.fan import fan_row_for
from games.rules.placement import row_for
from games.rules.state import Cards, Row
from games.rules.state import View as GameView

# In units of the drawing: of a card and the room beside it.
WIDTH = 30


class Thread(NamedTuple):
    """A card, the index of its row, and the heads that it would take; is_low: the row is taken
    because the card fits none, the cheapest one.
    """

    card: int
    row: int
    heads: int
    is_low: bool


class Threads(NamedTuple):
    """All threads of a hand; ends: (index, last number) of the rows, ascending by number.

    next: the card that is played next, or None.
    """

    threads: tuple[Thread, ...]
    ends: tuple[tuple[int, int], ...]
    next: int | None


def threads_of(view: GameView, hand: Cards, next_card: int | None) -> Threads | None:
    """Where the cards of a hand would go (RULES.md); None without a card, or with an ox."""
    if not hand or view.ox is not None:
        return None
    rows, is_beside_fan = view.rows, view.options.fan is not None
    ends = sorted(((index, row.end) for index, row in enumerate(rows)), key=lambda end: end[1])
    return Threads(
        tuple(_thread(rows, card, is_beside_fan=is_beside_fan) for card in hand),
        tuple(ends),
        next_card,
    )


def _thread(rows: Sequence[Row], card: int, *, is_beside_fan: bool) -> Thread:
    found = fan_row_for(rows, card) if is_beside_fan else row_for(rows, card)
    cost = cost_beside_fan_card(rows, card) if is_beside_fan else placing_cost(rows, card)
    return Thread(card, cheapest_row(rows) if found is None else found, cost, found is None)


@in_its_language
def draw_threads(_look: Look, found: Threads | None) -> SafeString:
    """The cards above, the rows below, a line from each card to its row."""
    context: dict[str, object] = {}
    if found is not None:
        width = WIDTH * max(len(found.threads), len(found.ends))
        row_at = {
            index: _middle(width, at, found.ends) for at, (index, _number) in enumerate(found.ends)
        }
        context = {
            "width": width,
            "threads": [
                {
                    "told": thread,
                    "x": _middle(width, at, found.threads),
                    "row_x": row_at[thread.row],
                    "is_next": thread.card == found.next,
                    "row": row_name(thread.row),
                }
                for at, thread in enumerate(found.threads)
            ],
            "rows": [
                {"number": number, "name": row_name(index), "x": row_at[index]}
                for index, number in found.ends
            ],
        }
    return render_flat("games/replay/threads.html", context)


def _middle(width: int, at: int, things: Sequence[object]) -> int:
    """Where one of several things that lie side by side has its middle."""
    return round(width * (at + 0.5) / len(things))
