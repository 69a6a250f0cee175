"""The page "My games"."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import current_player
from games.lobby.history import figures_of, games_of, page_of
from games.lobby.history_form import HistoryForm


@require_safe
@never_cache
def past(request: HttpRequest) -> HttpResponse:
    """The games one has played to the end, those looked for, with the figures of all of these."""
    player = current_player(request)
    form = HistoryForm(player, request.GET)
    wanted = form.wanted()
    games = games_of(player, wanted, timezone.now())
    tables, page = page_of(games, player, request.GET.get("page", "1"))
    chosen = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        "form": form,
        "tables": tables,
        "page": page,
        "figures": figures_of(games, player),
        "is_filtered": bool(chosen),
        "query": urlencode(chosen),
    }
    response = render(request, "games/past.html", context)
    if chosen:
        # The page repeats its address beside those of private tables: compressed, its length would
        # tell of them (docs/architecture.md).
        response.headers["Content-Encoding"] = "identity"
    return response
