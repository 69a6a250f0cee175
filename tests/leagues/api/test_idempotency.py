"""A request that a program sends again with its key is done once."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Player
from leagues.api import idempotency
from leagues.api.idempotency import Written, once
from leagues.api.openapi import ENDPOINTS
from leagues.api.problems import RefusedError
from leagues.models import ApiToken, IdempotencyKey, Season
from tests.leagues.api.programs import Program, at
from tests.support.leagues import make_session
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def guests() -> list[str]:
    return sorted(Player.objects.guests().values_list("name", flat=True))


def test_it_is_answered_the_same_and_not_done_again(program: Program, season: Season) -> None:
    session = make_session(season)
    body = {"columns": [{"guest": "Zoé"}, {"guest": "Yan"}]}
    found = []
    for _time in range(3):
        told = program.send("POST", at(session, "/games"), body, key="a-1")
        found.append((*told, program.last["Location"], program.last["ETag"]))
    assert found[0][0] == 201
    assert found[1:] == [found[0]] * 2
    assert session.games.count() == 1
    # Without a key, or with another one, each is a game of its own.
    other = {"columns": [{"guest": "Xavier"}, {"guest": "Wanda"}]}
    assert program.send("POST", at(session, "/games"), other, key="a-2")[1]["game"] == 2


def test_a_key_is_for_one_request(program: Program, season: Season, owner: Player) -> None:
    address = at(season, "/people")
    assert program.send("POST", address, {"guest": "Zoé"}, key="a-1")[0] == 201
    for where, body in (
        (address, {"guest": "Yan"}),
        (at(make_session(season), "/people"), {"guest": "Zoé"}),
    ):
        status, told = program.send("POST", where, body, key="a-1")
        assert (status, told["code"]) == (422, "key_of_another")
    # Of one token: another program counts its own requests.
    assert Program(owner).send("POST", address, {"guest": "Yan"}, key="a-1")[0] == 201
    assert guests() == ["Yan", "Zoé"]


def test_what_was_refused_may_be_sent_again(program: Program, season: Season) -> None:
    address = at(season, "/people")
    program.send("POST", address, {"guest": "Zoé"})
    assert program.send("POST", address, {"guest": "Zoé"}, key="a-1")[0] == 422
    assert program.send("POST", address, {"guest": ""}, key="a-1")[0] == 422
    assert program.send("POST", address, {"guest": "Yan"}, key="a-1")[0] == 201
    assert IdempotencyKey.objects.count() == 1


@pytest.mark.parametrize("key", ["", "é", "a b", "a\tb", "x" * 256])
def test_a_key_that_is_none_is_refused(program: Program, season: Season, key: str) -> None:
    status, told = program.send("POST", at(season, "/people"), {"guest": "Zoé"}, key=key)
    assert (status, told["code"]) == (400, "bad_key")
    assert guests() == []


def test_it_is_kept_for_a_day(program: Program, season: Season) -> None:
    address = at(season, "/people")
    program.send("POST", address, {"guest": "Zoé"}, key="a-1")
    now = timezone.now()
    assert idempotency.forget_old(now + timedelta(hours=23)) == 0
    IdempotencyKey.objects.update(created_at=now - timedelta(hours=24))
    # Also where the keeper has not been there yet.
    assert program.send("POST", address, {"guest": "Zoé"}, key="a-1")[0] == 422
    assert program.send("POST", address, {"guest": "Yan"}, key="a-1")[0] == 201
    assert idempotency.forget_old(now + timedelta(hours=25)) == 1


def test_a_member_has_so_many_keys(
    program: Program, season: Season, owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "MOST_KEYS", 2)
    address = at(season, "/people")
    for number in range(2):
        program.send("POST", address, {"guest": f"Guest {number}"}, key=f"a-{number}")
    status, told = Program(owner).send("POST", address, {"guest": "Zoé"}, key="a-3")
    assert (status, told["code"]) == (429, "too_many")
    # What was done is still answered, and what has no key is still done.
    assert program.send("POST", address, {"guest": "Guest 0"}, key="a-0")[0] == 201
    assert program.send("POST", address, {"guest": "Zoé"})[0] == 201


def test_of_six_at_the_same_moment_one_is_done(program: Program, season: Season) -> None:
    address = at(season, "/people")

    def sending() -> int:
        return program.send("POST", address, {"guest": "Zoé"}, key="a-1")[0]

    found = set(at_once(*[sending] * 6))
    # Who comes while it is being done is told so, who comes later is answered the same.
    assert found <= {201, 409}
    assert 201 in found
    assert guests() == ["Zoé"]
    assert season.entrants.count() == 1


def token_of(player: Player) -> ApiToken:
    return ApiToken.objects.get(player=player)


def test_while_it_is_being_done_it_is_not_begun_again(program: Program, owner: Player) -> None:
    token, now, met = token_of(owner), timezone.now(), []

    def again() -> Written:
        return once(token, "a-1", b"", now, lambda: Written({}))

    def work() -> Written:
        with pytest.raises(RefusedError, match="key_at_work"):
            again()
        met.append(True)
        return Written({"player_id": 1})

    assert once(token, "a-1", b"", now, work).data == {"player_id": 1}
    assert met == [True]
    assert again().data == {"player_id": 1}


def test_two_that_no_cache_tells_apart_are_done_once(
    program: Program, owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, now = token_of(owner), timezone.now()
    monkeypatch.setattr(cache, "add", lambda *_args, **_kwargs: True)

    def make(name: str) -> Written:
        return Written({"player_id": Player.objects.create(name=name).pk})

    def work() -> Written:
        # The other one is faster.
        IdempotencyKey.objects.create(
            player=owner, key_hash=key_hash, request_hash="", status=200, answer={}, headers={},
            created_at=now,
        )  # fmt: skip
        return make("Second")

    once(token, "a-1", b"", now, lambda: make("First"))
    key_hash = IdempotencyKey.objects.get().key_hash
    IdempotencyKey.objects.all().delete()
    with pytest.raises(RefusedError, match="key_at_work"):
        once(token, "a-1", b"", now, work)
    assert guests() == ["First"]


def test_what_is_not_noted_is_not_done(
    program: Program, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_fields: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(IdempotencyKey.objects, "create", fail)
        with pytest.raises(OSError, match="disk"):
            program.send("POST", at(season, "/people"), {"guest": "Zoé"}, key="a-1")
    assert guests() == []
    # And the key is free again.
    assert program.send("POST", at(season, "/people"), {"guest": "Zoé"}, key="a-1")[0] == 201


def leaves(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What an answer has within its lists and objects."""
    within = [*schema.get("properties", {}).values(), *filter(None, [schema.get("items")])]
    if not within:
        yield schema
    for each in within:
        yield from leaves(each)


def test_answers_that_are_kept_hold_no_text_of_anybody() -> None:
    for endpoint in ENDPOINTS:
        for schema in leaves(endpoint.answer) if endpoint.scope else ():
            is_number = schema["type"] in {"integer", "boolean"}
            assert is_number or "enum" in schema, endpoint.name
