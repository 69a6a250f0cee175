"""Whose wish decides the language: the profile's, then the switch's, then the browser's."""

import pytest
from django.test import Client

from accounts.models import Player

pytestmark = pytest.mark.django_db

PAGE = "/account/login/"
FRENCH = {"accept-language": "fr-CA,fr;q=0.9"}


def switch(browser: Client, language: str, following: str = PAGE) -> str:
    """Where the switch leads."""
    answer = browser.post("/language/", {"language": language, "next": following})
    assert answer.status_code == 302
    return str(answer["Location"])


def language_of(browser: Client, path: str = "/members/profile/", **headers: str) -> str:
    return str(browser.get(path, headers=headers)["Content-Language"])


def test_a_stranger_gets_the_language_of_the_browser(as_stranger: Client) -> None:
    assert language_of(as_stranger, PAGE, **FRENCH) == "fr"
    assert language_of(as_stranger, PAGE, **{"accept-language": "en"}) == "en"


def test_a_stranger_may_switch(as_stranger: Client) -> None:
    assert switch(as_stranger, "fr") == PAGE
    assert language_of(as_stranger, PAGE, **{"accept-language": "en"}) == "fr"


def test_a_member_s_switch_is_remembered_on_other_devices(
    as_member: Client, member: Player
) -> None:
    switch(as_member, "fr")
    assert member.user
    other_device = Client()
    other_device.force_login(member.user)
    assert language_of(other_device, **{"accept-language": "en"}) == "fr"
    switch(other_device, "en")
    assert language_of(as_member, **FRENCH) == "en"


def test_a_member_without_a_wish_gets_the_language_of_the_browser(as_member: Client) -> None:
    assert language_of(as_member, **FRENCH) == "fr"


@pytest.mark.parametrize("language", ["xx", "", "../../etc", "x" * 500, "fr\x00"])
def test_a_language_the_site_does_not_speak_changes_nothing(
    as_member: Client, member: Player, language: str
) -> None:
    switch(as_member, language)
    member.user.refresh_from_db()
    assert member.user.language == ""
    assert language_of(as_member, **FRENCH) == "fr"


@pytest.mark.parametrize(
    "elsewhere",
    ["https://elsewhere.example/", "//elsewhere.example/", "\\\\elsewhere.example", "javascript:x"],
)
def test_the_switch_leads_to_no_other_site(as_stranger: Client, elsewhere: str) -> None:
    assert switch(as_stranger, "fr", elsewhere) == "/"


def test_one_member_s_language_is_not_the_next_one_s(
    as_member: Client, as_organizer: Client
) -> None:
    switch(as_member, "fr")
    assert language_of(as_member) == "fr"
    assert language_of(as_organizer, **{"accept-language": "en"}) == "en"


def test_the_switch_leads_back_to_the_page_it_stands_on(as_stranger: Client) -> None:
    page = "http://testserver/rules/tutorial/?turn=2"
    answer = as_stranger.post("/language/", {"language": "fr"}, headers={"referer": page})
    assert answer["Location"] == page
    answer = as_stranger.post(
        "/language/", {"language": "fr"}, headers={"referer": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/"


def test_only_a_member_s_switch_needs_a_token(member: Player) -> None:
    stranger = Client(enforce_csrf_checks=True)
    assert switch(stranger, "fr") == PAGE
    from_elsewhere = Client(enforce_csrf_checks=True)
    assert member.user
    from_elsewhere.force_login(member.user)
    assert from_elsewhere.post("/language/", {"language": "fr"}).status_code == 403
    page = from_elsewhere.get("/members/profile/")
    token = page.context["csrf_token"]
    sent = {"language": "fr", "next": PAGE, "csrfmiddlewaretoken": str(token)}
    assert from_elsewhere.post("/language/", sent).status_code == 302
