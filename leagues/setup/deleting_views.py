"""Pages that undo what was set up by mistake."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_league, get_season, require_level
from leagues.errors import LeagueError
from leagues.models import Season
from leagues.pages import (
    command,
    open_page,
    refusal_text,
    require_form,
    status_of,
    status_of_form,
    url_of,
)
from leagues.setup import deleting
from leagues.setup.forms import DeleteForm
from leagues.setup.season_views import manage_page
from leagues.setup.views import settings_page


@open_page
@require_form
def league_delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Delete a league in which nothing has happened, once its name is typed."""
    league = get_league(request, slug, Level.OWNER)
    if request.method != "POST":
        return redirect(url_of("settings#delete", slug))
    form = DeleteForm(league, request.POST)
    status = status_of_form(form)
    if form.is_valid():
        try:
            deleting.delete_league(league)
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
            status = status_of(error)
        else:
            messages.success(request, gettext("The league is deleted."))
            return redirect("leagues:list")
    return settings_page(request, league, status, {"delete_form": form})


@open_page
@require_form
def season_delete(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Delete a season that is being prepared, or an import, once its name is typed."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if season.status != Season.Status.DRAFT:
        require_level(request, season.league, Level.OWNER)
    if request.method != "POST":
        return redirect(url_of("season_edit#delete", slug, number))
    form = DeleteForm(season, request.POST)
    status = status_of_form(form)
    if form.is_valid():
        try:
            seen = whole_number(request.POST.get("season"), 0)
            deleting.delete_season(season.pk, acting_player(request), seen)
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
            status = status_of(error)
        else:
            messages.success(request, gettext("The season is deleted."))
            return redirect(season.league)
    return manage_page(request, season, status, {"delete_form": form})


@command("season_edit")
def season_back(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Prepare an open season again, while nobody has played in it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    deleting.back_to_plan(season.pk)
    messages.success(
        request, gettext("The season is being prepared again: you can change its rules.")
    )
    return redirect("leagues:season_edit", slug, number)
