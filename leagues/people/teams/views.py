"""Teams of a season: their standings with one of them, and what organizers change."""

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.forms import LegibleField
from accounts.models import Player
from games.whole_numbers import whole_number
from leagues.models import Season, Team, TeamMember
from leagues.pages.access import Level, acting_player, get_season
from leagues.pages.shared import command, kept_part, open_page, status_of_form
from leagues.people.forms import (
    ChoosingForm,
    Offer,
    Person,
    PlayerField,
    PlayersField,
    players_of,
    read_players,
)
from leagues.people.teams import service
from leagues.people.teams.page import board_of_teams, members_of, place_of_team, present_in
from leagues.standings.board import sessions_with_standings
from leagues.standings.segments import Segment, standings_context
from leagues.standings.store import ensure_up_to_date
from leagues.standings.views import asked_session


class TeamNameForm(forms.Form):
    """What a team is called."""

    name = LegibleField(label=_("Name of the team"), max_length=Team.NAME_LENGTH)


class NewTeamForm(TeamNameForm):
    """A team, and who plays in it at first."""

    players = PlayersField(
        label=_("Members"),
        queryset=Player.objects.none(),
        required=False,
        help_text=_("Only players of the season who are in no team. Others can be added later."),
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["players"]
        assert isinstance(field, PlayersField)  # noqa: S101 - declared so
        field.queryset = players_of(season.pk).order_by("name", "pk")
        field.offer = Offer(season.league, partial(_read_free, season.pk))
        if not field.offer.people:
            self.fields["players"].widget = forms.MultipleHiddenInput()

    def clean_players(self) -> Collection[Player]:
        """As many as a team may have."""
        players: Collection[Player] = self.cleaned_data["players"]
        if len(players) > Team.MOST:
            raise forms.ValidationError(_("A team has ten members at most."))
        return players


class JoinForm(ChoosingForm):
    """Somebody for a team, who may be in another one by now: the service refuses that."""

    player = PlayerField(label=_("Player"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        read = read_players if self.is_bound else _read_free
        offer = Offer(season.league, partial(read, season.pk))
        self.choose_from("player", partial(players_of, season.pk), offer)


def _free(season_id: int) -> QuerySet[Player]:
    """Players of a season who are in no team."""
    taken = TeamMember.objects.filter(season=season_id, until=None).values("player")
    return players_of(season_id).exclude(pk__in=taken)


@compiled_once
def _read_free(season_id: int) -> QuerySet[Player, Any]:
    return _free(season_id).order_by().values_list(*Person._fields)


@open_page
def teams(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The standings of teams; `?session=` as of one. `?team=` opens a team below them."""
    season = get_season(request, slug, number)
    if "team" not in request.GET:
        return _board(request, season)
    found = next(iter(_teams(season.pk, whole_number(request.GET["team"], 0))), None)
    if found is None:
        raise Http404
    return _board(request, season, found)


@compiled_once
def _teams(season_id: int, team_id: int) -> QuerySet[Team]:
    return Team.objects.filter(season=season_id, pk=team_id)


@command("teams")
def team_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A team with its first members."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = NewTeamForm(season, request.POST)
    if not form.is_valid():
        return _board(request, season, form=form)
    made = service.make_team(season.pk, **form.cleaned_data, by=acting_player(request))
    return redirect(made)


@open_page
def team(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponse:
    """Lead to a team, below the standings of teams; `?session=` as of one."""
    found = _get_team(request, slug, number, team_id, Level.VIEWER)
    return redirect(found.url_as_of(request.GET.get("session", "")))


@command("team", late="teams")
def team_rename(request: HttpRequest, slug: str, number: int, team_id: int) -> HttpResponseBase:
    """Another name for a team."""
    found = _get_team(request, slug, number, team_id)
    form = TeamNameForm(request.POST)
    if not form.is_valid():
        return _board(request, found.season, found, name_form=form)
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
        return _board(request, found.season, found, join_form=form)
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


def _board(
    request: HttpRequest,
    season: Season,
    found: Team | None = None,
    *,
    form: NewTeamForm | None = None,
    name_form: TeamNameForm | None = None,
    join_form: JoinForm | None = None,
) -> HttpResponse:
    """The page of the teams; found: the one that is open."""
    asked = request.GET.get("session", "")

    def board() -> dict[str, Any]:
        sessions = sessions_with_standings(season)
        session = asked_session(request, sessions)
        return {
            "league": season.league,
            "season": season,
            "board": board_of_teams(season, session),
            "sessions": sessions,
            "session": session,
            "asked": asked,
        }

    ensure_up_to_date(season)
    context = standings_context(request, season, Segment.TEAMS)
    context["board"] = kept_part(request, season, "leagues/teams/board.html", asked, context=board)
    if found:
        context |= _open_team(request, season, found, asked)
    if context["may_organize"] and found:
        context["present"] = present_in(found.pk)
        context["name_form"] = name_form or TeamNameForm(initial={"name": found.name})
        context["join_form"] = join_form or JoinForm(season)
    elif context["may_organize"]:
        context["form"] = form or NewTeamForm(season)
    status = status_of_form(form or name_form or join_form or Form())
    return render(request, "leagues/teams/teams.html", context, status=status)


def _open_team(request: HttpRequest, season: Season, found: Team, asked: str) -> dict[str, Any]:
    """Context of team.html; its parts are drawn once for the present standings."""
    found.season = season

    @cache
    def about() -> dict[str, Any]:
        session = asked_session(request, sessions_with_standings(season))
        return {
            "league": season.league,
            "season": season,
            "session": session,
            "asked": asked,
            **place_of_team(found, session),
        }

    def members() -> dict[str, Any]:
        return about() | {"members": members_of(found, about()["session"])}

    def part(name: str, context: Callable[[], dict[str, Any]]) -> SafeString:
        template = f"leagues/teams/{name}.html"
        return kept_part(request, season, template, found.pk, asked, context=context)

    sums = part("sums", about)
    return {
        "team": found,
        "place": part("place", about),
        "sums": sums,
        "has_games": bool(sums.strip()),
        "members": part("members", members),
        "asked": asked,
    }
