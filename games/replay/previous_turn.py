"""The game as it was before the last reveal, made again from the log of its table."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import chosen_deck
from games.bounded_cache import BoundedCache
from games.live.regions import active_language, drawn, look_of
from games.models import Table
from games.page.describe import describe_board, describe_players
from games.rules.engine import apply, new_game, view_for
from games.rules.errors import RulesError
from games.rules.events import Revealed
from games.rules.state import GameState
from games.table.access import get_asked_table
from games.table.snapshot import Snapshot
from games.table.stored_deal import dealer_of, logged_actions

_states: BoundedCache[GameState | None] = BoundedCache(200)


def state_before_reveal(snapshot: Snapshot) -> GameState | None:
    """The game right before the cards of the told turn were revealed.

    None where none were, and where the log does not lead to that turn. The state holds what is
    secret: a page may show a projection of it only.
    """
    if not any(isinstance(event, Revealed) for event in snapshot.story):
        return None
    key = (snapshot.table_id, snapshot.turn_key)
    return _states.get_or_make(key, lambda: _replayed(snapshot))


def _replayed(snapshot: Snapshot) -> GameState | None:
    table = Table.objects.only("server_seed", "record").get(pk=snapshot.table_id)
    try:
        dealer = dealer_of(table, [seat.client_seed for seat in snapshot.seats])
        state, _ = new_game(snapshot.options, len(snapshot.seats), dealer)
        for action in logged_actions(snapshot.table_id):
            before = state
            state, events = apply(state, action, dealer)
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
    snapshot = get_asked_table(request, code)
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
