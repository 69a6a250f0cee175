"""A game in play: the choices of people, bots and the clock, each applied at most once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games import live, store
from games.errors import TableError, TableErrorCode
from games.models import ActionLog, Seat, Table
from games.play import Play
from games.rules.actions import Action, ChooseCard
from games.rules.errors import IllegalAction
from games.rules.events import Events, GameEnded
from games.services.announce import changing
from games.services.clock import with_clock
from games.services.due import due_steps
from games.services.transition import Step, Transition, play_of, transition
from games.signals import game_abandoned, game_ended
from games.snapshot import Snapshot

# Each failed try means that somebody else's command went through.
TRIES = 30


def act(table_id: int, action: Action, version: int, now: datetime) -> Snapshot:
    """Apply a person's action, made on `version` of the table; the snapshot after it.

    A repeated choice changes nothing. Raises IllegalAction, TableError (NOT_PLAYING, NOT_SEATED,
    LATE, BUSY).
    """

    def steps(before: Snapshot) -> Sequence[Step]:
        play = play_of(before)
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
    return _advance(table_id, lambda before: due_steps(before, now), now)


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


def _set_away(table_id: int, seat: int, *, away: bool, now: datetime) -> None:
    with changing(table_id) as table:
        snapshot = store.read(table)
        play = play_of(snapshot)
        _require_present(snapshot, seat)
        marks = list(play.away)
        marks[seat] = away
        missed = list(play.missed)
        missed[seat] = 0
        play = replace(play, away=tuple(marks), missed=tuple(missed))
        play = with_clock(snapshot, play, timedelta(), now)
        table.state = play.to_json()
        table.due_at = play.due_at


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
            made = transition(before, steps, now)
        except (TableError, IllegalAction):
            # Refused on what this process knew; another one may know better.
            if store.fresh(table_id).version != before.version:
                continue
            raise
        if _write(made, now):
            return made.after
        store.forget(table_id)
    raise TableError(TableErrorCode.BUSY)


def _write(made: Transition, now: datetime) -> bool:
    """Write a transition and tell of it; False if somebody was faster."""
    after = made.after
    with transaction.atomic():
        if not store.commit(after, made.log):
            return False
        if after.has_ended:
            _write_result(after, made.events, now)
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
