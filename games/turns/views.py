"""Show the previous turn again, and let bots finish a game that no person plays any more."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import chosen_deck
from accounts.models import Player
from games import access
from games.guests.access import player_at
from games.page.describe import describe_board, describe_players
from games.page.regions import active_language, drawn, look_of
from games.rules.engine import view_for
from games.services import fast_forward
from games.snapshot import Snapshot
from games.table_commands import HtmxHttpRequest, seat_command
from games.turns.previous import state_before_reveal


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


@seat_command
def finish(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the bots play the rest at once."""
    fast_forward.finish(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())
