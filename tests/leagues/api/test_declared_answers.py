"""Every write answers and refuses as OpenAPI declares it to programs."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.rate_limit import RateLimit
from leagues.api import answers
from leagues.api.declared import Endpoint
from leagues.api.openapi import ENDPOINTS, PROBLEM_SCHEMA
from leagues.exports import tokens
from leagues.models import ApiToken, League
from tests.leagues.api.programs import API
from tests.leagues.api.schemas import faults
from tests.leagues.api.test_permissions import WRITES, paths
from tests.leagues.test_permissions import Club

pytestmark = pytest.mark.django_db
WRITING = [each for each in ENDPOINTS if each.scope]


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    cache.clear()
    monkeypatch.setattr(answers, "WRITES", RateLimit("api_write", 10_000, 60))
    return Club(League.Visibility.PUBLIC)


def ways_to_ask(endpoint: Endpoint) -> Iterator[tuple[int, bytes, dict[str, str]]]:
    """Status, body and headers (empty: left out) of what programs send, right and wrong."""
    _right, body, done = WRITES[endpoint.name]
    sent = json.dumps(body).encode()
    yield done, sent, {}
    yield 401, sent, {"Authorization": ""}
    yield 401, sent, {"Authorization": "Bearer nobodys"}
    yield 400, sent, {"Idempotency-Key": "é"}
    yield 413, b" " * 40_000, {}
    yield 415, sent, {"Content-Type": "text/plain"}
    if endpoint.needs_match:
        yield 428, sent, {"If-Match": ""}
        yield 412, sent, {"If-Match": '"0-0"'}
    if endpoint.body is not None:
        yield 400, b"{", {}
        yield 422, b"[]", {}
        yield 422, b'{"nothing": 1}', {}


@pytest.mark.parametrize("endpoint", WRITING, ids=lambda each: each.name)
def test_each_answer_to_a_write_is_declared(endpoint: Endpoint, club: Club) -> None:
    described = Client().get(f"{API}openapi.json").json()["paths"][f"/{endpoint.path}"]
    declared = described[endpoint.method.lower()]["responses"]
    owner = club.people["owner"].player
    token = tokens.make_token(owner, "a program", timezone.now(), ApiToken.Scope.values)
    usual = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "If-Match": "*",
    }
    (path,) = paths(club, of=[endpoint])
    for wanted, body, headers in ways_to_ask(endpoint):
        sent = {name: value for name, value in (usual | headers).items() if value}
        content_type = sent.pop("Content-Type")
        with transaction.atomic():
            answer = Client().generic(
                endpoint.method, f"{API}{path}", body, content_type, headers=sent
            )
            transaction.set_rollback(True)
        assert answer.status_code == wanted, (body, headers, answer.content)
        assert differences(answer, declared, endpoint) == []


def differences(answer: Any, declared: dict[str, Any], endpoint: Endpoint) -> list[str]:
    """What differs from the description."""
    response = declared[str(answer.status_code)]
    assert answer["Content-Type"] in response["content"]
    told = json.loads(answer.content)
    if answer.status_code < 400:
        return faults(told, endpoint.answer)
    assert set(response.get("headers", ())) <= set(answer.headers)
    assert f"{told['code']}: " in response["description"]
    return faults(told, PROBLEM_SCHEMA)
