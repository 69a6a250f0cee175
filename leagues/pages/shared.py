"""What all views of leagues share: sign-in, refusals in the reader's language, base context."""

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import wraps
from http import HTTPStatus
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import ObjectDoesNotExist
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.club.current import club
from accounts.made_once import BusyError, TooManyMadeError, made_once, too_busy
from accounts.models import Theme
from accounts.names import MISSING, legible
from accounts.page_cache import etag_of, let_strangers_keep, unless_kept
from accounts.rate_limit import too_many
from games.live.regions import render_flat
from games.whole_numbers import whole_number, whole_numbers
from leagues.models import League, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import (
    Level,
    SignInFirst,
    get_game,
    get_league,
    get_season,
    get_session,
    level_of,
)

View = Callable[..., HttpResponseBase]
Command = Callable[..., HttpResponseBase | None]

require_form = require_http_methods(["GET", "HEAD", "POST"])

# In the place of a page for who must wait, so that what they typed stays there.
TOO_OFTEN = _("This was sent very often. Wait a minute, then send it again: nothing is lost.")


def open_page(view: View) -> View:
    """Decorate a page that checks by itself who may see it; SignInFirst leads to the sign-in.

    Strangers' browsers keep it as `cached_for_strangers` says, others do not.
    """
    return _page(require_safe(view))


def open_form(view: View) -> View:
    """The same, for a page to which its form is sent as well."""
    return _page(require_form(view))


def kept_page(view: View) -> View:
    """The same, for a page that sets its own caching headers."""
    return _page(require_safe(view), sets_caching=True)


def command(back: str, *, late: str = "") -> Callable[[Command], View]:
    """Decorate a POST that changes something: a LeagueError is shown on the page it came from.

    back: the name of that page, as for `url_of`; a view that returns nothing leads there, too.
    late: of the page to show instead where what was to be changed has just been deleted. An htmx
    request is answered with the sentence alone, and the status of the error.
    """
    return lambda view: _page(require_POST(view), back, late)


def _page(view: Command, back: str = "", late: str = "", *, sets_caching: bool = False) -> View:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        address = (*args, *kwargs.values())
        try:
            response = view(request, *args, **kwargs)
        except LeagueError as error:
            if not back:
                raise
            page = late if late and error.code is LeagueErrorCode.LATE else back
            response = refuse(request, error, url_of(page, *address))
        except (SignInFirst, ObjectDoesNotExist, TooManyMadeError, BusyError) as error:
            response = _instead(request, error)
        if response is None:
            response = redirect(url_of(back, *address))
        if sets_caching:
            return response
        if request.user.is_authenticated:
            add_never_cache_headers(response)
        else:
            let_strangers_keep(request, response)
        return response

    return login_not_required(wrapped)


def _instead(request: HttpRequest, error: Exception) -> HttpResponseBase:
    """What is answered in the place of a page that could not be made."""
    match error:
        case SignInFirst():
            return redirect_to_login(request.get_full_path())
        case ObjectDoesNotExist():
            return just_deleted(request)
        case TooManyMadeError():
            return too_many(request)
        case _:
            return too_busy(request)


def url_of(page: str, *address: str | int) -> str:
    """The URL of a page of leagues by its name, perhaps with a fragment, as in "settings#roles".

    address: what leads there, from the league on; what leads further down from there is left out.
    """
    name, mark, fragment = page.partition("#")
    for length in range(len(address), 0, -1):
        with suppress(NoReverseMatch):
            return reverse(f"leagues:{name}", args=address[:length]) + mark + fragment
    return reverse(f"leagues:{name}") + mark + fragment


def moved(page: str, level: Level = Level.VIEWER, **query: str) -> View:
    """The view of an address of before: it leads to where its page is now, for whoever may see it.

    page: as for `url_of`. query: what the new address says beside what was asked; "{game}" and the
    like stand for numbers of the old one.
    """

    @open_page
    def view(request: HttpRequest, slug: str, **where: int) -> HttpResponse:
        find: Any = (get_league, get_season, get_session, get_game)[len(where)]
        find(request, slug, **where, level=level)
        asked = request.GET.copy()
        asked.update({name: value.format(**where) for name, value in query.items()})
        path, mark, fragment = url_of(page, slug, *where.values()).partition("#")
        return redirect(f"{path}{'?' if asked else ''}{asked.urlencode()}{mark}{fragment}")

    return view


def just_deleted(request: HttpRequest) -> HttpResponse:
    """Answer where somebody has deleted a row that the request had found."""
    return render(request, "leagues/just_deleted.html", status=HTTPStatus.CONFLICT)


def refuse(request: HttpRequest, error: LeagueError, back: str) -> HttpResponse:
    """Answer a command that was refused."""
    sentence = refusal_text(error)
    if request.headers.get("HX-Request"):
        notice = format_html('<p class="notice" role="alert">{}</p>', sentence)
        return HttpResponse(notice, status=status_of(error))
    messages.error(request, sentence)
    return redirect(back)


def refusal_text(error: LeagueError) -> str:
    """One sentence for the person who asked."""
    return str(error.code.label)


_CANNOT_BE_RIGHT = {
    LeagueErrorCode.BAD_SHEET,
    LeagueErrorCode.NEEDS_REASON,
    LeagueErrorCode.NOT_A_PHOTO,
    LeagueErrorCode.PHOTO_TOO_LARGE,
}


def status_of(error: LeagueError) -> HTTPStatus:
    """422 for input that cannot be right, 409 where the present state forbids it."""
    if error.code in _CANNOT_BE_RIGHT:
        return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.CONFLICT


def status_of_form(form: BaseForm) -> HTTPStatus:
    """Of a page with a form: 422 for one that was sent and cannot be right, 409 as `status_of`."""
    usual = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return getattr(form, "status_of_refusal", usual)


class RefusalsIn:
    """Runs a block whose LeagueError is said above a form: `with RefusalsIn(form): ...`."""

    def __init__(self, form: BaseForm) -> None:
        self._form: Any = form

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, LeagueError):
            return False
        self._form.add_error(None, refusal_text(error))
        self._form.status_of_refusal = status_of(error)
        return True


def reason_in(sent: Mapping[str, Any], most: int) -> str:
    """The reason that was sent, as far as there is room for so many letters.

    Names in it are spelled as those of players are, so that an erasure finds them.
    """
    return legible(sent.get("reason", ""))[:most]


def posted(request: HttpRequest) -> QueryDict | None:
    """The data of a form: None where it was not sent."""
    return request.POST if request.method == "POST" else None


def league_context(request: HttpRequest, league: League) -> dict[str, Any]:
    """Context of leagues/league_base.html: the league and what the reader may do in it."""
    level = level_of(request, league)
    return {
        "league": league,
        "level": level,
        "may_score": level >= Level.SCORER,
        "may_organize": level >= Level.ORGANIZER,
        "is_owner": level >= Level.OWNER,
    }


def season_context(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """Context of leagues/season_base.html: league, season, tab and what the reader may do.

    tab: standings, sessions, players, rules or manage.
    """
    return league_context(request, season.league) | {"season": season, "tab": tab}


def frame_context(request: HttpRequest, season: Season | None) -> dict[str, Any]:
    """Context of frame_codes.html: the season and its address in a frame, if there may be one."""
    is_framed = season is not None and season.league.is_framed
    url = request.build_absolute_uri(season.url_of("embed")) if season and is_framed else ""
    return {"framed": season, "frame_url": url, "looks": Theme.choices}


def by_version(
    request: HttpRequest, season: Season, page: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """A page of a season; 304 without making it for a stranger who has it since its last change.

    For an `open_page` that shows nothing but what the season's version tells apart. Members'
    browsers keep nothing.
    """
    if request.user.is_authenticated or get_messages(request):
        return page()
    # The cookies choose the language; another edition of the site has other files.
    edition = getattr(staticfiles_storage, "manifest_hash", "")
    cookies = request.headers.get("Cookie", "")
    path = request.get_full_path()
    etag = etag_of(club().number, season.pk, season.version, path, get_language(), cookies, edition)
    return unless_kept(request, etag, page)


def unless_listed(response: HttpResponseBase, league: League) -> HttpResponseBase:
    """Ask search engines to leave a page alone that is found by its link only."""
    if league.visibility == League.Visibility.UNLISTED:
        response["X-Robots-Tag"] = "noindex"
    return response


def to_member(request: HttpRequest, league: League, guest_id: int) -> HttpResponseBase:
    """Lead from an address with the number of a guest to that of who they turned out to be.

    For pages whose address ends with it. Raises Http404 for anybody else.
    """
    member = league.merged_guests().get(guest_id)
    match = request.resolver_match
    if member is None or match is None:
        raise Http404
    url = reverse(match.view_name, kwargs={**match.kwargs, "player_id": member})
    query = request.META["QUERY_STRING"]
    return redirect(f"{url}?{query}" if query else url)


def asked_players(request: HttpRequest, league: League) -> list[int]:
    """The numbers in `?player=`, ascending; those of guests are of who they turned out to be."""
    asked = whole_numbers(request.GET.getlist("player"))
    if not asked:
        return []
    became = league.merged_guests()
    return sorted({became.get(player, player) for player in asked})


def asked_player(request: HttpRequest, league: League) -> int:
    """The number in `?player=`, as `asked_players`; 0 where there is none."""
    asked = whole_number(request.GET.get("player"), 0)
    return league.merged_guests().get(asked, asked) if asked else 0


def kept_part(
    request: HttpRequest,
    season: Season,
    template: str,
    *which: Hashable,
    context: Callable[[], Mapping[str, Any]],
) -> SafeString:
    """The HTML of a part of a page, the same for all who may see the season, whatever their rights.

    Made once for each version of the standings and each language. which: what else tells it apart.
    context: makes the context of its template.
    """
    key = (template, season.pk, season.standings_version, get_language(), *which)
    html = made_once(request, key, lambda: str(render_flat(template, context())))
    return mark_safe(html)  # noqa: S308 - rendered by our own template


# --- What others have stored meanwhile ------------------------------------------------


class FieldDifference(NamedTuple):
    """A field that was sent with another value than the one that is stored."""

    place: str | Promise | None
    mine: str
    theirs: str


def differences_of(form: forms.BaseForm) -> list[FieldDifference]:
    """Where a form that was sent differs from what it began with, in the order of its fields.

    A field the form itself has left out, since another choice makes it meaningless, is no
    difference.
    """
    form.is_valid()
    meant = {*form.cleaned_data, *form.errors}
    return [
        FieldDifference(
            form[name].label,
            _text(form.fields[name], form[name].value()),
            _text(form.fields[name], form[name].initial),
        )
        for name in form.changed_data
        if name in meant
    ]


def _text(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if isinstance(field.widget, forms.RadioSelect):
        labels = {str(key): label for key, label in field.widget.choices}
        return str(labels.get(str(value), value))
    return MISSING if value in (None, "") else str(value)
