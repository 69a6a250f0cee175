"""Push standings and sessions to the pages that show them: what each viewer sees, the sockets."""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple
from weakref import WeakSet

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone, translation

from games.live import executor
from games.live.hub import Hub, Hubs
from games.live.regions import Look, View, look_of
from games.live.subjects import Gone, Subject, Views
from games.page.consumer import RoomSocket, signed_out
from leagues.models import Season, Session
from leagues.pages.access import Level, levels_in
from leagues.sessions.regions import (
    NOTHING,
    Own,
    SessionNow,
    SessionPage,
    own_of,
    own_regions,
    screen_regions,
    session_now,
    session_regions,
)
from leagues.standings import live_standings
from leagues.standings.live_standings import SeasonViews
from leagues.standings.season_lock import STANDINGS, TOPIC, read_at_rest

NO_REGIONS: View = {}


class Sight(NamedTuple):
    """What a tab looks at: the id of a session, one of its pages, and in which language."""

    session: int
    page: SessionPage
    language: str


class Viewer(NamedTuple):
    """Who sees the same: what they look at, what they may do, and where they sit."""

    sight: Sight
    level: Level
    own: Own


# A tab: what it looks at, and the id of its player, None for a stranger's.
Tab = tuple[Sight, int | None]


class Shown(NamedTuple):
    """All that the tabs of a season see at one version."""

    viewers: Mapping[Tab, Viewer | None]
    views: Mapping[Viewer, Views]


def may_see(season: Season, level: Level) -> bool:
    """Whether somebody of this level may look at sessions, as leagues.pages.access has it."""
    is_draft = season.status == Season.Status.DRAFT
    return level >= (Level.ORGANIZER if is_draft else Level.VIEWER)


class SessionViews(Subject):
    """The pages of all sessions of one season."""

    def __init__(self, season_id: int) -> None:
        self.version = -1
        self._season_id = season_id
        self._sockets: WeakSet[Any] = WeakSet()
        self._reading = asyncio.Lock()
        self._shown = Shown({}, {})

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one to these sockets. Raises Gone."""
        self._sockets.update(sockets)
        async with self._reading:
            tabs = {_tab(socket) for socket in self._sockets}
            # Whoever waited for another one to read is shown what that one has read.
            if self.version < version or not tabs <= self._shown.viewers.keys():
                version, shown = await executor.read(_read_at_rest, self._season_id, tabs)
                self.version, self._shown = version, shown

    def recognise(self, socket: Any) -> None:
        """Note which of the pages a socket may see, and what its own part of it is."""
        socket.viewer = self._shown.viewers.get(_tab(socket))

    def look(self, viewer: Viewer) -> Look:
        """The words that a frame is made in; its regions are HTML already."""
        return look_of(viewer.sight.language)

    def views(self, viewer: Viewer) -> Views:
        """The regions of a page for such a viewer, and their own."""
        return self._shown.views[viewer]


def _tab(socket: Any) -> Tab:
    return socket.sight, socket.player_id


async def _versions(season_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of seasons, in one statement."""
    wanted = Season.objects.filter(pk__in=list(season_ids))
    return await executor.read(lambda: dict(wanted.values_list("pk", "version")))


# --- Reading, away from the event loop -------------------------------------------------


def _read_at_rest(season_id: int, tabs: Collection[Tab]) -> tuple[int, Shown]:
    """The version of a season, or NO_VERSION, and what these tabs see at it. Raises Gone."""
    try:
        version, _season, shown = read_at_rest(season_id, lambda season: _read(season, tabs))
    except Season.DoesNotExist:
        raise Gone from None
    return version, shown


def _read(season: Season, tabs: Collection[Tab]) -> Shown:
    """What these tabs see of a season; statements by sessions, never by tabs."""
    levels = levels_in(season.league, {player for _sight, player in tabs})
    sessions = _sessions(season, {sight.session for sight, _player in tabs})
    viewers = {
        (sight, player): _viewer(season, sessions, sight, levels[player], player)
        for sight, player in tabs
    }
    views: dict[Viewer, Views] = {}
    public: dict[tuple[Sight, Level], View] = {}
    for viewer in set(viewers.values()):
        if viewer is None:
            continue
        now = sessions[viewer.sight.session]
        with translation.override(viewer.sight.language):
            seen = (viewer.sight, viewer.level)
            if seen not in public:
                public[seen] = _public(now, *seen)
            has_own = viewer.sight.page is SessionPage.SESSION
            own = own_regions(now, viewer.own) if has_own else NO_REGIONS
            views[viewer] = public[seen], own
    return Shown(viewers, views)


def _sessions(season: Season, session_ids: Collection[int]) -> dict[int, SessionNow]:
    found: dict[int, SessionNow] = {}
    for session in Session.objects.filter(season=season, pk__in=session_ids):
        session.season = season
        found[session.pk] = session_now(session, timezone.now())
    return found


def _viewer(
    season: Season,
    sessions: Mapping[int, SessionNow],
    sight: Sight,
    level: Level,
    player: int | None,
) -> Viewer | None:
    """What kind of viewer somebody is; None if they may not look, or there is no such session."""
    now = sessions.get(sight.session)
    if now is None or not may_see(season, level):
        return None
    if sight.page is SessionPage.SCREEN:
        return Viewer(sight, Level.VIEWER, NOTHING)
    # Owners see what organizers see.
    return Viewer(sight, min(level, Level.ORGANIZER), own_of(now, level, player))


def _public(now: SessionNow, sight: Sight, level: Level) -> View:
    if sight.page is SessionPage.SCREEN:
        return screen_regions(now.session, now.told)
    return session_regions(now, level)


# --- The sockets -----------------------------------------------------------------------

HUBS = Hubs(lambda: Hub(SeasonViews, live_standings.versions, signed_out, STANDINGS))
SESSION_HUBS = Hubs(lambda: Hub(SessionViews, _versions, signed_out, TOPIC))


class SeasonSocket(RoomSocket):
    """One browser tab that looks at a page of a season, whose room it joins."""

    async def connect(self) -> None:
        """Follow the season, or close with a code after which the page does not try again."""
        await self.accept()
        self.language = self.wished_language()
        try:
            season_id = await executor.read(self._enter, **self.scope["url_route"]["kwargs"])
        except Http404:
            self.dismiss()
            return
        await self.look_at(season_id)

    def _enter(self, slug: str, number: int, **page: Any) -> int:
        """The id of the season. Raises Http404 where the reader may not look at the page."""
        player = self.signed_in_player()
        self.player_id = player.pk if player else None
        found = Season.objects.select_related("league").filter(league__slug=slug, number=number)
        season = get_object_or_404(found)
        if not self.may_look(season, **page):
            raise Http404
        return season.pk

    def may_look(self, season: Season, **page: Any) -> bool:
        """Whether the reader may look at the page."""
        raise NotImplementedError


class SeasonConsumer(SeasonSocket):
    """One browser tab that looks at the standings of one season."""

    hubs = HUBS

    def may_look(self, season: Season, **_page: Any) -> bool:
        """Whether the reader may look at the standings."""
        return live_standings.may_watch(season, self.player_id)


class SessionConsumer(SeasonSocket):
    """One browser tab that looks at a page of a session."""

    hubs = SESSION_HUBS
    sight: Sight

    def may_look(self, season: Season, **page: Any) -> bool:
        """Whether the reader may look at this page of a session, which is noted."""
        session = get_object_or_404(season.sessions, number=page["session"])
        if page["page"] not in set(SessionPage):
            return False
        self.sight = Sight(session.pk, SessionPage(page["page"]), self.language)
        return may_see(season, levels_in(season.league, [self.player_id])[self.player_id])


websocket_urlpatterns: list[URLPattern] = [
    path("ws/seasons/<slug:slug>/<int:number>/", SeasonConsumer.as_asgi()),  # type: ignore[arg-type]
    path(
        "ws/sessions/<slug:slug>/<int:number>/<int:session>/<str:page>/",
        SessionConsumer.as_asgi(),  # type: ignore[arg-type]
    ),
]
