"""Posts to an address that somebody typed: what is refused, and what a server can do to us."""

import socket
import time
from contextlib import suppress
from typing import Any

import pytest

from accounts import outgoing
from accounts.outgoing import BadAddress, PostProblem, is_public, post, read_address
from tests.support.project import ROOT
from tests.support.receiver import Receiver, receiver, say


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let every name lead to these addresses, call after call; the names that were asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_more: Any) -> list[Any]:
        found = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        kinds = [(socket.AF_INET6 if ":" in each else socket.AF_INET, each) for each in found]
        return [(family, socket.SOCK_STREAM, 6, "", (each, port)) for family, each in kinds]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where connections are opened to; none of them is."""
    tried: list[Any] = []

    class Nowhere(socket.socket):
        def connect(self, where: Any) -> None:
            tried.append(where[0])
            raise ConnectionRefusedError

    monkeypatch.setattr(socket, "socket", Nowhere)
    return tried


# --- Which addresses -------------------------------------------------------------------


def test_nothing_but_the_tests_lets_a_post_reach_this_machine() -> None:
    lines = (ROOT / "config" / "settings.py").read_text().splitlines()
    assert [line for line in lines if "THIS_MACHINE" in line] == ["POSTS_TO_THIS_MACHINE = False"]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",  # noqa: S104
        "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192",
        "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "168.63.129.16",
        "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1",
    ],
)  # fmt: skip
def test_addresses_inside_are_told_from_public_ones(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "162.159.128.233", "2606:4700::1111"])
def test_addresses_of_the_public_internet_are_public(address: str) -> None:
    assert is_public(address)
    assert not address.startswith("2606") or not is_public("::ffff:10.0.0.1")


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("http://example.org/hook", PostProblem.BAD_ADDRESS),
        ("ftp://example.org/hook", PostProblem.BAD_ADDRESS),
        ("https:///hook", PostProblem.BAD_ADDRESS),
        ("https://example.org:22/hook", PostProblem.BAD_ADDRESS),
        ("https://example.org:80/hook", PostProblem.BAD_ADDRESS),
        ("https://example.org:99999/hook", PostProblem.BAD_ADDRESS),
        ("https://somebody:secret@example.org/hook", PostProblem.BAD_ADDRESS),
        ("https://example.org@10.0.0.1/hook", PostProblem.BAD_ADDRESS),
        ("https://example.org/hook#part", PostProblem.BAD_ADDRESS),
        ("https://example.org/a b", PostProblem.BAD_ADDRESS),
        ("https://example.org/a\r\nX-Own: 1", PostProblem.BAD_ADDRESS),
        ("https://example.org\\@10.0.0.1/", PostProblem.BAD_ADDRESS),
        ("https://[::1/hook", PostProblem.BAD_ADDRESS),
        ("https://" + "a" * 64 + ".org/", PostProblem.BAD_ADDRESS),
        ("https://example.org/" + "a" * 1000, PostProblem.BAD_ADDRESS),
        ("https://localhost/hook", PostProblem.INSIDE),
        ("https://router/hook", PostProblem.INSIDE),
        ("https://printer.local/hook", PostProblem.INSIDE),
        ("https://metadata.google.internal/hook", PostProblem.INSIDE),
        ("https://127.0.0.1/hook", PostProblem.INSIDE),
        ("https://[::1]/hook", PostProblem.INSIDE),
        ("https://169.254.169.254/latest/", PostProblem.INSIDE),
    ],
)
def test_such_an_address_is_refused_before_anybody_is_asked(
    address: str, problem: PostProblem
) -> None:
    with pytest.raises(BadAddress) as refused:
        read_address(address)
    assert refused.value.problem is problem


def test_an_address_is_read_in_its_parts() -> None:
    found = read_address("https://Bücher.example:8443/a%20b/é?x=1&y=ü")
    assert (found.host, found.port) == ("xn--bcher-kva.example", 8443)
    assert found.path == "/a%20b/%C3%A9?x=1&y=%C3%BC"


@pytest.mark.parametrize(
    "led_to",
    [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["::1"],
        ["::ffff:192.168.0.1"],
        # One of several is enough: which of them answers is not ours to say.
        ["1.1.1.1", "10.0.0.7"],
        ["2606:4700::1111", "fd00::1"],
    ],
)
def test_a_name_that_leads_inside_is_refused_and_nobody_is_asked(
    monkeypatch: pytest.MonkeyPatch, connections: list[Any], led_to: list[str]
) -> None:
    resolving(monkeypatch, led_to)
    assert post("https://example.org/hook", b"{}", {}).problem is PostProblem.INSIDE
    assert connections == []


@pytest.mark.parametrize("number", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
def test_numbers_that_resolvers_read_as_this_machine_are_refused(
    number: str, connections: list[Any]
) -> None:
    assert post(f"https://{number}/hook", b"{}", {}).problem in {
        PostProblem.INSIDE,
        PostProblem.UNKNOWN_HOST,
    }
    assert connections == []


def test_a_name_that_leads_inside_a_moment_later_is_asked_for_once(
    monkeypatch: pytest.MonkeyPatch, connections: list[Any]
) -> None:
    asked = resolving(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])
    answer = post("https://rebinding.example/hook", b"{}", {})
    assert answer.problem is PostProblem.NO_CONNECTION
    assert asked == ["rebinding.example"]
    assert connections == ["1.1.1.1"], "the address that was checked, and no other"


def test_a_name_that_nobody_has_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_args: Any, **_more: Any) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert post("https://nobody.example/hook", b"{}", {}).problem is PostProblem.UNKNOWN_HOST


# --- What a server does ----------------------------------------------------------------


def test_a_body_and_its_headers_arrive_as_they_are(server: Receiver) -> None:
    answer = post(server.url + "?thread=1", "{“é”}".encode(), {"Sixieme-Delivery": "7"})
    assert (answer.status, answer.problem) == (204, None)
    (found,) = server.posts
    assert (found.path, found.body.decode()) == ("/hook?thread=1", "{“é”}")
    assert found.headers["Sixieme-Delivery"] == "7"
    assert found.headers["Content-Type"] == "application/json; charset=utf-8"
    assert found.headers["Host"] == f"127.0.0.1:{server.port}"


def test_a_redirect_is_not_followed(server: Receiver) -> None:
    server.answer = lambda handler: say(handler, 307, Location="/elsewhere")
    answer = post(server.url, b"{}", {})
    assert (answer.status, answer.problem) == (307, PostProblem.REDIRECT)
    assert len(server.posts) == 1


@pytest.mark.parametrize(
    ("status", "problem"),
    [
        (200, None),
        *((status, PostProblem.REFUSED) for status in (400, 404, 410)),
        *((status, PostProblem.BUSY) for status in (408, 429, 500, 503)),
    ],
)
def test_what_a_server_answers_decides_whether_another_try_is_worth_it(
    server: Receiver, status: int, problem: PostProblem | None
) -> None:
    server.answer = lambda handler: say(handler, status)
    assert post(server.url, b"{}", {}).problem is problem
    assert (problem in outgoing.FOR_GOOD) == (status in {400, 404, 410})


@pytest.mark.parametrize(
    ("header", "wait"),
    [("30", 30), ("999999999999", 3600), ("-5", 0), ("Fri, 27 Nov 2026 06:00:00 GMT", 0), ("²", 0)],
)
def test_how_long_a_server_wants_to_be_left_alone_is_read_with_care(
    server: Receiver, header: str, wait: int
) -> None:
    def busy(handler: Any) -> None:
        handler.wfile.write(
            b"HTTP/1.0 429 Slow\r\nRetry-After: " + header.encode("latin-1") + b"\r\n\r\n"
        )

    server.answer = busy
    assert post(server.url, b"{}", {}).wait == wait


def test_a_server_that_sends_a_letter_now_and_then_is_cut_off_in_time(
    server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = []

    def drip(handler: Any) -> None:
        with suppress(OSError):
            for letter in range(1000):
                handler.wfile.write(b"H")
                handler.wfile.flush()
                letters.append(letter)
                time.sleep(0.05)

    server.answer = drip
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.4)
    assert post(server.url, b"{}", {}).problem is PostProblem.TIMEOUT
    assert len(letters) < 1000


def test_an_answer_without_end_is_not_read(server: Receiver) -> None:
    sent = []

    def endless(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n\r\n")
        try:
            for _block in range(2000):
                handler.wfile.write(b"x" * 100_000)
                sent.append(100_000)
        except OSError:
            pass

    server.answer = endless
    assert post(server.url, b"{}", {}).problem is None
    assert sum(sent) < 50_000_000


@pytest.mark.parametrize(
    "rubbish", [b"", b"hello\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\0" * 70_000]
)
def test_rubbish_is_no_answer(server: Receiver, rubbish: bytes) -> None:
    def answer(handler: Any) -> None:
        handler.wfile.write(rubbish)

    server.answer = answer
    assert post(server.url, b"{}", {}).problem is PostProblem.NO_ANSWER


def test_nobody_listening_is_said_to_be_so(settings: Any) -> None:
    settings.POSTS_TO_THIS_MACHINE = True
    with receiver() as gone:
        url = gone.url
    assert post(url, b"{}", {}).problem is PostProblem.NO_CONNECTION


def test_a_server_without_encryption_at_an_https_address_is_no_answer(server: Receiver) -> None:
    answer = post(server.url.replace("http:", "https:"), b"{}", {})
    assert answer.problem is PostProblem.TLS
    assert server.posts == [], "nothing is said before the certificate is checked"
