"""The real server, and bytes that are no HTTP or no frames of a socket."""

import socket
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from hypothesis import strategies as st

from config.connections import MOST_UNANSWERED
from tests.drills.hostile import bytes_on_disk
from tests.fuzz.bad_requests import shortened
from tests.fuzz.values import HEADERS
from tests.fuzz.verdict import Fault
from tests.support.processes import is_answered
from tests.support.site import Site

PATIENCE = 60
# An answer to what waits for more never comes; whoever sent it leaves.
SECONDS_OF_WAITING = 0.5
INPUTS_BETWEEN_LOOKS = 25
SECONDS_BETWEEN_PIECES = 0.02
LINES = (
    b"GET /account/login/ HTTP/1.1",
    b"POST /account/login/ HTTP/1.1",
    b"GET / HTTP/1.0",
    b"GET /",
    b"POST /leagues/score/x/photo/ HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"GET http://x/ HTTP/1.1",
    b"GET /%ff%00/ HTTP/1.1",
    b"GET /\xff\xfe HTTP/1.1",
    b"GET //x?\xff=\xff HTTP/1.1",
    b"GET  / HTTP/1.1",
    b"GET / HTTP/9.9",
    b"CONNECT x:1 HTTP/1.1",
    b"\xff\xfe / HTTP/1.1",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1",
    b"PRI * HTTP/2.0",
    b"",
    b"\0",
    b"G",
    b"GET /static/%2e%2e/%2e%2e/secret_key HTTP/1.1",
)
HOST = b"Host: localhost"
FRAMING = (
    b"Content-Length: 0",
    b"Content-Length: 5",
    b"Content-Length: 999999999999",
    b"Content-Length: 2999999",
    b"Content-Length: -1",
    b"Content-Length: \xb2",
    b"Content-Length: 5, 6",
    b"Content-Length: 0x5",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Content-Length: " + b"9" * 400,
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5",
    b"Transfer-Encoding: \x0bchunked",
    b"Expect: 100-continue",
    b"Connection: close",
    b"Connection: upgrade",
    b"Upgrade: h2c\r\nHTTP2-Settings: x",
    b" folded: x",
    b"no colon",
    b": no name",
    b"X: " + b"y" * 70_000,
    b"X\0: y",
    b"\r\n".join(b"X%d: y" % n for n in range(600)),
    b"Content-Type: application/x-www-form-urlencoded",
    b"Content-Type: multipart/form-data; boundary=cut",
    b"Content-Type: text/plain; charset=utf-7",
    b"Host: evil.example",
    b"Cookie: sessionid=\xff\xfe",
)
BODIES = (
    b"",
    b"a=b",
    b"5\r\na=bcd\r\n0\r\n\r\n",
    b"ffffffffffffffff\r\na",
    b"-1\r\na\r\n",
    b"zz\r\n",
    b"5;x=" + b"y" * 9000,
    b"--cut\r\n\r\n--cut--",
    b"GET / HTTP/1.1\r\n\r\n" * 50,
    b"x" * 200_000,
    b"x" * 2_000_000,
    b"0\r\nX: y\r\n\r\n",
)
UPGRADE = (
    b"GET /ws/tables/x/ HTTP/1.1\r\nHost: localhost:%d\r\nOrigin: http://localhost:%d\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
)
HANDSHAKE = (
    b"Sec-WebSocket-Version: 99",
    b"Sec-WebSocket-Key: x",
    b"Sec-WebSocket-Protocol: \xff",
    b"Sec-WebSocket-Protocol: a, a",
    b"Sec-WebSocket-Extensions: permessage-deflate; x=\xff",
    b"Origin: \xff",
    b"Cookie: \xff",
)
FRAMES = (
    b"\x81\x84\0\0\0\0ping",
    b"\x81\x04ping",
    b"\x82\x80\0\0\0\0",
    b"\x81\x82\0\0\0\0\xff\xfe",
    b"\x80\x80\0\0\0\0",
    b"\x01\x80\0\0\0\0\x81\x80\0\0\0\0",
    b"\x89\xfe\x01\0" + b"\0" * 260,
    b"\x88\x80\0\0\0\0",
    b"\x88\x82\0\0\0\0\x03\xe7",
    b"\x88\x81\0\0\0\0\x01",
    b"\x81\xff" + b"\xff" * 8,
    b"\x81\xff\0\0\0\0\x7f\xff\xff\xff",
    b"\xf1\x80\0\0\0\0",
    b"\x8f\x80\0\0\0\0",
    b"\x89\x80\0\0\0\0" * 300,
    b"\x81\xfe\x13\x88" + b"\0" * 5004,
    b"\x81\x82\0\0\0\0{}" * 200,
)


@dataclass(frozen=True, slots=True)
class Bytes:
    """What is sent, in how many pieces, and whether an answer is waited for before leaving."""

    data: bytes
    waits: bool
    pieces: int

    def __str__(self) -> str:
        how = f"in {self.pieces} pieces, {'waiting' if self.waits else 'leaving'}"
        return f"to the server, {how}: {shortened(self.data)}"


@st.composite
def raw_requests(draw: st.DrawFn, port: int) -> Bytes:
    """A request with lines that lie, or a socket with frames that are none."""
    if draw(st.integers(0, 2)) == 2:
        lines = [UPGRADE % (port, port), *draw(st.lists(st.sampled_from(HANDSHAKE), max_size=1))]
        body = b"".join(
            draw(st.lists(st.sampled_from(FRAMES) | st.binary(max_size=40), max_size=4))
        )
    else:
        line = draw(st.sampled_from(LINES) | st.binary(max_size=40))
        lines = [line, HOST, *draw(st.lists(st.sampled_from(FRAMING), max_size=3))]
        for name in draw(st.lists(st.sampled_from(sorted(HEADERS)), max_size=1)):
            value = draw(st.sampled_from(HEADERS[name]))
            lines.append(f"{name}: {value}".encode("latin-1"))
        body = draw(st.sampled_from(BODIES) | st.binary(max_size=60))
    data = b"\r\n".join([*lines, b"", body])
    if draw(st.integers(0, 9)) == 9:
        data = data[: draw(st.integers(0, len(data)))]
    return Bytes(data, draw(st.booleans()), draw(st.sampled_from((1, 1, 1, 2, 5))))


class ServerJudge:
    """A server process, started when it is needed; looks at its log after each input."""

    def __init__(self, migrated: Path, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        (folder / "sixieme.sqlite3").write_bytes(migrated.read_bytes())
        self.site = Site(folder)
        self._read = self._count = 0

    def _start(self) -> None:
        self.site.start()
        self._read = self.site.log.stat().st_size

    def stop(self) -> None:
        """End the server, if it was needed."""
        if self._count:
            self.site.stop()

    def judge(self, tried: Bytes) -> None:
        """Raises Fault for an answer of 500, an error in the log, or a server that hangs."""
        if not self._count:
            self._start()
        self._count += 1
        answer = self._send(tried)
        if self._count % INPUTS_BETWEEN_LOOKS == 0 and not self.is_healthy():
            raise Fault("the server does not answer any more")
        if (kept := bytes_on_disk(self.site.process.pid)) > MOST_UNANSWERED:
            raise Fault(f"{kept} bytes of bodies are kept")
        with self.site.log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
        self._read += len(new)
        if b"Traceback" in new or b" ERROR " in new or b"Unhandled" in new:
            raise Fault(f"in the log: {new.decode(errors='replace')[-800:]}")
        if answer.startswith((b"HTTP/1.1 5", b"HTTP/1.0 5")):
            raise Fault(answer[:200].decode("latin-1"))

    def _send(self, tried: Bytes) -> bytes:
        found = b""
        with socket.create_connection(
            ("127.0.0.1", self.site.port), timeout=PATIENCE
        ) as connection:
            try:
                length = -(-len(tried.data) // tried.pieces) or 1
                for start in range(0, len(tried.data), length):
                    connection.sendall(tried.data[start : start + length])
                    if tried.pieces > 1:
                        sleep(SECONDS_BETWEEN_PIECES)
                if not tried.waits:
                    return b""
                connection.settimeout(SECONDS_OF_WAITING)
                while piece := connection.recv(65_536):
                    found += piece
            except OSError:
                # It waits for more, or has cut us off.
                return found
        return found

    def is_healthy(self) -> bool:
        """Whether others are served."""
        return is_answered(self.site.port, "/healthz", PATIENCE)
