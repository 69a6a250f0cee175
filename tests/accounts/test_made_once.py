"""What is costly is made once for all who ask for it, and nothing is kept of what failed."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import translation

from accounts import made_once as module
from accounts.made_once import BusyError, MadeOnce, TooManyMadeError, made_once, may_be_busy
from accounts.rate_limit import RateLimit
from tests.factories import UserFactory

LONG = 10


def always() -> bool:
    return True


def never() -> bool:
    return False


class Maker:
    """Makes a text when it is let; counts how often it was asked."""

    def __init__(self, made: str | Exception = "page") -> None:
        self.made = made
        self.asked = 0
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.asked += 1
        self.has_begun.set()
        assert self.may_end.wait(LONG)
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


def pages(most: int = 100, patience: float = LONG) -> MadeOnce:
    return MadeOnce(most, makers=1, patience=patience)


def wait_until_they_wait(found: MadeOnce, key: str, crowd: int) -> None:
    """Until so many threads wait for a thing that is being made."""
    while len(found._making[key]._condition._waiters) < crowd:  # type: ignore[attr-defined]
        pass


def test_those_who_ask_meanwhile_get_what_one_made() -> None:
    found, maker = pages(), Maker()
    with ThreadPoolExecutor(5) as crowd:
        first = crowd.submit(found.get, "a", maker, always)
        assert maker.has_begun.wait(LONG)
        others = [crowd.submit(found.get, "a", maker, never) for _ in range(4)]
        wait_until_they_wait(found, "a", 4)
        maker.may_end.set()
        assert [each.result(LONG) for each in (first, *others)] == ["page"] * 5
    assert found.get("a", maker, never) == "page"
    assert maker.asked == 1


def test_who_waits_for_what_fails_hears_of_it_and_the_next_one_tries_again() -> None:
    found, maker = pages(), Maker(ValueError("broken"))
    with ThreadPoolExecutor(2) as crowd:
        first = crowd.submit(found.get, "a", maker, always)
        assert maker.has_begun.wait(LONG)
        other = crowd.submit(found.get, "a", maker, always)
        wait_until_they_wait(found, "a", 1)
        maker.may_end.set()
        for each in (first, other):
            with pytest.raises(ValueError, match="broken"):
                each.result(LONG)
    maker.made = "page"
    assert found.get("a", maker, always) == "page"
    assert found.get("b", lambda: "other", always) == "other"


def test_nobody_waits_for_ever() -> None:
    found, maker = pages(patience=0.05), Maker()
    with ThreadPoolExecutor(1) as crowd:
        first = crowd.submit(found.get, "a", maker, always)
        assert maker.has_begun.wait(LONG)
        with pytest.raises(BusyError):
            found.get("a", maker, always)
        with pytest.raises(BusyError):
            found.get("b", maker, always)
        maker.may_end.set()
        assert first.result(LONG) == "page"
    assert found.get("b", lambda: "other", always) == "other"


def test_who_may_make_nothing_gets_what_is_kept() -> None:
    found = pages()
    with pytest.raises(TooManyMadeError):
        found.get("a", lambda: "page", never)
    assert found.get("a", lambda: "page", always) == "page"
    assert found.get("a", lambda: "new", never) == "page"


def test_the_newest_are_kept_up_to_a_size() -> None:
    found = pages(most=10)
    for key in ("a", "b"):
        found.get(key, lambda: "12345", always)
    found.get("a", lambda: "", never)
    found.get("c", lambda: "12345", always)
    assert found.get("a", lambda: "", never) == "12345"
    with pytest.raises(TooManyMadeError):
        found.get("b", lambda: "", never)
    assert found.get("d", lambda: "much too long", always) == "much too long"
    with pytest.raises(TooManyMadeError):
        found.get("d", lambda: "", never)


# --- For a visitor --------------------------------------------------------------------


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(module, "BY_VISITOR", RateLimit("made", 2, 60))


def asked(address: str = "192.0.2.1", user: object = None) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = user or AnonymousUser()  # type: ignore[assignment]
    return request


def view(request: HttpRequest, key: str) -> Any:
    """A page with one thing that is made."""

    @may_be_busy
    def page(request: HttpRequest) -> HttpResponse:
        return HttpResponse(made_once(request, key, lambda: "page"))

    return page(request)


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Please wait a few minutes, then try again."),
        ("fr", "Patientez quelques minutes, puis réessayez."),
    ],
)
@pytest.mark.django_db
def test_who_has_too_much_made_must_wait_and_others_need_not(language: str, sentence: str) -> None:
    with translation.override(language):
        answers = [view(asked(), str(number)) for number in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert sentence in answers[2].content.decode()
        assert answers[2]["Retry-After"] == "60"
        # What was made before costs nothing.
        assert view(asked(), "0").status_code == 200
        assert view(asked("192.0.2.2"), "2").status_code == 200
        member = UserFactory.create()
        assert view(asked(user=member), "3").status_code == 200


@pytest.mark.django_db
def test_who_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(module, "MADE", pages(patience=0))
    assert module.MADE._makers.acquire(blocking=False)
    answer = view(asked(), "a")
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "Please try again in a few seconds." in answer.content.decode()
    module.MADE._makers.release()
    assert view(asked(), "a").content == b"page"
