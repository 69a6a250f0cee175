"""Pages of a session that are open in browsers, by their sockets alone, and who has them open."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Player
from leagues.models import Role, Season, Session
from leagues.sessions import session_life
from leagues.sessions.consumers import SESSION_HUBS as HUBS
from leagues.sessions.regions import SessionPage
from tests.factories import PlayerFactory
from tests.support.leagues import make_member_with, make_season, make_session
from tests.support.sockets import Tab, enter, stop_listening

A_WHILE = 0.3

Connect = Callable[..., Awaitable["Viewer"]]

now = timezone.now
arrive = sync_to_async(session_life.arrive)
arrive_guest = sync_to_async(session_life.arrive_guest)


class Viewer(Tab):
    """A browser tab with the open socket of a page of a session."""

    async def words(self) -> str:
        """The next message as somebody reads it."""
        return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", await self.message()))

    async def hears(self, *words: str) -> str:
        """The first message that has these words."""
        while True:
            text = await self.words()
            if all(word in text for word in words):
                return text

    async def rest(self) -> str:
        """All messages until nothing comes for a while."""
        heard = ""
        while not await self.hears_nothing():
            heard += await self.words()
        return heard

    async def hears_nothing(self) -> bool:
        return bool(await self.socket.receive_nothing(A_WHILE))


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open the socket of a page of a session as a player, or with None as a stranger."""
    opened: list[Viewer] = []

    async def open_socket(
        session: Session,
        player: Player | None,
        page: SessionPage = SessionPage.SESSION,
        query: str = "",
    ) -> Viewer:
        season = session.season
        where = f"{season.league.slug}/{season.number}/{session.number}/{page}"
        opened.append(Viewer(*await enter(f"/ws/sessions/{where}/?{query}", player)))
        return opened[-1]

    yield open_socket
    for viewer in opened:
        await viewer.close()
    await stop_listening(HUBS)


class Club:
    """A session with one person of each kind; nobody is here yet."""

    def __init__(self, **session: Any) -> None:
        self.owner = PlayerFactory.create(name="Olga")
        self.season = make_season(self.owner)
        league = self.season.league
        self.organizer = make_member_with(Role.Kind.ORGANIZER, league, name="Orga")
        self.scorer = make_member_with(Role.Kind.SCORER, league, name="Scott")
        self.member = PlayerFactory.create(name="Mem")
        self.session = make_session(self.season, **session)
        # By now its version is another one.
        self.season = Season.objects.select_related("league").get(pk=self.season.pk)
        self.session.season = self.season

    @property
    def everybody(self) -> list[Player | None]:
        return [self.owner, self.organizer, self.scorer, self.member, None]


@pytest.fixture
def tonight() -> Club:
    """Anew for each test."""
    return Club()


club = sync_to_async(Club)
