"""Requests that no browser sends: one line of refusal, one line in the log."""

from io import StringIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def attacker() -> Client:
    """A browser that chose its own CSRF cookie, as anybody may."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    return client


def send(client: Client, body: bytes, kind: str) -> Any:
    """The answer to a body sent as the form of the sign-in."""
    return client.generic("POST", "/account/login/", body, content_type=kind)


@pytest.mark.parametrize("charset", ["utf-7", "latin-1", "utf-16", "hex", '"utf-7"'])
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain"])
def test_another_encoding_than_ours_is_refused(
    attacker: Client, log: StringIO, kind: str, charset: str
) -> None:
    answer = send(attacker, b"a=b", f"{kind}; charset={charset}")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert log.getvalue().count("\n") == 1


def test_an_address_is_not_read_in_another_encoding_either(attacker: Client) -> None:
    answer = attacker.generic("GET", "/", content_type="text/plain; charset=utf-7", data="x")
    assert answer.status_code == 400


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=UTF-8", "; charset=no-such"])
def test_forms_in_our_encoding_are_read(charset: str) -> None:
    answer = send(Client(), "login=é".encode(), FORM + charset)
    assert answer.status_code == 200
    assert "é" in answer.content.decode()


@pytest.mark.parametrize("host", ["evil.example", "a b", "localhost:x", "[::1"])
def test_another_host_is_one_line_that_names_the_setting(log: StringIO, host: str) -> None:
    answer = Client().get("/account/login/", headers={"host": host})
    assert answer.status_code == 400
    assert "ALLOWED_HOSTS" in answer.content.decode()
    assert log.getvalue().count("\n") == 1
    assert f"the address {host!r} is not one of ALLOWED_HOSTS (" in log.getvalue()
    assert "Traceback" not in log.getvalue()


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ("&".join(f"f{number}=" for number in range(1001)), FORM, 400),
        ("a=" + "x" * 2_700_000, FORM, 413),
        ("--x\r\n", "multipart/form-data; boundary=" + "x" * 300, 400),
        ("--x\r\n", "multipart/form-data", 400),
    ],
    ids=["too many fields", "too long", "a boundary too long", "no boundary"],
)
def test_a_form_that_cannot_be_read_is_refused(
    attacker: Client, log: StringIO, body: str, kind: str, status: int
) -> None:
    assert send(attacker, body.encode(), kind).status_code == status
    assert log.getvalue().count("\n") == 1


def test_where_the_site_stands_behind_https_a_wrong_host_is_refused_too(
    settings: LazySettings, log: StringIO
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    assert log.getvalue().count("\n") == 1
