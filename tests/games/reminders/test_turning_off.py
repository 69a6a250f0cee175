"""The link in every reminder."""

from http import HTTPStatus

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from games.reminders.sending import TURN_OFF
from tests.factories import PlayerFactory
from tests.support.clients import signed_in

pytestmark = pytest.mark.django_db


def link_of(player: Player) -> str:
    return reverse("games:reminders_off", args=[TURN_OFF.token_of(player.user.pk)])


def wants_mails(player: Player) -> bool:
    return User.objects.get(player=player).reminders


def test_opening_the_link_asks_and_changes_nothing(ada: Player) -> None:
    """Programs that check mails for harm open every link in them."""
    page = Client().get(link_of(ada))
    assert page.status_code == HTTPStatus.OK
    assert "Turn them off" in page.text
    assert wants_mails(ada)


def test_one_tap_turns_them_off_without_signing_in(ada: Player) -> None:
    other = PlayerFactory.create()
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(link_of(ada), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == HTTPStatus.OK
    assert "no more emails" in answer.text
    assert not wants_mails(ada)
    assert wants_mails(other)
    assert browser.post(link_of(ada)).status_code == HTTPStatus.OK


def test_the_link_works_for_whoever_is_signed_in_and_is_about_its_own_reader(ada: Player) -> None:
    ben = PlayerFactory.create()
    signed_in(ben).post(link_of(ada))
    assert not wants_mails(ada)
    assert wants_mails(ben)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_nobody_was_sent_is_none(ada: Player, method: str) -> None:
    tokens = ["1", signing.dumps(ada.user.pk), signing.dumps("x", salt="games.reminders")]
    tokens.append(TURN_OFF.token_of(ada.user.pk)[:-1])
    for token in tokens:
        address = reverse("games:reminders_off", args=[token])
        assert getattr(Client(), method)(address).status_code == HTTPStatus.NOT_FOUND
    assert wants_mails(ada)


def test_of_somebody_who_has_left_nothing_is_told(ada: Player) -> None:
    address = link_of(ada)
    User.objects.all().delete()
    assert Client().post(address).status_code == HTTPStatus.OK
