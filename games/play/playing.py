"""A game in play: the choices of people, bots and the clock, each applied at most once."""

import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.core.exceptions import SynchronousOnlyOperation
from django.db import transaction
from django.dispatch import Signal

from accounts.locks import locked
from accounts.models import Player
from games.live import executor, publishing
from games.models import ActionLog, Seat, Table
from games.play import downtime, ox_results, pausing, ratings
from games.play.due import due_steps
from games.play.thinking import StillThinking
from games.rules.actions import Action, ChooseCard
from games.rules.errors import IllegalAction
from games.rules.events import Events, GameEnded, RoundScored
from games.signals import game_abandoned, game_ended, round_ended
from games.table import held_seats, store
from games.table.announce import changing
from games.table.errors import TableError, TableErrorCode
from games.table.pause import begin_if_agreed, begin_if_all_left, go_on, may_go_on
from games.table.snapshot import CommandId, LastCommand, Play, Snapshot, with_command
from games.table.transition import (
    SeedOf,
    Step,
    Transition,
    is_left_to_bots,
    play_of,
    stored_seed,
    transition,
    with_clock,
)

logger = logging.getLogger(__name__)

T = TypeVar("T")

# A game is over long before; this ends the loop should one ever not be.
MOST_MOVES = 5000


class Acted(NamedTuple):
    """The table after a command. is_repeated: it had been done before, and nothing changed."""

    snapshot: Snapshot
    is_repeated: bool


async def act(
    table_id: int,
    action: Action,
    version: int,
    now: datetime,
    command: CommandId | None,
    writer: store.LoopWriter | None = None,
) -> Acted:
    """Apply a person's action, made on `version` of the table, at most once.

    command: the id by which it is recognised when it comes again. writer: of the event loop; None
    in a thread. Raises IllegalAction, TableError (NOT_PLAYING, NOT_SEATED, PAUSED, LATE, WITHDRAWN,
    BUSY).
    """
    is_repeated = False

    def steps(before: Snapshot) -> Sequence[Step]:
        nonlocal is_repeated
        _require_present(before, action.seat)
        # Before anything else: it may have been the last command of the game.
        is_repeated = _is_done(before.play, action.seat, command)
        if is_repeated:
            return ()
        play = play_of(before)
        if play.is_paused:
            raise TableError(TableErrorCode.PAUSED)
        if not play.since <= version <= before.version:
            raise TableError(TableErrorCode.LATE)
        # One with an id is applied again: it must count as newer than one that is still on its way.
        is_repeated = command is None and _is_chosen(play, action)
        return () if is_repeated else (Step(action, ActionLog.By.PLAYER, command),)

    known = store.current(table_id)
    if version > known.version:
        known = store.fresh(table_id)
        if version > known.version:
            raise TableError(TableErrorCode.LATE)
    if _is_out_of_time(known, now):
        try:
            tend(table_id, now)
        except StillThinking:
            # Their time is up: the keeper applies it once the bots have chosen.
            raise TableError(TableErrorCode.LATE) from None
    after = await _advance(table_id, steps, now, writer)
    if is_repeated:
        # The run that did it may have lost its connection before it could publish.
        publishing.publish(table_id, after.version)
    return Acted(after, is_repeated)


def withdraw(table_id: int, seat: int, command: CommandId) -> bool:
    """Make sure that a command without an answer will never be applied; False if it was already.

    Raises TableError (NOT_PLAYING, NOT_SEATED).
    """
    with transaction.atomic():
        table = locked(Table.objects.all()).get(pk=table_id)
        snapshot = store.read(table)
        _require_present(snapshot, seat)
        if ActionLog.objects.filter(table=table, command=str(command)).exists():
            # The run that did it may have lost its connection before it could publish.
            publishing.publish(table_id, table.version)
            return False
        play = play_of(snapshot)
        newest = play.last_command(seat, command.page)
        if newest is None or newest.id.number < command.number:
            # No page shows it, so none is told. The version grows all the same: no snapshot of
            # another process that does not know of it can be written.
            mark = LastCommand(command, is_done=False)
            play = play._replace(commands=with_command(play.commands, seat, mark, len(play.away)))
            after = snapshot.with_play(play)
            Table.objects.filter(pk=table_id).update(version=after.version, state=play.to_json())
            transaction.on_commit(partial(store.keep, after))
    return True


def tend(table_id: int, now: datetime) -> Snapshot:
    """Make the moves that are due: of bots, of absent players, of players whose time is up.

    Raises StillThinking where a slow bot has not chosen yet.
    """
    known = store.fresh(table_id)
    if known.deadline is not None and known.deadline <= now:
        downtime.extend_after_downtime(now)
    if known.pause is not None and known.pause.ends_at <= now:
        pausing.end_when_over(table_id, now)
    return at_once(_advance(table_id, lambda before: due_steps(before, now), now))


def move_bots(table_id: int, now: datetime) -> Snapshot:
    """Make the next moves of a game that is left to bots, without waiting to be watched.

    This thread waits for slow bots.
    """

    def steps(before: Snapshot) -> Sequence[Step]:
        while is_left_to_bots(before):
            try:
                return due_steps(before, now, is_watched=True)
            except StillThinking as thinking:
                thinking.choice.exception()
        return ()

    return at_once(_advance(table_id, steps, now))


def move_watched_bots(table_id: int, since: int, now: datetime) -> None:
    """Make the moves of bots before their time, as the reveal has been watched.

    since: the version at which the decision began that they answer; another one waits.
    Raises StillThinking where a slow bot has not chosen yet.
    """

    def steps(before: Snapshot) -> Sequence[Step]:
        is_same = before.play is not None and before.play.since == since
        return due_steps(before, now, is_watched=True) if is_same else ()

    at_once(_advance(table_id, steps, now))


def finish_by_bots(table_id: int, seat: int, now: datetime) -> None:
    """Make the moves of the bots until the game is over, for a player who is out of it.

    seat: of who asks. Each move is a version of its own, as ever. Raises TableError (NOT_PLAYING,
    NOT_SEATED, STILL_PLAYED: a person plays on).
    """
    snapshot = store.fresh(table_id)
    if snapshot.seats[seat].is_former:
        raise TableError(TableErrorCode.NOT_SEATED)
    if snapshot.has_ended:
        return  # the bots were faster, or somebody else has asked too
    if not is_left_to_bots(snapshot):
        raise TableError(TableErrorCode.STILL_PLAYED)
    for _move in range(MOST_MOVES):
        if move_bots(table_id, now).has_ended:
            return


def step_away(table_id: int, seat: int, now: datetime) -> None:
    """Let the bot play for a player until they are back."""
    _set_away(table_id, seat, away=True, now=now)


def come_back(table_id: int, seat: int, now: datetime) -> None:
    """Let a player who was away play again."""
    _set_away(table_id, seat, away=False, now=now)


def abandon(table_id: int, player: Player, now: datetime) -> None:
    """End the game without a result, as its host or as an organizer; its seed is then shown.

    Whoever plays for their rating would escape a defeat so. Raises TableError (NOT_HOST,
    NOT_PLAYING, RATED_GOES_ON).
    """
    with changing(table_id) as table:
        if table.host_id != player.pk and not player.runs_the_club:
            raise TableError(TableErrorCode.NOT_HOST)
        if table.has_ended:
            raise TableError(TableErrorCode.NOT_PLAYING)
        if table.status == Table.Status.OPEN:
            held_seats.release(table_id)
        elif table.is_rated and table.seats.filter(player=player).exists():
            raise TableError(TableErrorCode.RATED_GOES_ON)
        # Before the status changes: of an ended game the choices in the log are not read.
        if play := store.read(table).play:
            table.state = play._replace(bots_at=None, deadline=None, pause=None).to_json()
        table.status = Table.Status.ABANDONED
        table.is_rated = False
        table.ended_at = now
        table.due_at = None
        held_seats.notify_previous_table(table)
    _send_later(game_abandoned, table_id)


def _set_away(table_id: int, seat: int, *, away: bool, now: datetime) -> None:
    with changing(table_id) as table:
        snapshot = store.read(table)
        play = play_of(snapshot)
        _require_present(snapshot, seat)
        was, play = play, play.with_away(seat, is_away=away)
        # Who was the only one not to have agreed to a pause may be away now.
        play = begin_if_agreed(snapshot, play, now)
        play = with_clock(snapshot, play, timedelta(), now)
        play = begin_if_all_left(snapshot, was, play, now)
        is_awaited = play.pause is not None and play.pause.waits_for_return
        if not away and is_awaited and may_go_on(snapshot, play, seat):
            play = go_on(snapshot, play, seat, now)
        table.state = play.to_json()
        table.due_at = play.due_at


def _is_out_of_time(known: Snapshot, now: datetime) -> bool:
    """Whether the time of the present choices is up, or that of a pause."""
    ends = known.deadline, known.pause.ends_at if known.pause else None
    return any(end is not None and end <= now for end in ends)


def _require_present(snapshot: Snapshot, seat: int) -> None:
    """Refuse the command of a player who was erased while their socket was open."""
    if snapshot.seats[seat].is_former:
        raise TableError(TableErrorCode.NOT_SEATED)


def _is_done(play: Play | None, seat: int, command: CommandId | None) -> bool:
    """Whether this command was applied before. Raises TableError(WITHDRAWN) if it must not be.

    A page numbers its commands: after a newer one, an older one is refused.
    """
    if play is None or command is None:
        return False
    newest = play.last_command(seat, command.page)
    if newest is None:
        return False
    if newest.id == command and newest.is_done:
        return True
    if command.number <= newest.id.number:
        raise TableError(TableErrorCode.WITHDRAWN)
    return False


def _is_chosen(play: Play, action: Action) -> bool:
    """Whether the player of the seat, and not the bot for them, has chosen this card already."""
    return (
        isinstance(action, ChooseCard)
        and play.game.round.choices[action.seat] == action.card
        and play.game.round.is_flipped(action.seat) == action.flipped
        and not play.away[action.seat]
        and action.seat not in play.forcing
    )


# --- One transition --------------------------------------------------------------------


async def _advance(
    table_id: int,
    steps_for: Callable[[Snapshot], Sequence[Step]],
    now: datetime,
    writer: store.LoopWriter | None = None,
) -> Snapshot:
    """Apply the steps that `steps_for` makes for the present snapshot, and return the new one.

    If another write was faster, the table is read and `steps_for` called again.
    """
    seed_of: SeedOf = stored_seed if writer is None else writer.server_seed
    for _try in range(store.TRIES):
        before = store.current(table_id)
        try:
            steps = steps_for(before)
            if not steps:
                return before
            made = transition(before, steps, now, seed_of)
        except store.SeedIsAway as away:
            seed_of = {table_id: await away.seed}.__getitem__
            continue
        except (TableError, IllegalAction):
            # The snapshot of this process may have been out of date.
            if store.fresh(table_id).version != before.version:
                continue
            raise
        if _write(made, now) if writer is None else await _write_on_loop(writer, made, now):
            return made.after
        if store.fresh(table_id).version == before.version:
            # The cached snapshot is newer than what is stored, as after a backup was restored.
            store.forget(table_id)
    raise TableError(TableErrorCode.BUSY)


def _write(made: Transition, now: datetime) -> bool:
    """Write a transition in this thread and announce it; False if another write was faster."""
    after = made.after
    with transaction.atomic():
        if not store.write(made, now):
            return False
        # Viewers first. A failed publish must not fail a committed write.
        transaction.on_commit(
            lambda: publishing.publish(after.table_id, after.version, is_urgent=not made.is_choice),
            robust=True,
        )
        if after.has_ended:
            _write_result(after, made.events, now)
        elif _is_round_told(made):
            _send_later(round_ended, after.table_id)
    return True


async def _write_on_loop(writer: store.LoopWriter, made: Transition, now: datetime) -> bool:
    """The same on the event loop. Raises SynchronousOnlyOperation for what takes longer."""
    after = made.after
    if after.has_ended:
        raise SynchronousOnlyOperation
    if not await writer.write(made, now):
        return False
    store.keep(after)
    try:
        publishing.publish(after.table_id, after.version, is_urgent=not made.is_choice)
    except Exception:
        logger.exception("a version could not be published")
    if _is_round_told(made):
        executor.run_later(_sending(round_ended, after.table_id))
    return True


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError(work)


def _write_result(after: Snapshot, events: Events, now: datetime) -> None:
    ended = next(event for event in events if isinstance(event, GameEnded))
    Table.objects.filter(pk=after.table_id).update(status=after.status, ended_at=now)
    assert after.game is not None  # noqa: S101 - it has just ended
    rounds = after.game.rounds_played
    for index, (heads, rank) in enumerate(zip(ended.totals, ended.ranks, strict=True)):
        seat = Seat.objects.filter(table_id=after.table_id, index=index)
        seat.update(heads=heads, rank=rank, rounds=rounds[index])
    ox_results.keep(after)
    if after.is_rated:
        transaction.on_commit(lambda: executor.run_later(ratings.rate_missing), robust=True)
    _send_later(game_ended, after.table_id)


def _send_later(signal: Signal, table_id: int) -> None:
    """After the commit, send a signal on another thread than those that write plays."""
    transaction.on_commit(lambda: executor.run_later(_sending(signal, table_id)), robust=True)


def _sending(signal: Signal, table_id: int) -> Callable[[], object]:
    return partial(signal.send_robust, sender=Table, table_id=table_id)


def _is_round_told(made: Transition) -> bool:
    """Whether a round is over that others than the table are told of."""
    if made.is_choice or not made.after.origin_url:
        return False
    return any(isinstance(event, RoundScored) for event in made.events)
