"""Points given and taken, with the reason, for everybody to read."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from leagues.access import Level, acting_player, get_season
from leagues.models import Adjustment
from leagues.pages import (
    RefusalsIn,
    command,
    open_page,
    posted,
    require_form,
    season_context,
    status_of_form,
)
from leagues.setup import adjustments as services
from leagues.setup.forms import AdjustmentForm
from leagues.standings.counted_games import adjustments_that_count


@open_page
@require_form
def adjustments(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """All of them, the cancelled ones too, and the form of another one."""
    is_sent = request.method == "POST"
    level = Level.ORGANIZER if is_sent else Level.VIEWER
    season = get_season(request, slug, number, level)
    form = AdjustmentForm(season, posted(request))
    if form.is_valid():
        with RefusalsIn(form):
            services.adjust(**form.cleaned_data, by=acting_player(request))
            return redirect("leagues:adjustments", slug, number)
    found = season.adjustments.select_related("player", "session", "by", "cancelled_by")
    context = season_context(request, season, "players") | {
        "form": form,
        "adjustments": found.order_by("-pk"),
        "counting": set(adjustments_that_count(season).values_list("pk", flat=True)),
    }
    return render(request, "leagues/setup/adjustments.html", context, status=status_of_form(form))


@command("adjustments")
def adjustment_cancel(
    request: HttpRequest, slug: str, number: int, adjustment_id: int
) -> HttpResponseBase:
    """Take one back; it stays listed."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    found = get_object_or_404(Adjustment, season=season, pk=adjustment_id)
    services.cancel(found, acting_player(request), timezone.now())
    return redirect("leagues:adjustments", slug, number)
