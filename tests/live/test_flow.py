"""What our server adds to Daphne's sockets: frames made once, and word of a full connection."""

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from daphne import ws_protocol
from twisted.internet.testing import StringTransport

from config.daphne_server import LONGEST_FRAME, FlowingWebSocket
from games.live.open_sockets import MOST_UNREAD
from games.page.consumer import GONE, HUBS, MOST_WAITING, Flow
from tests.live.browsers import Connect, members, play, shown_version, start
from tests.live.test_rooms import settle
from tests.support.sockets import until

DAPHNES_OWN = ws_protocol.WebSocketProtocol
# The header of a frame grows after 125 and after 65,535 bytes.
LENGTHS = [1, 62, 63, 125, 126, 32_767, 32_768, 65_535, 65_536, 100_000]


def opened(make: type, flow: Flow | None = None) -> tuple[Any, StringTransport]:
    """A socket that is open, and the transport to which it writes."""
    factory = ws_protocol.WebSocketFactory(Mock())
    factory.protocol = make
    socket: Any = factory.buildProtocol(None)
    transport = StringTransport()
    # The request that asked for the socket is the producer until it is accepted.
    transport.registerProducer(Mock(), True)
    socket.makeConnection(transport)
    socket.websocket_version, socket.client_addr = 13, None
    socket.handshake_deferred = Mock()
    if flow is not None:
        socket.handle_reply({"type": "websocket.accept", "flow": flow})
    socket.state = socket.STATE_OPEN
    transport.clear()
    return socket, transport


def take(socket: Any) -> Callable[[dict[str, Any]], None]:
    """How a socket is given messages: ours without a detour."""
    return getattr(socket, "take", socket.handle_reply)


def sent(make: type, *messages: dict[str, Any]) -> bytes:
    """What such a socket writes for these messages."""
    socket, transport = opened(make)
    for message in messages:
        take(socket)(message)
    return transport.value()


@pytest.mark.parametrize("kind", ["text", "bytes"])
@pytest.mark.parametrize("letter", ["x", "é"])
@pytest.mark.parametrize("length", LENGTHS)
def test_a_prepared_frame_is_what_the_library_would_send(
    kind: str, letter: str, length: int
) -> None:
    payload = letter * length if kind == "text" else (letter * length).encode()
    message = {"type": "websocket.send", kind: payload}
    theirs = sent(DAPHNES_OWN, dict(message))
    assert len(theirs) > length
    assert sent(FlowingWebSocket, message) == theirs
    # The second socket takes the frame of the first.
    assert sent(FlowingWebSocket, message) == theirs


def test_a_message_for_many_is_put_into_a_frame_once() -> None:
    message: dict[str, Any] = {"type": "websocket.send", "text": "for all"}
    sockets = [opened(FlowingWebSocket) for _socket in range(3)]
    for socket, _transport in sockets:
        socket.take(message)
    frame = message["frame"]
    assert {transport.value() for _socket, transport in sockets} == {frame}


def test_messages_leave_in_the_order_in_which_they_were_sent() -> None:
    messages = [{"type": "websocket.send", "text": str(number)} for number in range(20)]
    assert sent(FlowingWebSocket, *messages) == sent(DAPHNES_OWN, *map(dict, messages))


def test_other_replies_are_daphnes_own() -> None:
    closing = {"type": "websocket.close", "code": 4404}
    assert sent(FlowingWebSocket, closing) == sent(DAPHNES_OWN, closing) != b""


def test_after_the_close_nothing_is_sent() -> None:
    message = {"type": "websocket.send", "text": "too late"}
    socket, transport = opened(FlowingWebSocket)
    socket.state = socket.STATE_CLOSED
    socket.take(message)
    assert transport.value() == b""


def test_the_application_is_told_when_the_connection_is_full_and_when_it_has_drained() -> None:
    flow, drained = Flow(Mock(), Mock()), Mock()
    flow.on_drained = drained
    _socket, transport = opened(FlowingWebSocket, flow)
    assert transport.streaming
    producer: Any = transport.producer
    producer.pauseProducing()
    assert flow.is_full
    drained.assert_not_called()
    producer.resumeProducing()
    assert not flow.is_full
    drained.assert_called_once_with()
    producer.stopProducing()
    assert flow.is_full


def test_the_application_can_cut_the_connection() -> None:
    flow = Flow(Mock(), Mock())
    _socket, transport = opened(FlowingWebSocket, flow)
    assert transport.disconnecting is False
    flow.cut()
    assert transport.disconnected


def test_a_socket_of_another_application_is_accepted_as_ever() -> None:
    socket, transport = opened(FlowingWebSocket)
    producer = transport.producer
    socket.handle_reply({"type": "websocket.accept"})
    assert transport.producer is producer


# --- What comes in ----------------------------------------------------------------------


def received(*messages: bytes, code: int = 0) -> tuple[list[str], bool]:
    """What an application that reads nothing yet has before it, and whether the socket was cut.

    code: with which the server has closed before; 0 if it has not.
    """
    socket, transport = opened(FlowingWebSocket)
    socket.application_queue, socket.last_ping = asyncio.Queue(), 0.0
    if code:
        socket.take({"type": "websocket.close", "code": code})
    for message in messages:
        socket.onMessageBegin(False)
        socket.onMessageFrameBegin(len(message))
        if not transport.disconnected:
            socket.onMessage(message, False)
    waiting = socket.application_queue
    texts = [waiting.get_nowait()["text"] for _message in range(waiting.qsize())]
    return texts, transport.disconnected


def test_no_subprotocol_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Daphne decodes it as ASCII, and logs a traceback where it is not."""
    begin = Mock()
    monkeypatch.setattr(DAPHNES_OWN, "onConnect", begin)
    request = Mock(headers={"host": "localhost", "sec-websocket-protocol": "\xff"})
    socket, _transport = opened(FlowingWebSocket)
    socket.onConnect(request)
    begin.assert_called_once_with(request)
    assert request.headers == {"host": "localhost"}


def test_what_a_page_sends_reaches_the_application() -> None:
    assert received(b"one", b"x" * LONGEST_FRAME) == (["one", "x" * LONGEST_FRAME], False)


def test_who_sends_more_than_is_read_is_cut_off() -> None:
    texts, is_cut = received(*[b"{}"] * 20 * MOST_UNREAD)
    assert is_cut
    assert len(texts) == MOST_UNREAD


def test_who_announces_more_than_any_page_sends_is_cut_off_before_it_comes() -> None:
    assert received(b"x" * (LONGEST_FRAME + 1)) == ([], True)
    socket, transport = opened(FlowingWebSocket)
    socket.onMessageBegin(False)
    for _frame in range(2):
        assert not transport.disconnected
        socket.onMessageFrameBegin(LONGEST_FRAME)
    assert transport.disconnected


def test_nothing_is_heard_of_a_page_that_was_dismissed() -> None:
    """It has a second in which to close, and may be a page of somebody who has signed out."""
    assert received(b'{"kind": "choose"}', code=GONE) == ([], False)


def test_pings_of_who_does_not_read_are_not_answered() -> None:
    flow = Flow(Mock(), Mock())
    socket, transport = opened(FlowingWebSocket, flow)
    socket.onPing(b"?")
    pong = transport.value()
    assert pong.endswith(b"?")
    flow.is_full = True
    socket.onPing(b"?")
    assert transport.value() == pong


# --- A connection that is full ----------------------------------------------------------


@pytest.mark.django_db(transaction=True)
async def test_a_page_whose_connection_was_full_is_shown_the_newest_view_as_soon_as_it_drains(
    connect: Connect,
) -> None:
    """Also when nothing more happens at the table."""
    table = await start(*await members(3), visibility="public")
    browser = await connect(table, None)
    await browser.message()
    (socket,) = HUBS.here().rooms[table.pk].sockets
    flow = socket._flow  # type: ignore[attr-defined]
    flow.is_full = True
    for seat in (0, 1):
        snapshot = await play(table, seat)
    await settle()
    assert await browser.socket.receive_nothing()
    flow.is_full = False
    flow.on_drained()
    assert shown_version(await browser.message()) == snapshot.version
    assert await browser.socket.receive_nothing()


# --- On a server that makes those who send wait -----------------------------------------


class SlowServer:
    """Takes one message after the other, each once `go` is set."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.taken: list[str] = []
        self.is_broken = False

    async def send(self, message: dict[str, Any]) -> None:
        await self.go.wait()
        if self.is_broken:
            raise ConnectionError
        self.taken.append(message["text"])


async def test_nobody_waits_for_a_server_that_makes_those_who_send_wait() -> None:
    server, drained = SlowServer(), Mock()
    flow = Flow(server.send, Mock())
    flow.on_drained = drained
    sent = [str(number) for number in range(MOST_WAITING)]
    for text in sent:
        assert not flow.is_full
        flow.take({"type": "websocket.send", "text": text})
    assert flow.is_full
    await asyncio.sleep(0)
    assert server.taken == []
    drained.assert_not_called()
    server.go.set()
    await until(lambda: server.taken == sent)
    await until(lambda: not flow.is_full)
    drained.assert_called_once_with()


async def test_a_connection_that_broke_takes_nothing_more_and_harms_nobody() -> None:
    server, drained = SlowServer(), Mock()
    flow = Flow(server.send, Mock())
    flow.on_drained = drained
    server.is_broken = True
    server.go.set()
    flow.take({"type": "websocket.send", "text": "lost"})
    await until(lambda: flow.is_full)
    drained.assert_not_called()
    assert server.taken == []
