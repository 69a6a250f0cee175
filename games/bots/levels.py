"""The levels by name: a new one is a function and a line here."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.bots import gap
from games.rules.actions import Action, Agree, Ready
from games.rules.state import View

Level = Callable[[View, random.Random], Action]


def choose_at_random(view: View, rng: random.Random) -> Action:
    """Any legal action, each as likely as the other; a council ends half of the time."""
    if view.ox is not None and view.decision is not None and rng.random() < 0.5:
        endings = [action for action in view.actions if isinstance(action, Agree | Ready)]
        if endings:
            return endings[0]
    return rng.choice(view.actions)


def choose_by_gap(view: View, _rng: random.Random) -> Action:
    """The action of the gap player, who leaves nothing to chance."""
    return gap.choose(view)


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": choose_at_random,
        "gap": choose_by_gap,
    }
)


def choose(view: View, level: str, rng: random.Random) -> Action:
    """What a player of this level does; the view must be of a seat that is awaited.

    level: a key of LEVELS, else KeyError. rng: the only chance a level may use.
    """
    return LEVELS[level](view, rng)


def absent_action(view: View) -> Action:
    """What happens for a seat whose player is away: as at the deadline, but that the absent are not
    asked in a council.
    """
    if view.ox is not None and view.ox.proposal is not None and view.seat is not None:
        return Agree(view.seat)
    return deadline_action(view)


def deadline_action(view: View) -> Action:
    """What happens for a seat whose time is up: the gap player's card or pick, the cheapest row,
    no special card and no exchange.
    """
    return gap.choose_plainly(view)
