"""Pages that undo what was set up by mistake."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_league, get_season, require_level
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Game, League, Season
from leagues.pages import (
    command,
    league_context,
    open_page,
    posted,
    require_form,
    season_context,
    status_of,
    status_of_form,
)
from leagues.setup import deleting


class DeleteForm(forms.Form):
    """The name of a league or season, typed by who wants it deleted."""

    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, what: League | Season, sent: QueryDict | None) -> None:
        super().__init__(sent)
        is_league = isinstance(what, League)
        self._name = what.name
        self._wrong = (
            _("That is not the name of this league.")
            if is_league
            else _("That is not the name of this season.")
        )
        self.fields["name"].label = (
            _("Type the name of the league") if is_league else _("Type the name of the season")
        )

    def clean_name(self) -> str:
        """Exactly that name, but for blanks around it."""
        name: str = self.cleaned_data["name"]
        if " ".join(name.split()) != " ".join(self._name.split()):
            raise ValidationError(self._wrong)
        return name


@open_page
@require_form
def league_delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Delete a league in which nothing has happened, once its name is typed."""
    league = get_league(request, slug, Level.OWNER)
    form = DeleteForm(league, posted(request))
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
    context = league_context(request, league) | {
        "form": form,
        "may_be_deleted": deleting.is_untouched(*league.seasons.all()),
    }
    return render(request, "leagues/setup/league_delete.html", context, status=status)


def _edit_url(slug: str, number: int) -> str:
    return reverse("leagues:season_edit", args=[slug, number])


@open_page
@require_form
def season_delete(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Delete a season that is being prepared, or an import, once its name is typed."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if season.status != Season.Status.DRAFT:
        require_level(request, season.league, Level.OWNER)
    form = DeleteForm(season, posted(request))
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
    context = season_context(request, season, "manage") | {
        "form": form,
        "may_be_deleted": deleting.may_be_deleted(season),
        "games": Game.objects.filter(session__season=season).count(),
        "sessions": season.sessions.count(),
    }
    return render(request, "leagues/setup/season_delete.html", context, status=status)


@command(_edit_url)
def season_back(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Prepare an open season again, while nobody has played in it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    deleting.back_to_plan(season.pk)
    messages.success(
        request, gettext("The season is being prepared again: you can change its rules.")
    )
    return redirect(_edit_url(slug, number))
