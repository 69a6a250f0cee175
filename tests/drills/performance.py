"""Tell stories on a stage while a crowd plays, and collect what becomes of it."""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.drills.crowd import Crowd, StandsStill
from tests.drills.evidence import check_integrity, compare, moves_of_the_clock
from tests.drills.report import Figures
from tests.drills.stories import Drill, Story

# After so many seconds a table that has not gone on stands still.
PATIENCE = 180.0
# Between two instants, in seconds; the seed chooses.
LONGEST_PAUSE = 0.6
# Of an error, which may hold the log of a server.
LONGEST_WORDS = 1000


@dataclass
class Faults:
    """Sentences about what went wrong."""

    words: list[str] = field(default_factory=list)

    def add(self, where: str, found: Sequence[str]) -> None:
        """Add findings, each once."""
        self.words += [f"{where}: {what}" for what in found if not self._knows(what)]

    def _knows(self, what: str) -> bool:
        return any(known.endswith(what) for known in self.words)


async def perform(
    crowd: Crowd,
    plan: Sequence[tuple[Story, int]],
    title: str,
    faults: Faults,
    bar: Any,
    *,
    patience: float = PATIENCE,
    seconds: float = math.inf,
) -> list[Figures]:
    """Strike at so many instants for each story; then everybody rests, and all data are checked.

    seconds: after so many no other instant begins.
    """
    told: list[Figures] = []
    end = time.monotonic() + seconds
    try:
        async with crowd.gathered(patience):
            for story, instants in plan:
                drill = Drill(crowd, patience)
                told.append(figures := Figures(title, story.title, seconds=drill.seconds))
                await tell(drill, story, instants, figures, faults, bar, end)
            await crowd.goes_on(crowd.reveals(), patience)
            await crowd.rest(patience)
            integrity = await asyncio.to_thread(check_integrity, crowd.stage)
            faults.add(title, integrity.wrong)
            bar.write(f"{title}: checked {integrity.checked}")
    except (StandsStill, RuntimeError, TimeoutError) as error:
        where = f"{title}, {told[-1].title if told else 'at first'}"
        faults.add(where, [f"{type(error).__name__} {str(error)[-LONGEST_WORDS:]}"])
    return told


async def tell(
    drill: Drill,
    story: Story,
    instants: int,
    figures: Figures,
    faults: Faults,
    bar: Any,
    end: float,
) -> None:
    """One story; after each instant what was acknowledged is looked for.

    end: by time.monotonic(), when no other instant begins.
    """
    acknowledged = drill.crowd.acknowledged
    forced = await asyncio.to_thread(moves_of_the_clock, drill.stage)
    async with story.around(drill):
        for number in range(1, instants + 1):
            if time.monotonic() > end:
                break
            bar.set_postfix_str(story.name)
            await asyncio.sleep(drill.chance.uniform(0, LONGEST_PAUSE))
            await story.strike(drill)
            evidence = await compare(drill.crowd)
            where = f"{figures.database}, {figures.title}, instant {number}"
            faults.add(where, evidence.lost + evidence.wrong)
            figures.instants = number
            figures.lost = max(figures.lost, len(evidence.lost))
            figures.acknowledged = evidence.acknowledged - acknowledged
            bar.update()
    figures.forced = await asyncio.to_thread(moves_of_the_clock, drill.stage) - forced
