"""Seasons: planned, changed, opened, closed, deleted; their rules in plain words."""

from collections.abc import Mapping
from copy import copy
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from accounts.compiled_once import compiled_once
from games.whole_numbers import whole_number
from leagues.models import Game, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_league, get_season, require_level
from leagues.pages.shared import (
    RefusalsIn,
    command,
    differences_of,
    league_context,
    open_form,
    open_page,
    posted,
    refusal_text,
    season_context,
    status_of,
    status_of_form,
    url_of,
)
from leagues.setup import season_life
from leagues.setup.amending import AmendForm, amend, amendments_of, preview_amendment
from leagues.setup.forms import CloseForm, CopyForm, DeleteForm
from leagues.setup.season_form import SeasonForm, SeasonNameForm
from leagues.standings.rules_in_words import examples, rules_in_words

# Of the games that keep a season open; one session of a large club.
MOST_NAMED = 12


@open_form
def season_new(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The next season of a league, with the rules of the last one to begin with."""
    league = get_league(request, slug, Level.ORGANIZER)
    form = SeasonForm(posted(request), instance=season_life.like_the_last(league))
    if form.is_valid():
        name = form.cleaned_data["season_name"]
        return redirect(
            season_life.plan_season(league, name, form.rules(), by=acting_player(request))
        )
    context = league_context(request, league) | {"form": form}
    return render(request, "leagues/setup/season_new.html", context, status=status_of_form(form))


@open_form
def season_edit(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The name and, until the season opens, the rules; and what else organizers do with it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = _plan_form(season, posted(request))
    version = request.POST.get("version", "")
    sent = {"form": form, "version": version} if form.is_bound else {"form": form}
    if not form.is_valid():
        if isinstance(form, SeasonForm) and season.status != Season.Status.DRAFT:
            return _plan_conflict(request, slug, number, LeagueError(LeagueErrorCode.RULES_FROZEN))
        return manage_page(request, season, status_of_form(form), sent)
    rules = form.rules() if isinstance(form, SeasonForm) else season.season_rules
    try:
        name = form.cleaned_data["season_name"]
        season_life.change_plan(season.pk, name, rules, version, by=acting_player(request))
    except LeagueError as error:
        if error.code is not LeagueErrorCode.AFTER_THE_FINAL:
            return _plan_conflict(request, slug, number, error)
        form.add_error("final", refusal_text(error))
        return manage_page(request, season, status_of(error), sent)
    messages.success(request, gettext("Saved."))
    return redirect(season)


def _plan_form(season: Season, sent: QueryDict | None) -> SeasonForm | SeasonNameForm:
    """The form of a season; a page that was opened before the season was sends rules all the same.

    The name alone is asked once the rules are frozen.
    """
    if season.status == Season.Status.DRAFT or (sent and "preset" in sent):
        # A copy: a form that is refused leaves its rules in the object it was given.
        return SeasonForm(sent, instance=copy(season))
    return SeasonNameForm(sent, initial={"season_name": season.name})


def _plan_conflict(
    request: HttpRequest, slug: str, number: int, error: LeagueError
) -> HttpResponse:
    """What was sent beside what is stored by now; sent again it replaces what is not frozen."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    sent = _plan_form(season, request.POST)
    form = sent
    if season.status != Season.Status.DRAFT:
        form = SeasonNameForm(initial={"season_name": request.POST.get("season_name", "")})
    late = {
        "form": form,
        "differences": differences_of(sent),
        "is_frozen": error.code is LeagueErrorCode.RULES_FROZEN,
    }
    return manage_page(request, season, status_of(error), late)


def manage_page(
    request: HttpRequest, season: Season, status: HTTPStatus, sent: Mapping[str, Any]
) -> HttpResponse:
    """All that organizers do with a season; sent: what differs from its stored state."""
    games = _unfinished(season.pk)
    for game in games:
        game.session.season = season
    may_be_deleted = season_life.may_be_deleted(season)
    about = {
        "form": sent.get("form") or _plan_form(season, None),
        "version": season.plan_version,
        "is_untouched": season_life.is_untouched(season),
        "may_be_deleted": may_be_deleted,
        "delete_form": DeleteForm(season, None),
        **(season_life.contents_of(season) if may_be_deleted else {}),
        "close_form": CloseForm(),
        "copy_form": CopyForm(auto_id="copy_%s"),
        "unfinished": (
            len(games) if len(games) < MOST_NAMED else sum(_number_unfinished(season.pk))
        ),
        "games": games,
    }
    context = season_context(request, season, "manage") | about | dict(sent)
    return render(request, "leagues/setup/season_edit.html", context, status=status)


@compiled_once
def _unfinished(season_id: int) -> QuerySet[Game]:
    games = season_life.unfinished_games(season_id)
    return games.select_related("session", "round")[:MOST_NAMED]


@compiled_once
def _number_unfinished(season_id: int) -> QuerySet[Game, int]:
    """Their number alone."""
    games = season_life.unfinished_games(season_id).order_by()
    return games.values("session__season").values_list(Count("pk"), flat=True)


@command("season_edit")
def season_open(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Freeze the rules and begin; a closed season goes on."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    version, by = request.POST.get("version"), acting_player(request)
    season_life.open_season(season.pk, timezone.now(), version, by=by)
    messages.success(request, gettext("The season is open: sessions can begin."))
    return redirect(season)


@open_page
def rules(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the season agreed on, in sentences and an example."""
    season = get_season(request, slug, number, may_be_announced=True)
    agreed = season.season_rules
    context = season_context(request, season, "rules") | {
        "sections": rules_in_words(season),
        "examples": examples(agreed),
        "places": range(1, agreed.most + 1),
        "amendments": amendments_of(season),
    }
    return render(request, "leagues/setup/rules.html", context)


@open_form
def rules_amend(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Other rules for a season that runs: first what they would change, then the change."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if not season.is_open:
        return redirect("leagues:rules", slug, number)
    form = AmendForm(posted(request), instance=copy(season))
    preview = None
    if form.is_valid():
        agreed, reason = form.rules(), form.cleaned_data["reason"]
        seen = request.POST.get("seen", "")
        if "amend" in request.POST:
            with RefusalsIn(form):
                amend(season.pk, agreed, reason, seen, acting_player(request), timezone.now())
                messages.success(
                    request, gettext("The rules are amended; all games are counted anew.")
                )
                return redirect("leagues:rules", slug, number)
        preview = preview_amendment(season, agreed)
    context = season_context(request, season, "rules") | {"form": form, "preview": preview}
    status = status_of_form(form) if form.errors else HTTPStatus.OK
    return render(request, "leagues/setup/rules_amend.html", context, status=status)


@open_form
def close(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """End a season; asks again where games have no result."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if request.method != "POST":
        return redirect(url_of("season_edit#close", slug, number))
    form = CloseForm(request.POST)
    if form.is_valid():
        with RefusalsIn(form):
            anyway, by = form.cleaned_data["anyway"], acting_player(request)
            season_life.close_season(season.pk, timezone.now(), anyway=anyway, by=by)
            messages.success(request, gettext("The season is closed."))
            return redirect(season)
    return manage_page(request, season, status_of_form(form), {"close_form": form})


@open_form
def season_copy(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The next season by the same rules."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if request.method != "POST":
        return redirect(url_of("season_edit#copy", slug, number))
    form = CopyForm(request.POST, auto_id="copy_%s")
    if form.is_valid():
        by = acting_player(request)
        made = season_life.copy_season(season, **form.cleaned_data, by=by)
        messages.success(
            request, gettext("Check the rules: they are frozen when the season opens.")
        )
        return redirect("leagues:season_edit", slug, made.number)
    return manage_page(request, season, status_of_form(form), {"copy_form": form})


@command("season_edit")
def archive(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Lay a closed season aside."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    season_life.archive_season(season.pk, by=acting_player(request))
    messages.success(request, gettext("The season is archived."))
    return redirect(season.league)


@open_form
def season_delete(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Delete a season that is being prepared, or an import, once its name is typed."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    if season.status != Season.Status.DRAFT:
        require_level(request, season.league, Level.OWNER)
    if request.method != "POST":
        return redirect(url_of("season_edit#delete", slug, number))
    form = DeleteForm(season, request.POST)
    if form.is_valid():
        with RefusalsIn(form):
            seen = whole_number(request.POST.get("season"), 0)
            season_life.delete_season(season.pk, acting_player(request), seen)
            messages.success(request, gettext("The season is deleted."))
            return redirect(season.league)
    return manage_page(request, season, status_of_form(form), {"delete_form": form})


@command("season_edit")
def season_back(request: HttpRequest, slug: str, number: int) -> None:
    """Prepare an open season again, while nobody has played in it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    season_life.back_to_plan(season.pk)
    messages.success(
        request, gettext("The season is being prepared again: you can change its rules.")
    )
