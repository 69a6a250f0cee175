"""Compute the next version of a table from actions; nothing is written here."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from accounts.models import SpecialQuestion, User
from games.models import ActionLog, Table
from games.rules import engine
from games.rules.actions import Action, PassSpecial
from games.rules.deal import SeededDealer
from games.rules.events import (
    Eliminated,
    Event,
    Events,
    Exchanged,
    FanCardMoved,
    HeadsCancelled,
    Jumped,
    Picked,
    PileRebuilt,
    Placed,
    Revealed,
    RoundScored,
    RowRemoved,
    RowsLaid,
    Shifted,
    SpecialPlayed,
    StopsLifted,
    TeamPlayed,
    Took,
)
from games.rules.placement import is_full, row_for
from games.rules.state import Awaited, GameState, RoundState
from games.table.errors import TableError, TableErrorCode
from games.table.pause import begin_if_agreed, begin_if_all_left
from games.table.snapshot import CommandId, LastCommand, Play, Snapshot, with_command

MISSED_BEFORE_AWAY = 2
# Reads the secret seed of a table.
SeedOf = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Step:
    """An action as the log holds it: who made it, and the id of the command it came with."""

    action: Action
    by: ActionLog.By
    command: CommandId | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """The next version of a table, the steps that led to it, and what happened.

    is_choice: somebody has chosen a card, or another one, and the others have yet to choose.
    """

    after: Snapshot
    steps: Sequence[Step]
    events: Events
    is_choice: bool


def stored_seed(table_id: int) -> bytes:
    """The secret seed of a table, read through the ORM. Raises Table.DoesNotExist."""
    return bytes(Table.objects.values_list("server_seed", flat=True).get(pk=table_id))


def play_of(snapshot: Snapshot) -> Play:
    """The play of a table in play. Raises TableError(NOT_PLAYING)."""
    if snapshot.play is None or snapshot.status != Table.Status.PLAYING:
        raise TableError(TableErrorCode.NOT_PLAYING)
    return snapshot.play


def transition(
    before: Snapshot,
    steps: Sequence[Step],
    now: datetime,
    seed_of: SeedOf = stored_seed,
    *,
    is_replayed: bool = False,
) -> Transition:
    """Apply steps, and after them the automatic passes that players asked for in their profile.

    seed_of: asked where another round is dealt. is_replayed: the steps are from the log, which has
    these passes already.
    Raises IllegalAction, TableError(NOT_PLAYING).
    """
    was = play_of(before)
    game, made, events = _apply(before, was.game, steps, seed_of, is_replayed=is_replayed)
    is_choice = not _starts_new_decision(was.game, game)
    changed = _remembered(was, made)
    changed |= _told(was, events, changed["forcing"])
    if not is_choice:
        changed |= {"since": before.version + 1, "bots_at": None, "deadline": None}
    play = was._replace(game=game, logged=was.logged + len(made), **changed)
    if game.is_over:
        # A pause that is still proposed would make the table due for ever.
        after = before.with_play(play._replace(pause=None), Table.Status.FINISHED)
    else:
        watching = reveal_time(events) if events else timedelta()
        play = with_clock(before, play, watching, now)
        if play.pause is not None:
            # Who was the only one not to have agreed to it may be out or away now.
            play = begin_if_agreed(before, play, now)
        if play.away != was.away:
            play = begin_if_all_left(before, was, play, now)
        after = before.with_play(play)
    return Transition(after, made, events, is_choice)


def _apply(
    before: Snapshot,
    game: GameState,
    steps: Sequence[Step],
    seed_of: SeedOf,
    *,
    is_replayed: bool,
) -> tuple[GameState, list[Step], Events]:
    """The game after all steps; the steps with the passes that were added; what happened."""
    dealer = StoredDealer(before, seed_of)
    waiting, made, told = deque(steps), [], Events()
    while waiting:
        step = waiting.popleft()
        game, events = engine.apply(game, step.action, dealer)
        made.append(step)
        told += events
        if not is_replayed and (passed := _wished_pass(before, game)):
            waiting.append(Step(passed, ActionLog.By.WISH))
    return game, made, told


def _wished_pass(snapshot: Snapshot, game: GameState) -> PassSpecial | None:
    """The pass for a player who is asked for a special card, but wants to be only before a take.

    Read from the database now, since a cached snapshot would not know of a change.
    """
    decision = game.decision if game.round.specials else None
    if decision is None or decision.kind is not Awaited.SPECIAL or decision.card is None:
        return None
    (seat,) = decision.seats
    user_id = snapshot.seats[seat].user_id
    if user_id is None or _takes(game, decision.card):
        return None
    wishes = User.objects.filter(pk=user_id, special_question=SpecialQuestion.TAKES)
    return PassSpecial(seat) if wishes.exists() else None


def _takes(game: GameState, card: int) -> bool:
    """Whether a number placed without a special card takes a row."""
    rows = game.round.rows
    index = row_for(rows, card)
    return index is None or is_full(rows[index])


def _starts_new_decision(before: GameState, after: GameState) -> bool:
    """Whether players are asked something new; only choices of one turn answer the same question.

    The second of two exchanges in a row is a new one: the first, sent twice, must not answer it.
    """
    was, now = before.round, after.round
    if was.awaited is now.awaited is Awaited.COUNCIL:
        # Whether others agree or are ready already does not change what a player answers.
        return _asked_of_team(was) != _asked_of_team(now)
    if was.awaited is not Awaited.CARD or now.awaited is not Awaited.CARD:
        return True
    return after.is_over or (was.number, was.turn) != (now.number, now.turn)


def _asked_of_team(round: RoundState) -> tuple[object, ...]:
    ox = round.ox
    said = None if ox is None else (ox.proposal, ox.declined, ox.open)
    return said, round.queue, round.rows


def _remembered(play: Play, steps: Sequence[Step]) -> dict[str, Any]:
    """Who missed a deadline, who is away, whose choice was forced, and the newest commands."""
    missed, away, forcing = list(play.missed), list(play.away), set(play.forcing)
    commands = play.commands
    for step in steps:
        seat = step.action.seat
        if step.by is ActionLog.By.PLAYER:
            missed[seat], away[seat] = 0, False
            forcing.discard(seat)
            if step.command is not None:
                newest = LastCommand(step.command, is_done=True)
                commands = with_command(commands, seat, newest, len(missed))
        elif step.by is ActionLog.By.DEADLINE:
            missed[seat] += 1
            away[seat] = missed[seat] >= MISSED_BEFORE_AWAY
            forcing.add(seat)
        elif away[seat]:
            forcing.add(seat)
    return {
        "missed": tuple(missed),
        "away": tuple(away),
        "forcing": frozenset(forcing),
        "commands": commands,
    }


def _told(play: Play, events: Events, forcing: frozenset[int]) -> dict[str, Any]:
    """The story gone on, or at a reveal the next one; forcing: of the turn that is revealed."""
    reveal = next((at for at, event in enumerate(events) if isinstance(event, Revealed)), None)
    if reveal is None:
        return {"story": play.story + events} if events else {}
    before = play.game.round
    return {
        "story": events[reveal:],
        "turn_key": f"{before.number}.{before.turn}",
        "forced": forcing,
        "forcing": frozenset(),
    }


# --- The clock: when somebody must look at a table --------------------------------------


def with_clock(snapshot: Snapshot, play: Play, watching: timedelta, now: datetime) -> Play:
    """Set when bots move and when time is up, unless that is set for this decision already.

    Both count from the end of `watching`, the time in which the page plays the reveal. In a pause
    the clock stands still.
    """
    if play.is_paused:
        return play
    decision = play.game.decision
    seats = decision.seats if decision else ()
    automatic = [is_automatic(snapshot, play, seat) for seat in seats]
    begin = now + watching
    limit = snapshot.time_per_choice
    bots_at = None
    if decision is not None and any(automatic):
        bots_at = play.bots_at or begin + thinking_time(decision.kind)
    # Kept while nobody is awaited: a player who steps away and comes back must gain no time.
    deadline = play.deadline
    if deadline is None and limit is not None and not all(automatic):
        deadline = begin + timedelta(seconds=limit)
    if bots_at == play.bots_at and deadline == play.deadline:
        return play
    return play._replace(bots_at=bots_at, deadline=deadline)


def awaited(play: Play) -> tuple[int, ...]:
    """The seats that must answer now."""
    decision = play.game.decision
    return decision.seats if decision else ()


def is_automatic(snapshot: Snapshot, play: Play, seat: int) -> bool:
    """Whether an awaited seat answers by itself: a bot, an absent player, or a last card."""
    return bool(snapshot.seats[seat].bot) or play.away[seat] or has_one_card(play.game, seat)


def is_left_to_bots(snapshot: Snapshot) -> bool:
    """Whether nobody but bots plays on: everybody else is out, or was erased.

    Who is only away may come back.
    """
    if snapshot.play is None or snapshot.status != Table.Status.PLAYING:
        return False
    return not snapshot.people_in_game(snapshot.play)


def has_one_card(game: GameState, seat: int) -> bool:
    """Whether a seat is to choose from one card only, and has no Flip card left for it.

    Whether that card could be flipped does not matter: it would be told by the time this takes.
    """
    if len(game.round.hands[seat]) != 1:
        return False
    decision = game.decision
    if decision is None or decision.kind is not Awaited.CARD:
        return False
    flips = game.round.flips
    return flips is None or flips.used[seat] is not None


# --- How long a reveal takes to be watched ------------------------------------------------

# Milliseconds; the page gets the same figures, and of a take those of `hold` and `beat`.
BEATS: dict[type, int] = {
    Revealed: 900,
    Placed: 450,
    Took: 1800,
    Jumped: 700,
    FanCardMoved: 500,
    Picked: 300,
    RowsLaid: 1800,
    SpecialPlayed: 1100,
    TeamPlayed: 1100,
    Shifted: 700,
    StopsLifted: 300,
    RowRemoved: 300,
    HeadsCancelled: 900,
    Exchanged: 900,
    PileRebuilt: 300,
    RoundScored: 3500,
    Eliminated: 1500,
}
# Of a take: how long its cards lie still before they leave the row, more for each head, and how
# long each card then keeps the next one waiting (BETWEEN in js/rows.js).
HOLD, BREATH, BETWEEN = 350, 35, 80
THINKING = timedelta(milliseconds=700)
# A hundred picks make a draft of ten: bots do not ponder over them.
PICKING = timedelta(milliseconds=50)


def hold(took: Took) -> int:
    """How long a row that is taken lies still with the card that takes it."""
    return HOLD + BREATH * took.heads


def beat(event: Event) -> int:
    """The time in which this event is shown."""
    ms = BEATS.get(type(event), 0)
    if ms and isinstance(event, Took):
        ms += hold(event) + BETWEEN * len(event.cards)
    return ms


def reveal_time(events: Events) -> timedelta:
    """The time in which these events are shown one after the other."""
    return timedelta(milliseconds=sum(map(beat, events)))


def thinking_time(awaited: Awaited) -> timedelta:
    """How long a bot lets people wait for its answer, after the reveal."""
    return PICKING if awaited is Awaited.PICK else THINKING


# --- The deal ---------------------------------------------------------------------------


class StoredDealer(SeededDealer):
    """The dealer of a stored table; it reads the secret seed only when a round is dealt."""

    def __init__(self, snapshot: Snapshot, seed_of: SeedOf = stored_seed) -> None:
        self._snapshot = snapshot
        self._seed_of = seed_of

    @cached_property
    def server_seed(self) -> bytes:  # type: ignore[override]
        return self._seed_of(self._snapshot.table_id)

    @cached_property
    def client_seeds(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(seat.client_seed for seat in self._snapshot.seats)
