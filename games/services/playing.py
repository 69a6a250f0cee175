"""A game in play: the choices of people, bots and the clock, each applied at most once."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games import bots, live, store
from games.errors import TableError, TableErrorCode
from games.models import ActionLog, Seat, Table
from games.pace import reveal_time, thinking_time
from games.play import Play
from games.rules import engine
from games.rules.actions import Action, ChooseCard, action_to_json
from games.rules.errors import IllegalAction
from games.rules.events import Events, GameEnded, Revealed
from games.rules.projection import view_for
from games.rules.state import Awaited, GameState
from games.services.announce import changing
from games.services.wishes import wished_pass
from games.signals import game_abandoned, game_ended
from games.snapshot import Snapshot, snapshot_of
from games.stored_dealer import StoredDealer

# Each failed try means that somebody else's command went through.
TRIES = 30
MISSED_BEFORE_AWAY = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One action for the log, and who made it."""

    action: Action
    by: ActionLog.By


def first_deal(
    table: Table, seats: Sequence[Seat], now: datetime, absent: Collection[int] = ()
) -> Play:
    """The play of a table that starts at its next version; the bot plays for absent people's ids.

    Raises InvalidOptions.
    """
    snapshot = snapshot_of(table, seats)
    game, events = engine.new_game(snapshot.options, len(seats), StoredDealer(snapshot))
    play = Play(
        game=game,
        story=events,
        turn_key="",
        missed=(0,) * len(seats),
        away=tuple(seat.player_id in absent for seat in seats),
        since=table.version,
    )
    return _with_clock(snapshot, play, timedelta(), now)


def act(table_id: int, action: Action, version: int, now: datetime) -> Snapshot:
    """Apply a person's action, made on `version` of the table; the snapshot after it.

    A repeated choice changes nothing. Raises IllegalAction, TableError (NOT_PLAYING, NOT_SEATED,
    LATE, BUSY).
    """

    def steps(before: Snapshot) -> Sequence[Step]:
        play = _play_of(before)
        _require_present(before, action.seat)
        if version < play.since:
            raise TableError(TableErrorCode.LATE)
        if _is_repeated(play, action):
            return ()
        return (Step(action, ActionLog.By.PLAYER),)

    kept = store.at_least(table_id, version)
    if kept.deadline is not None and kept.deadline <= now:
        tend(table_id, now)
    return _advance(table_id, steps, now)


def tend(table_id: int, now: datetime) -> Snapshot:
    """Make the moves that are due: bots, seats left to the bot, choices whose time is up."""
    store.fresh(table_id)
    return _advance(table_id, lambda before: _due_steps(before, now), now)


def step_away(table_id: int, seat: int, now: datetime) -> None:
    """Leave one's seat to the bot until one is back."""
    _set_away(table_id, seat, away=True, now=now)


def come_back(table_id: int, seat: int, now: datetime) -> None:
    """Take one's seat back from the bot."""
    _set_away(table_id, seat, away=False, now=now)


def abandon(table_id: int, player: Player, now: datetime) -> None:
    """Break the game off, as its host or as an organizer; its seed is shown, it has no result.

    Raises TableError (NOT_HOST, NOT_PLAYING).
    """
    with changing(table_id) as table:
        if table.host_id != player.pk and not player.runs_the_club:
            raise TableError(TableErrorCode.NOT_HOST)
        if table.has_ended:
            raise TableError(TableErrorCode.NOT_PLAYING)
        table.status = Table.Status.ABANDONED
        table.ended_at = now
        table.due_at = None
        if table.state:
            play = Play.from_json(table.state)
            table.state = replace(play, bots_at=None, deadline=None).to_json()
        transaction.on_commit(
            lambda: game_abandoned.send(sender=Table, table_id=table_id), robust=True
        )


# --- One transition --------------------------------------------------------------------


def _advance(
    table_id: int, steps_for: Callable[[Snapshot], Sequence[Step]], now: datetime
) -> Snapshot:
    """Apply what `steps_for` asks of the present snapshot; reload and ask again if overtaken."""
    for _try in range(TRIES):
        before = store.current(table_id)
        try:
            steps = steps_for(before)
            if not steps:
                return before
            after, log, events = _after(before, steps, now)
        except (TableError, IllegalAction):
            # Refused on what this process knew; another one may know better.
            if store.fresh(table_id).version != before.version:
                continue
            raise
        if _write(after, log, events, now):
            return after
        store.forget(table_id)
    raise TableError(TableErrorCode.BUSY)


def _write(after: Snapshot, log: Sequence[ActionLog], events: Events, now: datetime) -> bool:
    with transaction.atomic():
        if not store.commit(after, log):
            return False
        if after.has_ended:
            _write_result(after, events, now)
        # What is written stands, whatever becomes of telling it.
        transaction.on_commit(lambda: live.publish(after.table_id, after.version), robust=True)
    return True


def _write_result(after: Snapshot, events: Events, now: datetime) -> None:
    ended = next(event for event in events if isinstance(event, GameEnded))
    Table.objects.filter(pk=after.table_id).update(status=after.status, ended_at=now)
    for index, (heads, rank) in enumerate(zip(ended.totals, ended.ranks, strict=True)):
        Seat.objects.filter(table_id=after.table_id, index=index).update(heads=heads, rank=rank)
    transaction.on_commit(
        lambda: game_ended.send(sender=Table, table_id=after.table_id), robust=True
    )


def _after(
    before: Snapshot, steps: Sequence[Step], now: datetime
) -> tuple[Snapshot, list[ActionLog], Events]:
    play = _play_of(before)
    dealer = StoredDealer(before)
    game, told, log, made = play.game, Events(), [], list(steps)
    for number, step in enumerate(made, start=play.logged + 1):
        game, events = engine.apply(game, step.action, dealer)
        told += events
        log.append(_log_line(before.table_id, number, step, now))
        if passed := wished_pass(before, game):
            made.append(Step(passed, ActionLog.By.WISH))
    after = replace(
        _remember(play, made),
        game=game,
        logged=play.logged + len(made),
    )
    after = _tell(after, play.game, told)
    if _asks_anew(play.game, game):
        after = replace(after, since=before.version + 1, bots_at=None, deadline=None)
    if game.is_over:
        return before.with_play(after, Table.Status.FINISHED), log, told
    after = _with_clock(before, after, reveal_time(told), now)
    return before.with_play(after), log, told


def _play_of(snapshot: Snapshot) -> Play:
    if snapshot.play is None or snapshot.status != Table.Status.PLAYING:
        raise TableError(TableErrorCode.NOT_PLAYING)
    return snapshot.play


def _require_present(snapshot: Snapshot, seat: int) -> None:
    """Whoever was erased meanwhile leaves their seat to the bot, also while a socket stands."""
    if snapshot.seats[seat].is_former:
        raise TableError(TableErrorCode.NOT_SEATED)


def _is_repeated(play: Play, action: Action) -> bool:
    return (
        isinstance(action, ChooseCard)
        and play.game.round.choices[action.seat] == action.card
        and not play.away[action.seat]
        and action.seat not in play.forcing
    )


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


# --- Bots and deadlines ----------------------------------------------------------------


def _with_clock(snapshot: Snapshot, play: Play, watching: timedelta, now: datetime) -> Play:
    """Set when bots move and when time is up, unless it was set for this question already.

    Both begin after `watching`, the time in which the page shows what just happened.
    """
    moves_itself = [_moves_itself(snapshot, play, seat) for seat in _awaited(play)]
    begin = now + watching
    limit = snapshot.time_per_choice
    decision = play.game.decision
    bots_at = None
    if decision is not None and any(moves_itself):
        bots_at = play.bots_at or begin + thinking_time(decision.kind)
    # Kept also while nobody is waited for: who steps away and comes back gains no time.
    deadline = play.deadline
    if deadline is None and limit is not None and not all(moves_itself):
        deadline = begin + timedelta(seconds=limit)
    return replace(play, bots_at=bots_at, deadline=deadline)


def _awaited(play: Play) -> tuple[int, ...]:
    decision = play.game.decision
    return decision.seats if decision else ()


def _moves_itself(snapshot: Snapshot, play: Play, seat: int) -> bool:
    return bool(snapshot.seats[seat].bot) or play.away[seat] or _has_one_card(play.game, seat)


def _has_one_card(game: GameState, seat: int) -> bool:
    """The last card of a hand needs no choosing."""
    decision = game.decision
    return (
        decision is not None and decision.kind is Awaited.CARD and len(game.round.hands[seat]) == 1
    )


def _due_steps(before: Snapshot, now: datetime) -> Sequence[Step]:
    play = before.play
    if play is None or before.status != Table.Status.PLAYING:
        return ()
    steps = []
    for seat in _awaited(play):
        if _moves_itself(before, play, seat):
            if play.bots_at is not None and play.bots_at <= now:
                steps.append(_automatic_step(before, play.game, seat))
        elif play.deadline is not None and play.deadline <= now:
            action = bots.deadline_action(view_for(play.game, seat))
            steps.append(Step(action, ActionLog.By.DEADLINE))
    return steps


def _automatic_step(before: Snapshot, game: GameState, seat: int) -> Step:
    if _has_one_card(game, seat):
        action: Action = ChooseCard(seat, game.round.hands[seat][0])
        return Step(action, ActionLog.By.RULES)
    view = view_for(game, seat)
    level = before.seats[seat].bot
    if level:
        return Step(bots.choose(view, level, random.Random()), ActionLog.By.BOT)  # noqa: S311
    return Step(bots.deadline_action(view), ActionLog.By.BOT)


def _set_away(table_id: int, seat: int, *, away: bool, now: datetime) -> None:
    with changing(table_id) as table:
        snapshot = store.read(table)
        play = _play_of(snapshot)
        _require_present(snapshot, seat)
        marks = list(play.away)
        marks[seat] = away
        missed = list(play.missed)
        missed[seat] = 0
        play = replace(play, away=tuple(marks), missed=tuple(missed))
        play = _with_clock(snapshot, play, timedelta(), now)
        table.state = play.to_json()
        table.due_at = play.due_at
