"""The lobby, the profile of a member, and the code that leads to a table."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import chosen_deck, current_player, player_or_none
from accounts.models import Deck, Player, ProfileFor
from accounts.page_cache import cached_for_strangers
from accounts.qr import qr_svg
from games.friends import service as friends
from games.friends.near import near
from games.lobby.company import Company, company_of, table_to_invite_to
from games.lobby.lists import lobby_for, mark_of
from games.lobby.profile import is_open_to, profile_of
from games.lobby.rating import rating_of
from games.models import Mute, Report, Table, is_code, new_code
from games.play.table_commands import HtmxHttpRequest, go_to_table
from games.rules.options import Options, Variant
from games.seats.forms import USUAL, USUAL_BOT
from games.seats.inviting import tables_to_invite_to
from games.seats.opening import next_seat, open_offered_table, play_now
from games.seats.seating import TablePlan
from games.signals import stories_asked
from games.table.access import get_asked_table, sign_in_to_see

AGAINST_OX = Options(variant=Variant.OX)


@login_not_required
@cached_for_strangers
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front page: members are led to the lobby; strangers see the club and public tables."""
    if request.user.is_authenticated:
        return redirect("games:lobby")
    return render(request, "games/home.html", {"lobby": lobby_for(None)})


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Your tables, tables to join, to watch, and lately finished ones."""
    player = current_player(request)
    company = company_of(player, timezone.now())
    context = {
        # Before the lists: what changes in between is shown by the next look.
        "mark": mark_of(player, company),
        **_lists(player, company),
        "code": new_code(),
    }
    return render(request, "games/lobby.html", context)


@login_not_required
@require_safe
@never_cache
def lists(request: HtmxHttpRequest) -> HttpResponse:
    """The lists for a page that shows those of an earlier mark; 204 if nothing has changed.

    A page whose reader is signed out by now loads itself again, which leads to the sign-in.
    """
    if not request.user.is_authenticated:
        if request.htmx:
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
        return redirect_to_login(reverse("games:lobby"))
    player = current_player(request)
    company = company_of(player, timezone.now())
    mark = mark_of(player, company)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"mark": mark, **_lists(player, company), "is_new": True}
    return render(request, "games/lobby/lists.html", context)


def _lists(player: Player, company: Company) -> dict[str, object]:
    """The tables, where "Play now" leads, and the people."""
    invite_to, invited = table_to_invite_to(player) if company.here else (None, set())
    return {
        "lobby": lobby_for(player),
        "next_seat": next_seat(player, USUAL, timezone.now()),
        "company": company,
        "invite_to": invite_to,
        "invited": invited,
    }


@require_POST
def play_alone(request: HttpRequest) -> HttpResponse:
    """A new table at which one person plays against the ox."""
    player, plan = current_player(request), _plan(request, AGAINST_OX, bots=0)
    return go_to_table(
        request, lambda: open_offered_table(player, plan, timezone.now()), "games:lobby"
    )


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Sit down at an open table, or at a new one with bots."""
    player, plan = current_player(request), _plan(request, USUAL, bots=3)
    return go_to_table(request, lambda: play_now(player, plan, timezone.now()), "games:lobby")


def _plan(request: HttpRequest, options: Options, bots: int) -> TablePlan:
    """A private table at which nobody else is waited for; a code that is none is left out."""
    code = request.POST.get("code", "")
    return TablePlan(
        name="",
        options=options,
        seat_count=1 + bots,
        bot_levels=(USUAL_BOT,) * bots,
        visibility=Table.Visibility.PRIVATE,
        deck=chosen_deck(request) or Deck.BULLS,
        code=code if is_code(code) else "",
    )


@login_not_required
@never_cache
@require_safe
@sign_in_to_see
def profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """The profile of a member, of the games that its reader may find.

    ?as= shows one's own as others see it: "members", who did not sit there, or "all", strangers.
    """
    reader = player_or_none(request)
    players = Player.objects.select_related("user")
    player = get_object_or_404(players, pk=player_id, user__is_active=True)
    seen_as = request.GET.get("as", "") if player == reader else ""
    audience = player.user.profile_for if player.user else ProfileFor.ME
    tables, is_open = Table.objects.listed_for(reader), is_open_to(audience, reader)
    if seen_as == ProfileFor.MEMBERS:
        tables = Table.objects.exclude(visibility=Table.Visibility.PRIVATE)
    elif seen_as == ProfileFor.ALL:
        tables, is_open = Table.objects.listed_for(None), is_open_to(audience, None)
    else:
        seen_as, is_open = "", is_open or player == reader
    if not is_open and reader is None:
        raise Http404
    seen_by = None if seen_as == ProfileFor.ALL else reader
    answers = stories_asked.send(Player, player_id=player.pk, reader=seen_by)
    stories: list[Any] = [story for _receiver, found in answers for story in found or ()]
    context = {
        "player": player,
        "is_own": player == reader,
        "audience": ProfileFor(audience),
        "seen_as": seen_as,
        "previews": [
            ("", gettext("As you see it")),
            (ProfileFor.MEMBERS, gettext("As members see it")),
            (ProfileFor.ALL, gettext("As anybody sees it")),
        ],
        "profile": profile_of(player, tables, timezone.now()) if is_open else None,
        "rating": rating_of(player) if is_open else None,
        **_between(reader, player),
        "stories": stories,
        "may_report": reader is not None and reader != player,
        "reasons": Report.Reason.choices,
    }
    return render(request, "games/profile.html", context)


def _between(reader: Player | None, player: Player) -> dict[str, Any]:
    """What a member may do about another one on a profile; on their own, who their friends are."""
    if reader is None:
        return {}
    if player == reader:
        return {"near": near(reader)}
    return {
        "standing": friends.standing_with(reader, player),
        "is_hidden": Mute.objects.filter(player=reader, muted=player).exists(),
        "tables": tables_to_invite_to(reader, player),
    }


@login_not_required
@require_safe
@cache_control(private=True, max_age=3600)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of a table as a picture, for who may see the table."""
    snapshot = get_asked_table(request, code)
    address = request.build_absolute_uri(reverse("games:table", args=[snapshot.code]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")
