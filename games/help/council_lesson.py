"""A council to learn by, against the ox (S2): the newcomer proposes, a bot agrees, all is placed.

Nothing is stored: where the newcomer stands is what they have proposed, and whether they place.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.bots.council import Outcome, answer, council_of, foresee
from games.help.examples import OX
from games.page.staging import DEALER, Position, play
from games.rules.actions import Action, Agree, ChooseCard, Propose, Ready
from games.rules.cards import OxKind
from games.rules.engine import apply, view_for
from games.rules.errors import IllegalAction
from games.rules.events import Events
from games.rules.ox_state import OxState
from games.rules.state import GameState, Row, View

BOT, NEWCOMER = range(2)
BOT_NAME = "Alice"
START = Position(
    rows=tuple(map(Row, ((12, 14, 15, 21, 26), (37,), (43,), (58,)))),
    hands=((44, 90), (30, 91)),
    options=OX,
    ox=OxState((33, 99), (), (OxKind.LAST, OxKind.SEVEN_TAKES)),
)
BEST = Propose(NEWCOMER, OxKind.SEVEN_TAKES, row=0)


class Tried(NamedTuple):
    """A proposal that does not lead on: what it would bring, and whether the bot would agree."""

    brings: Outcome
    bot_agrees: bool


@dataclass(frozen=True, slots=True)
class CouncilMoment:
    """Where the newcomer stands: the game to show, and what has happened since the reveal.

    is_played: the best special card lies. is_placed: so do the numbers. tried: what was proposed
    in vain. is_too_early: they would place the numbers as they lie.
    """

    game: GameState
    story: Events
    is_played: bool = False
    is_placed: bool = False
    tried: Tried | None = None
    is_too_early: bool = False

    @property
    def brings(self) -> Outcome:
        """What the turn brings as the numbers lie now."""
        return foresee(_council(self.game))[0]


def council_at(proposal: Propose | None, *, is_played: bool, is_placed: bool) -> CouncilMoment:
    """The moment after a proposal, or with none; one that cannot be made counts as none.

    is_played: the best special card was played before. is_placed: the newcomer is ready.
    """
    revealed: list[Action] = [ChooseCard(BOT, 44), ChooseCard(NEWCOMER, 30)]
    played = [*revealed, BEST, Agree(BOT)]
    if not is_played and proposal == BEST:
        return CouncilMoment(*play(START.state(), played), is_played=True)
    before = played if is_played else revealed
    if is_played and is_placed:
        placed = [*before, Ready(BOT), Ready(NEWCOMER)]
        return CouncilMoment(*play(START.state(), placed), is_played=True, is_placed=True)
    game, story = play(START.state(), before)
    tried = None if proposal is None else _try(game, proposal)
    return CouncilMoment(game, story, is_played, tried=tried, is_too_early=is_placed)


def _try(game: GameState, proposal: Propose) -> Tried | None:
    """What would come of a proposal; None if it cannot be made."""
    try:
        proposed, _ = apply(game, proposal, DEALER)
    except IllegalAction:
        return None
    _, offers = foresee(_council(game))
    found = dict(offers).get(proposal)
    if found is None:
        return None
    return Tried(found, isinstance(answer(view_for(proposed, BOT), BOT), Agree))


def _council(game: GameState) -> View:
    return council_of(view_for(game, NEWCOMER))
