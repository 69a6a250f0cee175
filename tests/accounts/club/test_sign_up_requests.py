"""Where organizers approve, who signs up waits until one of them says yes, and is told."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts import access
from accounts.club import sign_up_requests
from accounts.club.models import SignUpRequest
from accounts.models import Player, QueuedMail, User
from leagues.models import Notice
from tests.factories import PASSWORD, InvitationFactory, PlayerFactory, UserFactory
from tests.support.clients import html_of, signed_in
from tests.support.club import change_club

pytestmark = pytest.mark.django_db
PEOPLE = "/members/people/"
INACTIVE = "/account/inactive/"
NEW = "new@club.example"


@pytest.fixture(autouse=True)
def _by_approval() -> Iterator[None]:
    cache.clear()
    change_club(PlayerFactory.create(name="Dominique", is_organizer=True), signup="approval")
    yield
    cache.clear()


@pytest.fixture
def _mailed(settings: Settings) -> None:
    settings.EMAIL_IS_SENT = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


@pytest.fixture
def desk() -> Client:
    """The browser of the organizer."""
    return signed_in(Player.objects.get(name="Dominique"))


def sign_up(browser: Client, email: str = NEW, name: str = "Noé") -> Any:
    form = {"name": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post(reverse("account_signup"), form)


def sign_in(browser: Client, email: str = NEW) -> Any:
    return browser.post(reverse("account_login"), {"login": email, "password": PASSWORD})


def waits(name: str, **fields: Any) -> SignUpRequest:
    """Somebody who has signed up and waits."""
    user = UserFactory.create(is_active=False)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return SignUpRequest.objects.create(user=user, name=name, language="en", **fields)


def answer(desk: Client, way: str, which: object, **sent: Any) -> str:
    return html_of(desk.post(PEOPLE, {way: str(which), **sent}, follow=True))


def waiting_names() -> list[str]:
    return [one.name for one in sign_up_requests.waiting()]


# --- Who signs up ------------------------------------------------------------------------


def test_who_signs_up_waits_and_is_let_in_by_an_organizer(client: Client, desk: Client) -> None:
    page = html_of(client.get(reverse("account_signup")))
    assert "An organizer looks at who signs up" in page
    assert sign_up(client)["Location"] == INACTIVE
    assert "Thank you, Noé!" in html_of(client.get(INACTIVE))
    # Nobody of the club yet: in no list, and not signed in.
    assert not Player.objects.filter(name="Noé").exists()
    assert client.get("/members/profile/").status_code == 302
    assert sign_in(client)["Location"] == INACTIVE

    page = html_of(desk.get(PEOPLE))
    assert "Noé" in page
    assert NEW in page
    assert "1 person is in." in answer(desk, "approve", SignUpRequest.objects.get().pk)
    assert Player.objects.get(name="Noé").user == User.objects.get(email=NEW)
    assert not SignUpRequest.objects.exists()

    # A page that still waits leads on, and the password is the one that was chosen.
    assert "You are in" in html_of(client.get(INACTIVE, follow=True))
    sign_in(client)
    assert client.get("/members/profile/").status_code == 200


def test_an_invitation_needs_no_approval(client: Client) -> None:
    InvitationFactory.create(token="abc")
    client.get(reverse("accounts:join", args=["abc"]))
    assert "An organizer looks" not in html_of(client.get(reverse("account_signup")))
    sign_up(client)
    assert Player.objects.get(name="Noé").user
    assert client.get("/members/profile/").status_code == 200


def test_who_waits_when_the_club_is_opened_waits_on(client: Client, desk: Client) -> None:
    sign_up(client)
    change_club(signup="open")
    assert sign_in(client)["Location"] == INACTIVE
    assert "Noé" in html_of(desk.get(PEOPLE))
    sign_up(Client(), "other@club.example", "Zoé")
    assert Player.objects.filter(name="Zoé").exists()


def test_a_form_that_was_open_while_the_club_was_closed_asks_in_vain(client: Client) -> None:
    assert 'name="password1"' in html_of(client.get(reverse("account_signup")))
    change_club(signup="invitation")
    sign_up(client)
    assert not User.objects.filter(email=NEW).exists()


@pytest.mark.usefixtures("_mailed")
def test_with_mail_organizers_see_who_has_confirmed_the_address(
    client: Client, desk: Client
) -> None:
    known = UserFactory.create()
    # As of an address that has an account: the answer tells nothing.
    assert (
        sign_up(client)["Location"]
        == sign_up(Client(), known.email)["Location"]
        == reverse("account_email_verification_sent")
    )
    assert waiting_names() == []
    assert not Notice.objects.exists()
    assert sign_in(Client())["Location"] == reverse("account_email_verification_sent")
    # A guess at the number of the request lets nobody in.
    answer(desk, "approve", SignUpRequest.objects.get().pk)
    assert SignUpRequest.objects.exists()

    (sent,) = [one for one in mail.outbox if one.to == [NEW]]
    link = next(word for word in sent.body.split() if word.startswith("http"))
    assert client.post(link)["Location"] == INACTIVE
    assert "You get an email as soon as they have answered." in html_of(client.get(INACTIVE))
    assert waiting_names() == ["Noé"]
    assert [one.kind for one in Notice.objects.all()] == ["applied"]


@pytest.mark.usefixtures("_mailed")
@pytest.mark.parametrize(
    ("way", "subject", "sentence"),
    [
        ("approve", "[Sixième] C’est bon", "Un organisateur a validé votre inscription, Noé."),
        (
            "refuse",
            "[Sixième] Votre inscription",
            "L’organisation n’a pas accepté votre inscription.",
        ),
    ],
)
def test_they_are_told_by_mail_in_the_language_in_which_they_signed_up(
    desk: Client, way: str, subject: str, sentence: str
) -> None:
    client = Client(headers={"Accept-Language": "fr"})
    sign_up(client)
    EmailAddress.objects.filter(email=NEW).update(verified=True)
    mail.outbox.clear()
    answer(desk, way, SignUpRequest.objects.get().pk)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([NEW], subject)
    assert sentence in sent.body
    if way == "approve":
        assert "http://testserver/account/login/" in sent.body


def test_where_no_mail_is_sent_none_is_promised_or_written(client: Client, desk: Client) -> None:
    sign_up(client)
    assert "email as soon" not in html_of(client.get(INACTIVE))
    answer(desk, "approve", SignUpRequest.objects.get().pk)
    assert mail.outbox == []


# --- Who withdraws -----------------------------------------------------------------------


def test_who_waits_withdraws_and_nothing_of_them_stays(client: Client, desk: Client) -> None:
    sign_up(client)
    number = SignUpRequest.objects.get().pk
    assert "Delete my sign-up" in html_of(client.get(INACTIVE))
    # A second tap, and a tab that is still open, show the same.
    for _time in range(2):
        page = html_of(client.post(INACTIVE, follow=True))
        assert "Your name and your address are deleted." in page
    assert not User.objects.filter(email=NEW).exists()
    assert not EmailAddress.objects.filter(email=NEW).exists()
    assert not SignUpRequest.objects.exists()
    assert not Notice.objects.exists()
    page = answer(desk, "approve", number)
    assert "They are answered already, or have withdrawn." in page
    assert "Noé" not in page
    # The address can be used again.
    sign_up(client)
    assert "Thank you, Noé!" in html_of(client.get(INACTIVE))


def test_who_was_answered_meanwhile_withdraws_nothing(client: Client, desk: Client) -> None:
    sign_up(client)
    answer(desk, "approve", SignUpRequest.objects.get().pk)
    assert "You are in" in html_of(client.post(INACTIVE, follow=True))
    assert User.objects.get(email=NEW).is_active

    other = Client()
    sign_up(other, "other@club.example", "Zoé")
    answer(desk, "refuse", SignUpRequest.objects.get().pk)
    # Who is refused could else ask again and again.
    page = html_of(other.post(INACTIVE, follow=True))
    assert "have not accepted your sign-up" in page
    assert "Delete my sign-up" not in page
    assert SignUpRequest.objects.exists()


def test_a_browser_in_which_nobody_signed_up_withdraws_nobody(client: Client) -> None:
    waits("Ada")
    assert "This account is closed" in html_of(client.post(INACTIVE, follow=True))
    assert Client(enforce_csrf_checks=True).post(INACTIVE).status_code == 403
    assert waiting_names() == ["Ada"]


def link_to(address: str) -> str:
    """The link of the mail to this address."""
    sent = next(one for one in mail.outbox if one.to == [address])
    assert "As long as nobody has answered your sign-up, the same link deletes it" in sent.body
    return next(word for word in sent.body.split() if word.startswith("http"))


@pytest.mark.usefixtures("_mailed")
@pytest.mark.parametrize("is_confirmed", [False, True])
def test_the_link_of_the_mail_withdraws_in_any_browser(client: Client, is_confirmed: bool) -> None:
    sign_up(client)
    link = link_to(NEW)
    if is_confirmed:
        client.post(link)
    other = Client()
    page = html_of(other.get(link, follow=True))
    assert ("Yes, it is mine" in page) is not is_confirmed
    assert "Delete my sign-up" in page
    # The page of who waits sends it elsewhere than that of the link.
    address, sent = (INACTIVE, {}) if is_confirmed else (link, {"withdraw": ""})
    assert "Your sign-up is deleted" in html_of(other.post(address, sent, follow=True))
    assert not User.objects.filter(email=NEW).exists()
    assert not Notice.objects.exists()
    assert "This link does not work" in html_of(Client().get(link))


@pytest.mark.usefixtures("_mailed")
def test_the_link_leads_there_as_long_as_nobody_answers(client: Client) -> None:
    sign_up(client)
    link = link_to(NEW)
    client.post(link)
    start = timezone.now()
    for days, leads in ((29, True), (31, False)):
        with time_machine.travel(start + timedelta(days=days), tick=False):
            answered = Client().get(link)
        assert (answered.headers.get("Location") == INACTIVE) is leads


@pytest.mark.usefixtures("_mailed")
def test_a_mail_that_still_waits_is_not_sent_to_who_has_withdrawn(client: Client) -> None:
    sign_up(client)
    link = link_to(NEW)
    for address in (NEW, "else@club.example"):
        QueuedMail.objects.create(to=[address], sender="", subject="", body="", headers={})
    client.post(link, {"withdraw": ""})
    assert [one.to for one in QueuedMail.objects.all()] == [["else@club.example"]]


@pytest.mark.usefixtures("_mailed")
def test_a_member_deletes_nothing_by_the_link_of_another_address(client: Client) -> None:
    member = PlayerFactory.create()
    address = EmailAddress.objects.create(user=member.user, email="a@b.example", verified=False)
    link = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    assert "Delete my sign-up" not in html_of(client.get(link))
    client.post(link, {"withdraw": ""})
    assert User.objects.filter(player=member).exists()


# --- Who answers -------------------------------------------------------------------------


def test_several_are_answered_with_one_press(desk: Client) -> None:
    ada, ben, cleo, dora = (waits(name) for name in ("Ada", "Ben", "Cleo", "Dora"))
    page = answer(desk, "approve", "ticked", ticked=[ada.pk, cleo.pk])
    assert "2 people are in." in page
    assert waiting_names() == ["Ben", "Dora"]
    # Who came after the page was loaded is not among all of those on it.
    waits("Eve")
    page = answer(desk, "refuse", "ticked", all="on", shown=[ben.pk, dora.pk])
    assert "2 requests are refused." in page
    assert waiting_names() == ["Eve"]
    assert "Tick somebody first." in answer(desk, "refuse", "ticked")
    assert sorted(Player.objects.exclude(name="Dominique").values_list("name", flat=True)) == [
        "Ada", "Cleo",
    ]  # fmt: skip


def test_two_organizers_answer_one_person_once(desk: Client) -> None:
    ada = waits("Ada")
    assert "1 person is in." in answer(desk, "approve", ada.pk)
    for way in ("approve", "refuse"):
        assert "They are answered already, or have withdrawn." in answer(desk, way, ada.pk)
    assert Player.objects.filter(name="Ada").count() == 1
    assert User.objects.get(player__name="Ada").is_active


def test_a_refusal_is_told_and_can_be_taken_back(client: Client, desk: Client) -> None:
    sign_up(client)
    pk = SignUpRequest.objects.get().pk
    assert "1 request is refused." in answer(desk, "refuse", pk)
    assert "already" in answer(desk, "refuse", pk)
    assert sign_in(client)["Location"] == INACTIVE
    assert "have not accepted your sign-up" in html_of(client.get(INACTIVE))
    # The address cannot ask again.
    assert sign_up(Client())["Location"] == reverse("account_login")
    assert "Approve after all" in html_of(desk.get(PEOPLE))
    assert "1 person is in." in answer(desk, "approve", pk)
    sign_in(client)
    assert client.get("/members/profile/").status_code == 200


@pytest.mark.parametrize("which", ["", "x", "²", "-1", "9" * 5000])
def test_what_no_page_of_ours_sends_answers_nobody(desk: Client, which: str) -> None:
    waits("Ada")
    assert "Tick somebody first." in answer(desk, "approve", which)
    assert desk.post(PEOPLE, {"all": "on"}).status_code == 400
    assert waiting_names() == ["Ada"]


def test_members_neither_see_nor_answer_who_waits() -> None:
    ada = waits("Ada")
    browser = signed_in(PlayerFactory.create())
    assert browser.post(PEOPLE, {"approve": ada.pk}).status_code == 403
    assert waiting_names() == ["Ada"]


def test_a_login_opened_on_the_administration_pages_keeps_its_name() -> None:
    ada = waits("Ada")
    ada.user.is_active = True
    ada.user.save()
    assert waiting_names() == []
    assert access.player_of(User.objects.get(pk=ada.user.pk)).name == "Ada"
    SignUpRequest.objects.update(asked_at=timezone.now() - timedelta(days=31))
    sign_up_requests.forget_old(timezone.now())
    assert not SignUpRequest.objects.exists()
    assert User.objects.filter(pk=ada.user.pk).exists()


def test_a_login_opened_there_and_closed_later_neither_waits_nor_is_deleted(
    client: Client, desk: Client
) -> None:
    ada = waits("Ada")
    User.objects.filter(pk=ada.user.pk).update(is_active=True)
    access.player_of(User.objects.get(pk=ada.user.pk))
    User.objects.filter(pk=ada.user.pk).update(is_active=False)
    assert waiting_names() == []
    assert "They are answered already, or have withdrawn." in answer(desk, "approve", ada.pk)
    SignUpRequest.objects.update(asked_at=timezone.now() - timedelta(days=31))
    sign_up_requests.forget_old(timezone.now())
    assert not SignUpRequest.objects.exists()
    assert Player.objects.get(name="Ada").user_id == ada.user.pk


def test_organizers_find_a_notice_as_long_as_somebody_waits(client: Client, desk: Client) -> None:
    sign_up(client)
    sign_up(Client(), "other@club.example", "Zoé")
    page = html_of(desk.get(reverse("leagues:notices")))
    assert page.count("Somebody has signed up and waits for your approval.") == 1
    notice = Notice.objects.get()
    followed = desk.get(reverse("leagues:notice", args=[notice.pk]))
    assert followed["Location"] == PEOPLE
    noe, zoe = sign_up_requests.waiting()
    answer(desk, "approve", noe.pk)
    assert Notice.objects.get().read_at
    answer(desk, "refuse", zoe.pk)
    assert not Notice.objects.exists()


# --- What can be used up -----------------------------------------------------------------


def test_with_too_many_who_wait_nobody_else_can_ask(
    client: Client, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_up_requests, "MOST_WAITING", 2)
    ada, _ben = waits("Ada"), waits("Ben")
    assert "Very many people are waiting" in html_of(client.get(reverse("account_signup")))
    sign_up(client)
    assert not User.objects.filter(email=NEW).exists()
    answer(desk, "refuse", ada.pk)
    sign_up(client)
    assert waiting_names() == ["Ben", "Noé"]


@pytest.mark.usefixtures("_mailed")
def test_of_those_who_confirm_nothing_the_oldest_goes_for_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sign_up_requests, "MOST_UNCONFIRMED", 3)
    confirmed = waits("Ada", asked_at=timezone.now() - timedelta(days=2))
    for number in range(5):
        sign_up(Client(), f"{number}@club.example", f"No {number}")
    left = SignUpRequest.objects.exclude(pk=confirmed.pk)
    assert [one.name for one in left] == ["No 2", "No 3", "No 4"]
    assert waiting_names() == ["Ada"]
    assert not User.objects.filter(email__in=["0@club.example", "1@club.example"]).exists()


def left_after(days: float) -> list[str]:
    """Names of those who are left so long after all of them have signed up."""
    sign_up_requests.forget_old(timezone.now() + timedelta(days=days))
    return sorted(SignUpRequest.objects.values_list("name", flat=True))


def test_logins_that_nobody_approves_are_deleted_in_time() -> None:
    now = timezone.now()
    waits("waits", asked_at=now)
    waits("refused", asked_at=now - timedelta(days=20), refused_at=now + timedelta(days=5))
    unconfirmed = waits("unconfirmed", asked_at=now)
    EmailAddress.objects.filter(user=unconfirmed.user).update(verified=False)
    assert left_after(2.99) == ["refused", "unconfirmed", "waits"]
    assert left_after(3.01) == ["refused", "waits"]
    assert left_after(29.99) == ["refused", "waits"]
    assert left_after(30.01) == ["refused"]
    assert left_after(34.99) == ["refused"]
    assert left_after(35.01) == []
    assert not User.objects.filter(is_active=False).exists()


def test_who_is_approved_while_old_ones_are_deleted_stays(rf: RequestFactory) -> None:
    ada = waits("Ada", asked_at=timezone.now() - timedelta(days=31))
    sign_up_requests.approve([ada.pk], rf.get("/"))
    assert sign_up_requests.forget_old(timezone.now()) == 0
    assert Player.objects.get(name="Ada").user == ada.user
