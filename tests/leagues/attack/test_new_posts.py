"""What no browser sends to a form: every address that takes one refuses it, and none breaks."""

import re
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import Notice, Round, ScoreLink, Session
from leagues.sessions import seats
from leagues.sessions.session_life import arrive
from leagues.sheets.score_links import service as score_links
from leagues.urls import urlpatterns
from tests.factories import PlayerFactory
from tests.leagues.test_permissions import RIGHTS
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session

pytestmark = pytest.mark.django_db

# One value for every field that a form of the leagues has.
VALUES = {
    "huge": "9" * 5000,
    "beyond the database": str(2**63),
    "negative": "-1",
    "zero byte": "1\0",
}
FIELDS = (
    "player", "player-1", "step", "minutes", "minutes-1", "generation", "newest", "mails",
    "name", "text", "first_date", "again", "import", "table", "seats", "number", "numbers", "kind",
    "points", "reason", "session", "session_from", "one", "other", "first", "second", "wish",
    "starts_at", "place", "places", "times", "every", "is_final", "preset", "rule", "version",
    "game", "games", "done", "seed", "tables", "round", "guest", "member", "role", "rating", "p0",
    "g0", "f0", "r0c0", "t0", "n0", "count", "mode", "page", "comes", "visibility", "description",
)  # fmt: skip


@pytest.fixture
def session(owner: Player) -> Session:
    """A session with a round of one table, whose link has been used up by nobody."""
    session = make_session(make_season(owner))
    people = PlayerFactory.create_batch(3)
    for player in people:
        arrive(session, player, timezone.now())
    seats.lay_tables(session, [[player.pk for player in people]], 1, owner)
    return session


def addresses(session: Session, number: int = 1) -> list[str]:
    """Every address of the leagues that takes a form, about a session and what it holds."""
    season, game = session.season, session.games.get()
    known = {
        "slug": season.league.slug,
        "token": score_links.token_of(game, ScoreLink(game=game)),
    }
    found = []
    for pattern in urlpatterns:
        if RIGHTS[str(pattern.name)][1] is None:
            continue
        keys = re.findall(r"<(?:\w+:)?(\w+)>", str(pattern.pattern))
        found.append(
            reverse(f"leagues:{pattern.name}", kwargs={key: known.get(key, number) for key in keys})
        )
    return found


def post(client: Client, address: str, sent: dict[str, str]) -> int:
    """Send a form as short as browsers do where it has no file; the status of the answer."""
    kind = "application/x-www-form-urlencoded"
    return client.post(address, urlencode(sent), content_type=kind).status_code


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_no_form_breaks_over_a_value(session: Session, value: str, browser: Client) -> None:
    plan = {"to-1": f"table:{value}", "seen-1": f"1:{value}-1 {value}:2", "step": "start"}
    sent = dict.fromkeys(FIELDS, value) | plan
    for address in addresses(session):
        assert post(browser, address, sent) < 500, address


def test_no_form_breaks_without_its_fields(session: Session, browser: Client) -> None:
    for address in addresses(session):
        assert post(browser, address, {}) < 500, address


@pytest.mark.parametrize("number", [0, 2**63])
def test_no_address_breaks_over_its_number(session: Session, number: int, browser: Client) -> None:
    for address in addresses(session, number):
        assert post(browser, address, {}) < 500, address


def test_a_round_is_released_to_those_who_sit_there(session: Session, owner: Player) -> None:
    Round.objects.update(released_at=None)
    Notice.objects.all().delete()
    address = reverse("leagues:round_release", args=[session.season.league.slug, 1, 1, 1])
    signed_in(owner).post(address)
    assert Notice.objects.filter(kind=Notice.Kind.SEATED).count() == 3


@pytest.mark.parametrize("kind", ["stranger", "member"])
def test_a_hidden_table_answers_like_one_that_does_not_exist(session: Session, kind: str) -> None:
    """Whoever tries the numbers learns nothing of how many tables are drawn."""
    Round.objects.update(released_at=None)
    client = signed_in(PlayerFactory.create()) if kind == "member" else Client()
    league = session.season.league.slug
    for name in ("game", "game_print", "game_submit"):
        hidden, missing = (
            client.get(reverse(f"leagues:{name}", args=[league, 1, 1, game])) for game in (1, 77)
        )
        assert hidden.status_code == missing.status_code, name
    for name in ("game_draft", "sheet_photo_add"):
        hidden, missing = (
            client.post(reverse(f"leagues:{name}", args=[league, 1, 1, game])) for game in (1, 77)
        )
        assert hidden.status_code == missing.status_code, name
