"""The game as it was before the last reveal, made again from the log of its table."""

from games.bounded_cache import BoundedCache
from games.models import ActionLog
from games.rules import engine
from games.rules.actions import action_from_json
from games.rules.errors import IllegalAction
from games.rules.events import Revealed
from games.rules.state import GameState
from games.snapshot import Snapshot
from games.transition import StoredDealer

_states: BoundedCache[GameState] = BoundedCache(200)


def state_before_reveal(snapshot: Snapshot) -> GameState | None:
    """The game right before the cards of the told turn were revealed.

    None where none were, and where the log does not lead to that turn. The state holds what is
    secret: a page may show a projection of it only.
    """
    if not any(isinstance(event, Revealed) for event in snapshot.story):
        return None
    key = (snapshot.table_id, snapshot.turn_key)
    state: GameState | None = _states.get(key)
    if state is None:
        state = _replayed(snapshot)
        if state is not None:
            _states.put(key, state)
    return state


def _replayed(snapshot: Snapshot) -> GameState | None:
    dealer = StoredDealer(snapshot)
    log = ActionLog.objects.filter(table_id=snapshot.table_id).order_by("number")
    state, _ = engine.new_game(snapshot.options, len(snapshot.seats), dealer)
    for action in map(action_from_json, log.values_list("action", flat=True)):
        before = state
        try:
            state, events = engine.apply(state, action, dealer)
        except IllegalAction:
            return None
        is_told = f"{before.round.number}.{before.round.turn}" == snapshot.turn_key
        if is_told and any(isinstance(event, Revealed) for event in events):
            return before
    return None
