"""Post to an address that somebody typed: never into the own network, never for long.

The name of a host is resolved once, all addresses that it has are checked, and the connection is
opened to one of those that were checked. So a name that leads elsewhere a moment later leads
nowhere. Redirects are not followed, proxies of the environment are not asked, and of the answer no
more is read than its status and headers.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from time import monotonic
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOTAL_SECONDS = 10.0
CONNECT_SECONDS = 4.0
MOST_ADDRESSES = 3
MOST_CHARACTERS = 1000
PORTS = frozenset({443, 8443})
USER_AGENT = "Sixieme-Webhook"
LONGEST_WAIT = 3600
# What the standard library takes for public: services of clouds for their machines alone, and
# addresses of IPv6 that stand for such of IPv4.
_INSIDE = tuple(
    map(
        ipaddress.ip_network,
        ("168.63.129.16/32", "192.0.0.0/24", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16"),
    )
)
_ODD = re.compile(r"[\x00-\x20\x7f-\x9f\\]")


class PostProblem(StrEnum):
    """Why a post was not taken; stored, so that the log can say it."""

    BAD_ADDRESS = "bad_address"
    INSIDE = "inside"
    UNKNOWN_HOST = "unknown_host"
    NO_CONNECTION = "no_connection"
    TLS = "tls"
    TIMEOUT = "timeout"
    NO_ANSWER = "no_answer"
    REDIRECT = "redirect"
    REFUSED = "refused"
    BUSY = "busy"
    KEY_LOST = "key_lost"


PROBLEMS: dict[PostProblem, Promise] = {
    PostProblem.BAD_ADDRESS: _("The address cannot be used."),
    PostProblem.INSIDE: _("The address leads into the site’s own network: nothing was sent."),
    PostProblem.UNKNOWN_HOST: _("No server of that name was found."),
    PostProblem.NO_CONNECTION: _("The server could not be reached."),
    PostProblem.TLS: _("The connection could not be encrypted, or the certificate is not valid."),
    PostProblem.TIMEOUT: _("The server took too long."),
    PostProblem.NO_ANSWER: _("The server broke off, or gave no answer that can be read."),
    PostProblem.REDIRECT: _("The server leads to another address: enter that one."),
    PostProblem.REFUSED: _("The server refused it."),
    PostProblem.BUSY: _("The server had a fault, or asked to wait."),
    PostProblem.KEY_LOST: _("The site has a new key and cannot read the address any more."),
}
# Another try would end in the same way.
FOR_GOOD = frozenset(
    {
        PostProblem.BAD_ADDRESS,
        PostProblem.INSIDE,
        PostProblem.REDIRECT,
        PostProblem.REFUSED,
        PostProblem.KEY_LOST,
    }
)
# What a server says that may take it later.
_LATER = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS})

Resolved = tuple[int, tuple[Any, ...]]


class BadAddress(Exception):
    """An address that is never posted to; problem says why."""

    def __init__(self, problem: PostProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a post. status: what the server answered, None where it did not.

    problem: None where it was taken. wait: the seconds for which the server wants to be left alone.
    """

    status: int | None = None
    problem: PostProblem | None = None
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """An address in its parts. host: as DNS and certificates have it; path: with the query."""

    is_tls: bool
    host: str
    port: int
    path: str


# --- Which addresses -------------------------------------------------------------------


def read_address(address: str) -> Target:
    """The parts of an address. Raises BadAddress; where its name leads is not looked at here."""
    if len(address) > MOST_CHARACTERS or _ODD.search(address):
        raise BadAddress(PostProblem.BAD_ADDRESS)
    try:
        parts = urlsplit(address)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode().rstrip(".")
    except ValueError:  # also what IDNA refuses
        raise BadAddress(PostProblem.BAD_ADDRESS) from None
    has_person = "@" in parts.netloc
    is_tls = parts.scheme == "https"
    is_plain = parts.scheme == "http" and settings.POSTS_TO_THIS_MACHINE
    if not host or has_person or parts.fragment or not (is_tls or is_plain):
        raise BadAddress(PostProblem.BAD_ADDRESS)
    port = port or (443 if is_tls else 80)
    if port not in PORTS and not settings.POSTS_TO_THIS_MACHINE:
        raise BadAddress(PostProblem.BAD_ADDRESS)
    if _is_local_name(host):
        raise BadAddress(PostProblem.INSIDE)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Target(is_tls, host, port, f"{path}?{query}" if query else path)


def _is_local_name(host: str) -> bool:
    """Whether a host is inside by its name or number alone."""
    if settings.POSTS_TO_THIS_MACHINE:
        return False
    try:
        return not is_public(str(ipaddress.ip_address(host)))
    except ValueError:
        last = host.rpartition(".")[2].lower()
        return "." not in host or last in {"localhost", "local", "internal", "lan", "home", "arpa"}


def is_public(text: str) -> bool:
    """Whether an address of the internet protocol is on the public internet."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address.teredo or address.is_site_local:
            return False
    if any(address in network for network in _INSIDE if network.version == address.version):
        return False
    return address.is_global and not (
        address.is_multicast
        or address.is_reserved
        or address.is_unspecified
        or address.is_loopback
        or address.is_link_local
        or address.is_private
    )


def _resolved(target: Target) -> list[Resolved]:
    """Where a host is, every address of it checked. Raises BadAddress."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddress(PostProblem.UNKNOWN_HOST) from None
    addresses: list[Resolved] = [(family, where) for family, _kind, _number, _name, where in found]
    if not addresses:
        raise BadAddress(PostProblem.UNKNOWN_HOST)
    if not all(_may_be_asked(str(where[0])) for _family, where in addresses):
        raise BadAddress(PostProblem.INSIDE)
    return addresses


def _may_be_asked(address: str) -> bool:
    if settings.POSTS_TO_THIS_MACHINE and ipaddress.ip_address(address).is_loopback:
        return True
    return is_public(address)


# --- Posting ---------------------------------------------------------------------------


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Post a body once, within TOTAL_SECONDS of when the name of its host is known.

    headers: the body is JSON where they do not say otherwise.
    """
    try:
        target = read_address(address)
        addresses = _resolved(target)
    except BadAddress as error:
        return Answer(problem=error.problem)
    ends_at = monotonic() + TOTAL_SECONDS
    try:
        with _connected(target, addresses, ends_at) as connection:
            connection.request(
                "POST",
                target.path,
                body,
                {
                    "Content-Type": "application/json; charset=utf-8",
                    "User-Agent": USER_AGENT,
                    "Accept": "*/*",
                    "Connection": "close",
                    **headers,
                },
            )
            answer = connection.getresponse()
            status, wait = answer.status, _seconds(answer.headers.get("Retry-After"))
            answer.close()
    except TimeoutError:
        return Answer(problem=PostProblem.TIMEOUT)
    except ssl.SSLError:
        return Answer(problem=PostProblem.TIMEOUT if monotonic() >= ends_at else PostProblem.TLS)
    except ConnectionRefusedError:
        return Answer(problem=PostProblem.NO_CONNECTION)
    except (OSError, http.client.HTTPException, ValueError):
        return Answer(
            problem=PostProblem.TIMEOUT if monotonic() >= ends_at else PostProblem.NO_ANSWER
        )
    return Answer(status, _problem_of(status), wait)


def _problem_of(status: int) -> PostProblem | None:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return None
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return PostProblem.REDIRECT
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR and status not in _LATER:
        return PostProblem.REFUSED
    return PostProblem.BUSY


def _seconds(text: str | None) -> int:
    """The seconds of a Retry-After header, none where it is a date or nonsense."""
    is_number = text is not None and text.strip().isascii() and text.strip().isdecimal()
    return min(int(text[:9]), LONGEST_WAIT) if text and is_number else 0


@contextmanager
def _connected(
    target: Target, addresses: list[Resolved], ends_at: float
) -> Iterator[http.client.HTTPConnection]:
    """A connection to one of these addresses; it is cut off when the time is over.

    Each read would have a time of its own: a server that sends a letter now and then would never
    be done with.
    """
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = _socket_to(addresses, ends_at)
    cut = threading.Timer(max(0.0, ends_at - monotonic()), _cut_off, [connection])
    cut.daemon = True
    cut.start()
    try:
        if target.is_tls:
            context = ssl.create_default_context()
            connection.sock = secured = context.wrap_socket(
                connection.sock, server_hostname=target.host, do_handshake_on_connect=False
            )
            secured.do_handshake()
            # The port that the Host header leaves out.
            connection.default_port = http.client.HTTPS_PORT
        yield connection
    finally:
        cut.cancel()
        connection.close()


def _socket_to(addresses: list[Resolved], ends_at: float) -> socket.socket:
    """A socket to the first of the checked addresses that answers. Raises OSError."""
    failed: OSError = ConnectionRefusedError()
    for family, where in addresses[:MOST_ADDRESSES]:
        left = min(CONNECT_SECONDS, ends_at - monotonic())
        if left <= 0:
            raise TimeoutError
        found = socket.socket(family, socket.SOCK_STREAM)
        try:
            found.settimeout(left)
            found.connect(where)
            found.settimeout(max(0.1, ends_at - monotonic()))
        except OSError as error:
            found.close()
            failed = error
        else:
            return found
    if isinstance(failed, TimeoutError):
        raise failed
    raise ConnectionRefusedError from failed


def _cut_off(connection: http.client.HTTPConnection) -> None:
    # Not that of an SSLSocket, which also forgets its encryption while another thread reads by it.
    with suppress(OSError):
        if connection.sock:
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)
