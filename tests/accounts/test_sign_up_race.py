"""Several people press "Join" at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Invitation, Player, User
from tests.factories import PASSWORD, InvitationFactory

pytestmark = pytest.mark.django_db(transaction=True)


def press_join_together(browsers: list[Client], emails: list[str]) -> list[int]:
    """The status each browser got."""
    together = Barrier(len(browsers))

    def press(browser: Client, email: str) -> int:
        fields = {"name": email, "email": email, "password1": PASSWORD, "password2": PASSWORD}
        together.wait()
        try:
            return browser.post(reverse("account_signup"), fields).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(browsers)) as pool:
        return list(pool.map(press, browsers, emails))


@pytest.mark.parametrize("attempt", range(5))
def test_of_six_with_one_link_exactly_one_gets_in(attempt: int) -> None:
    InvitationFactory.create(token="abc")
    browsers = [Client() for _ in range(6)]
    for browser in browsers:
        browser.get(reverse("accounts:join", args=["abc"]))
    emails = [f"racer{number}@club.example" for number in range(6)]
    statuses = press_join_together(browsers, emails)
    assert max(statuses) < 500
    in_the_club = User.objects.get(email__in=emails)
    assert Player.objects.filter(name__in=emails).get().user == in_the_club
    assert Invitation.objects.get().used_by == in_the_club


def test_an_address_sent_twice_makes_one_login(settings: Settings) -> None:
    settings.SIGNUP = "open"
    statuses = press_join_together([Client() for _ in range(4)], ["twice@club.example"] * 4)
    assert max(statuses) < 500
    assert Player.objects.filter(user__email="twice@club.example").count() == 1
