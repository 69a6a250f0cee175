"""The levels by name: a new one is a function and a line here."""

import hmac
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.bots import careful, gap
from games.rules.actions import Action, Agree, Ready
from games.rules.options import Options, Variant
from games.rules.state import Awaited, View


class Level(NamedTuple):
    """How a bot of a level chooses. is_random: with chance. is_slow: in 5 to 150 milliseconds.

    rating: at four players, as measured in docs/bots.md; 400 points more are ten times the wins.
    """

    choose: Callable[[View, random.Random], Action]
    rating: int
    is_random: bool = False
    is_slow: bool = False


def can_be_played_out(options: Options) -> bool:
    """Whether rounds of such a game can be played to their end in many worlds (playouts.py).

    It stands here for who asks without numpy.
    """
    return options.variant is Variant.BASE and not options.flip


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


def choose_carefully(view: View, _rng: random.Random) -> Action:
    """The action of the careful player, who counts chances and takes none."""
    return careful.choose(view)


def choose_by_samples(view: View, rng: random.Random) -> Action:
    """The action of the sampler."""
    # It needs numpy, which a process loads with the first sampler that plays there.
    from games.bots import sampler

    return sampler.choose(view, rng)


def choose_as_master(view: View, rng: random.Random) -> Action:
    """The action of the master."""
    from games.bots import master

    return master.choose(view, rng)


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": Level(choose_at_random, 577, is_random=True),
        "gap": Level(choose_by_gap, 1000),
        "careful": Level(choose_carefully, 1089),
        "sampler": Level(choose_by_samples, 1364, is_random=True, is_slow=True),
        "master": Level(choose_as_master, 1422, is_random=True, is_slow=True),
    }
)


def choose(view: View, level: str, rng: random.Random) -> Action:
    """What a player of this level does; the view must be of a seat that is awaited.

    level: a key of LEVELS, else KeyError. rng: the only chance a level may use. Who of the others
    has chosen already is kept from it: the record does not tell.
    """
    return LEVELS[level].choose(as_asked(view), rng)


def as_asked(view: View) -> View:
    """The view as it was when the decision began, with nobody's choice."""
    decision = view.decision
    if decision is None or view.seat is None or decision.kind is not Awaited.CARD:
        return view
    decision = decision._replace(seats=(view.seat,))
    return view._replace(chosen=frozenset(), choice=None, is_flipped=False, decision=decision)


def rng_of(secret: bytes, view: View) -> random.Random:
    """The chance of a bot for one decision: it follows from the game's secret, so that the choice
    can be made again from the record.

    secret: the 32 bytes from which the cards follow (RECORD.md); they stay hidden until the end.
    """
    kind = view.decision.kind.value if view.decision else ""
    moment: list[object] = [
        view.seat,
        kind,
        view.round_number,
        view.turn_number,
        len(view.revealed),
    ]
    moment += [sum(map(len, view.picks)), len(view.discard), view.special_pile_size]
    if (ox := view.ox) is not None:
        moment += [len(ox.open), ox.supply, len(ox.declined), len(ox.ready), bool(ox.proposal)]
    text = "|".join(["sixieme", "1", "bot", *map(str, moment)])
    return random.Random(hmac.digest(secret, text.encode(), "sha256"))  # noqa: S311 (no secret)


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
