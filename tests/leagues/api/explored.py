"""The club that Schemathesis explores."""

from datetime import timedelta

from django.utils import timezone

from accounts.rate_limit import RateLimit
from leagues.api import answers, idempotency
from leagues.exports import tokens
from leagues.models import ApiToken
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session
from tests.support.tables import play_to_the_end, start_table

UNLIMITED = 1_000_000
# Session 2 has no games: it can be cancelled and closed. No schema can say all that a form of the
# pages refuses (422), and RFC 6585 answers 428 where If-Match is missing.
SETTINGS = """
[[operations]]
include-path-regex = "/(cancel|reinstate|close|reopen)$"
parameters = { "path.session" = 2 }

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", 401, 403, 404, 409, 412, 422]
[checks.missing_required_header]
expected-statuses = [400, 401, 403, 422, 428]
"""


def stage() -> tuple[str, str]:
    """A running session with a game; which league and people Schemathesis asks for, and a token."""
    answers.BY_VISITOR = RateLimit("api", UNLIMITED, 60)
    answers.WRITES = RateLimit("api_write", UNLIMITED, 60)
    # It sends the same few keys with ever other requests.
    idempotency.KEPT = timedelta(0)
    owner = PlayerFactory.create(name="Olga")
    pair = [PlayerFactory.create(name=name) for name in ("Ana", "Bob")]
    season = make_season(owner)
    make_game(make_session(season), pair)
    make_session(season)
    table = start_table(*pair)
    play_to_the_end(table)
    token = tokens.make_token(owner, "explorer", timezone.now(), ApiToken.Scope.values)
    parts = {
        "path.league": f'"{season.league.slug}"',
        "path.season": 1,
        "path.session": 1,
        "path.game": 1,
        "path.person": pair[0].pk,
        "path.code": f'"{table.code}"',
        "header.If-Match": '"*"',
    }
    lines = [f'"{name}" = {value}' for name, value in parts.items()]
    return "\n".join(["[parameters]", *lines, SETTINGS]), token
