"""Show the previous turn again, and let bots finish a game that no person plays any more."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player, User
from games import access
from games.guests.access import player_at
from games.presenters.board import present_board
from games.presenters.players import present_players
from games.rules.projection import view_for
from games.services import fast_forward
from games.snapshot import Snapshot
from games.turns.previous import state_before_reveal
from games.views import HtmxHttpRequest, seat_command


@login_not_required
@require_safe
@never_cache
def previous_turn(request: HttpRequest, code: str) -> HttpResponse:
    """The rows and the players as everybody saw them before the last reveal."""
    user = request.user if isinstance(request.user, User) else None
    snapshot = access.get_table_for_viewer(code, player_at(request, code))
    state = state_before_reveal(snapshot)
    if state is None:
        raise Http404
    deck = (user.deck if user else "") or snapshot.deck
    language = get_language() or "en"
    with translation.override(language):
        view = view_for(state, None)
        board = present_board(snapshot, view, deck, language).html
        players = present_players(snapshot, view, deck, language).html
    return HttpResponse(
        format_html(
            '<div data-turn="{}">{}{}</div>',
            snapshot.turn_key,
            SafeString(board),
            SafeString(players),
        )
    )


@seat_command
def finish(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the bots play the rest at once."""
    fast_forward.finish(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())
