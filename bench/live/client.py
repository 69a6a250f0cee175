"""The load client: one process on a processor of its own, one job from stdin, figures to stdout."""

import asyncio
import gc
import json
import os
import sys
import time
import traceback
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import uvloop

from bench.live import scenarios
from bench.live.boardgame_socket import BoardgameSocket
from bench.live.figures import percentiles
from bench.live.jobs import Job, TablePlaces
from bench.live.plain_socket import PlainSocket
from bench.live.processes import cpu_seconds, resident_bytes, tree
from bench.live.scenarios import Sizes, Turns
from bench.live.site_socket import SiteSocket
from bench.live.table_socket import TableSocket
from bench.live.waiting import PATIENCE_SECONDS, Stuck, until

OPENED_AT_ONCE = 16
QUIET_SECONDS = 1.0
# The first sockets also pay for what a process loads once.
FIRST_IDLE_SOCKETS = 100

Figures = dict[str, Any]


@dataclass
class Party:
    """The open sockets of one table."""

    seats: list[TableSocket]
    onlookers: list[TableSocket]

    @property
    def everybody(self) -> list[TableSocket]:
        return self.seats + self.onlookers


class Client:
    """Plays one job."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._opened = 0
        self._numbers = {
            path: number for number, table in enumerate(job.tables) for path in table.seat_paths
        }
        self._gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def run(self) -> Figures:
        match self.job.scenario:
            case "M":
                return await self.measure_memory()
            case "D":
                return await self.measure_by_the_clock()
            case "E":
                return await self.measure_fast()
            case _:
                return await self.measure_turns()

    async def measure_turns(self) -> Figures:
        """A, B and S: milliseconds to the players, to the onlookers and to the last of all."""
        (party,) = await self.open_tables()
        sizes = Sizes(first=[socket.last_size for socket in party.onlookers[:1]])
        await scenarios.play_turns(party.seats, party.onlookers, 3, Sizes())
        meter = Meter(self.job, party.everybody)
        turns = await scenarios.play_turns(party.seats, party.onlookers, self.job.turns, sizes)
        figures = meter.figures() | delays(turns)
        figures["client_busy"] = turns.client_cpu / turns.client_time
        if self.job.scenario == "S":
            figures["bytes"] = {name: median(found) for name, found in vars(sizes).items()}
        return figures

    async def measure_by_the_clock(self) -> Figures:
        """D: each table on its own beat."""
        parties = await self.open_tables()
        begins = scenarios.starts(len(parties), time.perf_counter() + 0.2)
        meter = Meter(self.job, [seat for party in parties for seat in party.seats])
        played = await together(
            scenarios.play_by_the_clock(party.seats, begin, self.job.turns)
            for party, begin in zip(parties, begins, strict=True)
        )
        figures = meter.figures()
        turns = Turns()
        for found, _late in played:
            turns.players += found.players
            turns.last += found.last
        return (
            figures
            | delays(turns)
            | {
                "late_turns": sum(late for _found, late in played),
                "turns": len(turns.last),
                "cpu_us_per_turn": figures["server_cpu"] / len(turns.last) * 1e6,
            }
        )

    async def measure_fast(self) -> Figures:
        """E: reveals a second of all tables."""
        parties = await self.open_tables()
        warm = time.perf_counter() + scenarios.WARM_UP_SECONDS
        await together(scenarios.play_fast(party.seats, warm) for party in parties)
        meter = Meter(self.job, [seat for party in parties for seat in party.seats])
        end = time.perf_counter() + self.job.seconds
        reveals = sum(await together(scenarios.play_fast(party.seats, end) for party in parties))
        figures = meter.figures()
        return figures | {
            "reveals": reveals,
            "reveals_per_second": reveals / figures["seconds"],
            "cpu_us_per_reveal": figures["server_cpu"] / reveals * 1e6,
        }

    async def measure_memory(self) -> Figures:
        """M: what one more onlooker costs, and where there is one, a bare consumer."""
        table = self.job.tables[0]
        first = await self.open_onlookers(table, FIRST_IDLE_SOCKETS)
        figures = {"socket_bytes": await self._growth(self.open_onlookers(table, self.count))}
        if self.job.bare_path:
            bare = await self._open_bare(FIRST_IDLE_SOCKETS)
            figures["bare_socket_bytes"] = await self._growth(self._open_bare(self.count))
            first += bare
        if any(socket.lost for socket in first):
            raise ConnectionError("an idle socket was closed")
        return figures

    @property
    def count(self) -> int:
        return self.job.onlookers

    async def _growth(self, opening: Coroutine[Any, Any, Sequence[TableSocket]]) -> float:
        """Bytes of RAM that the server's processes take for each of these sockets."""
        await asyncio.sleep(QUIET_SECONDS)
        before = resident_bytes(self.job.pids)
        sockets = await opening
        await asyncio.sleep(QUIET_SECONDS)
        grown = resident_bytes(self.job.pids) - before
        self._kept = sockets
        return grown / len(sockets)

    async def open_tables(self) -> list[Party]:
        """All sockets of all tables, each with its first view."""
        return await together(self._open_table(table) for table in self.job.tables)

    async def _open_table(self, table: TablePlaces) -> Party:
        seats = [self._socket(table, seat) for seat in range(len(table.seat_paths))]
        await together(
            self._open(socket, path, cookie)
            for socket, path, cookie in zip(
                seats, table.seat_paths, table.seat_cookies, strict=True
            )
        )
        await until(seats, lambda seat: seat.version >= 0 and seat.can_choose)
        return Party(seats, await self.open_onlookers(table, self.job.onlookers))

    async def open_onlookers(self, table: TablePlaces, count: int) -> list[TableSocket]:
        """Onlookers with their first view; the cookies of members go to every second one."""
        cookies = table.onlooker_cookies or [""]
        sockets = [self._socket(table, None) for _number in range(count)]
        await together(
            self._open(socket, table.onlooker_path, cookies[number % len(cookies)])
            for number, socket in enumerate(sockets)
        )
        await until(sockets, lambda socket: socket.version >= 0)
        return sockets

    async def _open_bare(self, count: int) -> list[TableSocket]:
        sockets: list[TableSocket] = [PlainSocket(None, "") for _number in range(count)]
        await together(self._open(socket, self.job.bare_path, "") for socket in sockets)
        return sockets

    def _socket(self, table: TablePlaces, seat: int | None) -> TableSocket:
        seed = f"{self.job.scenario} {table.onlooker_path} {seat}"
        match self.job.protocol:
            case "site":
                return SiteSocket(seat, seed)
            case "boardgame":
                credentials = "" if seat is None else table.credentials[seat]
                return BoardgameSocket(seat, seed, table.match, credentials)
            case _:
                return PlainSocket(seat, seed)

    async def _open(self, socket: TableSocket, path: str, cookie: str) -> None:
        async with self._gate, asyncio.timeout(PATIENCE_SECONDS):
            await socket.open(self._port(path), path, cookie)

    def _port(self, path: str) -> int:
        """The process for a socket: as a proxy leads it by its table, or each in turn."""
        if self.job.is_spread or len(self.job.tables) == 1:
            number = self._opened
            self._opened += 1
        else:
            number = self._numbers[path]
        return self.job.ports[number % len(self.job.ports)]


class Meter:
    """CPU and messages from its making to `figures()`."""

    def __init__(self, job: Job, sockets: Sequence[TableSocket]) -> None:
        self._job, self._sockets = job, sockets
        self._before = self._now()

    def figures(self) -> Figures:
        """Seconds of CPU and of the clock; microseconds of the server's CPU for each message."""
        changes = [now - before for now, before in zip(self._now(), self._before, strict=True)]
        seconds, server, helpers, client, messages, received = changes
        return {
            "seconds": seconds,
            "server_cpu": server,
            "helper_cpu": helpers,
            "server_busy": server / seconds,
            "helper_busy": helpers / seconds,
            "client_busy": client / seconds,
            "messages": messages,
            "bytes_received": received,
            "cpu_us_per_message": server / messages * 1e6,
            "refusals": sum(socket.refusals for socket in self._sockets),
        }

    def _now(self) -> tuple[float, ...]:
        return (
            time.perf_counter(),
            cpu_seconds(self._job.pids),
            cpu_seconds(pid for root in self._job.helper_pids for pid in tree(root)),
            time.process_time(),
            sum(socket.wire.messages for socket in self._sockets),
            sum(socket.wire.received for socket in self._sockets),
        )


def delays(turns: Turns) -> Figures:
    """The percentiles of each group that there is."""
    groups = {
        "players": turns.players,
        "own": turns.own,
        "onlookers": turns.onlookers,
        "last": turns.last,
    }
    everybody = turns.players + turns.onlookers
    return {
        f"{name}_ms": percentiles(found)
        for name, found in (groups | {"each": everybody}).items()
        if found
    }


def median(found: Sequence[int]) -> float:
    return percentiles(found)["p50"]


async def together(works: Any) -> list[Any]:
    """The results of all; the first error ends the others."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work) for work in works]
    return [task.result() for task in tasks]


async def play(job: Job) -> Figures:
    return await Client(job).run()


def first_cause(error: BaseException) -> BaseException:
    """The first error in a group of groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def main() -> None:
    job = Job.from_json(json.load(sys.stdin))
    os.sched_setaffinity(0, {job.core})
    # A collection in the middle of a turn would be counted as the server's time.
    gc.disable()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            figures = runner.run(play(job))
        except (ExceptionGroup, OSError, Stuck) as error:
            first = first_cause(error)
            print("".join(traceback.format_exception(first)), file=sys.stderr)
            print(f"{type(first).__name__}: {first}", file=sys.stderr)
            sys.exit(1)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
