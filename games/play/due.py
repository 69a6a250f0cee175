"""Moves without a player: of bots, of absent players, and of players whose time is up."""

import random
from collections.abc import Sequence
from datetime import datetime

from games import bots
from games.models import ActionLog, Table
from games.play import thinking
from games.rules.actions import Action, ChooseCard
from games.rules.engine import view_for
from games.rules.state import GameState, View
from games.table.snapshot import Snapshot
from games.table.transition import Step, StoredDealer, awaited, has_one_card, is_automatic

# For levels that leave nothing to chance.
NO_CHANCE = random.Random(0)  # noqa: S311 (nobody draws from it)


def due_steps(before: Snapshot, now: datetime, *, is_watched: bool = False) -> Sequence[Step]:
    """The steps that are due at a table by now; none where it is not in play.

    is_watched: bots need not wait until the last reveal has been watched. Raises
    thinking.StillThinking where a slow bot has not chosen yet: nobody moves before it.
    """
    play = before.play
    if play is None or before.status != Table.Status.PLAYING:
        return ()
    steps = []
    still_thinking = None
    dealer = StoredDealer(before)
    for seat in awaited(play):
        if is_automatic(before, play, seat):
            if play.bots_at is not None and (is_watched or play.bots_at <= now):
                try:
                    steps.append(_automatic_step(before, play.game, seat, dealer))
                except thinking.StillThinking as error:
                    # The next bot may begin to think as well; the last one to begin ends last.
                    still_thinking = error
        elif play.deadline is not None and play.deadline <= now:
            action = bots.deadline_action(view_for(play.game, seat))
            steps.append(Step(action, ActionLog.By.DEADLINE))
    if still_thinking is not None:
        raise still_thinking
    return steps


def _automatic_step(before: Snapshot, game: GameState, seat: int, dealer: StoredDealer) -> Step:
    if has_one_card(game, seat):
        action: Action = ChooseCard(seat, game.round.hands[seat][0])
        return Step(action, ActionLog.By.RULES)
    view = view_for(game, seat)
    level = before.seats[seat].bot
    if level:
        return Step(_choice(view, level, dealer), ActionLog.By.BOT)
    return Step(bots.absent_action(view), ActionLog.By.BOT)


def _choice(view: View, level: str, dealer: StoredDealer) -> Action:
    """What a bot chooses; its chance follows from the secret of the table."""
    if not bots.LEVELS[level].is_random:
        return bots.choose(view, level, NO_CHANCE)
    if bots.LEVELS[level].is_slow:
        return thinking.choose(view, level, dealer.server_seed)
    return bots.choose(view, level, bots.rng_of(dealer.server_seed, view))
