"""WebSocket consumers: they push standings and sessions to the pages that show them."""

from django.http import Http404
from django.urls import URLPattern, path

from games.live import executor
from games.live.hub import Hub, Hubs
from games.page.consumer import RoomSocket, signed_out
from leagues.models import Season, Session
from leagues.pages.access import levels_in
from leagues.sessions import live_sessions
from leagues.sessions.live_sessions import SessionViews, Sight, may_see
from leagues.sessions.regions import SessionPage
from leagues.standings import live_standings
from leagues.standings.live_standings import SeasonViews
from leagues.standings.season_lock import STANDINGS, TOPIC

HUBS = Hubs(lambda: Hub(SeasonViews, live_standings.versions, signed_out, STANDINGS))
SESSION_HUBS = Hubs(lambda: Hub(SessionViews, live_sessions.versions, signed_out, TOPIC))


class SeasonConsumer(RoomSocket):
    """One browser tab that looks at the standings of one season."""

    hubs = HUBS

    async def connect(self) -> None:
        """Follow the season, or close with a code after which the page does not try again."""
        await self.accept()
        self.language = self.wished_language()
        where = self.scope["url_route"]["kwargs"]
        try:
            season_id = await executor.read(self._enter, where["slug"], where["number"])
        except Http404:
            self.dismiss()
            return
        await self.look_at(season_id)

    def _enter(self, slug: str, number: int) -> int:
        player = self.signed_in_player()
        self.player_id = player.pk if player else None
        season = (
            Season.objects.select_related("league").filter(league__slug=slug, number=number).first()
        )
        if season is None or not live_standings.may_watch(season, self.player_id):
            raise Http404
        return season.pk


class SessionConsumer(RoomSocket):
    """One browser tab that looks at a page of a session; its room is that of the season."""

    hubs = SESSION_HUBS
    sight: Sight

    async def connect(self) -> None:
        """Follow the session, or close with a code after which the page does not try again."""
        await self.accept()
        self.language = self.wished_language()
        try:
            season_id = await executor.read(self._enter, **self.scope["url_route"]["kwargs"])
        except Http404:
            self.dismiss()
            return
        await self.look_at(season_id)

    def _enter(self, slug: str, number: int, session: int, page: str) -> int:
        player = self.signed_in_player()
        self.player_id = player.pk if player else None
        found = (
            Session.objects.select_related("season__league")
            .filter(season__league__slug=slug, season__number=number, number=session)
            .first()
        )
        if found is None or page not in set(SessionPage):
            raise Http404
        self.sight = Sight(found.pk, SessionPage(page), self.language)
        levels = levels_in(found.season.league, [self.player_id])
        if not may_see(found.season, levels[self.player_id]):
            raise Http404
        return found.season_id


websocket_urlpatterns: list[URLPattern] = [
    path("ws/seasons/<slug:slug>/<int:number>/", SeasonConsumer.as_asgi()),  # type: ignore[arg-type]
    path(
        "ws/sessions/<slug:slug>/<int:number>/<int:session>/<str:page>/",
        SessionConsumer.as_asgi(),  # type: ignore[arg-type]
    ),
]
