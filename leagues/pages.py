"""What all pages of leagues share: who may come in, and how a refusal is told."""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from accounts.page_cache import cached_for_strangers
from leagues.access import Level, SignInFirst, level_in
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.messages import refusal_text
from leagues.models import League, Season

View = Callable[..., HttpResponseBase]

require_form = require_http_methods(["GET", "HEAD", "POST"])


def open_page(view: View) -> View:
    """A page that checks by itself who may see it; strangers who may not are led to the sign-in."""
    return cached_for_strangers(kept_page(view))


def kept_page(view: View) -> View:
    """The same for a page that says by itself how long a browser may keep it."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except SignInFirst:
            return redirect_to_login(request.get_full_path())

    return login_not_required(wrapped)


def command(back: Callable[..., str]) -> Callable[[View], View]:
    """A POST that changes something: refusals are told and lead back to the page `back` names.

    back: gets the arguments of the address, returns the page's address. An htmx request gets the
    sentence alone, with the status of its kind.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, *args, **kwargs)
            except LeagueError as error:
                return refuse(request, error, back(*args, **kwargs))

        return open_page(require_POST(wrapped))

    return decorate


def refuse(request: HttpRequest, error: LeagueError, back: str) -> HttpResponse:
    """Say why not."""
    sentence = refusal_text(error)
    if request.headers.get("HX-Request"):
        notice = format_html('<p class="notice" role="alert">{}</p>', sentence)
        return HttpResponse(notice, status=status_of(error))
    messages.error(request, sentence)
    return redirect(back)


def status_of(error: LeagueError) -> HTTPStatus:
    """409 where somebody was faster or the time is wrong, 422 for what cannot be right."""
    if error.code in {LeagueErrorCode.BAD_SHEET, LeagueErrorCode.NEEDS_REASON}:
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.CONFLICT


def status_of_form(form: BaseForm) -> HTTPStatus:
    """Of the page that shows a form: 422 where it was sent and refused."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: None while it is only looked at."""
    return request.POST if request.method == "POST" else None


def league_context(request: HttpRequest, league: League) -> dict[str, Any]:
    """Context of leagues/league_base.html: the league and what the reader may do in it."""
    level = level_in(league, request.user)
    return {
        "league": league,
        "level": level,
        "may_score": level >= Level.SCORER,
        "may_organize": level >= Level.ORGANIZER,
        "is_owner": level >= Level.OWNER,
    }


def season_context(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """Context of leagues/season_base.html: league, season, tab and what the reader may do.

    tab: standings, sessions, players, meetings, charts, rules or manage.
    """
    return league_context(request, season.league) | {"season": season, "tab": tab}


MOST_DIGITS = 9


def whole(text: str | None, otherwise: int = 0) -> int:
    """The number of a field, or another one where there is none."""
    return int(text) if text and text.isdecimal() and len(text) <= MOST_DIGITS else otherwise


def wholes(texts: Iterable[str]) -> list[int]:
    """The numbers of a field that may be there several times, each once, ascending."""
    return sorted({int(text) for text in texts if text.isdecimal() and len(text) <= MOST_DIGITS})
