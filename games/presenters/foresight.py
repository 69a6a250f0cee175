"""What an answer to the question for a special card would do, found by the engine itself.

The engine gets a game made of the view alone: what its viewer may not know is not there. Only the
viewer's own number is placed, and nothing is drawn.
"""

from dataclasses import dataclass

from games.rules.actions import Action
from games.rules.cards import LAST_CARD
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions
from games.rules.events import Events
from games.rules.projection import View
from games.rules.state import Awaited, Cards, GameState, RoundState, SpecialCards, Specials

# Nothing is dealt: the game waits when the number lies.
NO_DEALER = SeededDealer(bytes(32), ())
# What others hold is of no consequence, but while they hold something the round goes on.
SOME_HAND: Cards = (LAST_CARD,)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """events: until the viewer's number lies or a row must be chosen. cost: heads the pile gains.

    is_low: a row is then to be chosen; cost is that of the cheapest.
    """

    events: Events
    cost: int
    is_low: bool


def foresee(view: View, action: Action) -> Foreseen:
    """What happens to the viewer, whose number is placed next, after this legal action."""
    seat = action.seat
    before = view.pile_heads[seat]
    after, events = apply(_known_game(view), action, NO_DEALER)
    decision = after.decision
    if decision is None or decision.kind is not Awaited.ROW:
        return Foreseen(events, after.round.pile_heads[seat] - before, is_low=False)
    taken = [apply(after, take, NO_DEALER)[0] for take in legal_actions(after, seat)]
    cheapest = min(game.round.pile_heads[seat] for game in taken)
    return Foreseen(events, cheapest - before, is_low=True)


def _known_game(view: View) -> GameState:
    """The game with the viewer's number alone to be placed."""
    seat, number = view.revealed[0]
    hands = [SOME_HAND] * view.player_count
    hands[seat] = view.hand
    specials: list[Specials] = [()] * view.player_count
    specials[seat] = view.specials
    return GameState(
        options=view.options,
        player_count=view.player_count,
        round=RoundState(
            number=view.round_number,
            seats=view.seats,
            turn=view.turn_number,
            rows=view.rows,
            hands=tuple(hands),
            choices=(None,) * view.player_count,
            queue=((seat, number),),
            piles=view.piles,
            pile_heads=view.pile_heads,
            specials=SpecialCards(tuple(specials), (), view.discard),
        ),
        round_scores=view.round_scores,
        eliminated_in=view.eliminated_in,
    )
