"""The state of a game, what may be seen of it, and its JSON: immutable values.

What follows from them is derived.

What belongs to players is a tuple indexed by seat over all seats of the game; a seat that is not in
the round has an empty hand. Named tuples, because a play makes several of them, and a frozen
dataclass of this size takes four times as long to make.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from games.rules.actions import Action, Propose
from games.rules.cards import FLIPPED, HEADS, FanFace
from games.rules.held_cards import (
    FlipCards,
    OxCards,
    SpecialCards,
    Specials,
    specials_from_json,
)
from games.rules.options import Options
from games.rules.ox_state import OxState, ox_from_json, ox_to_json

Cards = tuple[int, ...]


class Awaited(StrEnum):
    """What the game waits for."""

    PICK = "pick"
    CARD = "card"
    SPECIAL = "special"
    ROW = "row"
    EXCHANGE = "exchange"
    COUNCIL = "council"


# Names of the module: every play asks, and an enum takes ten times as long to find a member.
PICK, CARD, SPECIAL, ROW, EXCHANGE, COUNCIL = Awaited

# What a play makes again is made without the Python function that a named tuple's class calls
# first: that takes half the time. The values are those of all fields, in their order.
_new_tuple = tuple.__new__


class Decision(NamedTuple):
    """What is awaited, and of whom.

    seats: those who must still answer; with CARD those who have chosen may change their choice.
    card: the number being placed (SPECIAL, ROW), else None.
    """

    kind: Awaited
    seats: tuple[int, ...]
    card: int | None = None

    @property
    def is_special(self) -> bool:
        """Whether it is about special cards."""
        return self.kind is SPECIAL or self.kind is EXCHANGE


@cache
def _decision_on_cards(seats: tuple[int, ...]) -> Decision:
    """These seats are to choose their cards; made once for each set of seats."""
    return Decision(CARD, seats)


class Row(NamedTuple):
    """Numbers on the table in the order they were laid, and the cards that lie with them.

    They ascend; beside the Mountain they may descend (S2). fan: what a fan card at the row shows.
    flipped: those of the numbers that lie flipped.
    """

    cards: Cards
    seven_takes: bool = False
    stopped: bool = False
    cabriole: bool = False
    fan: FanFace | None = None
    flipped: Cards = ()

    @property
    def last(self) -> int:
        return self.cards[-1]

    @property
    def heads(self) -> int:
        """What taking it costs."""
        return sum([HEADS[card] for card in self.cards])

    @property
    def end(self) -> int:
        """What the last number counts: the flipped number where it lies flipped."""
        card = self.cards[-1]
        return FLIPPED[card] if card in self.flipped else card

    def with_cards(self, cards: Cards) -> "Row":
        """Other numbers beside the same special cards."""
        _, seven_takes, stopped, cabriole, fan, flipped = self
        return _new_tuple(Row, (cards, seven_takes, stopped, cabriole, fan, flipped))


class Turn(NamedTuple):
    """A turn that was revealed: the rows before it, and (seat, card) from the lowest card."""

    rows: tuple[Row, ...]
    cards: tuple[tuple[int, int], ...]


class RoundState(NamedTuple):
    """One deal, until the hands are empty.

    number: from 1. seats: who plays, ascending. turn: from 1; 0 while the hands are drafted.
    hands: ascending; a chosen card stays in the hand until it is revealed.
    choices: by seat, None where there is none. queue: (seat, card) revealed and still to be placed.
    piles: the numbers taken. pile_heads: what they count, less what minus_is_plus cancelled.
    pool: draft, the cards still to pick from. boxed: numbers that minus_is_plus put away.
    shown: numbers that `replace` took back into a hand after all had seen them.
    turns: what was revealed so far, the turn being resolved included; not kept where there are
    special cards, Flip cards or the ox.
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
    flips: FlipCards | None = None
    ox: OxState | None = None
    turns: tuple[Turn, ...] = ()

    def with_choices(self, choices: tuple[int | None, ...]) -> "RoundState":
        """The same round with other choices."""
        fields = list(self)
        fields[_CHOICES] = choices
        return _new_tuple(RoundState, fields)

    def is_flipped(self, seat: int) -> bool:
        """Whether the present choice of a seat is to be flipped."""
        return self.flips is not None and self.flips.wanted[seat]

    @property
    def is_drafting(self) -> bool:
        return self.turn == 0

    @property
    def awaited(self) -> Awaited:
        """The kind of answer the round waits for."""
        specials = self.specials
        if specials is not None and specials.exchanger is not None:
            return EXCHANGE
        if not self.queue:
            return PICK if self.turn == 0 else CARD
        if self.ox is not None and not self.ox.is_placing:
            return COUNCIL
        return ROW if specials is None or specials.answered else SPECIAL

    @property
    def decision(self) -> Decision:
        """What the round waits for, and of whom; only a finished game waits for nothing."""
        awaited = self.awaited
        if awaited is CARD:
            choices = self.choices
            return _decision_on_cards(tuple([s for s in self.seats if choices[s] is None]))
        if awaited is PICK:
            return Decision(awaited, (self.picker,))
        if self.specials is not None and self.specials.exchanger is not None:
            return Decision(awaited, (self.specials.exchanger,))
        if self.ox is not None and awaited is COUNCIL:
            answered = self.ox.ready if self.ox.proposal is None else self.ox.agreed
            return Decision(awaited, tuple([s for s in self.seats if s not in answered]))
        seat, card = self.queue[0]
        return Decision(awaited, (seat,), card)

    @property
    def picker(self) -> int:
        """Draft: whose pick it is; round k begins with the player at (k - 1) mod n."""
        picked = sum(map(len, self.hands))
        return self.seats[(self.number - 1 + picked) % len(self.seats)]


class GameState(NamedTuple):
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

    def with_round(self, round: RoundState) -> "GameState":
        """The same game, its round gone on."""
        fields = list(self)
        fields[_ROUND] = round
        return _new_tuple(GameState, fields)

    @property
    def is_over(self) -> bool:
        return self.ranks is not None

    @property
    def decision(self) -> Decision | None:
        """What is awaited, and of whom; None when the game is over."""
        return None if self.ranks is not None else self.round.decision

    @property
    def totals(self) -> tuple[int, ...]:
        """Heads of the finished rounds by seat."""
        if not self.round_scores:
            return (0,) * self.player_count
        return tuple(map(sum, zip(*self.round_scores, strict=True)))

    @property
    def rounds_played(self) -> tuple[int, ...]:
        """By seat the finished rounds it took part in."""
        return tuple(out or len(self.round_scores) for out in self.eliminated_in)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1; none while the game goes on."""
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)


_CHOICES = RoundState._fields.index("choices")
_ROUND = GameState._fields.index("round")


# --- What may be seen of it ----------------------------------------------------------------


class OxView(NamedTuple):
    """The ox and the council as all may know them; see OxState.

    left: how many numbers the ox has face down. supply: how many special cards do.
    """

    left: int
    pile: Cards
    heads: int
    supply: int
    open: OxCards
    proposal: Propose | None
    agreed: tuple[int, ...]
    declined: tuple[Propose, ...]
    ready: tuple[int, ...]
    is_placing: bool

    @classmethod
    def of(cls, ox: OxState) -> "OxView":
        return cls(
            len(ox.hand),
            ox.pile,
            ox.heads,
            len(ox.supply),
            ox.open,
            ox.proposal,
            ox.agreed,
            ox.declined,
            ox.ready,
            ox.is_placing,
        )


class View(NamedTuple):
    """A game as one seat (or with seat None, a spectator) may know it.

    Per player values are by seat over all seats of the game.
    hand, choice, specials: the viewer's own. chosen: the seats that have chosen in this turn.
    revealed: (seat, card) of the turn being resolved, still to be placed, in that order.
    picks: by seat what was picked, while the hands are drafted (everybody saw it), else empty.
    flips: by seat what was played flipped in this round, None for an unused Flip card; empty where
    none are played. is_flipped: whether the viewer's choice is.
    boxed, shown: numbers that were seen and lie nowhere now, or in a hand again. drafted: what is
    left of all hands together, where everybody saw them being picked.
    turns: who played which card in this round, on which rows; see RoundState.
    decision: None when the game is over. actions: what the viewer may do now.
    """

    options: Options
    player_count: int
    seat: int | None
    round_number: int
    turn_number: int
    seats: tuple[int, ...]
    rows: tuple[Row, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    chosen: frozenset[int]
    choice: int | None
    revealed: tuple[tuple[int, int], ...]
    piles: tuple[Cards, ...]
    pile_heads: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    eliminated_in: tuple[int | None, ...]
    pool: Cards
    picks: tuple[Cards, ...]
    specials: Specials
    special_counts: tuple[int, ...]
    discard: Specials
    special_pile_size: int
    boxed: Cards
    shown: Cards
    drafted: frozenset[int]
    decision: Decision | None
    actions: tuple[Action, ...]
    ranks: tuple[int, ...] | None
    flips: tuple[int | None, ...] = ()
    is_flipped: bool = False
    ox: OxView | None = None
    turns: tuple[Turn, ...] = ()

    def out_in(self, seat: int) -> int | None:
        """The round that put a seat out; None for who is in, and who won although all passed."""
        return None if self.ranks and self.ranks[seat] == 1 else self.eliminated_in[seat]

    def counted(self, card: int) -> int:
        """What a revealed card counts: another number where it was flipped."""
        return FLIPPED[card] if card in self.flips else card

    @property
    def seen(self) -> frozenset[int]:
        """Numbers that all know in this round: laid at the deal, revealed, picked, taken back."""
        seen = {card for row in self.rows for card in row.cards}
        seen.update(*self.piles, self.boxed, self.shown, self.drafted)
        seen.update(card for _, card in self.revealed)
        if self.ox is not None:
            seen.update(self.ox.pile)
        return frozenset(seen)


# --- JSON, for the database; a play writes it, so it is compact and fast ------------------


def state_to_json(state: GameState) -> dict[str, Any]:
    """The whole state, secrets included: for storage, never for a viewer."""
    return {
        "options": state.options.stored,
        "player_count": state.player_count,
        "round": _round_to_json(state.round),
        "round_scores": state.round_scores,
        "eliminated_in": state.eliminated_in,
        "ranks": state.ranks,
    }


def state_from_json(data: dict[str, Any]) -> GameState:
    """The state of what state_to_json made."""
    return GameState(
        Options.from_json(data["options"]),
        data["player_count"],
        _round_from_json(data["round"]),
        tuple(map(tuple, data["round_scores"])),
        tuple(data["eliminated_in"]),
        None if data["ranks"] is None else tuple(data["ranks"]),
    )


def _round_to_json(round: RoundState) -> dict[str, Any]:
    return {
        "number": round.number,
        "seats": round.seats,
        "turn": round.turn,
        "rows": [_row_to_json(row) for row in round.rows],
        "hands": round.hands,
        "choices": round.choices,
        "queue": round.queue,
        "piles": round.piles,
        "pile_heads": round.pile_heads,
        "pool": round.pool,
        "boxed": round.boxed,
        "shown": round.shown,
        "specials": None if round.specials is None else round.specials._asdict(),
        "flips": round.flips,
        "ox": None if round.ox is None else ox_to_json(round.ox),
        "turns": [
            # Of most rows the numbers are all there is.
            ([_row_to_json(row) if any(row[1:]) else (row.cards,) for row in turn.rows], turn.cards)
            for turn in round.turns
        ],
    }


def _round_from_json(data: dict[str, Any]) -> RoundState:
    return RoundState(
        data["number"],
        tuple(data["seats"]),
        data["turn"],
        tuple([_row_from_json(*fields) for fields in data["rows"]]),
        tuple(map(tuple, data["hands"])),
        tuple(data["choices"]),
        tuple(map(tuple, data["queue"])),
        tuple(map(tuple, data["piles"])),
        tuple(data["pile_heads"]),
        tuple(data["pool"]),
        tuple(data["boxed"]),
        tuple(data["shown"]),
        None if data["specials"] is None else specials_from_json(data["specials"]),
        # Rounds that were stored before there were fan cards and the ox have none.
        FlipCards(*map(tuple, data["flips"])) if data.get("flips") else None,
        ox_from_json(data["ox"]) if data.get("ox") else None,
        tuple([_turn_from_json(*fields) for fields in data.get("turns", ())]),
    )


def _turn_from_json(rows: list[Any], cards: list[list[int]]) -> Turn:
    laid = tuple([_row_from_json(*fields) for fields in rows])
    return Turn(laid, tuple([(seat, card) for seat, card in cards]))


def _row_to_json(row: Row) -> tuple[Any, ...]:
    """A row as an array, in a game without a fan card without the fields of one."""
    if row.fan is None and not row.flipped:
        return row.cards, row.seven_takes, row.stopped, row.cabriole
    return row.cards, row.seven_takes, row.stopped, row.cabriole, row.fan, row.flipped


def _row_from_json(
    cards: list[int],
    seven_takes: bool = False,
    stopped: bool = False,
    cabriole: bool = False,
    fan: str | None = None,
    flipped: Sequence[int] = (),
) -> Row:
    return Row(
        tuple(cards), seven_takes, stopped, cabriole, FanFace(fan) if fan else None, tuple(flipped)
    )
