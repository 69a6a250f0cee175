"""Signing in by email and password."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from allauth.core import context
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player, User
from accounts.passwords import Argon2InTurn, Turn
from tests.factories import PASSWORD, UserFactory
from tests.support.processes import free_port, until

pytestmark = pytest.mark.django_db


def sign_in(browser: Client, email: str, password: str = PASSWORD) -> int:
    answer = browser.post(reverse("account_login"), {"login": email, "password": password})
    return answer.status_code


def attempts_of_others() -> None:
    """Hundreds of other people are counted."""
    for number in range(400):
        cache.set(f"attempts-of-{number}", [])


def test_a_member_signs_in_with_email_and_password(client: Client, member: Player) -> None:
    assert sign_in(client, member.user.email) == 302
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_the_spelling_of_an_address_does_not_matter(client: Client) -> None:
    UserFactory.create(email="Odile@Club.example")
    assert sign_in(client, "oDILE@club.EXAMPLE") == 302


def test_a_page_asked_for_before_signing_in_comes_after_it(client: Client, member: Player) -> None:
    asked = client.get(reverse("accounts:profile"))
    answer = client.post(asked["Location"], {"login": member.user.email, "password": PASSWORD})
    assert answer["Location"] == reverse("accounts:profile")


def test_nobody_is_sent_to_another_site_after_signing_in(client: Client, member: Player) -> None:
    answer = client.post(
        reverse("account_login") + "?next=https://elsewhere.example/",
        {"login": member.user.email, "password": PASSWORD},
    )
    assert "elsewhere" not in answer["Location"]


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(
    client: Client, member: Player
) -> None:
    pages = [
        client.post(reverse("account_login"), {"login": email, "password": "wrong"})
        for email in (member.user.email, "nobody@club.example")
    ]
    errors = [page.context["form"].errors.as_json() for page in pages]
    assert errors[0] == errors[1] != "{}"


def test_a_closed_account_does_not_get_in(client: Client) -> None:
    user = UserFactory.create(is_active=False)
    sign_in(client, user.email)
    assert client.get(reverse("accounts:profile")).status_code == 302


def test_guessing_passwords_is_stopped_even_for_the_right_one(
    client: Client, member: Player
) -> None:
    for _ in range(5):
        sign_in(client, member.user.email, "wrong")
    attempts_of_others()
    assert sign_in(client, member.user.email) == 200  # the form again, not a redirect
    assert client.get(reverse("accounts:profile")).status_code == 302


def test_without_the_shared_cache_members_get_in_and_guessing_is_stopped(
    client: Client, member: Player, settings: Settings
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}",
        }
    }
    assert sign_in(client, member.user.email) == 302
    guesser = Client()
    for _ in range(5):
        sign_in(guesser, member.user.email, "wrong")
    attempts_of_others()
    assert sign_in(guesser, member.user.email) == 200


def test_trying_many_addresses_from_one_place_is_stopped(client: Client) -> None:
    for number in range(10):
        sign_in(client, f"nobody{number}@club.example")
    late = client.post(reverse("account_login"), {"login": "x@y.example", "password": "wrong"})
    assert "Too many" in late.context["form"].non_field_errors()[0]
    statuses = {sign_in(client, "x@y.example") for _ in range(20)}
    assert 429 in statuses
    page = client.post(reverse("account_login"))
    assert "base.html" in [template.name for template in page.templates]


def test_signing_out_needs_a_post(as_member: Client) -> None:
    assert as_member.get(reverse("account_logout"))["Location"] == reverse("accounts:profile")
    assert as_member.get(reverse("accounts:profile")).status_code == 200
    as_member.post(reverse("account_logout"))
    assert as_member.get(reverse("accounts:profile")).status_code == 302


def test_asking_for_a_new_password_tells_nothing_about_the_address(
    client: Client, member: Player
) -> None:
    known, unknown = (
        client.post(reverse("account_reset_password"), {"email": email})
        for email in (member.user.email, "nobody@club.example")
    )
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert [sorted(message.to) for message in mail.outbox] == [
        [member.user.email],
        ["nobody@club.example"],
    ]


def test_the_link_in_the_mail_leads_to_a_new_password(client: Client, member: Player) -> None:
    client.post(reverse("account_reset_password"), {"email": member.user.email})
    link = next(word for word in mail.outbox[0].body.split() if word.startswith("http"))
    form = client.get(link)
    assert link.split("-")[-1] not in form["Location"]
    client.get(form["Location"])
    new = "another-password-of-ours"
    client.post(form["Location"], {"password1": new, "password2": new})
    assert sign_in(client, member.user.email, new) == 302


@pytest.fixture
def _real_hashers(settings: Settings) -> None:
    """The tests use a quick hasher."""
    from config import settings as real

    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS


@pytest.mark.usefixtures("_real_hashers")
def test_a_password_is_kept_as_argon2_makes_it(client: Client) -> None:
    user = UserFactory.create()
    assert user.password.startswith("argon2$argon2id$")
    assert sign_in(client, user.email) == 302


@pytest.mark.usefixtures("_real_hashers")
def test_one_password_at_a_time_takes_memory_and_processors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_taken = []
    for name in ("encode", "verify"):
        own = getattr(Argon2PasswordHasher, name)

        def watched(*words: Any, own: Callable[..., Any] = own) -> Any:
            is_taken.append(Argon2InTurn.turn.is_taken)
            return own(*words)

        monkeypatch.setattr(Argon2PasswordHasher, name, watched)
    assert check_password("a secret of mine", make_password("a secret of mine"))
    assert is_taken == [True, True]
    assert not Argon2InTurn.turn.is_taken


def test_a_member_waits_for_one_stranger_and_not_for_all(
    monkeypatch: pytest.MonkeyPatch, rf: RequestFactory
) -> None:
    tried: list[str] = []
    goes_on = threading.Event()

    def verify(_self: object, password: str, _encoded: str) -> bool:
        tried.append(password)
        return goes_on.wait(60)

    turn = Turn()
    monkeypatch.setattr(Argon2InTurn, "turn", turn)
    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)

    def sign_in_as(user: User | AnonymousUser, password: str) -> None:
        request = rf.post(reverse("account_login"))
        request.user = user
        with context.request_context(request):
            Argon2InTurn().verify(password, "")

    visitors: list[tuple[User | AnonymousUser, str]] = [
        (AnonymousUser(), f"stranger {number}") for number in range(20)
    ]
    threads = []
    for user, name in [*visitors, (User(email="member@club.example"), "member")]:
        thread = threading.Thread(target=sign_in_as, args=(user, name))
        thread.start()
        threads.append(thread)
    until(lambda: len(tried) == 1 and turn.known_waiting == 1)
    goes_on.set()
    for thread in threads:
        thread.join()
    assert len(tried) == 21
    assert tried.index("member") == 1


@pytest.mark.usefixtures("_real_hashers")
def test_where_very_many_strangers_wait_others_are_told_and_members_get_in(
    client: Client, member: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Client()
    member.user.set_password(PASSWORD)
    member.user.save()
    assert sign_in(known, member.user.email) == 302
    known.post(reverse("account_logout"))
    monkeypatch.setattr(Argon2InTurn, "places", threading.Semaphore(0))
    for email in (member.user.email, "nobody@club.example"):
        answer = client.post(reverse("account_login"), {"login": email, "password": PASSWORD})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert sign_in(known, member.user.email) == 302
    # Who is signed in may change the password, too.
    confirmed = known.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert confirmed.status_code == 302


@pytest.mark.parametrize("page", ["/leagues/?all=1", "/rules/", "/rules/tutorial/"])
def test_the_sign_in_of_the_header_leads_back_to_its_page(
    client: Client, member: Player, page: str
) -> None:
    sign_in_url = client.get(page).context["sign_in_url"]
    assert sign_in_url in client.get(page).content.decode()
    answer = client.post(sign_in_url, {"login": member.user.email, "password": PASSWORD})
    assert answer.headers["Location"] == page


def test_an_invitation_to_a_table_survives_the_pages_of_an_account(client: Client) -> None:
    invited = "/tables/abcdefghjk/"
    for name in ("account_login", "account_signup", "account_reset_password"):
        page = client.get(reverse(name), {"next": invited})
        assert page.context["sign_in_url"].endswith("?next=%2Ftables%2Fabcdefghjk%2F")


def test_the_token_of_an_invitation_is_repeated_nowhere(client: Client) -> None:
    page = client.get(reverse("accounts:join", args=["a-token-that-nobody-gave"]))
    assert page.context["sign_in_url"] == reverse("account_login")
