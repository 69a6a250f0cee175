"""What a seat, or a spectator, may see: the only way out for cards."""

from typing import Any, NamedTuple

from games.rules.actions import Action, Propose
from games.rules.cards import FLIPPED
from games.rules.engine import legal_actions
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.held_cards import OxCards, Specials
from games.rules.options import Options
from games.rules.ox_state import OxState
from games.rules.state import Cards, Decision, GameState, Row


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


# What differs between the views of one state; the rest is shared.
_OWN = [
    View._fields.index(name)
    for name in ("seat", "hand", "choice", "specials", "actions", "is_flipped")
]
# The state that was looked at last, and what everybody may know of it: one seat after the other
# asks for its view of the same state.
_newest: tuple[GameState, View] | None = None


def view_for(state: GameState, seat: int | None) -> View:
    """The game as this seat may know it; None is a spectator.

    Raises IllegalAction(NO_SUCH_SEAT) for a seat the game does not have.
    """
    global _newest
    if seat is not None and not 0 <= seat < state.player_count:
        raise IllegalAction(ErrorCode.NO_SUCH_SEAT, seat=seat)
    known = _newest
    if known is None or known[0] is not state:
        _newest = known = state, _public_view(state)
    if seat is None:
        return known[1]
    round = state.round
    values: list[Any] = list(known[1])
    for field, value in zip(
        _OWN,
        (
            seat,
            round.hands[seat],
            round.choices[seat],
            round.specials.hands[seat] if round.specials else (),
            legal_actions(state, seat),
            round.is_flipped(seat),
        ),
        strict=True,
    ):
        values[field] = value
    return View(*values)


def _public_view(state: GameState) -> View:
    """The game as everybody may know it."""
    round = state.round
    specials = round.specials
    flips = round.flips
    no_cards: tuple[Cards, ...] = ((),) * state.player_count
    return View(
        options=state.options,
        player_count=state.player_count,
        seat=None,
        round_number=round.number,
        turn_number=round.turn,
        seats=round.seats,
        rows=round.rows,
        hand=(),
        hand_sizes=tuple(map(len, round.hands)),
        chosen=frozenset([s for s, choice in enumerate(round.choices) if choice is not None]),
        choice=None,
        revealed=round.queue,
        piles=round.piles,
        pile_heads=round.pile_heads,
        round_scores=state.round_scores,
        totals=state.totals,
        eliminated_in=state.eliminated_in,
        pool=round.pool,
        picks=round.hands if round.is_drafting else no_cards,
        specials=(),
        special_counts=tuple(map(len, specials.hands)) if specials else (0,) * state.player_count,
        discard=specials.discard if specials else (),
        special_pile_size=len(specials.pile) if specials else 0,
        boxed=round.boxed,
        shown=round.shown,
        drafted=frozenset().union(*round.hands) if state.options.draft else frozenset(),
        decision=state.decision,
        actions=(),
        ranks=state.ranks,
        flips=flips.used if flips else (),
        ox=None if round.ox is None else OxView.of(round.ox),
    )
