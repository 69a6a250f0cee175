"""The scenarios, played over sockets that are already open."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.live.table_socket import TableSocket
from bench.live.waiting import until, until_true

# Between turns, so that what follows a turn does not fall into the next one.
PAUSE_SECONDS = 0.04
TURN_SECONDS = 2.0
# Of a run by the clock: how much longer than planned it may take.
MOST_DELAY = 2.0
WARM_UP_SECONDS = 1.5
# The site lets a browser send 20 commands a second.
PATIENCE_AFTER_REFUSAL = 0.1


@dataclass
class Turns:
    """Milliseconds from the last send of each turn: to players, to onlookers, to the last of all.

    own: until a player also knew their own hand after it.
    client_cpu and client_time: seconds of the load client in these spans, CPU and clock.
    """

    players: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    onlookers: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    client_cpu: float = 0.0
    client_time: float = 0.0


@dataclass
class Sizes:
    """Bytes of the messages to one onlooker."""

    first: list[int] = field(default_factory=list)
    notice: list[int] = field(default_factory=list)
    reveal: list[int] = field(default_factory=list)


async def play_turns(
    seats: Sequence[TableSocket], onlookers: Sequence[TableSocket], turns: int, sizes: Sizes
) -> Turns:
    """One table: all but the last choose in turn, everybody hears of it, then the last chooses."""
    found = Turns()
    everybody = [*seats, *onlookers]
    *early, last = seats
    for _turn in range(turns):
        for seat in early:
            before = [socket.wire.received for socket in onlookers[:1]]
            await play_and_hear(seat, seats)
            await settle(everybody)
            sizes.notice += grown(onlookers[:1], before)
        await asyncio.sleep(PAUSE_SECONDS / 2)
        told = last.turn
        before = [socket.wire.received for socket in onlookers[:1]]
        cpu, sent = time.process_time(), last.play()
        await hear_reveal(everybody, told)
        found.client_time += time.perf_counter() - sent
        found.client_cpu += time.process_time() - cpu
        sizes.reveal += grown(onlookers[:1], before)
        to_players = [(socket.turn_at - sent) * 1000 for socket in seats]
        to_onlookers = [(socket.turn_at - sent) * 1000 for socket in onlookers]
        found.players += to_players
        found.onlookers += to_onlookers
        found.last.append(max(to_players + to_onlookers))
        await until(seats, lambda one: one.informed_at is not None)
        found.own += [((socket.informed_at or 0) - sent) * 1000 for socket in seats]
        await take_rows(seats)
        await settle(everybody)
        await asyncio.sleep(PAUSE_SECONDS)
    return found


def grown(sockets: Sequence[TableSocket], before: Sequence[int]) -> list[int]:
    """Bytes that each has received since then."""
    return [socket.wire.received - then for socket, then in zip(sockets, before, strict=True)]


async def play_by_the_clock(
    seats: Sequence[TableSocket], start: float, turns: int
) -> tuple[Turns, int]:
    """One of many tables, a turn every TURN_SECONDS from `start`; also how many began late.

    A server that cannot keep up makes it end before all turns are played.
    """
    found, late = Turns(), 0
    step = TURN_SECONDS / (len(seats) + 1)
    end = start + MOST_DELAY * turns * TURN_SECONDS
    for turn in range(turns):
        if time.perf_counter() > end:
            break
        for number, seat in enumerate(seats):
            due = start + turn * TURN_SECONDS + number * step
            pause = due - time.perf_counter()
            await asyncio.sleep(max(0.0, pause))
            late += pause < 0 and number == 0
            if seat is not seats[-1]:
                await play_and_hear(seat, seats)
        told = seats[-1].turn
        sent = seats[-1].play()
        await hear_reveal(seats, told)
        found.players += [(seat.turn_at - sent) * 1000 for seat in seats]
        found.last.append(max(found.players[-len(seats) :]))
        await take_rows(seats)
    return found, late


async def play_fast(seats: Sequence[TableSocket], until_time: float) -> int:
    """One table as fast as it can; how many turns were revealed before the time was over."""
    reveals = 0
    while time.perf_counter() < until_time:
        told = seats[0].turn
        for seat in seats:
            seat.play()
        await hear_reveal(seats, told)
        reveals += 1
        await settle(seats)
        await take_rows(seats)
    return reveals


async def play_and_hear(seat: TableSocket, seats: Sequence[TableSocket]) -> None:
    """Choose a card, and wait until the server has told so."""
    newest = max(one.version for one in seats)
    seat.play()
    await until([seat], lambda one: one.version > newest)


async def hear_reveal(sockets: Sequence[TableSocket], told: str) -> None:
    """Wait until all were told of another turn; whoever is refused asks again."""
    refusals = {socket: socket.refusals for socket in sockets}
    waiting = asyncio.create_task(until(sockets, lambda one: one.turn != told))
    try:
        while not (await asyncio.wait([waiting], timeout=PATIENCE_AFTER_REFUSAL))[0]:
            for socket in sockets:
                if socket.refusals > refusals[socket]:
                    refusals[socket] = socket.refusals
                    socket.play_again()
        await waiting
    finally:
        waiting.cancel()


async def take_rows(seats: Sequence[TableSocket]) -> None:
    """Let low cards take their rows, until everybody can choose a card again."""
    while True:
        await until_true(
            seats,
            lambda: (
                any(seat.asked_for_row for seat in seats) or all(seat.can_choose for seat in seats)
            ),
        )
        asked = next((seat for seat in seats if seat.asked_for_row), None)
        if asked is None:
            return
        asked.play()


async def settle(sockets: Sequence[TableSocket]) -> None:
    """Wait until all know the newest version that one of them has seen."""
    newest = max(socket.version for socket in sockets)
    await until(sockets, lambda one: one.version >= newest)


def starts(tables: int, now: float) -> list[float]:
    """When each table begins, spread over one turn in an order left to a fixed chance."""
    begins = [now + TURN_SECONDS * number / tables for number in range(tables)]
    random.Random(0).shuffle(begins)
    return begins
