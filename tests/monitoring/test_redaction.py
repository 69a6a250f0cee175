"""What is hidden in a text that leaves the site."""

import logging
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models import User
from accounts.tokens import new_token
from leagues.exports.tokens import PREFIX
from leagues.pages.signed_keys import signature
from monitoring.redaction import hide_secrets
from tests.monitoring.conftest import Log

SECRET = "1b-s3cret_x"
# The parts of addresses that are no secrets, beside numbers of rows (..._id).
OPEN_PARTS = {
    "accent", "app_label", "cloth", "code", "day", "game", "id", "kind", "league", "mark", "name",
    "number", "lesson", "person", "pk", "rest", "round", "season", "seat", "session", "slug", "url",
}  # fmt: skip
SECRET_PARTS = {"key", "token", "uidb36"}
PART = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^()]+\)")


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """Every address as the URL configuration writes it."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        else:
            yield route


def parts_of(route: str) -> set[str]:
    return {found[1] or found[2] for found in PART.finditer(route)}


def test_it_is_known_of_each_part_of_an_address_whether_it_is_secret() -> None:
    parts = set().union(*(parts_of(route) for route in routes(get_resolver())))
    assert {part for part in parts if not part.endswith("_id")} == OPEN_PARTS | SECRET_PARTS


@pytest.mark.django_db
def test_no_line_of_the_log_holds_the_token_of_an_address(client: Client, log: Log) -> None:
    secret_routes = [route for route in routes(get_resolver()) if SECRET_PARTS & parts_of(route)]
    assert len(secret_routes) == 16
    for route in secret_routes:
        path = "/" + re.sub(r"[\^$]", "", PART.sub(SECRET, route))
        for method in (client.get, client.post):
            method(path)
            assert log.of("monitoring.requests")[-1]["path"].startswith(path.split(SECRET)[0])
        client.get("/account/login/", {"next": path}, headers={"Referer": path})
        logging.getLogger("somewhere").warning("%s %s", path, path.replace("/", "%2F"))
    assert SECRET not in log.text


def tokens() -> Iterator[str]:
    """One of each form that the site makes."""
    yield new_token()
    yield PREFIX + new_token()
    yield signature("feed", 1)
    yield signing.dumps(12, salt="reminders")
    user = User(pk=12, password="!", email="ada@club.example")
    yield f"c-{default_token_generator.make_token(user)}"


ODD_ADDRESSES = (
    "/members//join/{}/",
    "/leagues/join/{}/",
    "//members/join/{}/",
    "/members/./join/{}/",
    "/members/seen/../join/{}/",
    "/%6dembers/join/{}/",
    "/member/join/{}",
    "/members/join/?token={}",
    "/account/login/?next=%252Fmembers%252Fjoin%252F{}",
    "/{}",
)


@pytest.mark.django_db
@pytest.mark.parametrize("odd", ODD_ADDRESSES)
def test_a_token_is_hidden_in_an_address_that_leads_nowhere(
    odd: str, client: Client, log: Log
) -> None:
    for token in tokens():
        path = odd.format(token)
        client.get(path, headers={"Referer": path})
        logging.getLogger("somewhere").warning("%s", path)
        assert token not in log.text


def test_what_follows_odd_slashes_is_hidden_whatever_its_form() -> None:
    assert hide_secrets("GET /members//join/s3cret/") == "GET /members//join/…/"
    assert hide_secrets("GET /members/./join/s3cret/") == "GET /members/./join/…/"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sessionid=abc123; csrftoken=xyz", "sessionid=…; csrftoken=…"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer …"),
        ("postgres://sixieme:pass@db/sixieme", "postgres://…db/sixieme"),
        ("Key (email)=(ada.l@club.example) already exists.", "Key (email)=(…) already exists."),
        ("?login=ada%40club.example&x=1", "?login=…&x=1"),
        (f"seed {'0f' * 32}", "seed …"),
        ("/members/join?token=abc&x=1", "/members/join?token=…&x=1"),
    ],
)
def test_other_secrets_are_hidden_too(text: str, expected: str) -> None:
    assert hide_secrets(text) == expected


def test_other_text_stays_as_it_is() -> None:
    text = (
        "Not Found: /tables/abcdefghjk/ at 12:30, 3.5 @ 2\n"
        "GET /leagues/championnat-de-printemps-du-cercle-4rv47a4h/?next=/leagues/mine/\n"
        'File "/srv/sixieme/.venv/lib/python3.11/site-packages/django/core/handlers/base.py"'
    )
    assert hide_secrets(text) == text


def test_a_long_text_costs_no_more_than_its_length() -> None:
    """Whoever asks for a long address must not stop the process that logs it."""
    for sign in "a@", "a/", "/.", "=a", "/a=":
        text = sign[0] * 200_000 + sign[1:]
        assert hide_secrets(text) == text
    assert hide_secrets("/members/" * 20_000) == "/members/" * 20_000
