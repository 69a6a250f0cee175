"""Secrets for programs: what a member does with their own, and how they let programs in."""

from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from accounts.account_page import account_page, part
from accounts.models import User
from accounts.rate_limit import RateLimit, address_of
from leagues.models import ApiToken
from leagues.pages.access import Level, acting_player, get_season, level_in
from leagues.pages.shared import (
    RefusalsIn,
    View,
    command,
    open_form,
    status_of_form,
    url_of,
)
from leagues.tokens import service
from leagues.tokens.forms import TokenForm

PROGRAMS = "programs"


@open_form
@sensitive_variables("token")
def tokens(request: HttpRequest) -> HttpResponseBase:
    """Make a token; it is shown on the page of one's account in the answer, this once.

    No redirect follows: the token would have to be stored for it.
    """
    player = acting_player(request)
    if request.method != "POST":
        return redirect(part(PROGRAMS))
    form, token = TokenForm(request.POST), ""
    if form.is_valid():
        with RefusalsIn(form):
            data, now = form.cleaned_data, timezone.now()
            lasts = timedelta(days=data["days"])
            token = service.make_token(player, data["name"], now, data["scopes"], lasts)
    if token:
        return account_page(request, token=token)
    return account_page(request, status_of_form(form), token_form=form)


@command("tokens")
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponseBase:
    """Revoke a token of one's own."""
    service.revoke_token(acting_player(request), token_id)
    messages.success(request, gettext("The token is revoked."))
    return redirect(part(PROGRAMS))


@command("share")
def address_renew(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Make private feed addresses of a league, or new ones."""
    season = get_season(request, slug, number, Level.MEMBER)
    service.renew_address(acting_player(request), season.league, timezone.now())
    messages.success(request, gettext("These addresses are new: older ones no longer work."))
    return redirect(url_of("share#private", slug, number))


@command("share")
def address_revoke(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Let one's private feed addresses of a league open nothing."""
    season = get_season(request, slug, number, Level.MEMBER)
    service.revoke_address(acting_player(request), season.league)
    messages.success(request, gettext("The private addresses are revoked."))
    return redirect("leagues:share", slug, number)


WRONG_TOKENS = RateLimit("wrong_token", 30, 60)
BEARER = "bearer "


def by_private_address(view: View) -> View:
    """Decorate a view that gets a League instead of a private token.

    Whether the member is still in the club and may see the league is asked each time.
    """

    @login_not_required
    @never_cache
    @sensitive_variables("token")
    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponseBase:
        found = service.find_address(token, timezone.now())
        user = service.member(found.player) if found else None
        if found is None or user is None or level_in(found.league, user) < Level.VIEWER:
            return _refused(request)
        response = view(request, found.league)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return wrapped


def with_token(view: View) -> View:
    """Decorate a view that a program may ask for with `Authorization: Bearer` and its token.

    It then sees what the member sees who made the token. A wrong token is refused, even where
    everybody may look: a program is told rather than shown less.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            found = token_of(request)
        except TooManyTokensTriedError:
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
        except WrongTokenError:
            headers = {"WWW-Authenticate": "Bearer"}
            return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers=headers)
        if found is not None:
            request.user = user_of(found)
        return view(request, *args, **kwargs)

    return wrapped


class WrongTokenError(Exception):
    """A program sent a token that is none."""


class TooManyTokensTriedError(Exception):
    """Many of them came from one address."""


@sensitive_variables("sent")
def token_of(request: HttpRequest) -> ApiToken | None:
    """The token that a request brings; None where it brings none.

    Raises WrongTokenError and TooManyTokensTriedError.
    """
    sent = request.headers.get("Authorization", "")
    if sent[: len(BEARER)].lower() != BEARER:
        return None
    found = service.find_token(sent[len(BEARER) :].strip(), timezone.now())
    if found is None:
        if WRONG_TOKENS.is_allowed(address_of(request)):
            raise WrongTokenError
        raise TooManyTokensTriedError
    return found


def user_of(token: ApiToken) -> User:
    """The login of who made a token that `token_of` has found."""
    user = token.player.user
    assert user is not None  # noqa: S101 - as it finds none else
    return user


def _refused(request: HttpRequest) -> HttpResponseBase:
    """Refuse an address that is none, and those who try many."""
    allowed = WRONG_TOKENS.is_allowed(address_of(request))
    return HttpResponse(status=HTTPStatus.NOT_FOUND if allowed else HTTPStatus.TOO_MANY_REQUESTS)
