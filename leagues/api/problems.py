"""What the API refuses, for programs (RFC 9457) and in the asker's language."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Problem(NamedTuple):
    """A kind of refusal; its code is stable."""

    code: str
    status: HTTPStatus
    title: Promise


NOT_FOUND = Problem("not_found", HTTPStatus.NOT_FOUND, _("Not found, or not for you."))
BAD_QUERY = Problem(
    "bad_query", HTTPStatus.BAD_REQUEST, _("A number behind “?” is none, or out of bounds.")
)
WRONG_TOKEN = Problem(
    "wrong_token", HTTPStatus.UNAUTHORIZED, _("This token is wrong, revoked or out of date.")
)
FORBIDDEN = Problem("forbidden", HTTPStatus.FORBIDDEN, _("You may not do this."))
WRONG_METHOD = Problem(
    "wrong_method",
    HTTPStatus.METHOD_NOT_ALLOWED,
    _("This address does not know this method: see the header Allow."),
)
TOO_MANY = Problem("too_many", HTTPStatus.TOO_MANY_REQUESTS, _("Too many requests: wait a minute."))
BUSY = Problem(
    "busy", HTTPStatus.SERVICE_UNAVAILABLE, _("The site is busy: try again in a moment.")
)
PROBLEMS = (BAD_QUERY, WRONG_TOKEN, FORBIDDEN, NOT_FOUND, WRONG_METHOD, TOO_MANY, BUSY)

NO_TOKEN = Problem("no_token", HTTPStatus.UNAUTHORIZED, _("Writing needs a token."))
WRONG_SCOPE = Problem(
    "wrong_scope", HTTPStatus.FORBIDDEN, _("This token may not write this: make another one.")
)
NOT_JSON = Problem("not_json", HTTPStatus.BAD_REQUEST, _("What was sent is no JSON."))
BAD_KEY = Problem(
    "bad_key",
    HTTPStatus.BAD_REQUEST,
    _("An Idempotency-Key has 1 to 255 visible characters of ASCII."),
)
CONFLICT = Problem("conflict", HTTPStatus.CONFLICT, _("What is stored does not allow it."))
KEY_AT_WORK = Problem(
    "key_at_work", HTTPStatus.CONFLICT, _("A request with this key is just being done.")
)
CHANGED = Problem(
    "changed",
    HTTPStatus.PRECONDITION_FAILED,
    _("Somebody has changed this since you read it: read it again."),
)
TOO_LARGE = Problem(
    "too_large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _("More was sent than is read here.")
)
NOT_CALLED_JSON = Problem(
    "not_called_json",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    _("Send JSON, with the header Content-Type: application/json."),
)
INVALID = Problem("invalid", HTTPStatus.UNPROCESSABLE_ENTITY, _("What was sent cannot be right."))
KEY_OF_ANOTHER = Problem(
    "key_of_another",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    _("Another request was done with this key."),
)
NO_MATCH_SENT = Problem(
    "no_match_sent",
    HTTPStatus.PRECONDITION_REQUIRED,
    _("Send the ETag of what you have read in the header If-Match."),
)
PROBLEMS_OF_WRITING = (
    NO_TOKEN,
    WRONG_SCOPE,
    NOT_JSON,
    BAD_KEY,
    CONFLICT,
    KEY_AT_WORK,
    CHANGED,
    TOO_LARGE,
    NOT_CALLED_JSON,
    INVALID,
    KEY_OF_ANOTHER,
    NO_MATCH_SENT,
)


class RefusedError(Exception):
    """A problem, with what else is told of it; more: further fields of the answer."""

    def __init__(
        self,
        found: Problem,
        detail: str = "",
        headers: Mapping[str, str] = NO_HEADERS,
        **more: Any,
    ) -> None:
        super().__init__(found.code)
        self.found, self.headers = found, headers
        self.more = {"detail": detail, **more} if detail else more
