"""Members sign up for a season and step back; organizers say how, and answer them."""

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Player
from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_season
from leagues.models import Season
from leagues.pages import command
from leagues.people import signing_up
from leagues.people.sign_up_page import SignUpForm
from leagues.people.views import players_page


@command("players")
def sign_up(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The reader wants to play in the season; the page says what became of it."""
    season = _announced(request, slug, number)
    signing_up.sign_up(season.pk, acting_player(request), timezone.now())
    return redirect("leagues:players", slug, number)


@command("players")
def sign_up_leave(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The reader does not want to play in it after all."""
    season = _announced(request, slug, number)
    signing_up.step_back(season.pk, acting_player(request), timezone.now())
    messages.success(request, gettext("You no longer play in this season, nor wait for a place."))
    return redirect("leagues:players", slug, number)


@command("players")
def sign_up_answer(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Somebody may play, or with `refuse` may not."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=whole_number(request.POST.get("player"), 0))
    answer = signing_up.refuse if "refuse" in request.POST else signing_up.approve
    answer(season.pk, player, by=acting_player(request))
    return redirect("leagues:players", slug, number)


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
