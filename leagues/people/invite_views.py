"""Links for many: organizers make and revoke them, and whoever has one joins the season."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from accounts.access import (
    accept_invitation,
    accepted_invitation,
    player_or_none,
    require_organizer,
)
from accounts.rate_limit import RateLimit, address_of, limited, too_many
from leagues.models import Season
from leagues.models.errors import LeagueError
from leagues.notices.service import players_of
from leagues.pages.access import Level, get_season
from leagues.pages.shared import command, refusal_text, require_form
from leagues.people import signing_up
from leagues.people.forms import InviteForm
from leagues.people.views import players_page

# Counted by address.
WRONG_LINKS = RateLimit("wrong_invite", 30, 60)
NEW_LINKS = RateLimit("new_invite", 20, 300)


@command("players#links")
@limited(NEW_LINKS)
@sensitive_variables("token")
def invite_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """A new link, shown in the answer, this once.

    Whoever follows it becomes a member of the club: only organizers of the club make one.
    """
    season = _season(request, slug, number)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return players_page(request, season, invite_form=form)
    token = signing_up.make_invite(season, require_organizer(request), **form.cleaned_data)
    url = request.build_absolute_uri(reverse("leagues:join_by_link", args=[token]))
    return players_page(request, season, new_link=url)


@command("players#links")
def invite_revoke(request: HttpRequest, slug: str, number: int, invite_id: int) -> None:
    """A link lets nobody in any more."""
    season = _season(request, slug, number)
    invite = get_object_or_404(season.invites.select_related("invitation"), pk=invite_id)
    invite.season = season
    signing_up.revoke_invite(invite, require_organizer(request))
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


def _season(request: HttpRequest, slug: str, number: int) -> Season:
    season = get_season(request, slug, number, Level.ORGANIZER)
    require_organizer(request)
    return season


def _unusable(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/invitation_unusable.html", status=HTTPStatus.NOT_FOUND)
