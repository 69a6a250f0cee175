"""Leagues: the list, a new one, the home with its picture, the settings and the roles of one."""

from collections.abc import Mapping
from copy import copy
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.access import is_organizer, player_or_none
from accounts.club.usual import offered
from accounts.compiled_once import compiled_once
from accounts.names import MISSING
from accounts.rate_limit import RateLimit, too_many, visitor_of
from games.page.picture import Picture, PictureLine, picture_response
from leagues.models import League, Role
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_league, require_league_maker
from leagues.pages.shared import (
    RefusalsIn,
    command,
    differences_of,
    frame_context,
    kept_page,
    league_context,
    moved,
    open_form,
    open_page,
    posted,
    status_of,
    status_of_form,
    unless_listed,
    url_of,
)
from leagues.people.find import place_by_name
from leagues.setup import league_life, season_life
from leagues.setup.forms import (
    DeleteForm,
    LeagueForm,
    LeagueSettingsForm,
    RoleForm,
)
from leagues.setup.home import home_of, listed_leagues, seasons_of, shown_season
from leagues.setup.search import LONGEST, find
from leagues.setup.season_form import SeasonForm, usual_season
from leagues.standings.figures import figure_text

SEARCHES = RateLimit("search", 60, 60)


@open_page
def league_list(request: HttpRequest) -> HttpResponse:
    """The leagues its reader may find; with ?q=, what has a name like it."""
    reader = player_or_none(request)
    context: dict[str, Any] = {"may_create": is_organizer(request.user), "longest": LONGEST}
    if text := request.GET.get("q", "").replace("\0", "")[:LONGEST].strip():
        if not SEARCHES.is_allowed(visitor_of(request)):
            return too_many(request)
        context |= {"text": text, "results": find(text, reader)}
    else:
        context["cards"] = listed_leagues(reader)
    response = render(request, "leagues/setup/league_list.html", context)
    if text:
        response["X-Robots-Tag"] = "noindex"
    if text and reader:
        # It repeats its address beside those of private tables (docs/architecture.md).
        response.headers["Content-Encoding"] = "identity"
    return response


@open_form
def league_new(request: HttpRequest) -> HttpResponseBase:
    """A new league with its first season: one form."""
    owner = require_league_maker(request)
    first = {"visibility": offered("usual_leagues").get("visibility", League.Visibility.PUBLIC)}
    about = LeagueForm(posted(request), initial=first)
    form = SeasonForm(posted(request), instance=usual_season())
    if about.is_valid() and form.is_valid():
        name = form.cleaned_data["season_name"]
        return redirect(league_life.create_league(owner, about.instance, name, form.rules()))
    context = {"about": about, "form": form}
    return render(request, "leagues/setup/league_new.html", context, status=status_of_form(form))


@open_form
@require_POST
def rules_example(request: HttpRequest) -> HttpResponse:
    """What the rules that somebody is choosing would do; nothing is kept."""
    acting_player(request)
    form = SeasonForm(request.POST)
    form.full_clean()
    return render(request, "leagues/setup/rules_example.html", {"example": form.example()})


@open_page
def league_home(request: HttpRequest, slug: str) -> HttpResponse:
    """A league: the season that runs, the next session, past seasons."""
    league = get_league(request, slug)
    frame = league_context(request, league)
    home = home_of(league, may_organize=frame["may_organize"])
    return render(request, "leagues/setup/league_home.html", frame | {"home": home})


@kept_page
def picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who leads a league, as PNG; asked for again each time, since a league may shut its doors."""
    league = get_league(request, slug)
    return unless_listed(picture_response(request, _told(league)), league)


def _told(league: League) -> Picture:
    """All that stands in the picture: the league, its season, who leads."""
    home = home_of(league, may_organize=False)
    if home["season"] is None:
        return Picture(league.name, gettext("The first season is being prepared."))
    preset = home["season"].season_rules.preset
    lines = [
        PictureLine(str(row.place or MISSING), row.player.name, figure_text(row.figure, preset))
        for row in home["top"]
    ]
    season = home["season"].name
    if not lines:
        season += " · " + gettext("No game has counted yet.")
    return Picture(league.name, season, tuple(lines))


@open_form
def league_settings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Name, description, who may see it."""
    league = get_league(request, slug, Level.OWNER)
    # A copy: a form that is refused leaves its words in the object it was given.
    form = LeagueSettingsForm(posted(request), instance=copy(league))
    version = request.POST.get("version", "")
    if not form.is_valid():
        sent = {"form": form, "version": version} if form.is_bound else {"form": form}
        return settings_page(request, league, status_of_form(form), sent)
    try:
        league_life.change_league(form.save(commit=False), version, by=acting_player(request))
    except LeagueError as error:
        # What was sent beside what others have saved meanwhile; sent again it replaces that.
        league = get_league(request, slug, Level.OWNER)
        form = LeagueSettingsForm(request.POST, instance=copy(league))
        late = {"form": form, "differences": differences_of(form)}
        return settings_page(request, league, status_of(error), late)
    messages.success(request, gettext("Saved."))
    newly = "may_be_embedded" in form.changed_data and form.cleaned_data["may_be_embedded"]
    # The code for the club's website stands below the form.
    return redirect(url_of("settings#frame", slug) if newly else league)


def settings_page(
    request: HttpRequest, league: League, status: HTTPStatus, sent: Mapping[str, Any]
) -> HttpResponse:
    """The settings of a league with its roles and its deletion; sent: what differs from them."""
    seasons = seasons_of(league)
    season = shown_season(seasons)
    context = (
        league_context(request, league)
        | frame_context(request, season)
        | {
            "form": sent.get("form") or LeagueSettingsForm(instance=copy(league)),
            "version": league.settings_version,
            "role_form": sent.get("role_form") or RoleForm(league),
            "roles": sorted(
                _roles(league.pk),
                key=lambda role: place_by_name(role.player.name, role.player_id),
            ),
            "delete_form": DeleteForm(league, None),
            "may_be_deleted": season_life.is_untouched(*seasons),
        }
    )
    return render(
        request, "leagues/setup/league_settings.html", context | dict(sent), status=status
    )


@compiled_once
def _roles(league_id: int) -> QuerySet[Role]:
    return Role.objects.filter(league=league_id).order_by().select_related("player")


roles = moved("settings#roles", Level.OWNER)


@command("settings#roles")
def role_set(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give a member a role, or another one."""
    league = get_league(request, slug, Level.OWNER)
    form = RoleForm(league, request.POST)
    if not form.is_valid():
        return settings_page(request, league, status_of_form(form), {"role_form": form})
    data = form.cleaned_data
    kind = Role.Kind(data["kind"])
    league_life.set_role(league, data["player"], kind, by=acting_player(request))
    return redirect(url_of("settings#roles", slug))


@command("settings#roles")
def role_take(request: HttpRequest, slug: str, role_id: int) -> None:
    """Take somebody's role."""
    league = get_league(request, slug, Level.OWNER)
    role = get_object_or_404(Role.objects.select_related("player"), league=league, pk=role_id)
    league_life.set_role(league, role.player, None, by=acting_player(request))


@open_form
def league_delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Delete a league in which nothing has happened, once its name is typed."""
    league = get_league(request, slug, Level.OWNER)
    if request.method != "POST":
        return redirect(url_of("settings#delete", slug))
    form = DeleteForm(league, request.POST)
    if form.is_valid():
        with RefusalsIn(form):
            league_life.delete_league(league)
            messages.success(request, gettext("The league is deleted."))
            return redirect("leagues:list")
    return settings_page(request, league, status_of_form(form), {"delete_form": form})
