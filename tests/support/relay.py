"""A wire between a browser and the site that can be cut, stalled and mended."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from tests.support.processes import free_port


class Relay:
    """Passes bytes on to another loopback port. When cut, it drops everybody and is deaf.

    When stalled, it keeps back what is sent one way, on every wire, as a network does that a page
    has walked out of: nobody is told. `pass_on` lets new wires through, and `deliver` at last what
    was kept back.
    """

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._target = target
        self._wires: set[asyncio.StreamWriter] = set()
        # Those in which something is kept back.
        self._stalled: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._closed_gates: list[asyncio.Event] = []
        self._requests, self._answers = _open_gate(), _open_gate()
        self.mend()

    def mend(self) -> None:
        """Listen (again)."""
        self._is_deaf = False
        self._server = self._do(asyncio.start_server(self._join, "127.0.0.1", self.port))

    def cut(self) -> None:
        """Drop every connection without a word, and refuse new ones."""
        self._do(self._cut())

    def stall_requests(self) -> None:
        """Keep back what browsers send from now on."""
        self._do(self._close(self._requests))

    def stall_answers(self) -> None:
        """Keep back what the site sends from now on."""
        self._do(self._close(self._answers))

    def pass_on(self) -> None:
        """Let new wires through; what was kept back stays where it is."""
        self._do(self._renew())

    def deliver(self) -> None:
        """Bring what was kept back to where it was sent; returns when those wires have ended."""
        self._do(self._deliver())

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=30)

    async def _cut(self) -> None:
        self._is_deaf = True
        # Python 3.11 loses a connection, unclosed, that is accepted when its server is closed: no
        # other is accepted, then those that were are made.
        for listener in self._server.sockets:
            self._loop.remove_reader(listener.fileno())
        await asyncio.sleep(0)
        self._server.close()
        for wire in list(self._wires):
            wire.transport.abort()
        self._open_all()
        # One that was accepted at this moment joins, and ends, only now.
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.gather(*others, return_exceptions=True)

    async def _close(self, gate: asyncio.Event) -> None:
        gate.clear()
        self._closed_gates.append(gate)

    async def _renew(self) -> None:
        self._requests, self._answers = _open_gate(), _open_gate()

    async def _deliver(self) -> None:
        self._open_all()
        await asyncio.gather(*self._stalled)

    def _open_all(self) -> None:
        while self._closed_gates:
            self._closed_gates.pop().set()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wire = asyncio.current_task()
        assert wire
        if self._is_deaf:
            writer.transport.abort()
            return
        # It may be cut before the other end is reached; the rest of the wire ends with it.
        self._wires.add(writer)
        requests, answers = self._requests, self._answers
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            await asyncio.gather(
                self._pass_on(reader, far_writer, requests, wire),
                self._pass_on(far_reader, writer, answers, wire),
            )
        except OSError:
            writer.transport.abort()
        finally:
            self._stalled.discard(wire)

    async def _pass_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        gate: asyncio.Event,
        wire: asyncio.Task[Any],
    ) -> None:
        self._wires.add(writer)
        try:
            while data := await reader.read(65536):
                if not gate.is_set():
                    self._stalled.add(wire)
                    await gate.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._wires.discard(writer)
            writer.close()


def _open_gate() -> asyncio.Event:
    gate = asyncio.Event()
    gate.set()
    return gate
