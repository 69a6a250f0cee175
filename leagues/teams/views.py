"""Teams of a season: their standings, one of them, and what organizers change."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_season
from leagues.models import Season, Team
from leagues.pages import command, open_page, season_context, status_of_form
from leagues.standings.board import sessions_with_standings
from leagues.standings.segments import Segment, standings_context
from leagues.standings.views import asked_session
from leagues.teams import service
from leagues.teams.forms import JoinForm, NewTeamForm, TeamNameForm
from leagues.teams.page import board_of_teams, team_page


@open_page
@require_safe
def teams(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings of teams; `?session=` asks for them as of one."""
    return _board(request, get_season(request, slug, number))


@command("teams")
def team_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A team with its first members."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = NewTeamForm(season, request.POST)
    if not form.is_valid():
        return _board(request, season, form)
    made = service.make_team(season.pk, **form.cleaned_data, by=acting_player(request))
    return redirect("leagues:team", slug, number, made.pk)


@open_page
@require_safe
def team(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponse:
    """A team, its members and the games behind its figure; `?session=` as of one."""
    return _team(request, _get_team(request, slug, number, team_id, Level.VIEWER))


@command("team", late="teams")
def team_rename(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponseBase:
    """Another name for a team."""
    found = _get_team(request, slug, number, team_id)
    form = TeamNameForm(request.POST)
    if not form.is_valid():
        return _team(request, found, name_form=form)
    service.rename_team(found, form.cleaned_data["name"], acting_player(request))
    return redirect(found)


@command("team", late="teams")
def team_delete(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponseBase:
    """A team for which nobody has played goes."""
    found = _get_team(request, slug, number, team_id)
    service.delete_team(found, acting_player(request))
    messages.success(request, gettext("The team is deleted."))
    return redirect("leagues:teams", slug, number)


@command("team", late="teams")
def team_join(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponseBase:
    """Somebody joins a team."""
    found = _get_team(request, slug, number, team_id)
    form = JoinForm(found.season, request.POST)
    if not form.is_valid():
        return _team(request, found, join_form=form)
    service.join(found, form.cleaned_data["player"], acting_player(request))
    return redirect(found)


@command("team", late="teams")
def team_leave(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponseBase:
    """Somebody leaves a team: `player` says who."""
    found = _get_team(request, slug, number, team_id)
    player = get_object_or_404(Player, pk=whole_number(request.POST.get("player"), 0))
    service.leave(found, player, acting_player(request))
    return redirect(found)


def _get_team(
    request: HttpRequest, slug: str, number: int, team_id: int, level: Level = Level.ORGANIZER
) -> Team:
    season = get_season(request, slug, number, level)
    found = get_object_or_404(Team, season=season, pk=team_id)
    found.season = season
    return found


def _board(request: HttpRequest, season: Season, form: NewTeamForm | None = None) -> HttpResponse:
    sessions = sessions_with_standings(season)
    session = asked_session(request, sessions)
    context = standings_context(request, season, Segment.TEAMS) | {
        "board": board_of_teams(season, session),
        "sessions": sessions,
        "session": session,
        "query": _query(request),
    }
    if context["may_organize"]:
        context["form"] = form or NewTeamForm(season)
    status = status_of_form(form or Form())
    return render(request, "leagues/teams/teams.html", context, status=status)


def _team(
    request: HttpRequest,
    found: Team,
    *,
    name_form: TeamNameForm | None = None,
    join_form: JoinForm | None = None,
) -> HttpResponse:
    season = found.season
    session = asked_session(request, sessions_with_standings(season))
    context = season_context(request, season, "standings") | {
        "page": team_page(found, session),
        "session": session,
        "query": _query(request),
    }
    if context["may_organize"]:
        context["name_form"] = name_form or TeamNameForm(initial={"name": found.name})
        context["join_form"] = join_form or JoinForm(season)
    status = status_of_form(name_form or join_form or Form())
    return render(request, "leagues/teams/team.html", context, status=status)


def _query(request: HttpRequest) -> str:
    asked = request.GET.get("session", "")
    return f"?session={asked}" if asked else ""
