"""The API tells programs what the pages show, as it declares."""

import json
import re
import shlex
from http import HTTPStatus
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from accounts.rate_limit import RateLimit
from leagues.api import answers
from leagues.api.openapi import ENDPOINTS
from leagues.exports import tokens
from leagues.models import ApiToken, League, Season
from leagues.people.players import add_guest
from leagues.sessions.session_life import arrive_several
from tests.factories import PlayerFactory
from tests.leagues.api.schemas import faults
from tests.leagues.exports.files import body, get
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.project import ROOT

pytestmark = pytest.mark.django_db

API = "/api/v1/"


@pytest.fixture
def season() -> Season:
    season = make_season(name="Tuesdays")
    ana, bob = PlayerFactory.create(name="Ana"), PlayerFactory.create(name="Bob")
    session = make_session(season)
    play(session, ana, bob)
    enter(make_game(make_session(season), [ana, bob]), [70, 20])
    return season


def path(season: Season, below: str = "") -> str:
    return f"{API}leagues/{season.league.slug}/seasons/{season.number}{below}"


def program(player: Player) -> Client:
    token = tokens.make_token(player, "a program", timezone.now())
    return Client(headers={"Authorization": f"Bearer {token}"})


def read(address: str, **headers: str) -> Any:
    answer = Client(headers=headers).get(address)
    assert answer.status_code == HTTPStatus.OK, answer.content
    return answer.json()


def test_the_standings_and_games_are_those_of_the_exports(season: Season) -> None:
    exports = f"/leagues/{season.league.slug}/{season.number}/"
    assert read(path(season, "/standings")) == read(f"{exports}standings.json")
    assert read(path(season, "/standings?session=1")) == read(f"{exports}standings.json?session=1")
    games = read(path(season, "/games"))
    assert games["total"] == 2
    for game in games["items"]:
        assert game.pop("record") is None
    assert games["items"] == json.loads(body(get("results_json", season)))["games"]


def test_a_long_list_comes_in_pages(season: Season) -> None:
    for number in range(5):
        add_guest(season.pk, f"Guest {number}")
    address, names = path(season, "/people?per_page=3"), []
    pages = 0
    while address:
        found = read(address)
        names += [each["player"] for each in found["items"]]
        address, pages = found["next"], pages + 1
        assert (found["total"], found["pages"], found["page"]) == (7, 3, pages)
    assert names == ["Ana", "Bob", *(f"Guest {number}" for number in range(5))]
    assert read(path(season, "/games?per_page=1&page=2"))["items"][0]["session"] == 2
    assert Client().get(path(season, "/games?page=3&per_page=1")).status_code == 404


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=", "per_page=101", "page=-1"])
def test_a_number_out_of_bounds_is_a_problem_that_names_it(season: Season, query: str) -> None:
    answer = Client().get(path(season, f"/games?{query}"))
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert answer["Content-Type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["detail"]) == (
        "bad_query", query.partition("=")[0]
    )  # fmt: skip


def test_a_program_that_has_it_already_is_sent_nothing(season: Season) -> None:
    for below in ("", "/standings", "/games", "/sessions", "/people"):
        first = Client().get(path(season, below))
        again = Client(headers={"If-None-Match": first["ETag"]}).get(path(season, below))
        assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b"")
    kept = Client().get(path(season, "/games"))["ETag"]
    play(make_session(season), PlayerFactory.create(), PlayerFactory.create())
    assert Client(headers={"If-None-Match": kept}).get(path(season, "/games")).status_code == 200


def test_a_problem_is_told_in_the_language_asked_for(season: Season) -> None:
    wrong = f"{API}leagues/no-such-league"
    french = Client(headers={"Accept-Language": "fr"}).get(wrong).json()
    english = Client(headers={"Accept-Language": "en"}).get(wrong).json()
    assert english["title"] == "Not found, or not for you."
    assert french["title"] == "Introuvable, ou pas pour vous."
    assert english["type"] == french["type"] == "/api/v1/#not_found"
    page = Client().get(API).content.decode()
    assert 'id="not_found"' in page
    assert 'id="changed"' in page


@pytest.mark.parametrize("below", ["no/such/thing/", "tables/%0A/record", "%00", "leagues/"])
def test_an_address_that_is_none_is_a_problem_too(below: str) -> None:
    answer = Client().get(f"{API}{below}")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_an_address_that_is_only_read_refuses_other_methods(season: Season, method: str) -> None:
    answer = Client(enforce_csrf_checks=True).generic(method, path(season, "/standings"))
    assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert answer["Allow"] == "GET, HEAD"
    assert Client().delete(path(season, "/people"))["Allow"] == "GET, POST, HEAD"


def test_a_cookie_opens_nothing() -> None:
    season = make_season(visibility=League.Visibility.MEMBERS)
    member = PlayerFactory.create()
    assert signed_in(member).get(path(season)).status_code == HTTPStatus.NOT_FOUND
    owner = season.league.roles.get().player
    written = signed_in(owner).post(path(season, "/people"), {"guest": "Zoé"}, "application/json")
    assert (written.status_code, written.json()["code"]) == (401, "no_token")
    assert program(member).get(path(season)).status_code == HTTPStatus.OK


def test_a_wrong_token_is_refused_even_where_everybody_may_look(season: Season) -> None:
    answer = Client(headers={"Authorization": "Bearer sixieme_x"}).get(path(season))
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["code"] == "wrong_token"


def test_who_asks_too_often_waits(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(answers, "BY_VISITOR", RateLimit("api", 2, 60))
    asked = [Client().get(path(season)).status_code for _time in range(3)]
    assert asked == [200, 200, 429]
    answer = Client().get(path(season))
    assert (answer["Retry-After"], answer.json()["code"]) == ("60", "too_many")
    # A member is counted apart.
    assert program(PlayerFactory.create()).get(path(season)).status_code == HTTPStatus.OK
    cache.clear()


# That of a table is in test_records.py.
OF_LEAGUES = [each for each in ENDPOINTS if each.name != "record" and not each.scope]


def test_each_answers_as_it_declares_in_a_dozen_statements(season: Season) -> None:
    for number in range(20):
        play(make_session(season), *Player.objects.order_by("pk")[:2])
        add_guest(season.pk, f"Guest {number}")
    session = season.sessions.get(number=1)
    arrive_several(session, (), [f"Newcomer {number}" for number in range(9)], timezone.now())
    values = {"league": season.league.slug, "season": season.number, "session": 1, "game": 1}
    owner = program(season.league.roles.get().player)
    for endpoint in OF_LEAGUES:
        address = API + endpoint.path.format(**values)
        owner.get(address)
        with CaptureQueriesContext(connection) as statements:
            answer = owner.get(address)
        assert answer.status_code == HTTPStatus.OK, endpoint.name
        assert faults(answer.json(), endpoint.answer) == [], endpoint.name
        assert len(statements) <= 14, endpoint.name
        if endpoint.query and endpoint.name != "standings":
            assert answer.json()["items"], endpoint.name


def test_the_description_names_every_endpoint_and_problem(season: Season) -> None:
    told = read(f"{API}openapi.json", **{"Accept-Language": "fr"})
    assert told["openapi"] == "3.1.0"
    assert {
        (way, method.upper()) for way, methods in told["paths"].items() for method in methods
    } == {(f"/{each.path}", each.method) for each in ENDPOINTS}
    assert told["paths"]["/leagues"]["get"]["summary"] == "Les ligues que vous pouvez trouver."
    for endpoint in ENDPOINTS:
        operation = told["paths"][f"/{endpoint.path}"][endpoint.method.lower()]
        known = {str(endpoint.status), "400", "401", "403", "404", "405", "429", "503"}
        known |= {"409", "412", "413", "415", "422", "428"} if endpoint.scope else {"304"}
        assert set(operation["responses"]) == known
        headers = {
            status: set(each.get("headers", ())) for status, each in operation["responses"].items()
        }
        assert headers["401"] == {"WWW-Authenticate"}
        assert headers["405"] == {"Allow"}
        assert headers["429"] == headers["503"] == {"Retry-After"}
        assert ("requestBody" in operation) == (endpoint.body is not None)


def test_the_page_draws_the_same_description(season: Season) -> None:
    page = Client().get(API).content.decode()
    for each in ENDPOINTS:
        assert f"{each.method} {API}{each.path}" in page
    assert "items[].seats[].heads" in page


EXAMPLES = re.findall(
    r"^    \$ curl (.+)\n((?:    .+\n)*)", (ROOT / "docs/api.md").read_text(), re.MULTILINE
)


def read_command(command: str) -> tuple[str, str, dict[str, str], str]:
    """Method, address, headers and body of a command of curl."""
    asked: dict[str, list[str]] = {"-X": [], "-H": [], "-d": []}
    *options, url = shlex.split(command)
    for option, value in zip(options[::2], options[1::2], strict=True):
        asked[option].append(value)
    headers = dict(each.split(": ", 1) for each in asked["-H"])
    (method,), (body,) = asked["-X"] or ["GET"], asked["-d"] or [""]
    return method, url.removeprefix("https://club.example"), headers, body


def told(given: Any, wanted: Any) -> Any:
    """What is given, without the fields that are not told."""
    if isinstance(wanted, dict):
        return {name: told(given[name], value) for name, value in wanted.items()}
    if isinstance(wanted, list):
        return [told(*pair) for pair in zip(given, wanted, strict=True)]
    return given


@pytest.mark.parametrize(("command", "answer"), EXAMPLES, ids=[each[0][:90] for each in EXAMPLES])
def test_the_examples_of_the_document_answer_so(command: str, answer: str) -> None:
    owner = PlayerFactory.create(name="Olga")
    season = make_season(owner, name="Tuesdays", visibility=League.Visibility.MEMBERS)
    ana, bob = PlayerFactory.create(name="Ana"), PlayerFactory.create(name="Bob")
    play(make_session(season), ana, bob)
    League.objects.filter(pk=season.league_id).update(slug="tuesdays-7k2mq9xw")
    if "/games/2/" in command:
        make_game(season.sessions.get(), [ana, bob])
    token = tokens.make_token(owner, "docs", timezone.now(), ApiToken.Scope.values)
    for name, value in {"TOKEN": token, "ANA": ana.pk, "BOB": bob.pk}.items():
        command = command.replace(f"${name}", str(value))
    method, address, headers, body = read_command(command)
    found = Client().generic(method, address, body, headers=headers)
    wanted = json.loads(answer) if answer else {}
    assert told(found.json(), wanted) == wanted
    assert (found.status_code < 400) == ("code" not in wanted)


assert len(EXAMPLES) >= 8
