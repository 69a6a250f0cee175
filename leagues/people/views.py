"""The players of a season: who joins, also by a link, withdraws, is merged, rated, given points."""

from collections.abc import Sequence
from copy import copy
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from accounts.access import (
    accept_invitation,
    accepted_invitation,
    player_or_none,
    require_organizer,
)
from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.rate_limit import RateLimit, address_of, limited, too_many
from games.whole_numbers import whole_number
from leagues.models import Adjustment, Entrant, Merge, Season
from leagues.models.errors import LeagueError
from leagues.notices.service import players_of
from leagues.pages.access import Level, acting_player, get_league, get_season
from leagues.pages.shared import (
    RefusalsIn,
    command,
    league_context,
    open_form,
    open_page,
    posted,
    refusal_text,
    refuse,
    require_form,
    season_context,
    status_of_form,
    to_member,
    url_of,
)
from leagues.people import adjustments as points
from leagues.people import guests, merging, signing_up
from leagues.people import players as services
from leagues.people.forms import (
    AddPlayerForm,
    AdjustmentForm,
    GuestForm,
    InviteForm,
    MergeForm,
    SignUpForm,
)
from leagues.people.pasted import NamesForm, PastedName, chosen_of, read_names
from leagues.standings.store import ensure_up_to_date

# The part of the players' page that lists points given and taken.
POINTS = "players#points"
# Counted by address.
WRONG_LINKS = RateLimit("wrong_invite", 30, 60)
NEW_LINKS = RateLimit("new_invite", 20, 300)


@open_page
def players(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who plays in a season; ?change= shows what an organizer may do with one of them."""
    season = get_season(request, slug, number, may_be_announced=True)
    return players_page(request, season, chosen=whole_number(request.GET.get("change"), 0))


@command("players")
def player_add(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Somebody of the club joins."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = AddPlayerForm(season, request.POST)
    if not form.is_valid():
        return players_page(request, season, add_form=form)
    services.add_player(season.pk, form.cleaned_data["player"])
    return redirect("leagues:players", slug, number)


@command("players")
def players_named(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Members and guests join by their names: first it is shown who is meant, then they are added.

    A single name that can mean only one person needs no second look.
    """
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = NamesForm(request.POST)
    if "who" in request.POST:
        names, answers = request.POST.getlist("name"), request.POST.getlist("who")
    elif form.is_valid():
        rows = read_names(season, form.cleaned_data["names"])
        if len(rows) > 1 or rows[0].note:
            return players_page(request, season, rows=rows)
        names, answers = [rows[0].name], [rows[0].chosen]
    else:
        return players_page(request, season, names_form=form)
    chosen = chosen_of(season, names, answers)
    count = services.add_several(season.pk, chosen.players, chosen.guests)
    sentence = ngettext("%(count)d player added.", "%(count)d players added.", count)
    messages.success(request, sentence % {"count": count})
    return redirect("leagues:players", slug, number)


@command("players")
def player_rename(request: HttpRequest, slug: str, number: int, player_id: int) -> None:
    """A guest's name was mistyped."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=player_id)
    form = GuestForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.errors["name"][0]))
        return
    name = form.cleaned_data["name"]
    guests.rename_guest(season.pk, player, name, by=acting_player(request))
    messages.success(request, gettext("The guest is now called %(name)s.") % form.cleaned_data)


@open_form
def player_withdraw(
    request: HttpRequest, slug: str, number: int, player_id: int
) -> HttpResponseBase:
    """Somebody leaves the season; what that changes is shown before."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    entrant = next(iter(_entrants(season.pk, player_id)), None)
    player = entrant.player if entrant else get_object_or_404(Player, pk=player_id)
    if request.method != "POST":
        if entrant is None:
            return to_member(request, season.league, player_id)
        context = season_context(request, season, "players") | {
            "player": player,
            "today": timezone.now(),
            **services.present_withdrawal(season, player),
        }
        return render(request, "leagues/people/withdraw.html", context)
    try:
        services.withdraw(season.pk, player, timezone.now())
    except LeagueError as error:
        return refuse(request, error, url_of("players", slug, number))
    messages.success(request, gettext("%(name)s has withdrawn.") % {"name": player.name})
    return redirect("leagues:players", slug, number)


@command("players")
def player_return(request: HttpRequest, slug: str, number: int, player_id: int) -> None:
    """Somebody who had left plays on."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=player_id)
    services.come_back(season.pk, player)
    messages.success(request, gettext("%(name)s plays again.") % {"name": player.name})


@command("players")
def player_rating(request: HttpRequest, slug: str, number: int, player_id: int) -> None:
    """Whether somebody's strength is rated: `rated` is 1, or not sent."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    _set_rated(request, season, get_object_or_404(Player, pk=player_id))


@command("players")
def own_rating(request: HttpRequest, slug: str, number: int) -> None:
    """The same of who asks."""
    season = get_season(request, slug, number, Level.MEMBER, may_be_announced=True)
    _set_rated(request, season, acting_player(request))


def _set_rated(request: HttpRequest, season: Season, player: Player) -> None:
    services.set_rated(season.pk, player, acting_player(request), is_rated="rated" in request.POST)


@open_page
def adjustments(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the points given and taken, on the page of the players."""
    get_season(request, slug, number)
    return redirect(url_of(POINTS, slug, number))


@command(POINTS)
def player_points(request: HttpRequest, slug: str, number: int, player_id: int) -> HttpResponseBase:
    """Give points to a player of the season, or take some."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=player_id, erased_at=None)
    form = AdjustmentForm(season, request.POST)
    if not form.is_valid():
        return players_page(request, season, chosen=player_id, points_form=form)
    points.adjust(player=player, **form.cleaned_data, by=acting_player(request))
    return redirect(url_of(POINTS, slug, number))


@command(POINTS)
def adjustment_cancel(request: HttpRequest, slug: str, number: int, adjustment_id: int) -> None:
    """Take points given back; they stay listed."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    found = get_object_or_404(Adjustment, season=season, pk=adjustment_id)
    points.cancel(found, acting_player(request), timezone.now())


@command("players")
def sign_up(request: HttpRequest, slug: str, number: int) -> None:
    """The reader wants to play in the season; the page says what became of it."""
    season = _announced(request, slug, number)
    signing_up.sign_up(season.pk, acting_player(request), timezone.now())


@compiled_once
def _entrants(season_id: int, player_id: int) -> QuerySet[Entrant]:
    rows = Entrant.objects.filter(season=season_id, player=player_id)
    return rows.select_related("player")


@command("players")
def sign_up_leave(request: HttpRequest, slug: str, number: int) -> None:
    """The reader does not want to play in it after all."""
    season = _announced(request, slug, number)
    signing_up.step_back(season.pk, acting_player(request), timezone.now())
    messages.success(request, gettext("You no longer play in this season, nor wait for a place."))


@command("players")
def sign_up_answer(request: HttpRequest, slug: str, number: int) -> None:
    """Somebody may play, or with `refuse` may not."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=whole_number(request.POST.get("player"), 0))
    answer = signing_up.refuse if "refuse" in request.POST else signing_up.approve
    answer(season.pk, player, by=acting_player(request))


@command("players")
def sign_up_choose(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """How members sign up, from now on."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    # A copy: a form that is refused leaves its choices in the object it was given.
    form = SignUpForm(request.POST, instance=copy(season))
    if not form.is_valid():
        return players_page(request, season, sign_up_form=form)
    version, by = request.POST.get("version", ""), acting_player(request)
    signing_up.change_sign_ups(season.pk, form.cleaned_data, version, by=by)
    messages.success(request, gettext("Saved."))
    return redirect("leagues:players", slug, number)


def _announced(request: HttpRequest, slug: str, number: int) -> Season:
    return get_season(request, slug, number, Level.MEMBER, may_be_announced=True)


@open_form
def merge(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who was merged into whom, and the form for it."""
    league = get_league(request, slug, Level.ORGANIZER)
    form = MergeForm(league, posted(request))
    if form.is_valid():
        guest, member = form.cleaned_data["guest"], form.cleaned_data["member"]
        with RefusalsIn(form):
            merging.merge(league, guest, member, acting_player(request), timezone.now())
            told = {"guest": guest.name, "member": member.name}
            messages.success(
                request, gettext("What %(guest)s played now belongs to %(member)s.") % told
            )
            return redirect("leagues:merge", slug)
    merges = _merges(league.pk)
    context = league_context(request, league) | {"form": form, "merges": merges}
    return render(request, "leagues/people/merge.html", context, status=status_of_form(form))


@compiled_once
def _merges(league_id: int) -> QuerySet[Merge]:
    merges = Merge.objects.filter(league=league_id)
    return merges.select_related("guest", "member", "by", "undone_by")


@command("merge")
def merge_undo(request: HttpRequest, slug: str, merge_id: int) -> None:
    """Give the guest back what was theirs."""
    league = get_league(request, slug, Level.ORGANIZER)
    found = get_object_or_404(Merge.objects.select_related("league"), league=league, pk=merge_id)
    merging.undo(found, acting_player(request), timezone.now())
    messages.success(request, gettext("They are two people again."))


def players_page(
    request: HttpRequest,
    season: Season,
    *,
    chosen: int = 0,
    rows: Sequence[PastedName] = (),
    new_link: str = "",
    **refused: BaseForm,
) -> HttpResponse:
    """The page of the players.

    chosen: an id, whose forms are shown to organizers. rows: who is meant by names that were
    pasted. new_link: one for many that was just made. refused: a form of the page that was sent
    and cannot be right, by its name.
    """
    ensure_up_to_date(season)
    frame = season_context(request, season, "players")
    lines, me = services.entrant_lines(season), player_or_none(request)
    playing = {line.pk for line in lines if not line.is_erased and not line.withdrawn_on}
    context = frame | {
        "lines": lines,
        "chosen": chosen,
        "me": me,
        "panel": signing_up.sign_up_panel(season, me, playing),
        "names_form": NamesForm(),
        "invite_form": InviteForm(),
        # Read for those alone who are shown it.
        "invites": season.invites.select_related("invitation__created_by").order_by("-pk"),
        "new_link": new_link,
        "adjustments": points.adjustments_of(season.pk),
        "rows": rows,
    }
    if context["may_organize"] and season.is_unfinished:
        context["add_form"] = AddPlayerForm(season)
        context["sign_up_form"] = SignUpForm(instance=season)
        if chosen and season.is_open:
            context["points_form"] = AdjustmentForm(season)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "leagues/people/players.html", context | refused, status=status)


# --- Links for many -------------------------------------------------------------------


@command("players#links")
@limited(NEW_LINKS)
@sensitive_variables("token")
def invite_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A new link, shown in the answer, this once.

    Whoever follows it becomes a member of the club: only organizers of the club make one.
    """
    season, by = get_season(request, slug, number, Level.ORGANIZER), require_organizer(request)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return players_page(request, season, invite_form=form)
    token = signing_up.make_invite(season, by, **form.cleaned_data)
    url = request.build_absolute_uri(reverse("leagues:join_by_link", args=[token]))
    return players_page(request, season, new_link=url)


@command("players#links")
def invite_revoke(request: HttpRequest, slug: str, number: int, invite_id: int) -> None:
    """A link lets nobody in any more."""
    season, by = get_season(request, slug, number, Level.ORGANIZER), require_organizer(request)
    invite = get_object_or_404(season.invites.select_related("invitation"), pk=invite_id)
    invite.season = season
    signing_up.revoke_invite(invite, by)
    messages.success(request, gettext("The link is revoked."))


@login_not_required
@never_cache
@require_safe
@sensitive_variables("token")
def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """The address of a link: on to the question, leaving the token behind."""
    invite = signing_up.find_invite(token)
    if invite is None:
        allowed = WRONG_LINKS.is_allowed(address_of(request))
        response = _unusable(request) if allowed else too_many(request)
    else:
        accept_invitation(request, invite.invitation)
        response = redirect("leagues:join")
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@login_not_required
@never_cache
@require_form
def join(request: HttpRequest) -> HttpResponseBase:
    """Whoever came by a link is asked: a member joins, others sign up or in."""
    invite = signing_up.invite_of(accepted_invitation(request))
    if invite is None:
        return _unusable(request)
    season, player = invite.season, player_or_none(request)
    refused = ""
    if player and request.method == "POST":
        try:
            signing_up.join(invite, player, timezone.now())
        except LeagueError as error:
            refused = refusal_text(error)
        else:
            request.session.pop("invitation", None)
            if player.pk in players_of(season):
                done = gettext("You have joined %(season)s.") % {"season": season}
            else:
                done = gettext("All places are taken: you are on the waiting list.")
            messages.success(request, done)
            return redirect(_place_of(season))
    context = {"season": season, "league": season.league, "invite": invite, "refused": refused}
    status = HTTPStatus.CONFLICT if refused else HTTPStatus.OK
    return render(request, "leagues/people/join.html", context, status=status)


def _place_of(season: Season) -> str:
    """The page that says whether somebody plays, or waits; of a plan only once it is announced."""
    if season.status == Season.Status.DRAFT and not season.sign_up:
        return season.league.get_absolute_url()
    return season.url_of("players")


def _unusable(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/invitation_unusable.html", status=HTTPStatus.NOT_FOUND)
