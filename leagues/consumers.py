"""The socket of a season's page: its standings, each time they move."""

from django.http import Http404

from games.live import executor
from games.live.consumer import RoomSocket, signed_out
from games.live.hub import Hub, Hubs
from leagues import frames
from leagues.frames import SeasonViews
from leagues.models import Season
from leagues.services.changing import STANDINGS

HUBS = Hubs(lambda: Hub(SeasonViews, frames.versions, signed_out, STANDINGS))


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
        if season is None or not frames.may_watch(season, self.player_id):
            raise Http404
        return season.pk
