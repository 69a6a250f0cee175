"""The state of a game: immutable values; what follows from them is derived, never stored twice.

What belongs to players is a tuple indexed by seat over all seats of the game; a seat that is not in
the round has an empty hand.
"""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.cards import SpecialKind
from games.rules.options import Options

Cards = tuple[int, ...]
Specials = tuple[SpecialKind, ...]


class Awaited(StrEnum):
    """What the game waits for."""

    PICK = "pick"
    CARD = "card"
    SPECIAL = "special"
    ROW = "row"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Decision:
    """What is awaited, and of whom.

    seats: those who must still answer; with CARD those who have chosen may change their choice.
    card: the number being placed (SPECIAL, ROW), else None.
    """

    kind: Awaited
    seats: tuple[int, ...]
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Numbers on the table, ascending, and the special cards that lie with them."""

    cards: Cards
    seven_takes: bool = False
    stopped: bool = False
    cabriole: bool = False

    @property
    def last(self) -> int:
        return self.cards[-1]


@dataclass(frozen=True, slots=True)
class SpecialCards:
    """The special cards that are not on the table (S4), and where their questions stand.

    hands: by seat. pile: face down, top first. discard: face up, in the order discarded.
    reshuffles: how often the discard became the pile in this round.
    answered: for the number being placed, a special was played, passed over, or none could be.
    takes: rows taken by that placement and not yet answered by an exchange.
    exchanger: the seat whose placement is resolved and who may exchange now.
    """

    hands: tuple[Specials, ...]
    pile: Specials
    discard: Specials = ()
    reshuffles: int = 0
    answered: bool = False
    takes: int = 0
    exchanger: int | None = None


@dataclass(frozen=True, slots=True)
class RoundState:
    """One deal, until the hands are empty.

    number: from 1. seats: who plays, ascending. turn: from 1; 0 while the hands are drafted.
    hands: ascending; a chosen card stays in the hand until it is revealed.
    choices: by seat, None where there is none. queue: (seat, card) revealed and still to be placed.
    piles: the numbers taken. pile_heads: what they count, less what minus_is_plus cancelled.
    pool: draft, the cards still to pick from. boxed: numbers that minus_is_plus put out of the round.
    shown: numbers that `replace` took back into a hand after all had seen them.
    """

    number: int
    seats: tuple[int, ...]
    turn: int
    rows: tuple[Row, ...]
    hands: tuple[Cards, ...]
    choices: tuple[int | None, ...]
    queue: tuple[tuple[int, int], ...]
    piles: tuple[Cards, ...]
    pile_heads: tuple[int, ...]
    pool: Cards = ()
    boxed: Cards = ()
    shown: Cards = ()
    specials: SpecialCards | None = None

    @property
    def decision(self) -> Decision:
        """What the round waits for; only a finished game rests where nothing is awaited."""
        specials = self.specials
        if specials is not None and specials.exchanger is not None:
            return Decision(Awaited.EXCHANGE, (specials.exchanger,))
        if self.queue:
            seat, card = self.queue[0]
            asked = specials is not None and not specials.answered
            return Decision(Awaited.SPECIAL if asked else Awaited.ROW, (seat,), card)
        if self.turn == 0:
            return Decision(Awaited.PICK, (self.picker,))
        choices = self.choices
        return Decision(Awaited.CARD, tuple([s for s in self.seats if choices[s] is None]))

    @property
    def picker(self) -> int:
        """Draft: whose pick it is; round k begins with the player at (k - 1) mod n."""
        picked = sum(map(len, self.hands))
        return self.seats[(self.number - 1 + picked) % len(self.seats)]


@dataclass(frozen=True, slots=True)
class GameState:
    """A whole game. The dealer is no part of it: a stored state holds no seed.

    round: the present round, or the last one when the game is over.
    round_scores: per finished round the heads by seat, 0 for a seat that was out.
    eliminated_in: by seat the number of the round that put it out, None while it is in.
    ranks: by seat, from 1, equal ones shared; None until the game is over.
    """

    options: Options
    player_count: int
    round: RoundState
    round_scores: tuple[tuple[int, ...], ...]
    eliminated_in: tuple[int | None, ...]
    ranks: tuple[int, ...] | None = None

    @property
    def is_over(self) -> bool:
        return self.ranks is not None

    @property
    def decision(self) -> Decision | None:
        """What is awaited, and of whom; None when the game is over."""
        return None if self.is_over else self.round.decision

    @property
    def totals(self) -> tuple[int, ...]:
        """Heads of the finished rounds by seat."""
        return tuple(
            sum(scores[seat] for scores in self.round_scores) for seat in range(self.player_count)
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1; none while the game goes on."""
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)
