"""What is told of a finished game beside its result, found by playing its actions again; pure."""

from collections.abc import Iterable
from typing import NamedTuple

from games.bounded_cache import BoundedCache
from games.models import Table
from games.rules.actions import Action
from games.rules.dealer import Dealer
from games.rules.engine import apply, new_game
from games.rules.errors import RulesError
from games.rules.events import (
    BY_A_NUMBER,
    Events,
    HeadsCancelled,
    Placed,
    RowRemoved,
    Took,
)
from games.rules.options import Options
from games.rules.state import Cards
from games.table.stored_deal import dealer_of, logged_actions


class WorstTake(NamedTuple):
    """A row taken. round and turn count from 1, row from 0.

    heads: what it added to the pile, less what `minus_is_plus` cancelled.
    """

    round: int
    turn: int
    seat: int
    row: int
    cards: Cards
    heads: int


class Most(NamedTuple):
    """A number, and the seats that reached it."""

    number: int
    seats: tuple[int, ...]


class Trophies(NamedTuple):
    """worst: the take of the most heads, the earliest of equal ones.

    rows: the most rows that somebody took. calm: the most cards that somebody laid one after the
    other without taking a row.
    """

    worst: WorstTake
    rows: Most
    calm: Most


def trophies_of(
    options: Options, players: int, dealer: Dealer, actions: Iterable[Action]
) -> Trophies | None:
    """The trophies of a game; None where nobody took anything.

    Raises RulesError for actions that are not of such a game.
    """
    state, _ = new_game(options, players, dealer)
    worst = None
    # The ox, where there is one, has the seat after the last.
    counts = Counts(players + (state.round.ox is not None))
    for action in actions:
        before = state.round
        heads = before.pile_heads if before.ox is None else (*before.pile_heads, before.ox.heads)
        state, events = apply(state, action, dealer)
        counts.add(events)
        for take in takes_in(events, before.number, before.turn, heads):
            if take.heads > (worst.heads if worst else 0):
                worst = take
    if worst is None:
        return None
    return Trophies(worst, _most(counts.rows), _most(counts.calm))


class Counts:
    """By seat: the rows taken, and the longest series of cards laid without taking one."""

    def __init__(self, players: int) -> None:
        self.rows = [0] * players
        self.calm = [0] * players
        self._now = [0] * players
        # Whose row is taken by the card that is laid next.
        self._taker: int | None = None

    def add(self, events: Events) -> None:
        """Count what happened after the events before."""
        for event in events:
            match event:
                case Took(seat):
                    self.rows[seat] += 1
                    self._now[seat] = 0
                    self._taker = seat if event.why in BY_A_NUMBER else None
                case Placed(seat):
                    if seat != self._taker:
                        self._now[seat] += 1
                        self.calm[seat] = max(self.calm[seat], self._now[seat])
                    self._taker = None
                case RowRemoved():
                    self._taker = None


def _most(counts: list[int]) -> Most:
    most = max(counts)
    return Most(most, tuple(seat for seat, count in enumerate(counts) if count == most))


def takes_in(
    events: Events, round_number: int, turn: int, pile_heads: tuple[int, ...]
) -> list[WorstTake]:
    """The takes of some events of one turn. pile_heads: by seat, before these events."""
    takes: list[WorstTake] = []
    heads = list(pile_heads)
    for event in events:
        match event:
            case Took(seat, row, cards, taken):
                takes.append(WorstTake(round_number, turn, seat, row, cards, taken))
                heads[seat] += taken
            case HeadsCancelled(seat, _, left):
                takes[-1] = takes[-1]._replace(heads=takes[-1].heads - (heads[seat] - left))
                heads[seat] = left
    return takes


_known: BoundedCache[tuple[Trophies | None]] = BoundedCache(1000)


def trophies_at(table: Table) -> Trophies | None:
    """The trophies of a finished game; None if nobody took anything."""
    key = table.pk, table.code, table.ended_at
    return _known.get_or_make(key, lambda: (_trophies_of_log(table),))[0]


def _trophies_of_log(table: Table) -> Trophies | None:
    texts = tuple(table.seats.order_by("index").values_list("client_seed", flat=True))
    try:
        return trophies_of(
            Options.from_json(table.options),
            len(texts),
            dealer_of(table, texts),
            logged_actions(table.pk),
        )
    except RulesError:
        # A result must be shown whatever an older version of the site has logged.
        return None
