"""Where people are signed in: listed, ended, and what that costs."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player, SignIn, User
from accounts.privacy import erase
from accounts.security import sign_ins
from accounts.sessions import still_signed_in
from tests.factories import PASSWORD, PlayerFactory
from tests.support.clients import key_of
from tests.support.outages import DiskFull, disk_full
from tests.support.second_factors import give_password, is_signed_in

__all__ = ["disk_full"]

pytestmark = pytest.mark.django_db
SECURITY = reverse("mfa_index")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sign_in_of(browser: Client) -> SignIn:
    return SignIn.objects.get(session=key_of(browser))


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; like Mac OS X) Version/18.5 Safari/604.1", "Safari on iPhone"),
        ("(Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_a_browser_is_named_in_plain_words(user: User, agent: str, words: str) -> None:
    browser = Client(headers={"user-agent": agent})
    give_password(browser, user)
    assert sign_ins.device(sign_in_of(browser)) == words


def test_all_browsers_are_listed_and_this_one_is_marked(as_member: Client, user: User) -> None:
    give_password(Client(headers={"user-agent": FIREFOX}), user)
    page = as_member.get(SECURITY, follow=True)
    assert len(page.context["sign_ins"]) == 2
    text = page.content.decode()
    assert text.count("This browser") == 1
    assert "Firefox on Linux" in text
    # The key of a session is the right to it.
    assert not any(each.session_id in text for each in SignIn.objects.all())


def test_a_browser_seen_a_moment_ago_is_not_called_seen_0_minutes_ago(
    as_member: Client, user: User
) -> None:
    other = Client()
    give_password(other, user)
    assert "last seen just now" in as_member.get(SECURITY, follow=True).text
    an_hour_ago = timezone.now() - timedelta(hours=1, minutes=1)
    SignIn.objects.filter(pk=sign_in_of(other).pk).update(last_seen_at=an_hour_ago)
    assert "last seen 1\N{NO-BREAK SPACE}hour, 1\N{NO-BREAK SPACE}minute ago" in (
        as_member.get(SECURITY, follow=True).text
    )


def test_one_other_browser_is_signed_out(as_member: Client, user: User) -> None:
    other, third = Client(), Client()
    for browser in (other, third):
        browser.force_login(user)
    as_member.post(reverse("end_sign_in", args=[sign_in_of(other).pk]))
    assert [is_signed_in(each) for each in (as_member, other, third)] == [True, False, True]


def test_all_other_browsers_are_signed_out(as_member: Client, user: User) -> None:
    others = [Client(), Client()]
    for browser in others:
        browser.force_login(user)
    as_member.post(reverse("end_other_sign_ins"))
    assert is_signed_in(as_member)
    assert not any(is_signed_in(each) for each in others)


def test_an_old_tab_that_signs_out_a_browser_again_is_told(as_member: Client, user: User) -> None:
    other = Client()
    other.force_login(user)
    path = reverse("end_sign_in", args=[sign_in_of(other).pk])
    as_member.post(path)
    assert "not signed in there any more" in as_member.post(path, follow=True).content.decode()


def test_nobody_signs_somebody_else_out(as_member: Client, as_organizer: Client) -> None:
    as_member.post(reverse("end_sign_in", args=[sign_in_of(as_organizer).pk]))
    as_member.post(reverse("end_other_sign_ins"))
    assert is_signed_in(as_organizer)


def test_signing_out_takes_a_browser_off_the_list(as_member: Client, user: User) -> None:
    as_member.post(reverse("account_logout"))
    assert not SignIn.objects.filter(user=user).exists()


def test_a_new_password_leaves_this_browser_listed_and_no_other(
    as_member: Client, user: User
) -> None:
    other = Client()
    other.force_login(user)
    new = "another-password-of-ours"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    as_member.post(reverse("account_change_password"), fields)
    assert is_signed_in(as_member)
    assert not is_signed_in(other)
    assert still_signed_in([key_of(as_member)])
    assert SignIn.objects.filter(session=key_of(as_member)).exists()


def test_a_browser_that_signed_in_with_an_older_password_is_not_listed(
    as_member: Client, user: User
) -> None:
    user.set_password("set-by-an-administrator")
    user.save()
    browser = Client()
    browser.force_login(user)
    page = browser.get(SECURITY, follow=True)
    assert [each.session_id for each, _words in page.context["sign_ins"]] == [key_of(browser)]


def test_a_page_writes_when_it_was_seen_once_an_hour(
    as_member: Client,
) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    SignIn.objects.update(last_seen_at=long_ago)
    as_member.get(reverse("accounts:profile"))
    assert sign_in_of(as_member).last_seen_at == long_ago
    # An hour later, or in another process.
    sign_ins.forget()
    as_member.get(reverse("accounts:profile"))
    assert sign_in_of(as_member).last_seen_at > long_ago


def test_a_page_costs_no_statement_more_within_the_hour(
    as_member: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    path = reverse("accounts:table_preferences")
    # The session, the login, and the change that was asked for.
    with django_assert_num_queries(3):
        as_member.post(path, {"reveal_speed": "fast"})


def test_an_erased_member_leaves_no_sign_in(as_member: Client, member: Player) -> None:
    erase(member)
    assert not SignIn.objects.exists()
    assert not is_signed_in(as_member)


def test_a_guest_of_a_table_has_no_security_page(client: Client) -> None:
    PlayerFactory.create(user=None, is_table_guest=True)
    assert client.get(SECURITY)["Location"].startswith(reverse("account_login"))


def test_a_page_is_shown_although_nothing_can_be_noted(
    as_member: Client, monkeypatch: pytest.MonkeyPatch, disk_full: DiskFull
) -> None:
    def fail(**_fields: object) -> None:
        raise disk_full()

    sign_ins.forget()
    monkeypatch.setattr(SignIn.objects, "filter", fail)
    assert as_member.get(reverse("privacy")).status_code == 200
