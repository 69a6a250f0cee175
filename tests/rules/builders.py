"""Positions to start a test from, and a hand that plays on from them."""

from collections.abc import Sequence

from games.rules.actions import Action, ChooseCard, PassSpecial
from games.rules.cards import SpecialKind, total_heads
from games.rules.deal import SeededDealer
from games.rules.engine import apply
from games.rules.events import Event
from games.rules.held_cards import SpecialCards
from games.rules.options import Options, Variant
from games.rules.state import Cards, GameState, RoundState, Row

SPECIAL = Options(variant=Variant.SPECIAL)
CABRIOLE = Options(cabriole=True)


def dealer(seed: int = 0) -> SeededDealer:
    return SeededDealer(seed.to_bytes(32, "big"), ("Alice", "Bob"))


def row(
    *cards: int, seven_takes: bool = False, stopped: bool = False, cabriole: bool = False
) -> Row:
    return Row(cards, seven_takes, stopped, cabriole)


def position(
    rows: Sequence[Row],
    hands: Sequence[Cards],
    *,
    options: Options | None = None,
    specials: Sequence[Sequence[SpecialKind]] | None = None,
    special_pile: Sequence[SpecialKind] = (SpecialKind.STOP,) * 4,
    discard: Sequence[SpecialKind] = (),
    piles: Sequence[Cards] | None = None,
    number: int = 1,
    round_scores: tuple[tuple[int, ...], ...] = (),
) -> GameState:
    """A game in which these hands are to be played; with specials, the special variant."""
    players = len(hands)
    taken = tuple(piles or [()] * players)
    cards = None
    if specials is not None:
        held = tuple(tuple(hand) for hand in specials)
        cards = SpecialCards(held, tuple(special_pile), tuple(discard))
    return GameState(
        options or (Options() if cards is None else SPECIAL),
        players,
        RoundState(
            number=number,
            seats=tuple(range(players)),
            turn=1,
            rows=tuple(rows),
            hands=tuple(tuple(sorted(hand)) for hand in hands),
            choices=(None,) * players,
            queue=(),
            piles=taken,
            pile_heads=tuple(map(total_heads, taken)),
            specials=cards,
        ),
        round_scores,
        (None,) * players,
    )


class Game:
    """A game under test: what is done to it changes `state`, what happened is returned."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.dealer = dealer()

    @property
    def rows(self) -> list[Cards]:
        return [row.cards for row in self.state.round.rows]

    @property
    def heads(self) -> tuple[int, ...]:
        return self.state.round.pile_heads

    @property
    def special_cards(self) -> SpecialCards:
        specials = self.state.round.specials
        assert specials is not None
        return specials

    def do(self, action: Action) -> tuple[Event, ...]:
        self.state, events = apply(self.state, action, self.dealer)
        return events

    def reveal(self, *cards: int) -> tuple[Event, ...]:
        """All choose, in the order of the seats of the round; the last one reveals."""
        events: tuple[Event, ...] = ()
        for seat, card in zip(self.state.round.seats, cards, strict=True):
            events = self.do(ChooseCard(seat, card))
        return events

    def pass_special(self) -> tuple[Event, ...]:
        decision = self.state.decision
        return self.do(PassSpecial(decision.seats[0]))
