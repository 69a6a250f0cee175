"""A request of a program that is sent again with its Idempotency-Key is done once.

What was done and its answer are written in one transaction. A refusal changes nothing and is not
kept: the same key may be sent again.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import IntegrityError, transaction

from accounts.portions import delete_some
from leagues.api.problems import (
    BAD_KEY,
    KEY_AT_WORK,
    KEY_OF_ANOTHER,
    NO_HEADERS,
    TOO_MANY,
    RefusedError,
)
from leagues.models import ApiToken, IdempotencyKey

KEPT = timedelta(hours=24)
LONGEST_KEY = 255
# Visible characters of ASCII.
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
# Of one member, with all their tokens.
MOST_KEYS = 1000
# A key is kept for a day, so there is no use in asking again soon.
RETRY_SECONDS = 3600
# A server that died while it worked holds a key for so long.
AT_WORK_SECONDS = 60


class Written(NamedTuple):
    """What a program is told of what it wrote: numbers, and no names, since it is kept.

    headers: ETag and Location.
    """

    data: dict[str, Any]
    status: int = 200
    headers: Mapping[str, str] = NO_HEADERS


def once(
    token: ApiToken, key: str, asked: bytes, now: datetime, work: Callable[[], Written]
) -> Written:
    """What `work` answers, or answered when it was done with this key.

    asked: all that makes it this request and no other. Raises RefusedError(BAD_KEY,
    KEY_AT_WORK, KEY_OF_ANOTHER, TOO_MANY), and what `work` raises.
    """
    if not KEY.fullmatch(key):
        raise RefusedError(BAD_KEY)
    key_hash = sha256(f"{token.pk} {key}".encode()).hexdigest()
    request_hash = sha256(asked).hexdigest()
    at_work = f"api_key:{key_hash}"
    if not cache.add(at_work, 1, AT_WORK_SECONDS):
        raise RefusedError(KEY_AT_WORK)
    try:
        done = IdempotencyKey.objects.filter(key_hash=key_hash).first()
        if done is not None and done.created_at <= now - KEPT:
            done.delete()
            done = None
        if done is not None:
            if done.request_hash != request_hash:
                raise RefusedError(KEY_OF_ANOTHER)
            return Written(done.answer, done.status, done.headers)
        if IdempotencyKey.objects.filter(player=token.player_id).count() >= MOST_KEYS:
            raise RefusedError(TOO_MANY, headers={"Retry-After": str(RETRY_SECONDS)})
        return _done(token, key_hash, request_hash, now, work)
    finally:
        cache.delete(at_work)


def _done(
    token: ApiToken, key_hash: str, request_hash: str, now: datetime, work: Callable[[], Written]
) -> Written:
    with transaction.atomic():
        written = work()
        try:
            with transaction.atomic():
                IdempotencyKey.objects.create(
                    player_id=token.player_id,
                    key_hash=key_hash,
                    request_hash=request_hash,
                    status=written.status,
                    answer=written.data,
                    headers=dict(written.headers),
                    created_at=now,
                )
        # Two at once that the cache has not told apart: nothing of this one stays.
        except IntegrityError as error:
            raise RefusedError(KEY_AT_WORK) from error
    return written


def forget_old(now: datetime) -> int:
    """Delete a portion of the keys that are out of date; how many."""
    return delete_some(IdempotencyKey.objects.filter(created_at__lte=now - KEPT))
