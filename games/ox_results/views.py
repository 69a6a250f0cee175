"""The club's best results against the ox."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import current_player
from games.daily import service as daily
from games.ox_results import service


@require_safe
@never_cache
def ox_results(request: HttpRequest) -> HttpResponse:
    """The best results by number of players, and whether one's own games alone are shown."""
    player = current_player(request)
    context = {
        "today": daily.today_for(player, timezone.now()),
        "best": service.best_results(player),
        "alone": service.best_alone(player),
    }
    return render(request, "games/ox_results.html", context)


@require_POST
def list_alone(request: HttpRequest) -> HttpResponse:
    """Show the results of one's own games alone by name, or no longer."""
    service.list_alone(current_player(request), is_listed=request.POST.get("listed") == "1")
    return redirect("games:ox_results")
