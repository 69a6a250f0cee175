"""Strangers who try passwords do not lock out whoever signed in from a browser before."""

import random
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.security import sign_ins
from accounts.security.sign_ins import COOKIE
from tests.factories import PASSWORD, UserFactory
from tests.support.second_factors import code_at, give_app, give_password, is_signed_in

pytestmark = pytest.mark.django_db

SECOND_STEP = reverse("mfa_authenticate")
OPEN_APP = f"{reverse('accounts:profile')}?open=app"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def browser(user: User) -> Client:
    """One in which the owner was signed in, and signed out."""
    browser = Client(REMOTE_ADDR=HOME)
    assert sign_in(browser, user) == 302
    browser.post(reverse("account_logout"))
    assert not is_signed_in(browser)
    return browser


def sign_in(browser: Client, user: User, password: str = PASSWORD, **headers: str) -> int:
    answer = browser.post(
        reverse("account_login"), {"login": user.email, "password": password}, headers=headers
    )
    return answer.status_code


def guess(browser: Client, user: User, times: int) -> list[int]:
    return [sign_in(browser, user, f"wrong {number}") for number in range(times)]


@pytest.mark.parametrize("address", [ELSEWHERE, HOME], ids=["elsewhere", "at home"])
def test_a_stranger_who_goes_on_guessing_does_not_lock_the_owner_out(
    user: User, browser: Client, address: str
) -> None:
    stranger = Client(REMOTE_ADDR=address)
    assert guess(stranger, user, 35)[-1] == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.1"), user) == 200, "a browser nobody knows waits"
    assert sign_in(browser, user) == 302
    assert is_signed_in(browser)


def test_whoever_is_signed_in_can_confirm_the_password_meanwhile(user: User) -> None:
    browser = Client(REMOTE_ADDR=HOME)
    browser.force_login(user)
    # A page gives the cookie to a browser that lacks it once an hour, or from another process.
    sign_ins.forget()
    browser.get(reverse("accounts:profile"))
    guess(Client(REMOTE_ADDR=HOME), user, 12)
    asked = browser.get(OPEN_APP)
    assert asked.headers["Location"].startswith(reverse("account_reauthenticate"))
    answer = browser.post(asked.headers["Location"], {"password": PASSWORD})
    assert answer.headers["Location"] == OPEN_APP


def test_whoever_knows_the_password_and_guesses_codes_does_not_lock_the_owner_out(
    user: User, browser: Client
) -> None:
    secret = give_app(user)
    stranger = Client(REMOTE_ADDR=ELSEWHERE)
    give_password(stranger, user)
    codes = {"wrong": "000000", "right": code_at(secret, time.time())}
    for _try in range(6):
        stranger.post(SECOND_STEP, {"code": codes["wrong"]})
    assert "Too many" in str(stranger.post(SECOND_STEP, {"code": codes["wrong"]}).context["form"])
    for one, gets_in in ((Client(REMOTE_ADDR=HOME), False), (browser, True)):
        give_password(one, user)
        one.post(SECOND_STEP, {"code": codes["right"]})
        assert is_signed_in(one) is gets_in


def test_a_known_browser_has_five_guesses_at_a_code_too(user: User, browser: Client) -> None:
    secret = give_app(user)
    give_password(browser, user)
    for _try in range(5):
        browser.post(SECOND_STEP, {"code": "000000"})
    browser.post(SECOND_STEP, {"code": code_at(secret, time.time())})
    assert not is_signed_in(browser)


def test_a_known_browser_has_five_guesses_too(user: User, browser: Client) -> None:
    guess(browser, user, 5)
    assert sign_in(browser, user) == 200
    assert sign_in(Client(REMOTE_ADDR=ELSEWHERE), user) == 302


def test_a_new_password_ends_what_was_known(user: User, browser: Client) -> None:
    user.set_password("another-password-of-ours")
    user.save()
    guess(Client(REMOTE_ADDR=ELSEWHERE), user, 5)
    assert sign_in(browser, user, "another-password-of-ours") == 200


def test_the_browser_that_chose_the_new_password_stays_known(user: User) -> None:
    browser = Client(REMOTE_ADDR=HOME)
    sign_in(browser, user)
    new = "another-password-of-ours"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.post(reverse("account_change_password"), fields).status_code == 302
    browser.post(reverse("account_logout"))
    guess(Client(REMOTE_ADDR=ELSEWHERE), user, 5)
    assert sign_in(browser, user, new) == 302


def test_the_cookie_of_another_login_or_of_ones_own_making_helps_nobody(
    user: User, browser: Client
) -> None:
    mine = browser.cookies[COOKIE].value
    other = UserFactory.create()
    guesser = Client(REMOTE_ADDR=ELSEWHERE)
    sign_in(guesser, other)
    guesser.post(reverse("account_logout"))
    theirs = guesser.cookies[COOKIE].value
    guess(Client(REMOTE_ADDR="192.0.2.1"), user, 5)
    signature = theirs.rpartition(".")[2]
    for cookie in (
        theirs,
        f"{user.pk}.{theirs.partition('.')[2]}",
        f"{mine.rpartition('.')[0]}.{signature}",
        mine[:-1],
        f"{user.pk}..",
        "²..",
        f"{'9' * 40}.x.y",
        "",
    ):
        guesser.cookies[COOKIE] = cookie
        assert sign_in(guesser, user) == 200


def test_no_text_of_a_request_is_asked_of_the_database(user: User, browser: Client) -> None:
    """PostgreSQL refuses some."""
    with CaptureQueriesContext(connection) as statements:
        browser.post(reverse("account_login"), {"login": "a\0b", "password": PASSWORD})
    assert not [each for each in statements if "\0" in each["sql"]]


def test_guesses_at_a_login_count_together_whatever_the_host_names_as_port(user: User) -> None:
    guesser = Client(REMOTE_ADDR=ELSEWHERE)
    for port in range(5):
        sign_in(guesser, user, "wrong", host=f"localhost:{8000 + port}")
    assert sign_in(guesser, user, host="localhost:9000") == 200


def test_the_cookie_is_set_once_and_no_script_reads_it(user: User) -> None:
    browser = Client()
    sign_in(browser, user)
    cookie = browser.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert COOKIE not in browser.get(reverse("accounts:profile")).cookies


def spoilt(cookie: str, chance: random.Random) -> str:
    """A cookie that nobody signed, made of one that the site did."""
    at = chance.randrange(1, len(cookie))
    return chance.choice((cookie[:at], cookie[at:], cookie[:at] + "x" + cookie[at:], "", "1:2:3"))


def attack(user: User, cookies: list[str], chance: random.Random) -> int:
    """What one stranger tries once; cookies: those that they have come by."""
    octet = chance.randrange(1, 255)
    address = chance.choice((HOME, f"203.0.113.{octet}", f"2001:db8:{octet:x}::1"))
    stranger = Client(REMOTE_ADDR=address)
    if cookie := chance.choice(cookies):
        stranger.cookies[COOKIE] = chance.choice((cookie, spoilt(cookie, chance)))
    login = chance.choice((user.email, user.email.upper(), f" {user.email} "))
    page = chance.choice(("account_login", "account_login", "account_reset_password"))
    fields = {"login": login, "email": login, "password": f"wrong {octet}"}
    return stranger.post(reverse(page), fields).status_code


@pytest.mark.parametrize("seed", range(4))
def test_whatever_strangers_try_the_owner_can_sign_in(
    user: User, browser: Client, seed: int
) -> None:
    chance = random.Random(seed)
    stranger = Client(REMOTE_ADDR=ELSEWHERE)
    sign_in(stranger, UserFactory.create(email="stranger@club.example"))
    # Their own one is signed; of the owner's they know the form only.
    cookies = ["", stranger.cookies[COOKIE].value, spoilt(browser.cookies[COOKIE].value, chance)]
    for _evening in range(3):
        assert {attack(user, cookies, chance) for _try in range(30)} <= {200, 302, 429}
        assert sign_in(Client(REMOTE_ADDR="192.0.2.1"), user) == 200, "a browser nobody knows waits"
        assert sign_in(browser, user) == 302
        browser.post(reverse("account_logout"))
