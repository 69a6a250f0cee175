"""The game from outside: start it, ask what may be done, do it."""

from games.rules.actions import Action
from games.rules.dealer import Dealer
from games.rules.events import Events
from games.rules.options import Options
from games.rules.state import GameState


def new_game(options: Options, player_count: int, dealer: Dealer) -> tuple[GameState, Events]:
    """The first deal of a game. Raises InvalidOptions if that many cannot play it."""
    raise NotImplementedError


def legal_actions(state: GameState, seat: int) -> tuple[Action, ...]:
    """Everything this seat may do now; empty when nothing is asked of it."""
    raise NotImplementedError


def apply(state: GameState, action: Action, dealer: Dealer) -> tuple[GameState, Events]:
    """The game after an action, run on until somebody's decision is needed, and what happened.

    Raises IllegalAction with a code; the state given is never changed.
    """
    raise NotImplementedError
