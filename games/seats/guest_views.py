"""Links for guests: revoked; and the pages of guests: their way in, what becomes of their games."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import current_player
from accounts.club.current import club
from accounts.club.kept import in_words, kept
from accounts.forms import DisplayNameField
from accounts.rate_limit import RateLimit, address_of, too_many
from accounts.tokens import hash_of
from games.models import Seat
from games.seats import guests
from games.table.access import COOKIE, get_table_for_viewer
from games.table.errors import TableError, refusal_text
from games.table.snapshot import Snapshot

View = Callable[..., HttpResponse]
FORM = ["GET", "HEAD", "POST"]
# For each address: far more than people need who open a link and give a name.
LINKS_OPENED = RateLimit("guest_link", amount=30, seconds=60)
# In the session: the hash of the token by whose link this browser came.
CAME_BY = "guest_link"


class GuestForm(forms.Form):
    """The name of a guest, as strict as that of a member."""

    name = DisplayNameField(
        label=_("Your name at the table"),
        help_text=_("What the others read. It is deleted 30 days after the game."),
    )


def if_allowed(view: View) -> View:
    """A page that a club without guest seats does not have."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not club().has_guests:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapped


# --- The host --------------------------------------------------------------------------


@if_allowed
@require_POST
def revoke(request: HttpRequest, code: str, link_id: int) -> HttpResponse:
    """Make an unused link useless."""
    snapshot = hosted_table(request, code)
    try:
        guests.revoke(snapshot.table_id, current_player(request), link_id)
        messages.success(request, gettext("The link is revoked."))
    except TableError as error:
        messages.error(request, refusal_text(error))
    return redirect(invitations_url(code))


def invitations_url(code: str) -> str:
    """Where the page of a table shows its host whom they can invite."""
    return f"{reverse('games:table', args=[code])}?invite#invite"


def hosted_table(request: HttpRequest, code: str) -> Snapshot:
    """A table of this host. Raises Http404, and PermissionDenied for everybody else."""
    player = current_player(request)
    snapshot = get_table_for_viewer(code, player)
    if snapshot.host_id != player.pk:
        raise PermissionDenied
    return snapshot


# --- The guest -------------------------------------------------------------------------


@if_allowed
@login_not_required
@never_cache
@require_http_methods(FORM)
@sensitive_variables("token")
def link(request: HttpRequest, token: str) -> HttpResponse:
    """A guest's private link: they give a name and sit down; a member does so with their account.

    Only the form uses the link up: programs that look at links before people do send none.
    """
    if not LINKS_OPENED.is_allowed(address_of(request)):
        return too_many(request)
    now = timezone.now()
    found = guests.find_link(hash_of(token), now)
    if found is None:
        seated_at = guests.table_of_link(token, request.COOKIES.get(COOKIE, ""))
        if seated_at and not request.user.is_authenticated:
            return redirect("games:table", seated_at.code)
        return render(request, "games/guests/unusable.html", status=HTTPStatus.NOT_FOUND)
    form = GuestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        try:
            if answer := _sit_down(request, token, found.table.code, form):
                return answer
        except TableError as error:
            form.add_error(None, refusal_text(error))
    context = {"form": form, "table": found.table}
    if not request.user.is_authenticated:
        # Who signs in comes back to the seat, and no other address repeats the token.
        request.session[CAME_BY] = found.token_hash
        following = urlencode({"next": reverse("games:guest_seat")})
        context["sign_in_url"] = f"{reverse('account_login')}?{following}"
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "games/guests/link.html", context, status=status)


@if_allowed
@never_cache
@require_http_methods(FORM)
def seat(request: HttpRequest) -> HttpResponse:
    """The seat of the link by which this browser came, once its visitor has signed in."""
    token_hash, now = request.session.get(CAME_BY, ""), timezone.now()
    found = guests.find_link(token_hash, now)
    if found is None:
        return render(request, "games/guests/unusable.html", status=HTTPStatus.NOT_FOUND)
    form = GuestForm()
    if request.method == "POST":
        try:
            guests.seat_member(token_hash, current_player(request), now)
            del request.session[CAME_BY]
            return redirect("games:table", found.table.code)
        except TableError as error:
            form = GuestForm({})
            form.add_error(None, refusal_text(error))
    context = {"form": form, "table": found.table}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "games/guests/link.html", context, status=status)


def _sit_down(request: HttpRequest, token: str, code: str, form: GuestForm) -> HttpResponse | None:
    """Seat who sent the form; None if the name is not valid. Raises TableError."""
    now, answer = timezone.now(), redirect("games:table", code)
    if request.user.is_authenticated:
        guests.seat_member(hash_of(token), current_player(request), now)
        return answer
    if not form.is_valid():
        return None
    browser_key = request.COOKIES.get(COOKIE, "")
    key = guests.seat_guest(token, form.cleaned_data["name"], browser_key, now)
    answer.set_cookie(
        COOKIE,
        key,
        max_age=guests.KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@if_allowed
@login_not_required
@never_cache
@require_safe
def own_games(request: HttpRequest) -> HttpResponse:
    """The games played as a guest in this browser: to make one's own, or to be erased from."""
    seats = Seat.objects.filter(
        player__in=guests.guests_of(request.COOKIES.get(COOKIE, ""))
    ).prefetch_related("table__seats")
    context = {"seats": seats.order_by("-table__created_at"), "kept": in_words(kept("guests"))}
    return render(request, "games/guests/own_games.html", context)


@if_allowed
@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Make the games that were played as a guest in this browser those of one's account."""
    claimed = guests.claim(request.COOKIES.get(COOKIE, ""), current_player(request))
    if claimed.moved:
        text = ngettext(
            "%(count)d game is yours now.", "%(count)d games are yours now.", claimed.moved
        )
        messages.success(request, text % {"count": claimed.moved})
    elif not claimed.left:
        messages.error(request, gettext("No game was played as a guest in this browser."))
    if claimed.left:
        messages.error(
            request,
            gettext("A game in which you also play with your account stays with the guest."),
        )
    answer = redirect("games:lobby")
    if not claimed.left:
        answer.delete_cookie(COOKIE, samesite="Lax")
    return answer


@if_allowed
@login_not_required
@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """Erase the guests of this browser at once; the bot plays their games to the end."""
    guests.forget_browser(request.COOKIES.get(COOKIE, ""), timezone.now())
    message = gettext("Your name has been deleted, and this browser has forgotten you.")
    messages.success(request, message)
    answer = redirect("games:home")
    answer.delete_cookie(COOKIE, samesite="Lax")
    return answer
