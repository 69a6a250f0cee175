"""The later life of a season: closed, archived, copied."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from leagues.access import Level, get_season
from leagues.errors import LeagueError
from leagues.forms.life import CloseForm, CopyForm
from leagues.presenters.frame import season_context
from leagues.refusals import refusal_text
from leagues.services import life
from leagues.views.common import command, open_page, posted, require_form, status_of_form

# Of the games that keep a season open; one evening of a large club.
MOST_NAMED = 12


@open_page
@require_form
def close(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """End a season; asks again where games have no result."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = CloseForm(posted(request))
    if form.is_valid():
        try:
            life.close_season(season.pk, timezone.now(), anyway=form.cleaned_data["anyway"])
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
        else:
            messages.success(request, gettext("The season is closed."))
            return redirect(season)
    unfinished = life.unfinished_games(season)
    context = season_context(request, season, "manage") | {
        "form": form,
        "unfinished": unfinished.count(),
        "games": unfinished.select_related("session__season__league")[:MOST_NAMED],
    }
    return render(request, "leagues/life/close.html", context, status=status_of_form(form))


@open_page
@require_form
def copy(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The next season by the same rules."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = CopyForm(posted(request))
    if form.is_valid():
        made = life.copy_season(season, **form.cleaned_data)
        messages.success(
            request, gettext("Check the rules: they are frozen when the season opens.")
        )
        return redirect("leagues:season_edit", slug, made.number)
    context = season_context(request, season, "manage") | {"form": form}
    return render(request, "leagues/life/copy.html", context, status=status_of_form(form))


def _edit_url(slug: str, number: int) -> str:
    return reverse("leagues:season_edit", args=[slug, number])


@command(_edit_url)
def archive(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Lay a closed season aside."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    life.archive_season(season.pk)
    messages.success(request, gettext("The season is archived."))
    return redirect(season.league)
