"""What organizers choose for the club, on its page, counts for everybody; it can be undone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from accounts import middleware, privacy
from accounts.club import current, service
from accounts.club.models import ClubSettings
from accounts.models import Player
from config.privacy import receivers
from games.models import Table
from tests.factories import PlayerFactory, UserFactory
from tests.support.clients import html_of, signed_in
from tests.support.club import change_club

pytestmark = pytest.mark.django_db
PAGE = "/members/club/"
AS_IT_IS = {
    "name": "Sixième",
    "accent": "#97291f",
    "cloth": "#28574b",
    "languages": ["en", "fr"],
    "language": "en",
    "signup": "invitation",
    "guests": "no",
    "openers": "members",
    "seen": "0",
}


def send(client: Client, **values: Any) -> Any:
    return client.post(PAGE, AS_IT_IS | values)


def test_a_change_is_seen_by_a_stranger(as_organizer: Client, client: Client) -> None:
    answer = send(as_organizer, name="  Les  bœufs <du> mardi ", accent="#1D4F91")
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    page = html_of(client.get("/"))
    assert '<span class="brand__name">Les bœufs &lt;du&gt; mardi</span>' in page
    sheet = page.partition('href="/members/club/1d4f91-28574b-')[2][:14]
    assert sheet.endswith(".css")
    answer = client.get(f"/members/club/1d4f91-28574b-{sheet}")
    assert "immutable" in answer["Cache-Control"]
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert b"--blood:var(--light,#1d4f91)" in answer.content
    assert b"--cloth" not in answer.content


def test_mails_have_the_name_that_was_chosen(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    change_club(name="Les mardis")
    user = UserFactory.create()
    client.post(reverse("account_reset_password"), {"email": user.email})
    (mail,) = mailoutbox
    assert mail.subject.startswith("[Les mardis] ")
    assert "Les mardis, localhost" in mail.body


def test_a_preview_is_seen_by_nobody_else(as_organizer: Client, client: Client) -> None:
    page = html_of(send(as_organizer, name="Try", cloth="#3b1f4f", action="preview"))
    assert '<span class="brand__name">Try</span>' in page
    assert "/members/club/97291f-3b1f4f-" in page
    assert "Nothing is saved yet" in page
    assert 'value="Try"' in page
    assert ">Try<" not in html_of(client.get("/"))
    assert not ClubSettings.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "a\u200bb"}, "invisible characters"),
        ({"accent": "red"}, "such as #28574b"),
        ({"accent": "#ffff00"}, "The nearest that works is #757500."),
        ({"cloth": "#f0f0f0"}, "The nearest that works is #"),
        ({"languages": []}, "This field is required."),
        ({"languages": ["xx"]}, "xx is not one of the available choices"),
        ({"languages": ["fr"]}, "Choose one of the languages of the pages."),
        ({"signup": "nobody"}, "nobody is not one of the available choices"),
        ({"seen": "9" * 5000}, "seen"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    as_organizer: Client, wrong: dict[str, Any], sentence: str
) -> None:
    answer = send(as_organizer, **wrong)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not ClubSettings.objects.exists()


def test_who_saves_over_the_change_of_another_is_shown_it_first(as_organizer: Client) -> None:
    change_club(name="Hers")
    answer = send(as_organizer, name="His")
    assert answer.status_code == 409
    assert 'value="Hers"' in answer.content.decode()
    assert [row.name for row in ClubSettings.objects.all()] == ["Hers"]


def test_a_second_tap_changes_nothing_more(as_organizer: Client) -> None:
    send(as_organizer, name="Les mardis")
    assert send(as_organizer, name="Les mardis").status_code == 409
    assert "Nothing has changed." in html_of(
        as_organizer.post(PAGE, AS_IT_IS | {"name": "Les mardis", "seen": "1"}, follow=True)
    )
    assert ClubSettings.objects.count() == 1


def test_of_two_who_change_at_the_same_moment_one_is_told_so(
    organizer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_club(name="First")
    # The other one has read the settings before that change was written.
    monkeypatch.setattr(service, "read_again", ClubSettings)
    with pytest.raises(service.ChangedMeanwhileError):
        service.change(organizer, ClubSettings().values() | {"name": "Second"}, 0)
    assert [row.name for row in ClubSettings.objects.all()] == ["First"]


def test_the_history_tells_who_changed_what_and_each_change_can_be_undone(
    organizer: Player, as_organizer: Client
) -> None:
    change_club(organizer, name="Les mardis")
    change_club(organizer, signup="open")
    page = html_of(as_organizer.get(PAGE))
    assert "Dominique" in page
    assert "Name of the club: Les mardis, before Sixième" in page
    assert "Who can sign up: Everybody, before Who has an invitation" in page
    as_organizer.post(PAGE, {"action": "undo", "seen": "2"})
    assert not current.club().signup_is_open
    assert current.club().club_name == "Les mardis"
    # Undone once more, it counts again.
    as_organizer.post(PAGE, {"action": "undo", "seen": "3"})
    assert current.club().signup_is_open
    # A second tap on the button of an older page does nothing.
    assert as_organizer.post(PAGE, {"action": "undo", "seen": "3"}).status_code == 409
    assert ClubSettings.objects.count() == 4


def test_the_first_change_is_undone_to_what_the_operator_has(as_organizer: Client) -> None:
    change_club(name="Les mardis")
    as_organizer.post(PAGE, {"action": "undo", "seen": "1"})
    assert current.club().club_name == "Sixième"


@pytest.mark.parametrize("seen", ["", "x", "²", "-1", "9" * 5000])
def test_an_undo_of_nothing_we_know_is_refused(as_organizer: Client, seen: str) -> None:
    change_club(name="Les mardis")
    assert as_organizer.post(PAGE, {"action": "undo", "seen": seen}).status_code == 409


def test_what_is_as_the_operator_has_it_follows_the_operator(settings: Settings) -> None:
    change_club(name="Les mardis")
    settings.SIGNUP, settings.CLUB_NAME = "open", "Other"
    assert current.club().signup_is_open
    assert current.club().club_name == "Les mardis"


def test_an_open_club_lets_strangers_sign_up(client: Client) -> None:
    assert "form" not in html_of(client.get(reverse("account_signup"))).partition("<main")[2]
    change_club(signup="open")
    assert 'name="password1"' in html_of(client.get(reverse("account_signup")))
    assert reverse("account_signup") in html_of(client.get(reverse("account_login")))


def test_a_club_may_close_what_its_operator_left_open(client: Client, settings: Settings) -> None:
    settings.SIGNUP = "open"
    change_club(signup="invitation")
    assert 'name="password1"' not in html_of(client.get(reverse("account_signup")))


def test_a_club_of_one_language_speaks_no_other(client: Client, member: Player) -> None:
    change_club(languages="fr", language="fr")
    client.cookies["django_language"] = "en"
    page = html_of(client.get("/", headers={"Accept-Language": "en"}))
    assert '<html lang="fr"' in page
    assert reverse("set_language") not in page
    assert member.user
    member.user.language = "en"
    member.user.save()
    assert '<html lang="fr"' in html_of(signed_in(member).get("/members/profile/"))


@pytest.mark.parametrize(
    ("wish", "spoken"), [("de", "fr"), ("en-GB, fr;q=0.5", "en"), ("*", "fr"), ("", "fr")]
)
def test_who_wishes_no_language_of_the_club_is_spoken_to_in_its_main_one(
    client: Client, wish: str, spoken: str
) -> None:
    change_club(language="fr")
    page = html_of(client.get("/", headers={"Accept-Language": wish}))
    assert f'<html lang="{spoken}"' in page
    translation.activate("en")


def a_table(seats: int, bots: int) -> dict[str, Any]:
    return {"seat_count": seats, "bots": bots, "bot_level": "gap", "visibility": "club"}


def test_where_organizers_open_the_tables_members_play_alone(
    as_member: Client, as_organizer: Client
) -> None:
    change_club(openers="organizers")
    opens = reverse("games:open")
    answer = as_member.post(opens, a_table(seats=4, bots=2))
    assert answer.status_code == 422
    assert "organizers open the tables" in answer.content.decode()
    assert not Table.objects.exists()
    assert as_member.post(opens, a_table(seats=4, bots=3)).status_code == 302
    assert as_organizer.post(opens, a_table(seats=4, bots=2)).status_code == 302


def test_guests_are_for_the_club_to_decide(client: Client, settings: Settings) -> None:
    assert not current.club().has_guests
    change_club(guests="yes")
    assert current.club().has_guests
    assert "guest" in html_of(client.get(reverse("privacy"))).lower()
    settings.GUEST_SEATS = True
    change_club(guests="no")
    assert not current.club().has_guests


# --- How they are read -------------------------------------------------------------------


def test_another_process_is_noticed_when_its_time_is_over(
    client: Client, organizer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    for module in (current, middleware):
        monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    current.known.until = 0
    assert "Les mardis" not in html_of(client.get("/"))
    ClubSettings.objects.create(number=1, name="Les mardis", changed_by=organizer)
    clock[0] += 2.9
    assert "Les mardis" not in html_of(client.get("/"))
    clock[0] += 0.2
    assert "Les mardis" in html_of(client.get("/"))


def test_a_keeper_without_visitors_knows_the_settings_too(organizer: Player) -> None:
    ClubSettings.objects.create(number=1, name="Les mardis", changed_by=organizer)
    assert current.club().club_name == "Sixième"
    receivers.read_club()
    assert current.club().club_name == "Les mardis"


async def test_a_socket_asks_for_the_settings_without_a_statement() -> None:
    current.known.until = 0
    # Django would refuse a statement here.
    assert current.club().club_name == "Sixième"


def test_a_database_that_is_away_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    change_club(name="Les mardis")

    def away(*_query: object) -> ClubSettings:
        raise DatabaseError

    monkeypatch.setattr(ClubSettings.objects, "first", away)
    with pytest.raises(DatabaseError):
        current.read_again()
    assert current.club().club_name == "Les mardis"


def test_old_changes_are_deleted_but_the_last_two(organizer: Player) -> None:
    for name in ("A", "B", "C"):
        change_club(organizer, name=name)
    ClubSettings.objects.update(changed_at=timezone.now() - timedelta(days=731))
    assert service.forget_old(timezone.now()) == 1
    assert [row.name for row in ClubSettings.objects.all()] == ["C", "B"]
    # Of the older one it is not known what it changed.
    (told,) = service.history(20)
    assert told.differences == [("name", "B", "C")]


def test_an_organizer_who_is_gone_leaves_the_settings(
    organizer: Player, as_staff: Client, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    change_club(organizer, name="Les mardis")
    told = privacy.personal_data(organizer)["changes_of_the_club_settings"]
    assert [one["name"] for one in told] == ["Les mardis"]
    with django_capture_on_commit_callbacks(execute=True):
        privacy.erase(organizer)
    page = html_of(as_staff.get(PAGE))
    assert "Dominique" not in page
    assert 'value="Les mardis"' in page


def test_a_member_is_shown_no_way_to_the_settings(as_member: Client, as_organizer: Client) -> None:
    assert PAGE not in html_of(as_member.get("/members/profile/"))
    assert PAGE in html_of(as_organizer.get("/members/profile/"))
    assert signed_in(PlayerFactory.create()).get(PAGE).status_code == 403
