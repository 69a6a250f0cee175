"""What a drill does to a site, one instant at a time.

Each strike takes something away and gives it back; `Drill.goes_on` then waits for every table.
"""

import asyncio
import errno
import json
import os
import random
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass, field
from pathlib import Path

from bench.flood import flooding
from bench.live.processes import tree
from config.connections import MOST_UNANSWERED
from tests.drills.crowd import Crowd
from tests.drills.forms import get
from tests.drills.guessing import Guessing
from tests.drills.hostile import KINDS, bytes_on_disk, hold
from tests.drills.stage import Site, Stage
from tests.support.processes import Service
from tests.support.project import ROOT

# Longer than the time for a choice (crowd.SECONDS_PER_CHOICE).
DOWN_SECONDS = 25.0
AWAY_SECONDS = (0.5, 3.0)
MINUTE, HOUR = 60, 3600
SET_CLOCK = ROOT / "tests/drills/set_clock"
SMALL_DISK = "160m"
# Half of them with bodies of six megabytes or more.
HOSTILE_CLIENTS = 150
FLOODING_MEMBERS = 5
GUESSING_STRANGERS, SIGN_INS = 60, 3
# With 20 tables on a machine that does other things too.
LONGEST_SIGN_IN = 8.0


@dataclass
class Drill:
    """Who plays at a site that is damaged.

    patience: seconds after which a table stands still. seconds: how long each table took to go on.
    guessing: who knows a member's password and who does not, once that story has begun.
    """

    crowd: Crowd
    patience: float
    seconds: list[float] = field(default_factory=list)
    guessing: Guessing | None = None

    @property
    def stage(self) -> Stage:
        """The site."""
        return self.crowd.stage

    @property
    def chance(self) -> random.Random:
        """The same at each run with the same seed."""
        return self.crowd.chance

    async def goes_on(self) -> None:
        """Return when all players of each table have been shown another turn."""
        self.seconds += await self.crowd.goes_on(self.crowd.reveals(), self.patience)

    async def away(self) -> None:
        """Let some time pass without what was taken away."""
        await asyncio.sleep(self.chance.uniform(*AWAY_SECONDS))


async def start(patience: float, *services: Service) -> None:
    """Start servers again, and wait until they answer."""
    for service in services:
        service.launch()
    await asyncio.gather(*(asyncio.to_thread(service.wait, patience) for service in services))


async def start_and_go_on(drill: Drill, *services: Service) -> None:
    """The same; the time until the tables go on counts from the beginning of the start."""
    starting = asyncio.create_task(start(drill.patience, *services))
    # The launch, before anybody looks at the clock.
    await asyncio.sleep(0)
    await drill.goes_on()
    await starting


# --- Strikes ---------------------------------------------------------------------------


async def kill(drill: Drill) -> None:
    """Kill one process of the site, or now and then all of them."""
    sites = drill.stage.sites
    victims: list[Site] = sites if drill.chance.random() < 0.1 else [drill.chance.choice(sites)]
    for site in victims:
        site.kill()
    await start_and_go_on(drill, *victims)


async def be_down(drill: Drill) -> None:
    """Kill all processes, for longer than there is time for a choice."""
    for site in drill.stage.sites:
        site.kill()
    await asyncio.sleep(DOWN_SECONDS)
    await start_and_go_on(drill, *drill.stage.sites)


async def lose_redis(drill: Drill) -> None:
    """Stop Redis, or let it hang; the tables go on before it is back, and after."""
    redis = drill.stage.redis
    assert redis
    if drill.chance.random() < 0.5:
        await asyncio.to_thread(redis.stop)
        await drill.goes_on()
        await start(drill.patience, redis)
    else:
        redis.freeze()
        await drill.goes_on()
        redis.thaw()
    await drill.crowd.goes_on(drill.crowd.reveals(), drill.patience)


async def lose_postgresql(drill: Drill) -> None:
    """Stop PostgreSQL, let it hang, or crash it: it then recovers by itself."""
    postgresql = drill.stage.postgresql
    assert postgresql
    match drill.chance.choice(["stop", "hang", "crash"]):
        case "stop":
            await asyncio.to_thread(postgresql.stop)
            await drill.away()
            await start_and_go_on(drill, postgresql)
        case "hang":
            # The postmaster first: it would start others.
            frozen = tree(postgresql.process.pid)
            send(frozen, signal.SIGSTOP)
            await drill.away()
            send(frozen, signal.SIGCONT)
            await drill.goes_on()
        case "crash":
            backends = tree(postgresql.process.pid)[1:]
            send([drill.chance.choice(backends)], signal.SIGKILL)
            await drill.goes_on()


async def fill_the_disk(drill: Drill) -> None:
    """Leave no room for another byte until the site has failed to write."""
    disk, postgresql, sites = drill.stage.disk, drill.stage.postgresql, drill.stage.sites
    failures, filler = disk.failures(), disk.folder / "filler"
    logged = {site: site.log.stat().st_size for site in sites}
    await asyncio.to_thread(fill, filler)
    end = time.monotonic() + drill.patience
    while disk.failures() == failures:
        if time.monotonic() > end:
            raise RuntimeError(f"the full disk was not noticed: {disk.log.read_text()[-500:]}")
        await asyncio.sleep(0.1)
        # What the site has given back, such as a log that it wrote into its file.
        await asyncio.to_thread(fill, filler)
    await drill.away()
    # It ends where it cannot write its log; then it is away, and no disk is full.
    if not (postgresql and postgresql.has_ended):
        await asyncio.to_thread(require_clear_words, logged)
    filler.unlink()
    if postgresql and postgresql.has_ended:
        # It comes back when an operator starts it.
        await start_and_go_on(drill, postgresql)
    else:
        await drill.goes_on()


def require_clear_words(logged: Mapping[Site, int]) -> None:
    """A process tells of the full disk, and none writes tracebacks; logged: bytes before it."""
    found: dict[str, str] = {}
    for site, before in logged.items():
        if "Traceback" in (text := site.log.read_text(errors="replace")[before:]):
            raise RuntimeError(f"a full disk is logged with tracebacks: {text}")
        found[site.name] = json.loads(get(site.port, "/readyz").text)["checks"]["disk"]
    if "full" not in found.values():
        raise RuntimeError(f"no process tells of the full disk: {found}")


async def besiege(drill: Drill) -> None:
    """Begin very many requests and end none; the tables go on, and little is kept."""
    site = drill.chance.choice(drill.stage.sites)
    path, held = next(iter(drill.stage.places.values())).path, set[object]()
    chances = [random.Random(drill.chance.random()) for _client in range(HOSTILE_CLIENTS)]
    holding = [hold(site.port, path, KINDS, chance, held) for chance in chances]
    tasks = [asyncio.create_task(client) for client in holding]
    try:
        await drill.goes_on()
        kept = bytes_on_disk(site.process.pid)
        # The file of a body that is refused is closed a moment later.
        if kept > 1.1 * MOST_UNANSWERED:
            raise RuntimeError(f"{kept} bytes of unfinished bodies are kept")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def flood(drill: Drill) -> None:
    """Members of several tables ask for pages all the time; the tables go on."""
    stage = drill.stage
    places = list(stage.places.values())[:FLOODING_MEMBERS]
    cookies = [place.cookies[0] for place in places]
    paths = ["/tables/", "/leagues/", f"/tables/{places[0].code}/"]
    with ExitStack() as stack:
        flooding_pages = flooding(
            "pages", drill.chance.choice(stage.sites).port, paths, "", cookies
        )
        # It floods for ten seconds before the block begins.
        await asyncio.to_thread(stack.enter_context, flooding_pages)
        await drill.goes_on()


async def guess(drill: Drill) -> None:
    """Strangers guess at a password; its owner signs in meanwhile, and the tables go on."""
    if drill.guessing is None:
        chance = random.Random(drill.chance.random())
        drill.guessing = await asyncio.to_thread(Guessing, drill.stage.sites, chance)
    guessing = drill.guessing
    with ExitStack() as stack:
        await asyncio.to_thread(stack.enter_context, guessing.going_on(GUESSING_STRANGERS))
        for _evening in range(SIGN_INS):
            await drill.away()
            seconds = await asyncio.to_thread(guessing.owner_signs_in)
            if seconds > LONGEST_SIGN_IN:
                raise RuntimeError(f"the owner waited for {seconds:.1f} s")
        await drill.goes_on()
        await asyncio.to_thread(stack.close)
    if guessing.wrong:
        raise RuntimeError("; ".join(guessing.wrong))


async def set_the_clock(drill: Drill) -> None:
    """Set the clock a minute forward, then an hour, then back; each time the tables go on."""
    for seconds in (MINUTE, HOUR, 0):
        clock_of(drill.stage).write_text(str(seconds))
        # The site looks at the file ten times a second (set_clock).
        await asyncio.sleep(0.5)
        await drill.goes_on()


# --- What they need --------------------------------------------------------------------


def send(pids: list[int], what: signal.Signals) -> None:
    """Send a signal to processes, some of which may have ended."""
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            continue


def fill(file: Path) -> None:
    """Make a file longer until the disk is full."""
    with file.open("ab", buffering=0) as output:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    output.write(b"0" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of SMALL_DISK in memory, thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="sixieme-disk-") as name:
        command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=700", "drill", name]
        subprocess.run(command, check=True, capture_output=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


def why_no_small_disk() -> str:
    """Why no disk can be filled here; "" where one can."""
    if os.geteuid() != 0:
        return "only root may mount a small disk"
    try:
        with small_disk():
            return ""
    except (OSError, subprocess.CalledProcessError):
        return "a small disk cannot be mounted on this machine"


def clock_of(stage: Stage) -> Path:
    """The file that says how many seconds the clock of the site is wrong."""
    return stage.folder / "clock"


@asynccontextmanager
async def with_a_clock(drill: Drill) -> AsyncIterator[None]:
    """Inside the block the processes of the site read a clock that can be set (set_clock)."""
    stage = drill.stage
    clock_of(stage).write_text("0")
    faked = {"PYTHONPATH": str(SET_CLOCK), "DRILL_CLOCK": str(clock_of(stage))}
    usual = dict(stage.environment)
    stage.environment.update(faked)
    await restart(drill)
    yield
    stage.environment.clear()
    stage.environment.update(usual)
    await restart(drill)


async def restart(drill: Drill) -> None:
    """Stop and start all processes of the site."""
    for site in drill.stage.sites:
        await asyncio.to_thread(site.stop)
    await start(drill.patience, *drill.stage.sites)
    await drill.crowd.goes_on(drill.crowd.reveals(), drill.patience)


def as_it_is(_drill: Drill) -> AbstractAsyncContextManager[None]:
    """Nothing is prepared."""
    return nullcontext()


@dataclass(frozen=True)
class Story:
    """Something that happens to a site. title: what each instant does.

    one_in: of so many instants of the first story, one is of this. why_not: why it cannot be told
    on this machine, "" where it can.
    """

    name: str
    title: str
    strike: Callable[[Drill], Awaitable[None]]
    one_in: int = 10
    around: Callable[[Drill], AbstractAsyncContextManager[None]] = as_it_is
    why_not: Callable[[], str] = str


KILL = Story("kill", "SIGKILL of a process", kill, one_in=1)
DOWN = Story("down", f"Down for {DOWN_SECONDS:.0f} s", be_down, one_in=50)
REDIS = Story("redis", "Redis stopped or hanging", lose_redis)
POSTGRESQL = Story("postgresql", "PostgreSQL stopped, hanging or crashed", lose_postgresql)
DISK = Story("disk", "Disk full while writing", fill_the_disk, why_not=why_no_small_disk)
SIEGE = Story("siege", f"{HOSTILE_CLIENTS} clients with unfinished requests", besiege)
FLOOD = Story("flood", f"{FLOODING_MEMBERS} members who flood pages", flood)
GUESSING = Story("guessing", f"{GUESSING_STRANGERS} strangers who guess at a password", guess)
CLOCK = Story(
    "clock",
    "Clock a minute and an hour forward, and back",
    set_the_clock,
    one_in=25,
    around=with_a_clock,
)
STORIES = (KILL, DOWN, SIEGE, FLOOD, GUESSING, REDIS, POSTGRESQL, DISK, CLOCK)
