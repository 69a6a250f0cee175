"""What the load client reads from the frames of each server, and what it sends."""

import asyncio
import json
import zlib
from typing import Any

import pytest

from bench.live import socket_io
from bench.live.boardgame_socket import BoardgameSocket, Facts, read_state
from bench.live.plain_socket import PlainSocket
from bench.live.site_socket import SiteSocket, read_frame
from bench.plain.game import Game, read_path
from bench.wire import TEXT, Wire, frame

HAND = b"""<section id="hand"><fieldset class="hand__cards" aria-labelledby="hand-title">
  <button type="submit" form="do-choose" name="card" value="3" id="card-3"></button>
  <button type="submit" form="do-choose" name="card" value="55" id="card-55"></button>
</fieldset></section>"""
STORY = b'<section id="story" data-key="2.7"></section>'
ASKED = b'<p id="prompt"><button type="submit" form="do-take" name="row" value="0"></button></p>'


def version(number: int, gone: str = "") -> bytes:
    return f'<i id="version" data-version="{number}" data-gone="{gone}" hidden></i>'.encode()


def test_a_first_view_of_the_site_tells_the_version_the_hand_and_the_turn() -> None:
    facts = read_frame(version(13) + STORY + HAND)
    assert (facts.version, facts.turn) == (13, "2.7")
    assert facts.cards == frozenset({3, 55})
    assert facts.asks_for_row is None


def test_a_large_frame_of_the_site_comes_compressed() -> None:
    assert read_frame(zlib.compress(version(14) + STORY, wbits=-zlib.MAX_WBITS), True).turn == "2.7"


def test_a_notice_of_the_site_leaves_the_turn_and_the_hand_as_they_are() -> None:
    socket = SiteSocket(0, "seed")
    socket.read(version(13) + STORY + HAND, False, 1.0)
    socket.read(version(14) + b'<li data-part="player-2"></li>', False, 2.0)
    assert (socket.version, socket.turn, socket.turn_at) == (14, "2.7", 1.0)
    assert socket.playable == frozenset({3, 55})


def test_what_a_reveal_means_for_the_hand_may_come_in_a_second_frame() -> None:
    socket = SiteSocket(0, "seed")
    socket.read(version(13) + HAND, False, 1.0)
    socket.read(version(14) + STORY, False, 2.0)
    assert not socket.can_choose
    socket.read(version(14, gone="card-55") + b'<p id="prompt"></p>', False, 3.0)
    assert (socket.turn_at, socket.informed_at) == (2.0, 3.0)
    assert socket.playable == frozenset({3})


def test_while_a_row_is_to_be_taken_nobody_can_choose_a_card() -> None:
    asked, other = SiteSocket(0, "seed"), SiteSocket(1, "seed")
    for socket in (asked, other):
        socket.read(version(13) + HAND, False, 1.0)
    closed = b'<section id="hand"><fieldset class="hand__cards" disabled><!--parts--></fieldset>'
    asked.read(version(14) + STORY + ASKED + closed, False, 2.0)
    other.read(version(14) + STORY + b'<p id="prompt"></p>' + closed, False, 2.0)
    assert [socket.asked_for_row for socket in (asked, other)] == [True, False]
    assert [socket.can_choose for socket in (asked, other)] == [False, False]
    opened = closed.replace(b" disabled", b"")
    asked.read(version(15, gone="card-3") + b'<p id="prompt"></p>' + opened, False, 3.0)
    assert asked.can_choose
    assert asked.playable == frozenset({55})
    assert not asked.asked_for_row


def test_refusals_of_the_site_are_counted() -> None:
    socket = SiteSocket(0, "seed")
    for result in ("done", "refused"):
        answer = f'<i id="answer" data-command="bench.1" data-result="{result}" hidden></i>'
        socket.read(answer.encode(), False, 1.0)
    assert socket.refusals == 1


def test_a_command_of_the_site_has_a_growing_id() -> None:
    socket = SiteSocket(0, "seed")
    socket.version = 13
    first, second = (json.loads(socket.command("choose", 55)) for _time in range(2))
    assert first == {"kind": "choose", "card": "55", "version": "13", "id": "bench.1"}
    assert second["id"] == "bench.2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('0{"sid":"a"}', socket_io.Packet("0", data='{"sid":"a"}')),
        ("2", socket_io.Packet("2")),
        ('40/sixieme,{"sid":"b"}', socket_io.Packet("4", "0", "/sixieme", '{"sid":"b"}')),
        ('42["sync"]', socket_io.Packet("4", "2", "", '["sync"]')),
    ],
)
def test_packets_of_socket_io_are_read(text: str, expected: socket_io.Packet) -> None:
    assert socket_io.read_packet(text) == expected


def test_what_is_no_packet_is_refused() -> None:
    with pytest.raises(ValueError, match="no Engine"):
        socket_io.read_packet("<html>")


def test_an_event_is_read_as_it_was_written() -> None:
    packet = socket_io.read_packet(socket_io.event_packet("/sixieme", "sync", "match", None))
    assert packet.event() == ("sync", ["match", None])


def state(**changes: Any) -> bytes:
    view = {"rows": [[1]], "told": "1.4", "taker": None, "players": {"0": {"hand": [3, 55]}}}
    fields = {"G": view | changes, "ctx": {"numPlayers": 2}, "_stateID": 9}
    return socket_io.event_packet("/sixieme", "update", "match", fields, []).encode()


def test_a_state_of_boardgame_io_tells_all() -> None:
    facts = read_state(state(taker="1"))
    assert facts == Facts(9, "1.4", 1, frozenset({3, 55}))


def test_other_messages_of_boardgame_io_are_no_state() -> None:
    assert read_state(b'42/sixieme,["matchData","match",[{"id":0}]]') is None


async def test_a_client_of_boardgame_io_moves_on_the_state_it_saw() -> None:
    socket = BoardgameSocket(0, "seed", "match", "secret")
    socket.read(state(), False, 1.0)
    name, arguments = socket_io.read_packet(socket.command("choose", 55)).event()
    action, state_id, match, player = arguments
    assert (name, state_id, match, player) == ("update", 9, "match", "0")
    assert action["payload"]["args"] == [55]
    assert socket.playable == frozenset({3, 55})


def test_the_plain_game_can_be_played_from_its_messages() -> None:
    """Two rounds: low cards take rows, each round is dealt when the one before is over."""
    game = Game(4, seed=1)
    sockets = [PlainSocket(seat, str(seat)) for seat in range(4)]
    for socket in sockets:
        socket.read(game.hand(socket.seat or 0).encode(), False, 0.0)
        socket.read(game.state().encode(), False, 0.0)
    for turn in range(20):
        for socket in sockets:
            assert socket.can_choose
            tell(game, sockets, socket, socket.command("choose", min(socket.playable)))
        for socket in sockets * 4:
            if socket.asked_for_row:
                socket.asked_for_row = False
                tell(game, sockets, socket, socket.command("take", 0))
        assert {socket.turn for socket in sockets} == {f"{turn // 10 + 1}.{turn % 10 + 1}"}
    assert sum(game.heads) > 0


def tell(game: Game, sockets: list[PlainSocket], mover: PlainSocket, text: str) -> None:
    """What a plain server does with a move."""
    message = game.move(mover.seat or 0, text)
    assert message is not None
    for socket in sockets:
        if game.dealt:
            socket.read(game.hand(socket.seat or 0).encode(), False, 0.0)
        socket.read(message.encode(), False, 0.0)


def test_a_path_of_a_plain_server_names_the_table_and_the_seat() -> None:
    assert read_path("/tables/3/?players=10&seat=0") == ("/tables/3/", 10, 0)
    assert read_path("/tables/3/?players=10") == ("/tables/3/", 10, None)


class Received:
    """What a wire handed over."""

    def __init__(self) -> None:
        self.payloads: list[bytes] = []

    def take(self, payload: bytes, is_binary: bool, now: float) -> None:
        self.payloads.append(payload)

    def lose(self, reason: str) -> None:
        raise ConnectionError(reason)


@pytest.mark.parametrize(("longest", "piece"), [(300, 1), (70_000, 4096), (70_000, 100_000)])
async def test_frames_are_read_however_they_are_cut_into_pieces(longest: int, piece: int) -> None:
    texts = [b"a", b"b" * 200, b"c" * longest]
    stream = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"".join(map(unmasked, texts))
    received = Received()
    wire = Wire(b"", received.take, received.lose)
    for start in range(0, len(stream), piece):
        wire.data_received(stream[start : start + piece])
    assert received.payloads == texts
    assert wire.messages == len(texts)
    await wire.opened


async def test_a_refused_upgrade_is_an_error() -> None:
    wire = Wire(b"", Received().take, Received().lose)
    wire.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    with pytest.raises(ConnectionError, match="403"):
        await asyncio.wait_for(wire.opened, 1)


def test_a_sent_frame_is_masked() -> None:
    sent = frame(TEXT, b"hello")
    mask, body = sent[2:6], sent[6:]
    assert bytes(byte ^ mask[index % 4] for index, byte in enumerate(body)) == b"hello"


def unmasked(payload: bytes) -> bytes:
    """A text frame as servers send it."""
    size = len(payload)
    if size < 126:
        return bytes([0x81, size]) + payload
    if size < 2**16:
        return bytes([0x81, 126]) + size.to_bytes(2, "big") + payload
    return bytes([0x81, 127]) + size.to_bytes(8, "big") + payload
