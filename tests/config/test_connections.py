"""How many connections an address has, and how long and how many bodies are kept unanswered."""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure
from twisted.web.http import Request

from config import connections
from config.connections import (
    BODY_SECONDS,
    LONGEST_BODY,
    LONGEST_PHOTO,
    NO_ROOM,
    SLOWEST_BYTES,
    TOO_LONG,
    Channel,
)

FORM = b"/account/login/"
PHOTO = b"/leagues/score/1b-x/photo/"
SCHOOL, HOME = "192.0.2.1", "192.0.2.2"


class Connection(StringTransport):
    """A connection from an address."""

    def abortConnection(self) -> None:  # noqa: N802 - Twisted's name
        self.disconnected = True


class Asked(Request):
    """A request that is answered when a test says so."""

    complete: list["Asked"] = []

    def process(self) -> None:
        self.complete.append(self)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Nobody is connected, and time stands still."""
    clock = Clock()
    monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=clock.seconds))
    monkeypatch.setattr(Channel, "callLater", clock.callLater)
    monkeypatch.setattr(Channel, "requestFactory", Asked)
    monkeypatch.setattr(Asked, "complete", [])
    monkeypatch.setattr(Channel, "open", set())
    monkeypatch.setattr(Channel, "addresses", Counter())
    monkeypatch.setattr(Channel, "unanswered", Counter())
    yield clock
    all_leave()
    assert (Channel.addresses, Channel.unanswered) == ({}, {})


class Visit:
    """A browser's connection."""

    def __init__(self, address: str = SCHOOL) -> None:
        kind: Callable[..., Any] = IPv6Address if ":" in address else IPv4Address
        self.transport = Connection(peerAddress=kind("TCP", address, 1))
        self.channel = Channel()
        self.channel.makeConnection(self.transport)

    @property
    def is_cut(self) -> bool:
        return self.transport.disconnecting or self.transport.disconnected

    def send(self, data: bytes) -> None:
        if not self.is_cut:
            self.channel.dataReceived(data)

    def begin(self, path: bytes = FORM, length: int | None = LONGEST_BODY) -> "Visit":
        """Send the headers of a body; length: None for one of pieces."""
        how = b"Transfer-Encoding: chunked" if length is None else b"Content-Length: %d" % length
        self.send(b"POST %s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % (path, how))
        return self

    def leave(self) -> None:
        leave(self.channel)


def leave(channel: Channel) -> None:
    channel.connectionLost(Failure(ConnectionDone()))


def all_leave() -> None:
    for channel in list(Channel.open):
        leave(channel)


# --- Connections ------------------------------------------------------------------------


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 2)


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(
    ("school", "home"), [([SCHOOL] * 3, HOME), ([f"2001:db8::{n}" for n in "123"], "2001:db8:1::1")]
)
def test_an_address_has_so_many_connections_and_others_have_theirs(
    school: list[str], home: str
) -> None:
    first, _second, third = map(Visit, school)
    assert (first.is_cut, third.is_cut) == (False, True)
    third.leave()
    assert not Visit(home).is_cut
    first.leave()
    assert not Visit(school[0]).is_cut


@pytest.mark.usefixtures("_few")
def test_behind_a_proxy_all_have_its_address(settings: LazySettings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert not any(Visit().is_cut for _visitor in range(3))


@pytest.mark.usefixtures("_few")
def test_a_proxy_that_settings_do_not_tell_of_brings_everybody() -> None:
    assert not any(Visit("127.0.0.1").is_cut for _visitor in range(3))


# --- One body ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        (FORM, LONGEST_BODY),
        (b"/leagues/score/1b-x/", LONGEST_BODY),
        (b"/account/login/?next=/leagues/score/1b-x/photo/", LONGEST_BODY),
        (PHOTO, LONGEST_PHOTO),
        (b"/leagues/tuesdays-x/1/sessions/2/games/3/photos/add/", LONGEST_PHOTO),
    ],
)
def test_a_body_of_announced_length_ends_with_its_connection_where_it_grows_too_long(
    path: bytes, longest: int
) -> None:
    visit = Visit().begin(path, 2 * longest)
    visit.send(bytes(longest))
    assert not visit.is_cut
    visit.send(b"x")
    assert (visit.transport.value(), visit.is_cut) == (TOO_LONG, True)
    assert Asked.complete == []


def test_a_body_of_pieces_ends_where_it_grows_too_long_too() -> None:
    visit = Visit().begin(length=None)
    visit.send(b"%x\r\n" % LONGEST_BODY + bytes(LONGEST_BODY))
    assert (visit.transport.value(), visit.is_cut) == (TOO_LONG, True)


@pytest.mark.parametrize(("rate", "is_cut"), [(SLOWEST_BYTES * 1.1, False), (2000, True)])
def test_a_body_must_come_faster_than_the_slowest_telephone(
    clock: Clock, rate: float, is_cut: bool
) -> None:
    visit = Visit().begin(PHOTO, LONGEST_PHOTO)
    left = LONGEST_PHOTO
    while left and not visit.is_cut:
        clock.advance(1)
        piece = min(left, int(rate))
        visit.send(bytes(piece))
        left -= piece
    assert visit.is_cut == is_cut
    assert len(Asked.complete) == (not is_cut)
    # Nobody takes longer than ten minutes, however the bytes are spread.
    assert LONGEST_PHOTO / SLOWEST_BYTES + BODY_SECONDS <= 620


def test_a_body_that_cannot_be_kept_is_refused_and_told_in_one_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> Any:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    visit = Visit().begin()
    assert (visit.transport.value(), visit.is_cut) == (NO_ROOM, True)
    assert "No space left on device" in caplog.text
    assert "Traceback" not in caplog.text


# --- All bodies together ----------------------------------------------------------------


@pytest.fixture
def _little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_UNANSWERED", 100_000)
    monkeypatch.setattr(connections, "MOST_UNANSWERED_OF_AN_ADDRESS", 40_000)


def kept() -> int:
    """Bytes of bodies, as they are kept for their requests."""
    requests = [request for channel in Channel.open for request in channel.requests]
    files = [each.content for each in requests if each.content and not each.content.closed]
    return sum(file.seek(0, os.SEEK_END) for file in files)


@pytest.mark.usefixtures("_little_room")
def test_the_bodies_of_an_address_have_a_limit_until_they_are_answered() -> None:
    visits = [Visit().begin() for _body in range(5)]
    for visit in visits:
        visit.send(bytes(10_000))
    assert [visit.is_cut for visit in visits] == [False] * 4 + [True]
    assert visits[4].transport.value() == NO_ROOM
    other = Visit(HOME).begin(length=10)
    other.send(bytes(10))
    assert [request.uri for request in Asked.complete] == [FORM]


@pytest.mark.usefixtures("_little_room")
def test_a_complete_body_counts_until_it_is_answered_and_its_connection_goes_on() -> None:
    visit = Visit().begin(length=30_000)
    visit.send(bytes(30_000))
    for is_answered in (False, True):
        further = Visit().begin()
        further.send(bytes(20_000))
        assert further.is_cut != is_answered
        if not is_answered:
            Asked.complete[0].finish()
    visit.begin(length=1)
    visit.send(b"x")
    assert len(Asked.complete) == 2


@pytest.mark.usefixtures("_little_room")
def test_where_all_have_too_much_the_oldest_unfinished_body_goes_first(clock: Clock) -> None:
    done = Visit("192.0.2.99").begin(length=10_000)
    done.send(bytes(10_000))
    floods = []
    for number in range(4):
        clock.advance(1)
        floods.append(Visit(f"192.0.2.{number}").begin())
        floods[-1].send(bytes(25_000))
    assert [flood.is_cut for flood in floods] == [True, False, False, False]
    form = Visit(HOME + "0").begin(length=20_000)
    form.send(bytes(20_000))
    assert [flood.is_cut for flood in floods] == [True, True, False, False]
    assert [each.channel for each in Asked.complete] == [done.channel, form.channel]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["begin", "send", "send", "send", "leave", "answer", "wait"]),
        st.integers(0, 11),
        st.integers(1, 60_000),
    ),
    max_size=60,
)


@pytest.mark.usefixtures("_little_room")
@given(steps=STEPS)
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_in_whatever_order_the_room_is_never_exceeded(
    clock: Clock,
    steps: list[tuple[str, int, int]],
) -> None:
    Asked.complete.clear()
    visits: dict[int, Visit] = {}
    for what, number, size in steps:
        visit = visits.get(number)
        if what == "wait":
            clock.advance(size / 5000)
        elif what == "answer":
            waiting = [each for each in Asked.complete if each.channel in Channel.open]
            if waiting:
                waiting[0].finish()
                Asked.complete.remove(waiting[0])
        elif visit is None or visit.is_cut:
            visits[number] = Visit(f"192.0.2.{number % 4}")
        elif what == "begin":
            visit.begin(PHOTO, None if size % 2 else size)
        elif what == "send":
            visit.send(b"%x\r\n%s\r\n" % (size, bytes(size)) if size % 2 else bytes(size))
        else:
            visits.pop(number).leave()
        for each in visits.values():
            if each.is_cut and each.channel in Channel.open:
                each.leave()
        assert kept() <= connections.MOST_UNANSWERED
        assert Channel.unanswered.total() <= connections.MOST_UNANSWERED
        assert max(Channel.unanswered.values(), default=0) <= 40_000
    all_leave()
    assert (Channel.addresses, Channel.unanswered) == ({}, {})
