"""Who may do what: every address of accounts, every method, all four kinds of people."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import urls
from tests.factories import InvitationFactory, PlayerFactory

pytestmark = pytest.mark.django_db

PEOPLE = ("as_stranger", "as_member", "as_organizer", "as_staff")
INVITATION = 4711
SOMEBODY = 4712
COLOURS = ["97291f", "28574b", "0123456789"]
LOGO = ["0" * 32 + "-logo.webp"]
FOR_STRANGERS = {"colours", "icon", "join", "logo", "new_password", "open_reset_link"}
# What is refused to a stranger leads to the sign-in page: 302.
TABLE = [
    # address, arguments, method, then the status for each of PEOPLE
    ("profile", [], "get", (302, 200, 200, 200)),
    ("profile", [], "post", (302, 422, 422, 422)),
    ("profile", [], "put", (302, 405, 405, 405)),
    ("profile", [], "delete", (302, 405, 405, 405)),
    ("change_picture", [], "get", (302, 405, 405, 405)),
    ("change_picture", [], "post", (302, 302, 302, 302)),
    # Of somebody who has none.
    ("picture", [SOMEBODY, "0" * 32 + ".webp"], "get", (302, 404, 404, 404)),
    ("picture", [SOMEBODY, "0" * 32 + ".webp"], "post", (302, 405, 405, 405)),
    ("own_data", [], "get", (302, 200, 200, 200)),
    ("own_data", [], "post", (302, 405, 405, 405)),
    ("club_settings", [], "get", (302, 403, 200, 200)),
    ("club_settings", [], "post", (302, 403, 422, 422)),
    ("club_settings", [], "delete", (302, 405, 405, 405)),
    ("colours", COLOURS, "get", (200, 200, 200, 200)),
    ("colours", COLOURS, "post", (405, 405, 405, 405)),
    # Everybody sees the logo; this one was never there.
    ("logo", LOGO, "get", (404, 404, 404, 404)),
    ("logo", LOGO, "post", (405, 405, 405, 405)),
    ("icon", [*LOGO, "icon"], "get", (404, 404, 404, 404)),
    ("icon", [*LOGO, "icon"], "post", (405, 405, 405, 405)),
    ("leave", [], "get", (302, 302, 302, 302)),
    # They are asked for the password.
    ("leave", [], "post", (302, 302, 302, 302)),
    ("people", [], "get", (302, 403, 200, 200)),
    ("people", [], "post", (302, 403, 400, 400)),
    ("people", [], "delete", (302, 405, 405, 405)),
    ("erase", [SOMEBODY], "get", (302, 403, 200, 200)),
    ("erase", [SOMEBODY], "post", (302, 403, 422, 422)),
    ("erase", [SOMEBODY - 1], "post", (302, 403, 404, 404)),
    ("invitations", [], "get", (302, 403, 200, 200)),
    ("invitations", [], "post", (302, 403, 200, 200)),
    ("invitations", [], "delete", (302, 405, 405, 405)),
    ("revoke_invitation", [INVITATION], "get", (302, 405, 405, 405)),
    ("revoke_invitation", [INVITATION], "post", (302, 403, 302, 302)),
    ("revoke_invitation", [1], "post", (302, 403, 404, 404)),
    # They are asked for the password.
    ("reset_link", [SOMEBODY], "get", (302, 403, 200, 200)),
    ("reset_link", [SOMEBODY], "post", (302, 302, 302, 302)),
    ("reset_link", [SOMEBODY - 1], "get", (302, 403, 404, 404)),
    ("new_password", [], "get", (404, 404, 404, 404)),
    ("new_password", [], "post", (404, 404, 404, 404)),
    ("open_reset_link", ["bad"], "get", (404, 302, 302, 302)),
    ("open_reset_link", ["bad"], "post", (405, 405, 405, 405)),
    ("table_preferences", [], "get", (302, 405, 405, 405)),
    ("table_preferences", [], "post", (302, 400, 400, 400)),
    ("hide_first_steps", [], "get", (302, 405, 405, 405)),
    ("hide_first_steps", [], "post", (302, 302, 302, 302)),
    ("push_add", [], "get", (302, 405, 405, 405)),
    ("push_add", [], "post", (302, 302, 302, 302)),
    # Nothing is removed but one's own.
    ("push_remove", [SOMEBODY], "get", (302, 405, 405, 405)),
    ("push_remove", [SOMEBODY], "post", (302, 302, 302, 302)),
    ("join", ["good"], "get", (302, 302, 302, 302)),
    ("join", ["good"], "post", (405, 405, 405, 405)),
    ("join", ["bad"], "get", (404, 302, 302, 302)),
]


@pytest.mark.parametrize("who", PEOPLE)
@pytest.mark.parametrize(("name", "arguments", "method", "statuses"), TABLE)
def test_everybody_gets_what_the_table_says(
    request: pytest.FixtureRequest,
    name: str,
    arguments: list[str | int],
    method: str,
    statuses: tuple[int, ...],
    who: str,
) -> None:
    InvitationFactory.create(pk=INVITATION, token="good")
    PlayerFactory.create(pk=SOMEBODY)
    browser: Client = request.getfixturevalue(who)
    answer = getattr(browser, method)(reverse(f"accounts:{name}", args=arguments))
    assert answer.status_code == statuses[PEOPLE.index(who)]
    if who == "as_stranger" and name not in FOR_STRANGERS:
        assert answer["Location"].startswith(reverse("account_login"))


def test_the_table_leaves_no_address_out() -> None:
    named = {pattern.name for pattern in urls.urlpatterns}
    assert named == {name for name, *_ in TABLE}


def test_a_member_cannot_tell_which_invitations_exist(as_member: Client) -> None:
    InvitationFactory.create(pk=INVITATION)
    pages = [
        as_member.post(reverse("accounts:revoke_invitation", args=[number]))
        for number in (INVITATION, INVITATION + 1)
    ]
    assert [page.status_code for page in pages] == [403, 403]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("profile", []),
        ("club_settings", []),
        ("invitations", []),
        ("revoke_invitation", [INVITATION]),
    ],
)
def test_a_post_without_a_token_of_ours_is_refused(
    as_staff: Client, name: str, arguments: list[int]
) -> None:
    from_elsewhere = Client(enforce_csrf_checks=True)
    from_elsewhere.cookies = as_staff.cookies
    answer = from_elsewhere.post(reverse(f"accounts:{name}", args=arguments))
    assert answer.status_code == 403
