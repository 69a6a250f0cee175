"""Members add the browsers on which they want notices, and remove them."""

from io import StringIO

import pytest
from django.contrib.messages import get_messages
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts import privacy
from accounts.models import Player, PushDevice, PushKey, PushMessage, User
from accounts.push import service
from accounts.tokens import hash_of
from tests.support.clients import signed_in
from tests.support.push import PushBrowser

pytestmark = pytest.mark.django_db

ADD = "/members/profile/devices/"
PAGE = "/members/profile/"
BLOCKED = "cannot get notices"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:136.0) Gecko/136.0 Firefox/136.0"


def add(client: Client, browser: PushBrowser, **fields: str) -> str:
    """What the page says then."""
    headers = {"user-agent": FIREFOX}
    answer = client.post(ADD, browser.fields | fields, headers=headers)
    assert answer["Location"] == PAGE + "#notices"
    return " ".join(str(one) for one in get_messages(answer.wsgi_request))


def test_a_member_adds_a_browser_and_removes_it(
    as_member: Client, member: Player, browser: PushBrowser
) -> None:
    assert "gets your notices now" in add(as_member, browser)
    device = PushDevice.objects.get()
    assert (device.user, device.browser, device.system) == (member.user, "Firefox", "Android")
    page = as_member.get(PAGE).content.decode()
    assert "Firefox on Android" in page
    assert f'data-push="{service.public_key()}"' in page
    as_member.post(reverse("accounts:push_remove", args=[device.pk]))
    assert not PushDevice.objects.exists()
    # A second tap.
    answer = as_member.post(reverse("accounts:push_remove", args=[device.pk]))
    assert answer["Location"] == PAGE + "#notices"


def test_where_a_browser_is_reached_is_stored_encrypted(
    as_member: Client, browser: PushBrowser
) -> None:
    add(as_member, browser)
    row = PushDevice.objects.values().get()
    text = str(row) + str(PushKey.objects.values().get())
    assert browser.address not in text
    assert browser.fields["auth"] not in text


def test_the_same_browser_is_one_device_of_its_last_member(
    as_member: Client, as_organizer: Client, organizer: Player, browser: PushBrowser
) -> None:
    for client in (as_member, as_member, as_organizer):
        add(client, browser)
    assert PushDevice.objects.get().user == organizer.user


def test_nobody_removes_a_device_of_somebody_else(
    as_member: Client, as_organizer: Client, browser: PushBrowser
) -> None:
    add(as_member, browser)
    as_organizer.post(reverse("accounts:push_remove", args=[PushDevice.objects.get().pk]))
    assert PushDevice.objects.exists()


def test_a_member_has_ten_devices_at_most(member: Player, browser: PushBrowser) -> None:
    for number in range(10):
        last = signed_in(member)
        add(last, PushBrowser(f"{browser.address}/{number}"))
    assert "10 devices already" in add(signed_in(member), PushBrowser(f"{browser.address}/10"))
    assert "gets your notices" in add(last, PushBrowser(f"{browser.address}/9"))
    assert PushDevice.objects.count() == 10


def test_a_browser_has_one_address(as_member: Client, browser: PushBrowser) -> None:
    add(as_member, browser)
    add(as_member, PushBrowser(f"{browser.address}/2"))
    assert PushDevice.objects.get().address_hash == hash_of(f"{browser.address}/2")


def test_a_new_address_of_a_known_browser_is_stored_without_asking(
    as_member: Client, member: Player, organizer: Player, browser: PushBrowser
) -> None:
    new = PushBrowser(f"{browser.address}/2")
    # Whose browser gets no notices is not made to.
    add(as_member, new, renewed="")
    assert not PushDevice.objects.exists()
    add(as_member, browser)
    # Nor is another browser, nor who else has signed in since.
    for other in (signed_in(member), signed_in(organizer)):
        add(other, new, renewed="")
    assert PushDevice.objects.get().address_hash == hash_of(browser.address)
    # What was said before has been read.
    as_member.get(PAGE)
    assert add(as_member, new, renewed="") == ""
    assert PushDevice.objects.get().address_hash == hash_of(new.address)
    service.queue(User.objects.get(player=member), service.TURN, "Your turn", "", "/")
    add(as_member, PushBrowser(f"{browser.address}/3"), renewed="", auth="")
    assert PushDevice.objects.get().address_hash == hash_of(new.address)


def test_a_kind_of_notices_is_shown_or_not_as_its_member_chose(
    as_member: Client, user: User, browser: PushBrowser
) -> None:
    add(as_member, browser)
    service.choose_kinds(user, ["plans"], ["turn", "plans"])
    service.choose_kinds(user, [], ["results"])
    user.refresh_from_db()
    told = {
        kind: service.queue(user, kind, "A notice", "", "/")
        for kind in (service.TURN, service.INVITED, "plans", "results")
    }
    assert told == {"turn": 0, "invited": 1, "plans": 1, "results": 0}
    assert privacy.personal_data(user.player)["login"]["not_pushed"] == "results turn"
    service.choose_kinds(user, ["turn", "plans"], ["turn", "plans"])
    user.refresh_from_db()
    assert user.not_pushed == "results"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://push.example/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://192.168.1.1/1",
        "https://169.254.169.254/latest",
        "https://localhost/1",
        "https://router/1",
        "https://user@push.example/1",
        "https://push.example:25/1",
        "ftp://push.example/1",
        "https://push.example/" + "x" * 2000,
    ],
)
def test_no_address_but_one_of_the_public_web_is_taken(
    as_member: Client, browser: PushBrowser, settings: pytest.FixtureRequest, address: str
) -> None:
    settings.POSTS_TO_THIS_MACHINE = False  # type: ignore[attr-defined]
    assert BLOCKED in add(as_member, browser, address=address)
    assert not PushDevice.objects.exists()
    add(as_member, browser, address="https://push.example/1")
    assert PushDevice.objects.exists()


def test_keys_that_are_none_are_refused(as_member: Client, browser: PushBrowser) -> None:
    for wrong in ({"p256dh": "x"}, {"auth": ""}, {"p256dh": browser.fields["auth"]}):
        assert BLOCKED in add(as_member, browser, **wrong)
    assert not PushDevice.objects.exists()


def test_without_a_key_of_the_site_nothing_is_offered_or_taken(
    as_member: Client, browser: PushBrowser
) -> None:
    service.remove_key()
    page = as_member.get(PAGE).content.decode()
    assert "data-push" not in page
    assert "js/push" not in page
    assert BLOCKED in add(as_member, browser)


def test_a_device_goes_when_its_browser_signs_out(
    as_member: Client, member: Player, browser: PushBrowser
) -> None:
    elsewhere = signed_in(member)
    add(as_member, browser)
    add(elsewhere, PushBrowser(f"{browser.address}/2"))
    as_member.post(reverse("account_logout"))
    assert PushDevice.objects.get().session_key == elsewhere.session.session_key


def test_a_device_goes_when_its_browser_is_signed_out_from_another(
    member: Player, browser: PushBrowser
) -> None:
    lost, here = signed_in(member), signed_in(member)
    lost.get(PAGE)
    add(lost, browser)
    here.post(reverse("end_other_sign_ins"))
    assert not PushDevice.objects.exists()


def test_a_new_password_ends_all_devices(
    as_member: Client, user: User, browser: PushBrowser
) -> None:
    add(as_member, browser)
    assert service.queue(user, service.TURN, "Your turn", "", "/") == 1
    user.set_password("another password")
    user.save()
    assert service.queue(user, service.TURN, "Your turn", "", "/") == 0
    assert not PushDevice.objects.exists()


def test_what_else_is_saved_of_a_login_ends_none(
    as_member: Client, user: User, browser: PushBrowser
) -> None:
    add(as_member, browser)
    user.theme = "dark"
    user.save()
    assert service.queue(user, service.TURN, "Your turn", "", "/") == 1


def test_devices_are_in_the_export_and_go_with_their_person(
    as_member: Client, member: Player, organizer: Player, browser: PushBrowser
) -> None:
    add(as_member, browser)
    other = signed_in(organizer)
    add(other, PushBrowser(f"{browser.address}/2"))
    organizer_login = User.objects.get(player=organizer)
    service.queue(organizer_login, service.TURN, "Tuesdays", "Camille proposes a pause", "/")
    service.queue(organizer_login, service.TURN, "Tuesdays", "Results are in", "/")
    (told,) = privacy.personal_data(member)["devices_for_notices"]
    assert (told["browser"], told["system"]) == ("Firefox", "Android")
    privacy.erase(member)
    assert PushDevice.objects.get().user == organizer.user
    assert [one.body for one in PushMessage.objects.all()] == ["Results are in"]


def test_a_command_makes_the_key_once_and_removes_it(
    as_member: Client, browser: PushBrowser
) -> None:
    add(as_member, browser)
    before = service.public_key()

    def run(*options: str) -> str:
        out = StringIO()
        call_command("push_keys", *options, stdout=out)
        return out.getvalue()

    assert "nothing was changed" in run()
    assert service.public_key() == before
    assert PushDevice.objects.exists()
    run("--remove")
    assert (service.public_key(), PushDevice.objects.count()) == ("", 0)
    assert "Made" in run()
    assert service.public_key() not in {"", before}


def test_under_another_key_of_the_site_a_new_one_is_made(
    as_member: Client, browser: PushBrowser, settings: pytest.FixtureRequest
) -> None:
    add(as_member, browser)
    settings.SECRET_KEY = "another key of the site" * 3  # type: ignore[attr-defined]
    assert service.public_key() == ""
    assert service.make_key()
    assert service.public_key()
    assert not PushDevice.objects.exists()
