"""A wire between a browser and the site that can be cut and mended."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from tests.support.processes import free_port


class Relay:
    """Passes bytes on to another loopback port. When cut, it drops everybody and is deaf."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._target = target
        self._wires: set[asyncio.StreamWriter] = set()
        self._joined: set[asyncio.Task[Any] | None] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.mend()

    def mend(self) -> None:
        """Listen (again)."""
        self._server = self._do(asyncio.start_server(self._join, "127.0.0.1", self.port))

    def cut(self) -> None:
        """Drop every connection without a word, and refuse new ones."""
        self._do(self._cut())

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=10)

    async def _cut(self) -> None:
        self._server.close()
        for wire in list(self._wires):
            wire.transport.abort()
        await asyncio.gather(*filter(None, self._joined), return_exceptions=True)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._joined.add(asyncio.current_task())
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
            await asyncio.gather(
                self._pass_on(reader, far_writer), self._pass_on(far_reader, writer)
            )
        except OSError:
            writer.transport.abort()
        finally:
            self._joined.discard(asyncio.current_task())

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._wires.add(writer)
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            self._wires.discard(writer)
            writer.close()
