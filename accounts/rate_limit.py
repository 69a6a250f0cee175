"""How often something may be tried in a time, counted in the cache that all processes share."""

import hashlib
import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

View = Callable[..., HttpResponseBase]

# Whoever has one IPv6 address has all of its network.
IPV6_PREFIX = 64
# No address is remembered for longer, those that allauth counts included.
LONGEST = timedelta(minutes=5)
THIS_MACHINE = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
# The header of a proxy, as ASGI has it.
FORWARDED = b"x-forwarded-for"
# The time that most limits count.
RETRY_AFTER_SECONDS = 60


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most so many tries of an action, in the seconds that begin with the first of them."""

    action: str
    amount: int
    seconds: int

    def __post_init__(self) -> None:
        if self.seconds > LONGEST.total_seconds():
            raise ValueError(f"{self.action}: no address may be remembered for so long")

    def is_allowed(self, who: str) -> bool:
        """Count a try of somebody; whether it may be done."""
        # A cache takes keys of any person's text badly, and need not know addresses.
        key = f"rate:{self.action}:{hashlib.sha256(who.encode()).hexdigest()}"
        for _try in range(3):
            cache.add(key, 0, self.seconds)
            try:
                used = cache.incr(key)
            except ValueError:  # it has expired since
                continue
            if used == 1:
                # Redis makes a key that never expires of one that expires at this very moment.
                cache.touch(key, self.seconds)
            return used <= self.amount
        return True


def address_of(request: HttpRequest) -> str:
    """From where a request comes: the client's address, of an IPv6 address its network."""
    text: str = get_adapter().get_client_ip(request)
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))


def address_in(scope: Mapping[str, Any]) -> str:
    """The same of a socket, or of a request as ASGI has it; empty where it is not known.

    What comes from this machine counts as unknown: from a proxy that settings do not tell of, come
    all.
    """
    request = HttpRequest()
    client = scope.get("client") or ("",)
    request.META["REMOTE_ADDR"] = client[0]
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == FORWARDED]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    try:
        address = address_of(request)
        network = ipaddress.ip_network(address)
    except (ValueError, PermissionDenied, ImproperlyConfigured):
        return ""
    return "" if any(each.overlaps(network) for each in THIS_MACHINE) else address


def visitor_of(request: HttpRequest) -> str:
    """Who asks: a member each for themselves, strangers by their address."""
    user = request.user
    return f"member {user.pk}" if user.is_authenticated else address_of(request)


def too_many(request: HttpRequest) -> HttpResponse:
    """The page for who must wait."""
    response = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def limited(limit: RateLimit) -> Callable[[View], View]:
    """Decorate a view: what is sent to it by POST counts for its visitor, and 429 for too much."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST" and not limit.is_allowed(visitor_of(request)):
                return too_many(request)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate
