"""What tests of the API ask with: a program of a member, and the addresses of a season."""

import json
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.exports import tokens
from leagues.models import ApiToken, Game, Season, Session

API = "/api/v1/"
ALL_SCOPES = ApiToken.Scope.values


def at(place: Season | Session | Game, below: str = "") -> str:
    """The address of a season, session or game, and what is below it."""
    if isinstance(place, Game):
        return f"{at(place.session)}/games/{place.number}{below}"
    if isinstance(place, Session):
        return f"{at(place.season)}/sessions/{place.number}{below}"
    return f"{API}leagues/{place.league.slug}/seasons/{place.number}{below}"


class Program:
    """A program with a token of a member; `last` is the newest answer."""

    def __init__(
        self,
        player: Player,
        scopes: list[str] = ALL_SCOPES,
        lasts: timedelta = timedelta(days=1),
    ) -> None:
        self.token = tokens.make_token(player, "a program", timezone.now(), scopes, lasts)

    def _client(self) -> Client:
        """A new one each time, as for several that ask at once."""
        authorization = {"Authorization": f"Bearer {self.token}"}
        return Client(enforce_csrf_checks=True, headers=authorization)

    def get(self, address: str) -> Any:
        """What an address tells; its ETag is `etag`."""
        answer = self._client().get(address)
        assert answer.status_code == 200, answer.content
        self.etag = answer["ETag"]
        return answer.json()

    def send(
        self,
        method: str,
        address: str,
        body: object = None,
        *,
        seen: str | None = None,
        key: str | None = None,
        content_type: str = "application/json",
        raw: bytes | None = None,
    ) -> tuple[int, Any]:
        """Status and what was told; seen: the ETag in If-Match."""
        sent = (b"" if body is None else json.dumps(body).encode()) if raw is None else raw
        headers = {"If-Match": seen, "Idempotency-Key": key, "Accept-Language": "en"}
        answer = self._client().generic(
            method,
            address,
            sent,
            content_type,
            headers={name: value for name, value in headers.items() if value is not None},
        )
        self.last = answer
        return answer.status_code, answer.json()
