"""Everybody at one table: the players and spectators of a drill, half of them at each process."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.drills.pages import APPLIED, Page, PlayerPage
from tests.drills.stage import PairStage

# At each process.
SPECTATORS = 3
# What does not come within this never comes: a busy machine is slow, not wrong.
PATIENCE = 40.0
# Whether figures are held to their limits: `make drill` has the machine to itself.
LIMITS = {"hold": False}


class Party:
    """The pages of one table. players: by seat, two at each process."""

    def __init__(self, stage: PairStage, table: str, label: str) -> None:
        self.stage, self.place = stage, stage.places[table]
        one, other = [stage.one.port], [stage.other.port]
        # The second player's browser is led to whichever process answers.
        ports: Sequence[Sequence[int]] = (one, one + other, other, other)
        path = self.place.path
        self.players = [
            PlayerPage(f"{label}{seat}", ports[seat], path, cookie)
            for seat, cookie in enumerate(self.place.cookies)
        ]
        self.spectators = [
            Page(f"{label}s{number}", site, path)
            for site in (one, other)
            for number in range(SPECTATORS)
        ]
        self.pages: list[Page] = [*self.players, *self.spectators]

    @asynccontextmanager
    async def gathered(self) -> AsyncIterator[None]:
        """Everybody has the table open, and plays, inside the with block."""
        works = [page.stay() for page in self.pages] + [page.play() for page in self.players]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            await within(*(page.shows(0) for page in self.pages))
            yield
            for task in tasks:
                assert not task.done(), task.exception()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def version(self) -> int:
        """The version that is stored."""
        return self.stage.version(self.place)

    def at(self, port: int, pages: Iterable[Page] | None = None) -> list[Page]:
        """The pages whose process is the one at this port."""
        return [page for page in pages or self.pages if page.port == port]

    def rest(self, *, is_idle: bool = True) -> None:
        for player in self.players:
            player.is_idle = is_idle

    async def catch_up(self, pages: Iterable[Page] | None = None) -> float:
        """Seconds until these pages, or all, show what is stored now."""
        began, version = time.monotonic(), self.version
        await within(*(page.shows(version) for page in pages or self.pages))
        return time.monotonic() - began

    async def play_on(self, versions: int) -> float:
        """Seconds until all pages show so many versions more than are stored now."""
        began, wanted = time.monotonic(), self.version + versions
        await within(*(page.shows(wanted) for page in self.pages))
        return time.monotonic() - began

    async def settle(self) -> None:
        """Stop playing; returns when nothing is on its way."""
        self.rest()
        await within(*(player.has_answers() for player in self.players))
        await self.catch_up()

    async def asked(self) -> PlayerPage:
        """A player who is asked; after a last card, which plays itself, the next round is dealt."""
        while True:
            for player in self.players:
                if player.is_asked and not player.plays_itself:
                    return player
            await asyncio.sleep(0.05)

    def check_commands(self) -> None:
        """What was acknowledged was applied once, and what was refused or withdrawn was not."""
        logged = self.stage.logged(self.place)
        assert len(logged) == len(set(logged))
        answers = {name: told for page in self.players for name, told in page.answers.items()}
        applied = {name for name, told in answers.items() if APPLIED & set(told)}
        lost = {name: answers[name] for name in applied - set(logged)}
        assert not lost, f"acknowledged, but not in the log: {lost}"
        undone = {name: answers[name] for name in set(logged) & (answers.keys() - applied)}
        assert not undone, f"refused or withdrawn, but in the log: {undone}"
        figures = f"{len(logged)} commands applied, {len(answers) - len(applied)} withdrawn"
        tell("commands", figures)


async def within(*works: Coroutine[Any, Any, object], seconds: float = PATIENCE) -> None:
    """Do all of it, in any order; a TimeoutError if it takes longer."""
    async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work)


def tell(what: str, figure: float | str, longest: float = math.inf) -> None:
    """Print what was measured; pytest -s shows it. longest: so many seconds, where limits hold."""
    text = figure if isinstance(figure, str) else f"{figure:.2f} s"
    print(f"{what:<60} {text}")
    if LIMITS["hold"] and not isinstance(figure, str):
        assert figure < longest, what
