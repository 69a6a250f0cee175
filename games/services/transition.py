"""What actions make of a table: its next version, nothing of which is written here."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.errors import TableError, TableErrorCode
from games.models import ActionLog, Table
from games.pace import reveal_time
from games.play import Play
from games.rules import engine
from games.rules.actions import Action, action_to_json
from games.rules.events import Events, Revealed
from games.rules.state import Awaited, GameState
from games.services.clock import with_clock
from games.services.wishes import wished_pass
from games.snapshot import Snapshot
from games.stored_dealer import StoredDealer

MISSED_BEFORE_AWAY = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One action for the log, and who made it."""

    action: Action
    by: ActionLog.By


@dataclass(frozen=True, slots=True)
class Transition:
    """The next version of a table, its new lines of the log, and what happened."""

    after: Snapshot
    log: Sequence[ActionLog]
    events: Events


def play_of(snapshot: Snapshot) -> Play:
    """The play of a table in play. Raises TableError(NOT_PLAYING)."""
    if snapshot.play is None or snapshot.status != Table.Status.PLAYING:
        raise TableError(TableErrorCode.NOT_PLAYING)
    return snapshot.play


def transition(before: Snapshot, steps: Sequence[Step], now: datetime) -> Transition:
    """What comes of these steps, and of what people wish to be answered for them on the way.

    Raises IllegalAction, TableError(NOT_PLAYING).
    """
    was = play_of(before)
    game, made, events = _played(before, was.game, steps)
    log = [
        _log_line(before.table_id, number, step, now)
        for number, step in enumerate(made, start=was.logged + 1)
    ]
    play = replace(_remember(was, made), game=game, logged=was.logged + len(made))
    play = _tell(play, was.game, events)
    if _asks_anew(was.game, game):
        play = replace(play, since=before.version + 1, bots_at=None, deadline=None)
    if game.is_over:
        return Transition(before.with_play(play, Table.Status.FINISHED), log, events)
    play = with_clock(before, play, reveal_time(events), now)
    return Transition(before.with_play(play), log, events)


def _played(
    before: Snapshot, game: GameState, steps: Sequence[Step]
) -> tuple[GameState, list[Step], Events]:
    """The game after all steps; the steps with those that were wished; what happened."""
    dealer = StoredDealer(before)
    waiting, made, told = deque(steps), [], Events()
    while waiting:
        step = waiting.popleft()
        game, events = engine.apply(game, step.action, dealer)
        made.append(step)
        told += events
        if passed := wished_pass(before, game):
            waiting.append(Step(passed, ActionLog.By.WISH))
    return game, made, told


def _log_line(table_id: int, number: int, step: Step, now: datetime) -> ActionLog:
    return ActionLog(
        table_id=table_id,
        number=number,
        action=action_to_json(step.action),
        by=step.by,
        at=now,
    )


def _asks_anew(before: GameState, after: GameState) -> bool:
    """Whether the question has changed; only those who choose in one turn answer the same one.

    Of two exchanges in a row the second is asked anew: the first, sent twice, must not answer it.
    """
    was, now = before.round, after.round
    if was.awaited is not Awaited.CARD or now.awaited is not Awaited.CARD:
        return True
    return after.is_over or (was.number, was.turn) != (now.number, now.turn)


def _remember(play: Play, steps: Sequence[Step]) -> Play:
    """Who missed a deadline, who is away, whose choice was made for them."""
    missed, away, forcing = list(play.missed), list(play.away), set(play.forcing)
    for step in steps:
        seat = step.action.seat
        if step.by is ActionLog.By.PLAYER:
            missed[seat], away[seat] = 0, False
            forcing.discard(seat)
        elif step.by is ActionLog.By.DEADLINE:
            missed[seat] += 1
            away[seat] = missed[seat] >= MISSED_BEFORE_AWAY
            forcing.add(seat)
        elif away[seat]:
            forcing.add(seat)
    return replace(play, missed=tuple(missed), away=tuple(away), forcing=frozenset(forcing))


def _tell(play: Play, before: GameState, events: Events) -> Play:
    """Continue the story, or begin the next one at a reveal."""
    reveal = next((at for at, event in enumerate(events) if isinstance(event, Revealed)), None)
    if reveal is None:
        return replace(play, story=play.story + events)
    return replace(
        play,
        story=events[reveal:],
        turn_key=f"{before.round.number}.{before.round.turn}",
        forced=play.forcing,
        forcing=frozenset(),
    )
