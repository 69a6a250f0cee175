"""The socket of a season's page: its standings, each time they move."""

from urllib.parse import parse_qs

from django.conf import settings
from django.http import Http404

from accounts.models import User
from accounts.services import player_of
from games import executor
from games.rooms import Hub
from games.sockets import GONE, Hubs, RoomSocket, signed_out
from leagues import frames
from leagues.frames import Onlooker
from leagues.models import Season
from leagues.services.changing import TOPIC

HUBS = Hubs(lambda: Hub(frames.render, frames.versions, signed_out, TOPIC))


class SeasonConsumer(RoomSocket):
    """One browser tab that looks at the standings of one season."""

    hubs = HUBS
    onlooker: Onlooker
    _shown = ""

    async def connect(self) -> None:
        """Follow the season, or close with a code after which the page does not try again."""
        await self.accept()
        where = self.scope["url_route"]["kwargs"]
        try:
            season_id, self.onlooker = await executor.run(
                self._enter, where["slug"], where["number"]
            )
        except Http404:
            await self.close(GONE)
            return
        await self.look_at(season_id, self._version())

    async def deliver(self, text: str) -> None:
        """Send the standings, unless the change was about something else."""
        if text != self._shown:
            self._shown = text
            await super().deliver(text)

    def _enter(self, slug: str, number: int) -> tuple[int, Onlooker]:
        user: object = self.scope["user"]
        player = player_of(user) if isinstance(user, User) and user.is_active else None
        season = (
            Season.objects.select_related("league").filter(league__slug=slug, number=number).first()
        )
        player_id = player.pk if player else None
        if season is None or not frames.may_watch(season, player_id):
            raise Http404
        return season.pk, Onlooker(player_id, self._language())

    def _language(self) -> str:
        language = self._wish("language")
        return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def _version(self) -> int:
        """The version that the page shows already."""
        version = self._wish("version")
        return int(version) if version.isdecimal() and len(version) < 10 else -1

    def _wish(self, name: str) -> str:
        return parse_qs(self.scope["query_string"].decode("latin-1")).get(name, [""])[0]
