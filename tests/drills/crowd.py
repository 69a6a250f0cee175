"""Everybody of a club at once: people at all tables, and the scorer of the evening."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from tests.drills.club import ClubWish, TableWish
from tests.drills.evening import Scorer
from tests.drills.pages import APPLIED
from tests.drills.regulars import Regular
from tests.drills.stage import Stage

ROUNDS = 3
SECONDS_PER_CHOICE = 20
SHEETS = 12
# Seconds between two looks at a page.
PACE = 0.25
# Some hang for a quarter of a minute while the site is away.
THREADS = 64


def wish(tables: int) -> ClubWish:
    """Half of the tables for four people, half for two and two bots; every third with a limit."""
    tables_wished = {
        f"t{number}": TableWish(
            ROUNDS,
            people=4 if number % 2 else 2,
            bots=0 if number % 2 else 2,
            seconds=None if number % 3 else SECONDS_PER_CHOICE,
        )
        for number in range(tables)
    }
    return ClubWish(tables_wished, SHEETS)


class StandsStill(Exception):
    """Some tables do not go on."""


class Crowd:
    """The players at each table by its name; the second at each sends forms, the others frames."""

    def __init__(self, stage: Stage, chance: random.Random) -> None:
        ports = [site.port for site in stage.sites]
        self.stage, self.chance = stage, chance
        self.tables: dict[str, list[Regular]] = {}
        for name, place in stage.places.items():
            self.tables[name] = [
                Regular(
                    f"{name}s{seat}",
                    chance.sample(ports, len(ports)),
                    place.code,
                    cookie,
                    is_posting=seat == 1,
                )
                for seat, cookie in enumerate(place.cookies)
            ]
        for player in self.players:
            player.pace = PACE
        self.scorer = Scorer(ports, stage.club.scorer, stage.club.sheets)

    @property
    def players(self) -> Iterator[Regular]:
        """Everybody who plays."""
        return (player for table in self.tables.values() for player in table)

    @property
    def answers(self) -> dict[str, list[str]]:
        """What each command was told, by its id."""
        return {name: told for player in self.players for name, told in player.answers.items()}

    @property
    def acknowledged(self) -> int:
        """How many commands and sheets were accepted so far."""
        commands = sum(bool(APPLIED & set(told)) for told in self.answers.values())
        return commands + len(self.scorer.notes)

    @asynccontextmanager
    async def gathered(self, patience: float) -> AsyncIterator[None]:
        """Everybody plays inside the with block, which begins once each table has."""
        threads = ThreadPoolExecutor(THREADS)
        asyncio.get_running_loop().set_default_executor(threads)
        works = [work for player in self.players for work in (player.stay(), player.play())]
        tasks = [asyncio.create_task(work) for work in (*works, self.scorer.type())]
        try:
            await self.goes_on(self.reveals(), patience)
            yield
            for task in tasks:
                assert not task.done(), task.exception()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def reveals(self) -> Mapping[Regular, int]:
        """How many turns everybody has been shown."""
        return {player: player.reveals for player in self.players}

    async def goes_on(self, before: Mapping[Regular, int], patience: float) -> list[float]:
        """For each table, seconds until all its players were shown another turn than `before`.

        Raises StandsStill.
        """
        began = time.monotonic()

        async def follow(name: str) -> float:
            for player in self.tables[name]:
                await player.reveals_again(before[player])
            return time.monotonic() - began

        tasks = {name: asyncio.create_task(follow(name)) for name in self.tables}
        await asyncio.wait(tasks.values(), timeout=patience)
        if stuck := [name for name, task in tasks.items() if not task.done()]:
            for task in tasks.values():
                task.cancel()
            raise StandsStill(f"after {patience:.0f} s: {', '.join(map(self._told, stuck))}")
        return [task.result() for task in tasks.values()]

    def _told(self, name: str) -> str:
        pages = (
            f"{page.version}/{page.turn}{'' if page.is_open else ' closed'}"
            for page in self.tables[name]
        )
        return f"{name} ({self.tables[name][0].code}: {', '.join(pages)})"

    async def rest(self, patience: float) -> None:
        """Everybody stops; returns when nothing is on its way."""
        self.scorer.is_idle = True
        for player in self.players:
            player.is_idle = True
        async with asyncio.timeout(patience):
            for player in self.players:
                await player.has_answers()
