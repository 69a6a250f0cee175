"""How many kinds of pages a member without an office can reach; `pytest -s` lists them.

A kind is a name of the URL configuration whose address answers a browser with a whole page.
Those of leagues alone are counted in tests/leagues/test_kinds_of_pages.py.
"""

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.security.urls import urlpatterns as of_security
from games.urls import urlpatterns as of_games
from leagues.models import League
from tests.accounts.security.test_addresses import path_of
from tests.games.test_permissions import Tables
from tests.leagues.test_kinds_of_pages import kinds as kinds_of_leagues
from tests.leagues.test_permissions import Club
from tests.support.second_factors import confirm, give_app, give_codes, give_passkey

pytestmark = pytest.mark.django_db

# Addresses without a row about anything, beside all of second factors.
ALONE = (
    "accounts:profile", "accounts:leave", "account_logout", "account_reauthenticate", "api:page",
    "privacy",
)  # fmt: skip
# What is printed, put into another site, or opened by a link of a mail or for who has no account.
NOT_OF_A_MEMBER = {
    "leagues:print", "leagues:embed", "leagues:notices_off", "leagues:score_link",
    "leagues:score_link_sent", "leagues:summary", "games:guest_games",
}  # fmt: skip
# Parts of the page of a table: they are pages where no script runs.
PARTS = {"games:message", "games:talk"}
# The same page about another thing; the same question for a password, a code or a passkey.
SAME = {
    "games:past_puzzle": "games:practice",
    "games:upload": "games:replay",
    "mfa_reauthenticate": "account_reauthenticate",
    "mfa_reauthenticate_webauthn": "account_reauthenticate",
}


def is_page(answer: Any) -> bool:
    is_whole = answer.status_code == HTTPStatus.OK and not answer.streaming
    return is_whole and b"<html" in answer.content


def kinds(as_member: Client) -> set[str]:
    """By full names; a member opens tables, plays at others' and signs up for seasons."""
    leagues = kinds_of_leagues(Club(League.Visibility.PUBLIC), "player")
    tables = Tables()
    games = {
        str(pattern.name)
        for pattern in of_games
        if any(
            is_page(tables.ask(person, "GET", tables.address(pattern)))
            for person in ("host", "member")
        )
    }
    found = {f"leagues:{name}" for name in leagues} | {f"games:{name}" for name in games}
    found |= {name for name in ALONE if is_page(as_member.get(reverse(name)))}
    found |= of_second_factors(as_member)
    found = found - NOT_OF_A_MEMBER - PARTS
    return {SAME.get(name, name) for name in found}


def of_second_factors(as_member: Client) -> set[str]:
    """Those of a member who has neither an app nor a passkey, and of one who has both."""
    user = get_user(as_member)
    assert isinstance(user, User)
    names = {str(pattern.name) for pattern in of_security}
    found = {name for name in names if is_page(as_member.get(path_of(name)))}
    give_app(user)
    number = give_passkey(user).pk
    give_codes(user)
    confirm(as_member)
    return found | {name for name in names if is_page(as_member.get(path_of(name, number)))}


def test_a_member_finds_their_way_among_few_kinds_of_pages(
    settings: LazySettings, as_ada: Client
) -> None:
    settings.GUEST_SEATS = True
    found = kinds(as_ada)
    print(len(found), sorted(found))  # noqa: T201 - whoever counts reads it
    assert {"games:table", "leagues:season", "accounts:profile"} <= found
    assert len(found) <= 34
