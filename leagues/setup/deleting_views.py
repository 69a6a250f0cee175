"""Pages that undo what was set up by mistake."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.access import Level, get_league, get_season
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import League
from leagues.pages import (
    command,
    league_context,
    open_page,
    posted,
    require_form,
    status_of,
    status_of_form,
)
from leagues.setup import deleting


class DeleteForm(forms.Form):
    """The name of a league, typed by who wants it deleted."""

    name = forms.CharField(
        label=_("Type the name of the league"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, league: League, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._name = league.name

    def clean_name(self) -> str:
        """Exactly that name, but for blanks around it."""
        name: str = self.cleaned_data["name"]
        if " ".join(name.split()) != " ".join(self._name.split()):
            raise ValidationError(_("That is not the name of this league."))
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


@command(_edit_url)
def season_delete(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Delete a season that is being prepared and in which nothing has happened."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    deleting.delete_season(season.pk)
    messages.success(request, gettext("The season is deleted."))
    return redirect(season.league)


@command(_edit_url)
def season_back(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Prepare an open season again, while nobody has played in it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    deleting.back_to_plan(season.pk)
    messages.success(
        request, gettext("The season is being prepared again: you can change its rules.")
    )
    return redirect(_edit_url(slug, number))
