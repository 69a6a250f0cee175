"""A limit counts each person's tries in the cache, for all threads and processes together."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import RequestFactory

from accounts.rate_limit import RateLimit, address_in, address_of

LIMIT = RateLimit("knock", amount=3, seconds=60)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


def test_so_many_tries_are_allowed_and_no_more() -> None:
    assert [LIMIT.is_allowed("ada") for _try in range(5)] == [True, True, True, False, False]


def test_everybody_and_every_action_is_counted_apart() -> None:
    assert not all(LIMIT.is_allowed("ada") for _try in range(4))
    assert LIMIT.is_allowed("ben")
    assert RateLimit("ring", amount=1, seconds=60).is_allowed("ada")


def test_after_the_time_one_may_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.time", lambda: now)
    assert [LIMIT.is_allowed("ada") for _try in range(4)][-1] is False
    now += 59
    assert not LIMIT.is_allowed("ada")
    now += 2
    assert LIMIT.is_allowed("ada")


def test_tries_at_the_same_moment_are_all_counted() -> None:
    limit = RateLimit("crowd", amount=40, seconds=60)
    with ThreadPoolExecutor(8) as pool:
        allowed = list(pool.map(lambda _try: limit.is_allowed("ada"), range(100)))
    assert sum(allowed) == 40


@pytest.mark.parametrize(
    ("sent", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(sent: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=sent)) == counted


@pytest.mark.parametrize(
    ("proxies", "counted"),
    [(0, "192.0.2.1"), (1, "192.0.2.3"), (2, "192.0.2.2"), (3, "")],
)
def test_a_socket_counts_for_the_address_that_the_trusted_proxies_tell(
    proxies: int, counted: str, settings: LazySettings
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    forwarded = [(b"x-forwarded-for", b"192.0.2.2, 192.0.2.3")]
    scope = {"client": ["192.0.2.1", 4711], "headers": forwarded}
    assert address_in(scope) == counted


@pytest.mark.parametrize("client", [None, ["127.0.0.1", 1], ["::1", 1]])
def test_who_has_no_address_or_that_of_this_machine_is_not_counted(
    client: list[object] | None,
) -> None:
    assert address_in({"headers": [], "client": client}) == ""


def test_without_the_shared_cache_a_process_counts_alone(settings: LazySettings) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": "redis://127.0.0.1:1",
            "OPTIONS": {"socket_connect_timeout": 0.2},
        }
    }
    assert [LIMIT.is_allowed("ada") for _try in range(4)] == [True, True, True, False]
