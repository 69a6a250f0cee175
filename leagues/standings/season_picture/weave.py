"""Where the threads of a season run: a column for each session, a row for each place; pure.

A thread comes to a session's column at the height of its place after that session. There it is as
wide as its player took heads in the session, compared with an average player of the same tables.
Between two columns threads go over and under each other like yarn: see `woven`.
"""

from bisect import bisect
from collections.abc import Sequence
from math import atan2, copysign, tan
from typing import NamedTuple

COLOURS = 10
# Below which part of an average player's heads a thread has the first width, the second ...
LOADS = (0.5, 0.85, 1.15, 1.6)
# Of the height of a row: thread of an absent player, then by LOADS.
ABSENT_WIDTH = 0.06
WIDTHS = (0.13, 0.22, 0.32, 0.44, 0.58)


class AfterSession(NamedTuple):
    """A player after a session.

    rank: 1 for the top thread. load: their heads in it for each head of an average player of the
    same tables, None if they did not play. wins: how many games of it they won, alone or shared.
    place: as the standings write it, empty for who has none.
    """

    rank: int
    load: float | None
    wins: int
    place: str = ""


class Thread(NamedTuple):
    """A player's season; place: what stands beside the name at the end, may be empty.

    steps: one for each session, None before the first game and after a withdrawal.
    """

    player: int
    name: str
    place: str
    steps: Sequence[AfterSession | None]


class Paper(NamedTuple):
    """Measures of a picture: the x of the first column, the y of the first row, and the steps."""

    left: float
    top: float
    column: float
    row: float

    def x(self, session: int) -> float:
        """The column of a session; they are counted from 0."""
        return self.left + session * self.column

    def y(self, rank: int) -> float:
        return self.top + (rank - 0.5) * self.row


class ThreadSegment(NamedTuple):
    """A thread on its way to a session's column, from (x0, y0) to (x1, y1).

    width0, width1: at its ends. level: which of WIDTHS it has, None for an absent player.
    ends: nothing as wide follows. crosses: it meets another thread on its way.
    """

    player: int
    colour: int
    session: int
    x0: float
    y0: float
    x1: float
    y1: float
    width0: float
    width1: float
    level: int | None
    ends: bool
    crosses: bool

    @property
    def lean(self) -> float:
        """How far the edges are moved apart so that a steep thread is as wide as a level one.

        The edges are curves with their control points half way; at the middle their slope is twice
        that of the straight line.
        """
        across, down = self.x1 - self.x0, self.y1 - self.y0
        width = (self.width0 + self.width1) / 2
        turned = width / 1.5 * tan(atan2(2 * abs(down), across) / 2)
        return copysign(min(turned, across * 0.3), down)


class Mark(NamedTuple):
    """A point of a thread, and what can be written there; place: as of the thread."""

    player: int
    colour: int
    x: float
    y: float
    name: str
    place: str


class Weave(NamedTuple):
    """All that is drawn of the threads.

    segments: session by session, within a session those that go under others first. wins, several:
    where a player won one game, or more. ends: where a withdrawn thread ends. starts, finals: where
    names stand at both ends.
    """

    segments: list[ThreadSegment]
    wins: list[Mark]
    several: list[Mark]
    ends: list[Mark]
    starts: list[Mark]
    finals: list[Mark]


def width_level(load: float) -> int:
    """Which of WIDTHS a thread has."""
    return bisect(LOADS, load)


def woven(threads: Sequence[Thread], sessions: int, paper: Paper) -> Weave:
    """The threads of a season; sessions: at least 1, as many as each thread has steps."""
    colours = _colours(threads)
    weave = Weave([], [], [], [], [], [])
    for session in range(sessions):
        steps = [(thread, thread.steps[session]) for thread in threads]
        here = [(thread, step) for thread, step in steps if step]
        ways = [(_before(thread, session) or step.rank, step.rank) for thread, step in here]
        crossing = _crossing(ways)
        found = [
            _segment(thread, step, session, paper, colours[thread.player], way in crossing)
            for (thread, step), way in zip(here, ways, strict=True)
        ]
        weave.segments.extend(sorted(found, key=_height))
        for thread, step in here:
            _add_marks(weave, thread, step, session, paper, colours[thread.player])
    return weave


def _height(segment: ThreadSegment) -> tuple[bool, float]:
    """What lies above what: what falls steepest, in the next session what rises steepest.

    The threads of absent players lie below all others.
    """
    down = segment.y1 - segment.y0
    return segment.level is not None, down if segment.session % 2 else -down


def _segment(
    thread: Thread, step: AfterSession, session: int, paper: Paper, colour: int, crosses: bool
) -> ThreadSegment:
    before = thread.steps[session - 1] if session else None
    after = thread.steps[session + 1] if session + 1 < len(thread.steps) else None
    y = paper.y(step.rank)
    x = paper.x(session)
    width = _width(step, paper)
    if before:
        start, y0, width0 = paper.x(session - 1), paper.y(before.rank), _width(before, paper)
    else:
        start, y0 = x - paper.column * (0.5 if session else 0.4), y
        width0 = width if not session else paper.row * ABSENT_WIDTH
    return ThreadSegment(
        player=thread.player,
        colour=colour,
        session=session,
        x0=start,
        y0=y0,
        x1=x,
        y1=y,
        width0=width0,
        width1=width,
        level=None if step.load is None else width_level(step.load),
        ends=after is None or after.load is None,
        crosses=crosses,
    )


def _width(step: AfterSession, paper: Paper) -> float:
    part = ABSENT_WIDTH if step.load is None else WIDTHS[width_level(step.load)]
    return round(part * paper.row, 1)


def _before(thread: Thread, session: int) -> int | None:
    before = thread.steps[session - 1] if session else None
    return before.rank if before else None


def _crossing(ways: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Those ways from rank to rank that cross another one."""
    found = set()
    order = sorted(ways)
    highest = 0
    for start, end in order:
        if end < highest:
            found.add((start, end))
        highest = max(highest, end)
    lowest = len(ways) + max((end for _start, end in ways), default=0)
    for start, end in reversed(order):
        if end > lowest:
            found.add((start, end))
        lowest = min(lowest, end)
    return found


def _add_marks(
    weave: Weave, thread: Thread, step: AfterSession, session: int, paper: Paper, colour: int
) -> None:
    x, y = paper.x(session), paper.y(step.rank)
    mark = Mark(thread.player, colour, x, y, thread.name, thread.place)
    if step.wins:
        (weave.several if step.wins > 1 else weave.wins).append(mark)
    if session == 0:
        weave.starts.append(mark._replace(x=paper.x(0) - paper.column * 0.4))
    if session + 1 == len(thread.steps):
        weave.finals.append(mark)
    elif thread.steps[session + 1] is None:
        weave.ends.append(mark)


def _colours(threads: Sequence[Thread]) -> dict[int, int]:
    """A colour for each thread by where it ends: 1 at the top to COLOURS, 0 where it has ended."""
    last = {thread.player: thread.steps[-1] for thread in threads}
    lowest = max((step.rank for step in last.values() if step), default=1)
    each = (COLOURS - 1) / max(lowest - 1, 1)
    return {
        player: 1 + round((step.rank - 1) * each) if step else 0 for player, step in last.items()
    }
