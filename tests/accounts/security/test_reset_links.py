"""A new password without mail: an organizer makes a link, the member uses it once."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from time_machine import Traveller

from accounts.models import Player, ResetLink, SecurityNote, User
from accounts.privacy import erase
from accounts.security import reset_links
from leagues.models import Role
from tests.factories import PASSWORD, PlayerFactory, UserFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season
from tests.support.second_factors import (
    confirm,
    give_app,
    give_password,
    is_signed_in,
)

pytestmark = pytest.mark.django_db
NEW = "another-password-of-ours"
FORM = reverse("accounts:new_password")


def page_for(player: Player) -> str:
    return reverse("accounts:reset_link", args=[player.pk])


def make_link(browser: Client, player: Player) -> str:
    """The path of a new link."""
    confirm(browser)
    link: str = browser.post(page_for(player)).context["link"]
    return link.removeprefix("http://testserver")


def choose(browser: Client, password: str = NEW) -> int:
    return browser.post(FORM, {"password1": password, "password2": password}).status_code


def has_password(player: Player, password: str) -> bool:
    return User.objects.get(player=player).check_password(password)


@pytest.fixture
def link(as_organizer: Client, member: Player) -> str:
    return make_link(as_organizer, member)


def test_a_member_chooses_a_new_password_with_a_link(
    client: Client, member: Player, link: str
) -> None:
    answer = client.get(link)
    assert answer["Location"] == FORM
    assert answer["Referrer-Policy"] == "no-referrer"
    assert choose(client) == 302
    assert member.user
    assert give_password(client, member.user, NEW)
    assert is_signed_in(client)


def test_the_password_is_asked_for_before_a_link_is_made(
    as_organizer: Client, member: Player
) -> None:
    answer = as_organizer.post(page_for(member))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert not ResetLink.objects.exists()


def test_a_link_is_shown_once_and_kept_nowhere(as_organizer: Client, member: Player) -> None:
    confirm(as_organizer)
    page = as_organizer.post(page_for(member))
    assert f'data-copies="{page.context["link"]}"' in page.content.decode()
    token = page.context["link"].rstrip("/").rpartition("/")[2]
    assert "no-store" in page["Cache-Control"]
    assert "data:image/svg+xml" in page.content.decode()
    assert token not in as_organizer.get(page_for(member)).content.decode()
    kept = [*ResetLink.objects.values_list(), *LogEntry.objects.values_list()]
    assert token not in str([*kept, *SecurityNote.objects.values_list()])


def test_a_link_works_once(client: Client, member: Player, link: str) -> None:
    client.get(link)
    choose(client)
    again = Client()
    assert again.get(link).status_code == 404
    assert choose(again, "a-third-password") == 404
    assert has_password(member, NEW)


def test_of_two_browsers_with_one_link_the_first_chooses(member: Player, link: str) -> None:
    first, second = Client(), Client()
    for browser in (first, second):
        browser.get(link)
    assert choose(first) == 302
    assert choose(second, "a-third-password") == 404
    assert has_password(member, NEW)


def test_of_two_forms_at_the_same_moment_one_is_too_late(member: Player, link: str) -> None:
    found = ResetLink.objects.select_related("user", "created_by").get()
    reset_links.use(found, NEW)
    with pytest.raises(reset_links.LinkUnusableError):
        reset_links.use(found, "a-third-password")
    assert has_password(member, NEW)


def test_a_link_ends_after_four_hours(
    client: Client, member: Player, link: str, time_machine: Traveller
) -> None:
    client.get(link)
    time_machine.move_to(timezone.now() + timedelta(hours=4, minutes=1))
    assert choose(client) == 404
    assert Client().get(link).status_code == 404
    assert has_password(member, PASSWORD)


def test_a_link_ends_when_the_member_signs_in(client: Client, member: Player, link: str) -> None:
    assert member.user
    give_password(Client(), member.user)
    assert client.get(link).status_code == 404


def test_a_link_ends_with_the_password_it_was_made_for(
    client: Client, member: Player, link: str
) -> None:
    user = User.objects.get(player=member)
    user.set_password("by-a-mail")
    user.save()
    assert client.get(link).status_code == 404


def test_a_new_link_ends_the_one_before(
    client: Client, as_organizer: Client, member: Player, link: str
) -> None:
    newer = make_link(as_organizer, member)
    assert client.get(link).status_code == 404
    assert client.get(newer).status_code == 302


def test_a_weak_or_mistyped_password_does_not_use_the_link_up(
    client: Client, member: Player, link: str
) -> None:
    client.get(link)
    assert choose(client, "12345678") == 422
    assert client.post(FORM, {"password1": NEW, "password2": "other"}).status_code == 422
    assert choose(client) == 302


def test_a_new_password_signs_the_member_out_everywhere(
    client: Client, as_member: Client, link: str
) -> None:
    client.get(link)
    assert is_signed_in(as_member)
    choose(client)
    assert not is_signed_in(as_member)


def test_the_second_factor_stays(client: Client, member: Player, link: str) -> None:
    assert member.user
    give_app(member.user)
    client.get(link)
    choose(client)
    assert give_password(client, member.user, NEW) == reverse("mfa_authenticate")
    assert not is_signed_in(client)
    assert Authenticator.objects.filter(user=member.user).exists()


def test_the_member_is_told_at_the_next_sign_in_and_once(
    client: Client, member: Player, link: str
) -> None:
    assert member.user
    client.get(link)
    choose(client)
    give_password(client, member.user, NEW)
    page = client.get(reverse("games:lobby")).content.decode()
    assert "The password was changed with a link. Done by Dominique." in page
    assert "The password was changed" not in client.get(reverse("games:lobby")).content.decode()
    assert (
        "The password was changed" in client.get(reverse("mfa_index"), follow=True).content.decode()
    )


def test_the_administrators_log_says_who_made_a_link_and_that_it_was_used(
    client: Client, organizer: Player, link: str
) -> None:
    client.get(link)
    choose(client)
    lines = LogEntry.objects.order_by("pk").values_list("user", "change_message")
    assert list(lines) == [
        (organizer.user.pk, "Made a link for a new password."),
        (organizer.user.pk, "Changed the password with a link."),
    ]


def test_who_is_signed_in_does_not_use_a_link_up(
    as_organizer: Client, client: Client, link: str
) -> None:
    assert as_organizer.get(link)["Location"] == reverse("games:home")
    assert client.get(link).status_code == 302


def test_the_form_without_a_link_is_refused(client: Client) -> None:
    assert client.get(FORM).status_code == 404
    assert choose(client) == 404


def test_an_erased_member_s_link_is_gone(client: Client, member: Player, link: str) -> None:
    client.get(link)
    erase(member)
    assert choose(client) == 404
    assert not ResetLink.objects.exists()


def test_the_link_of_a_closed_account_does_not_work(
    client: Client, member: Player, link: str
) -> None:
    User.objects.filter(player=member).update(is_active=False)
    assert client.get(link).status_code == 404


def test_links_are_counted(as_organizer: Client, member: Player) -> None:
    confirm(as_organizer)
    for _ in range(10):
        assert as_organizer.post(page_for(member)).status_code == 200
    assert as_organizer.post(page_for(member)).status_code == 429


MEMBER, ORGANIZER, STAFF, ROOT, NOBODY, SCORER = range(6)
# Who may start a reset for whom, by the order of `people`.
MAY = {
    MEMBER: set(),
    SCORER: set(),
    ORGANIZER: {MEMBER},
    STAFF: {MEMBER, ORGANIZER, SCORER},
    ROOT: {MEMBER, ORGANIZER, STAFF, SCORER},
}


def people() -> list[Player]:
    season = make_season()
    return [
        PlayerFactory.create(name="a member"),
        PlayerFactory.create(name="an organizer", is_organizer=True),
        PlayerFactory.create(name="staff", user__is_staff=True),
        PlayerFactory.create(name="root", user__is_staff=True, user__is_superuser=True),
        PlayerFactory.create(name="on paper", user=None),
        make_member_with(Role.Kind.SCORER, season.league, name="a scorer"),
    ]


@pytest.mark.parametrize("by", [MEMBER, SCORER, ORGANIZER, STAFF, ROOT])
def test_nobody_gets_into_an_account_that_may_do_more(by: int) -> None:
    club = people()
    # Of every kind there is somebody else, too.
    others = people()
    browser = signed_in(club[by])
    confirm(browser)
    open_to = set()
    for kind, player in [*enumerate(club), *enumerate(others)]:
        if browser.post(page_for(player)).status_code == 200:
            open_to.add(kind)
    wanted = MAY[by] | ({ROOT} if by == ROOT else set())
    assert open_to == wanted
    made = set(ResetLink.objects.values_list("user", flat=True))
    # Not for oneself either: it would spare the present password.
    oneself = User.objects.get(player=club[by])
    assert oneself.pk not in made


def test_a_closed_account_gets_no_link(as_staff: Client) -> None:
    player = PlayerFactory.create(user=UserFactory.create(is_active=False))
    confirm(as_staff)
    assert as_staff.post(page_for(player)).status_code == 403
    assert not ResetLink.objects.filter(expires_at__gt=timezone.now()).exists()
