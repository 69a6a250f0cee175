"""What must not leave the house: tokens and passwords."""

import logging
from io import StringIO

import pytest
from django.test import Client

from accounts.logs import HideTokens
from tests.factories import InvitationFactory, PlayerFactory


def logged(message: str, *arguments: object) -> str:
    record = logging.LogRecord("django", logging.WARNING, "", 0, message, arguments, None)
    assert HideTokens().filter(record)
    return record.getMessage()


@pytest.mark.parametrize(
    "path",
    [
        "/members/join/s3cret_-x/",
        "/guest/link/s3cret_-x/",
        "/reminders/off/s3cret:x-y_z/",
        "/account/password/reset/key/1-s3cret-key/",
        "/account/confirm-email/MQ:s3cret:abc/",
    ],
)
def test_a_log_line_does_not_hold_the_token_of_a_link(path: str) -> None:
    assert "s3cret" not in logged("Not Found: %s", path)
    assert "s3cret" not in logged(f"GET {path} 200")


def test_other_log_lines_stay_as_they_are() -> None:
    assert logged("%s: /tables/%s/", "Not Found", "abc") == "Not Found: /tables/abc/"


@pytest.mark.django_db
def test_the_site_logs_no_token(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    written = StringIO()
    console = next(each for each in logging.getLogger().handlers if each.name == "console")
    monkeypatch.setattr(console, "stream", written)
    client.get("/members/join/s3cret/")
    assert "Not Found: /members/join/…/" in written.getvalue()
    assert "s3cret" not in written.getvalue()


@pytest.mark.django_db
def test_the_page_behind_a_link_does_not_tell_others_where_one_came_from(client: Client) -> None:
    InvitationFactory.create(token="s3cret")
    answer = client.get("/members/join/s3cret/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "s3cret" not in client.get(answer["Location"]).content.decode()


@pytest.mark.django_db
def test_a_page_with_a_new_link_is_not_kept_by_the_browser(as_organizer: Client) -> None:
    assert "no-store" in as_organizer.post("/members/invitations/")["Cache-Control"]


@pytest.mark.django_db
def test_no_page_shows_another_person_s_address(as_organizer: Client) -> None:
    other = PlayerFactory.create(user__email="hidden@club.example")
    InvitationFactory.create(created_by=other, used_by=other.user)
    for path in ("/members/profile/", "/members/invitations/"):
        assert "hidden@club.example" not in as_organizer.get(path).content.decode()
