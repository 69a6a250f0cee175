"""Who stands where: the standings of a season, now and as of any session."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import (
    add_never_cache_headers,
    patch_cache_control,
)
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.access import is_organizer, player_or_none
from accounts.club.current import club
from accounts.models import User
from accounts.page_cache import etag_of, unless_kept
from leagues.models import Notice, Season, Session
from leagues.pages.access import get_season
from leagues.pages.shared import (
    kept_page,
)
from leagues.standings import live_standings
from leagues.standings.board import StandingsRow
from leagues.standings.segments import Segment, standings_context


@kept_page
@require_safe
def standings(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The standings; `?session=` asks for them as of one. Nothing is sent twice to one browser."""
    season = get_season(request, slug, number)
    context = standings_context(request, season, Segment.TABLE)
    if get_messages(request):
        # What is said once may not be kept.
        once = _page(request, season, context)
        add_never_cache_headers(once)
        return once
    etag = _etag_of(request, season, context)
    response = unless_kept(request, etag, lambda: _page(request, season, context))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _etag_of(request: HttpRequest, season: Season, frame: Mapping[str, object]) -> str:
    """The validator of a page of a season for whoever asks; weak, since tokens in it differ.

    Its league's settings count through the season's version. The day counts since a session
    that should have begun is forgotten.
    """
    user, player = request.user, player_or_none(request)
    viewer = (user.pk, user.theme, is_organizer(user)) if isinstance(user, User) else ()
    return etag_of(
        club().number,
        season.pk,
        season.version,
        request.get_full_path(),
        get_language(),
        viewer,
        (player.name, player.picture) if player else "",
        # The header says how many notices are unread.
        Notice.objects.of_reader(player).filter(read_at=None).count() if player else 0,
        *(frame[name] for name in ("may_score", "may_organize", "is_owner")),
        # The page carries a token that stands with the browser's own.
        request.META.get("CSRF_COOKIE", ""),
        # Another edition of the site has other files.
        getattr(staticfiles_storage, "manifest_hash", ""),
        timezone.localdate(),
    )


def _page(request: HttpRequest, season: Season, context: dict[str, object]) -> HttpResponse:
    language = get_language() or "en"
    may_score = bool(context["may_score"])
    page = live_standings.page(season, request.GET.get("session"), language, may_score=may_score)
    if page is None:
        raise Http404
    player = player_or_none(request)
    own = page.region.rows.get(player.pk) if player else None
    context |= {
        "page": page,
        "own": own,
        "own_url": _own_url(season, own, page) if own else "",
        "ws_url": "" if page.is_past else _socket_url(season, language),
    }
    return render(request, "leagues/standings/page.html", context)


def asked_session(request: HttpRequest, sessions: Sequence[Session]) -> Session | None:
    """The session that `?session=` names, or the newest; None where there is none. Raises 404."""
    asked = request.GET.get("session")
    if asked is None:
        return sessions[-1] if sessions else None
    found = [session for session in sessions if str(session.number) == asked]
    if not found:
        raise Http404
    return found[0]


def _own_url(season: Season, own: StandingsRow, page: live_standings.StandingsPage) -> str:
    url = season.url_of("story", own.player)
    return f"{url}?session={page.session.number}" if page.session and page.is_past else url


def _socket_url(season: Season, language: str) -> str:
    if season.status == Season.Status.DRAFT:
        return ""
    wishes = urlencode({"language": language, "version": season.standings_version})
    return f"/ws/seasons/{season.league.slug}/{season.number}/?{wishes}"
