"""Secrets for programs: what a member does with their own, and how they let programs in."""

from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from django import forms, template
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from accounts.account_page import account_page, part
from accounts.names import legible
from accounts.rate_limit import RateLimit, address_of
from leagues.exports import tokens as service
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

PROGRAMS = "programs"

register = template.Library()


class TokenForm(forms.Form):
    """What a token is for, what it may do, and how long."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=ApiToken.NAME_LENGTH,
        help_text=gettext_lazy("For instance: the spreadsheet of the club."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What may it write?"),
        help_text=gettext_lazy(
            "It reads what you may read in any case, and it never writes what you may not write."
        ),
        choices=ApiToken.Scope,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("For how long?"),
        choices=(
            (30, gettext_lazy("30 days")),
            (90, gettext_lazy("90 days")),
            (365, gettext_lazy("One year")),
        ),
        coerce=int,
        initial=90,
    )

    def __init__(self, sent: QueryDict | None = None) -> None:
        # Beside other forms that ask for a name.
        super().__init__(sent, auto_id="id_token_%s")

    def clean_name(self) -> str:
        name = legible(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(gettext("Write what it is for."))
        return name


@register.inclusion_tag("leagues/tokens/tokens.html", takes_context=True)
def own_tokens(context: dict[str, Any]) -> dict[str, Any]:
    """The reader's tokens, and the form of another one: {% own_tokens %}."""
    return {
        "form": context.get("token_form") or TokenForm(),
        "tokens": ApiToken.objects.filter(player=context["viewer"]),
        "now": timezone.now(),
    }


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
        user = found.player.user if found else None
        if found is None or user is None or level_in(found.league, user) < Level.VIEWER:
            # So are those who try many.
            allowed = WRONG_TOKENS.is_allowed(address_of(request))
            refusal = HTTPStatus.NOT_FOUND if allowed else HTTPStatus.TOO_MANY_REQUESTS
            return HttpResponse(status=refusal)
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
            sign_in_by_token(request)
        except TooManyTokensTriedError:
            return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
        except WrongTokenError:
            headers = {"WWW-Authenticate": "Bearer"}
            return HttpResponse(status=HTTPStatus.UNAUTHORIZED, headers=headers)
        return view(request, *args, **kwargs)

    return wrapped


class WrongTokenError(Exception):
    """A program sent a token that is none."""


class TooManyTokensTriedError(Exception):
    """Many of them came from one address."""


@sensitive_variables("sent")
def sign_in_by_token(request: HttpRequest) -> ApiToken | None:
    """Let a request that brings a token be one of the member who made it, whatever else it brings.

    Returns the token; None where there is none. Raises WrongTokenError and TooManyTokensTriedError.
    """
    sent = request.headers.get("Authorization", "")
    if sent[: len(BEARER)].lower() != BEARER:
        return None
    found = service.find_token(sent[len(BEARER) :].strip(), timezone.now())
    if found is None or found.player.user is None:
        if WRONG_TOKENS.is_allowed(address_of(request)):
            raise WrongTokenError
        raise TooManyTokensTriedError
    request.user = found.player.user
    return found
