"""An answer that breaks off in the middle ends the connection: nobody waits for the rest."""

from types import SimpleNamespace
from typing import Any

import pytest

from config.daphne_server import LimitedRequest


@pytest.fixture
def calls() -> list[str]:
    return []


def request_that(*, has_begun: bool, calls: list[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    (base,) = LimitedRequest.__bases__
    monkeypatch.setattr(base, "handle_exception", lambda *_: calls.append("500"))
    request: Any = LimitedRequest.__new__(LimitedRequest)
    request._response_started = has_begun
    request.channel = SimpleNamespace(forceAbortClient=lambda: calls.append("aborted"))
    return request


@pytest.mark.parametrize(("has_begun", "told"), [(False, "500"), (True, "aborted")])
def test_what_a_visitor_learns_of_an_error(
    has_begun: bool, told: str, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_that(has_begun=has_begun, calls=calls, monkeypatch=monkeypatch)
    request.handle_exception(ValueError())
    assert calls == [told]


def test_a_visitor_who_has_left_is_told_nothing(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_that(has_begun=True, calls=calls, monkeypatch=monkeypatch)
    request.channel = None
    request.handle_exception(ValueError())
    assert calls == []
