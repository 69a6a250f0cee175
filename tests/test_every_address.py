"""Every address of the URL configuration: who may use it, and whose browser may keep it."""

from typing import Any

import pytest
from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from leagues.models import League
from leagues.urls import urlpatterns as of_leagues
from tests.accounts.security.test_addresses import TABLE as OF_SECURITY
from tests.accounts.test_permissions import TABLE as OF_ACCOUNTS
from tests.games.test_permissions import RIGHTS as OF_TABLES
from tests.leagues.api.test_permissions import RIGHTS as OF_API
from tests.leagues.test_permissions import RIGHTS as OF_LEAGUES
from tests.leagues.test_permissions import Club

pytestmark = pytest.mark.django_db

# Who may do what with these is tested elsewhere, in a table with a row for each.
IN_TABLES = {
    "games": set(OF_TABLES),
    "leagues": set(OF_LEAGUES),
    "accounts": {name for name, *_ in OF_ACCOUNTS},
    "api": set(OF_API),
}
# For everybody: they hold nothing of the club (tests/config, tests/accounts/test_language.py), or
# what its operator tells everybody.
FOR_ALL = {
    "set_language", "healthz", "readyz", "metrics", "manifest", "offline", "service_worker",
    "privacy",
}  # fmt: skip
# allauth's pages about one's own sign-in (tests/accounts/test_account_pages.py).
OF_ALLAUTH = {
    "account_signup", "account_login", "account_logout", "account_reauthenticate",
    "account_change_password", "account_set_password", "account_inactive", "account_email",
    "account_email_verification_sent", "account_confirm_email", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key", "account_confirm_login_code",
    "account_reset_password_from_key_done",
}  # fmt: skip
OF_NO_APP = FOR_ALL | OF_ALLAUTH | set(OF_SECURITY)
# What a member's browser may keep: it asks each time, and is answered by who asks; or it is the
# same for everybody and holds nothing of the club.
KEPT = {
    "leagues:season", "leagues:picture", "leagues:season_picture_png", "games:picture", "games:qr",
    "manifest", "offline", "service_worker", "api:leagues", "api:openapi",
}  # fmt: skip


def named(resolver: URLResolver, space: str = "") -> list[tuple[str, URLPattern]]:
    """(full name, pattern) of every address below a resolver."""
    found: list[tuple[str, URLPattern]] = []
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            found += named(each, inner)
        else:
            found.append((f"{space}{each.name or ''}", each))
    return found


def test_every_address_has_a_table_that_says_who_may_use_it() -> None:
    left_out = set()
    for name, _pattern in named(get_resolver()):
        space, _point, own = name.rpartition(":")
        is_known = own in IN_TABLES[space] if space in IN_TABLES else own in OF_NO_APP
        # The catch-all of the admin pages has no name.
        if not is_known and space != "admin":
            left_out.add(name)
    assert left_out == set()


def test_only_what_a_mail_offers_is_done_without_a_token_of_ours() -> None:
    taken = {
        name
        for name, pattern in named(get_resolver())
        if getattr(pattern.callback, "csrf_exempt", False)
    }
    # The API takes everybody with a cookie for a stranger.
    of_api = {f"api:{name}" for name in OF_API} - {"api:page"}
    # The switch of the language asks members for it itself.
    assert (
        taken
        == {"games:reminders_off", "games:invites_off", "leagues:notices_off", "set_language"}
        | of_api
    )


@pytest.mark.parametrize("who", ["anonymous", "member", "owner", "organizer of the club"])
def test_the_admin_pages_are_for_the_staff(who: str) -> None:
    club = Club(League.Visibility.PUBLIC)
    open_to = set()
    for name, path in addresses_of_admin():
        for method in ("GET", "POST"):
            answer = club.ask(who, method, path)
            if answer.status_code not in {301, 302, 403, 404, 405}:
                open_to.add((name, method, answer.status_code))
    # The words of its scripts.
    assert {name for name, *_ in open_to} <= {"admin:jsi18n", "admin:login"}


def addresses_of_admin() -> list[tuple[str, str]]:
    """(name, path) of every admin page, of a row that may not exist where it is about one."""
    found = []
    for name, pattern in named(get_resolver()):
        if name.startswith("admin:") and name != "admin:":
            converters = pattern.pattern.converters
            values: dict[str, Any] = dict.fromkeys(converters, "1")
            if name == "admin:app_list":
                values = {"app_label": "accounts"}
            found.append((name, reverse(name, kwargs=values)))
    assert len(found) > 5 * len(admin.site._registry)
    return found


def test_no_browser_keeps_what_a_signed_in_person_was_sent() -> None:
    club = Club(League.Visibility.MEMBERS)
    kept = set()
    for name, path in addresses_for(club):
        answer = club.ask("staff", "GET", path)
        control = answer.headers.get("Cache-Control", "")
        if "no-store" not in control and answer.status_code != 405:
            kept.add(name)
    assert kept - KEPT == set()


def test_every_page_has_the_headers_that_browsers_obey() -> None:
    club = Club(League.Visibility.PUBLIC)
    for name, path in addresses_for(club):
        answer = club.ask("anonymous", "GET", path)
        assert answer["X-Content-Type-Options"] == "nosniff", name
        assert answer["Referrer-Policy"] in {"same-origin", "no-referrer", "strict-origin"}, name
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy, name
        assert "script-src 'self'" in policy, name
        assert "unsafe" not in policy, name
        # Organizers may let other sites show the standings.
        if name != "leagues:embed":
            assert "frame-ancestors 'none'" in policy, name
            assert answer["X-Frame-Options"] == "DENY", name
        for cookie in answer.cookies.values():
            assert cookie["samesite"] == "Lax", name


def addresses_for(club: Club) -> list[tuple[str, str]]:
    """(name, path) of every address but those of the admin pages' single rows."""
    found = [(f"leagues:{each.name}", club.address(each)) for each in of_leagues]
    for name, pattern in named(get_resolver()):
        if (
            not name.startswith("leagues:")
            and not pattern.pattern.regex.groups
            and name != "admin:"
        ):
            found.append((name, reverse(name)))
    return found
