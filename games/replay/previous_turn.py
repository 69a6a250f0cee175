"""The game as it was before the last reveal, made again from the log of its table."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import chosen_deck
from games.bounded_cache import BoundedCache
from games.live.regions import active_language, drawn, look_of
from games.models import ActionLog, Table
from games.page.describe import describe_board, describe_players
from games.rules import engine
from games.rules.actions import action_from_json
from games.rules.engine import view_for
from games.rules.errors import RulesError
from games.rules.events import Revealed
from games.rules.state import GameState
from games.table import access
from games.table.access import player_at
from games.table.snapshot import Snapshot
from games.table.stored_deal import dealer_of

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
    table = Table.objects.only("server_seed", "record").get(pk=snapshot.table_id)
    log = ActionLog.objects.filter(table_id=snapshot.table_id).order_by("number")
    actions = map(action_from_json, log.values_list("action", flat=True))
    try:
        dealer = dealer_of(table, [seat.client_seed for seat in snapshot.seats])
        state, _ = engine.new_game(snapshot.options, len(snapshot.seats), dealer)
        for action in actions:
            before = state
            state, events = engine.apply(state, action, dealer)
            is_told = f"{before.round.number}.{before.round.turn}" == snapshot.turn_key
            if is_told and any(isinstance(event, Revealed) for event in events):
                return before
    except RulesError:
        # A log of an older version of the site may not lead there.
        return None
    return None


@login_not_required
@require_safe
@never_cache
def previous_turn(request: HttpRequest, code: str) -> HttpResponse:
    """The rows and the players as everybody saw them before the last reveal."""
    snapshot = access.get_table_for_viewer(code, player_at(request, code))
    state = state_before_reveal(snapshot)
    if state is None:
        raise Http404
    look = look_of(active_language(), chosen_deck(request) or snapshot.deck)
    view = view_for(state, None)
    board = drawn(look, describe_board(snapshot, view))
    players = drawn(look, describe_players(snapshot, view))
    return HttpResponse(
        format_html('<div data-turn="{}">{}{}</div>', snapshot.turn_key, board, players)
    )
