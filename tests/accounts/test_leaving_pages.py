"""The pages on which somebody takes their data along, leaves, or is erased."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from tests.factories import PASSWORD, PlayerFactory, UserFactory
from tests.support.clients import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

LEAVE = reverse("accounts:leave")
SURE = {"sure": "on"}


def test_a_member_leaves_with_their_password(member: Player) -> None:
    browser = signed_in(member)
    assert browser.get(LEAVE)["Location"] == f"{reverse('accounts:profile')}#leave"
    asked = browser.post(LEAVE, SURE)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    assert User.objects.filter(player=member).exists()
    left = browser.post(asked["Location"], {"password": PASSWORD}, follow=True)
    assert "Goodbye" in left.content.decode()
    # Said once, so no browser may keep the page.
    assert "no-store" in left.headers["Cache-Control"]
    assert not left.context["user"].is_authenticated
    assert not User.objects.filter(player=member).exists()


def test_nobody_leaves_without_saying_so(member: Player) -> None:
    browser = signed_in(member)
    asked = browser.post(LEAVE)
    answer = browser.post(asked["Location"], {"password": PASSWORD})
    assert answer.status_code == 422
    # The question is seen, not folded away.
    assert "<details open>" in answer.content.decode()
    assert User.objects.filter(player=member).exists()


def test_a_wrong_password_erases_nobody(member: Player) -> None:
    browser = signed_in(member)
    asked = browser.post(LEAVE, SURE)
    assert browser.post(asked["Location"], {"password": "guessed"}).status_code == 200
    assert User.objects.filter(player=member).exists()


def test_the_organizer_erases_a_guest_and_a_member(as_organizer: Client, member: Player) -> None:
    guest = PlayerFactory.create(user=None, name="Basile")
    for player in (guest, member):
        page = as_organizer.post(reverse("accounts:erase", args=[player.pk]), SURE, follow=True)
        assert player.name not in page.content.decode()
        player.refresh_from_db()
        assert player.erased_at is not None


def test_who_was_erased_cannot_be_erased_again(as_organizer: Client) -> None:
    guest = PlayerFactory.create(user=None)
    address = reverse("accounts:erase", args=[guest.pk])
    as_organizer.post(address, SURE)
    assert as_organizer.get(address).status_code == 404


def test_only_staff_erases_staff(as_organizer: Client, as_staff: Client) -> None:
    operator = PlayerFactory.create(user=UserFactory.create(is_staff=True))
    address = reverse("accounts:erase", args=[operator.pk])
    assert as_organizer.post(address, SURE).status_code == 403
    assert as_staff.post(address, SURE).status_code == 302


def test_everybody_takes_their_own_data_along(member: Player) -> None:
    answer = signed_in(member).get(reverse("accounts:own_data"))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert (data["name"], data["login"]["email"]) == ("Camille", member.user.email)
    told = ("reveal_speed", "ask_first", "special_question")
    assert [data["login"][name] for name in told] == ["normal", "off", "always"]
    assert data["tables"] == []
