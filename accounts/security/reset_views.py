"""The pages of a link for a new password: the organizer's, and the member's."""

from __future__ import annotations

from http import HTTPStatus

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access
from accounts.qr import qr_uri
from accounts.rate_limit import RateLimit, address_of, too_many
from accounts.security import reset_links
from accounts.security.forms import NewPasswordForm
from accounts.security.models import ResetLink
from accounts.tokens import hash_of

FORM = ["GET", "HEAD", "POST"]
LINKS = RateLimit("reset_link", 10, 300)
TRIES = RateLimit("open_reset_link", 30, 60)
# The hash of the link this browser came with; never its token.
LINK = "reset_link"


@never_cache
@require_http_methods(FORM)
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("token", "link")
def reset_link(request: HttpRequest, player_id: int) -> HttpResponse:
    """Make a link for a new password; the answer shows it this once."""
    player = access.get_player_for_organizer(request, player_id)
    by = access.current_user(request)
    if not reset_links.may_make(by, player):
        context = {"player": player, "may_make": False}
        return render(request, "accounts/reset_link.html", context, status=HTTPStatus.FORBIDDEN)
    link = ""
    if request.method == "POST" and player.user:
        if not LINKS.is_allowed(str(by.pk)):
            return too_many(request)
        token = reset_links.make(access.current_player(request), player.user, timezone.now())
        link = request.build_absolute_uri(reverse("accounts:open_reset_link", args=[token]))
    context = {
        "player": player,
        "may_make": True,
        "link": link,
        "qr": qr_uri(link) if link else "",
        "until": timezone.now() + ResetLink.LIFETIME,
    }
    return render(request, "accounts/reset_link.html", context)


@login_not_required
@never_cache
@require_safe
@sensitive_variables("token")
def open_reset_link(request: HttpRequest, token: str) -> HttpResponse:
    """The link: on to the form, leaving the token behind."""
    if request.user.is_authenticated:
        messages.info(
            request, _("You are signed in: this link is for somebody who cannot sign in.")
        )
        return redirect("games:home")
    if not TRIES.is_allowed(address_of(request)):
        return too_many(request)
    token_hash = hash_of(token)
    if not reset_links.find(token_hash, timezone.now()):
        return _unusable(request)
    request.session[LINK] = token_hash
    response = redirect("accounts:new_password")
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_not_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(FORM)
def new_password(request: HttpRequest) -> HttpResponse:
    """The form for a new password, in the browser that came with a link."""
    link = reset_links.find(request.session.get(LINK, ""), timezone.now())
    if link is None or request.user.is_authenticated:
        return _unusable(request)
    form = NewPasswordForm(request.POST if request.method == "POST" else None, user=link.user)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "accounts/new_password.html", {"form": form}, status=status)
    try:
        reset_links.use(link, form.cleaned_data["password1"])
    except reset_links.LinkUnusableError:
        return _unusable(request)
    request.session.pop(LINK, None)
    get_adapter().send_notification_mail("account/email/password_reset", link.user)
    messages.success(request, _("The password is changed. Sign in with it now."))
    return redirect("account_login")


def _unusable(request: HttpRequest) -> HttpResponse:
    """One answer for every link that cannot be used, whatever the reason."""
    return render(request, "accounts/reset_link_unusable.html", status=HTTPStatus.NOT_FOUND)
