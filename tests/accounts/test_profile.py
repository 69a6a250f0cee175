"""A person's own name and preferences."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts import privacy
from accounts.forms import ProfileForm
from accounts.models import (
    AskFirst,
    Player,
    PresenceFor,
    ProfileFor,
    RevealSpeed,
    SpecialQuestion,
    User,
)
from accounts.names import ERASED
from leagues.models import Season
from leagues.standings.store import enter_players
from tests.support.leagues import make_season
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db

PAGE = "/members/profile/"
# Sent by the page of a table.
AT_TABLE = "/members/profile/table/"
FIELDS = {
    "name": "Camille",
    "language": "fr",
    "theme": "dark",
    "deck": "bulls",
    "special_question": "takes",
    "reveal_speed": "slow",
    "ask_first": "twice",
    "single_keys": "off",
    "profile_for": "me",
    "presence_for": "nobody",
}


def test_the_form_shows_what_is_stored(as_member: Client) -> None:
    form = as_member.get(PAGE).context["form"]
    assert [form[name].value() for name in FIELDS] == [
        "Camille",
        "",
        "auto",
        "",
        "always",
        "normal",
        "off",
        "on",
        "members",
        "friends",
    ]


def test_a_member_changes_name_and_preferences(as_member: Client, member: Player) -> None:
    assert as_member.post(PAGE, FIELDS | {"name": "Cam"}).status_code == 302
    member.refresh_from_db()
    member.user.refresh_from_db()
    assert (member.name, member.user.language, member.user.theme) == ("Cam", "fr", "dark")
    assert member.user.special_question == SpecialQuestion.TAKES
    assert member.user.reveal_speed == RevealSpeed.SLOW
    assert member.user.ask_first == AskFirst.TWICE
    assert member.user.profile_for == ProfileFor.ME
    assert member.user.presence_for == PresenceFor.NOBODY


def profile_sent_by(member: Player) -> ProfileForm:
    """The form as a request has read it that is not answered yet."""
    user = User.objects.get(pk=member.user.pk)
    form = ProfileForm(FIELDS, instance=user, player=Player.objects.get(pk=member.pk))
    assert form.is_valid()
    return form


def test_a_password_that_is_changed_meanwhile_stays(member: Player) -> None:
    form = profile_sent_by(member)
    member.user.set_password("another-password")
    member.user.save()
    form.save()
    user = User.objects.get(pk=member.user.pk)
    assert user.check_password("another-password")
    assert user.theme == "dark"


def test_who_is_erased_meanwhile_gets_neither_a_login_nor_a_name(member: Player) -> None:
    form = profile_sent_by(member)
    privacy.erase(member)
    form.save()
    assert not User.objects.exists()
    assert Player.objects.filter(pk=member.pk, name=ERASED).exists()


@pytest.mark.parametrize(("name", "is_shown_anew"), [("Camille", False), ("Camélia", True)])
def test_pages_with_the_name_are_made_anew_only_for_another_name(
    as_member: Client, member: Player, name: str, is_shown_anew: bool
) -> None:
    season = make_season(member)
    enter_players(season, [member.pk], 1)
    assert as_member.post(PAGE, FIELDS).status_code == 302
    before = Season.objects.get(pk=season.pk).version
    assert as_member.post(PAGE, FIELDS | {"name": name}).status_code == 302
    assert (Season.objects.get(pk=season.pk).version > before) is is_shown_anew


@pytest.mark.parametrize("deck", ["", "bulls", "ducks", "elements"])
def test_a_member_chooses_a_deck_or_leaves_it_to_the_table(
    as_member: Client, member: Player, deck: str
) -> None:
    assert as_member.post(PAGE, FIELDS | {"deck": deck}).status_code == 302
    assert as_member.get(PAGE).context["form"]["deck"].value() == deck


def test_the_page_comes_in_the_chosen_language_and_theme(as_member: Client) -> None:
    as_member.post(PAGE, FIELDS)
    page = as_member.get(PAGE, headers={"accept-language": "en"})
    assert page["Content-Language"] == "fr"
    assert 'data-theme="dark"' in page.content.decode()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "xx"),
        ("theme", "pink"),
        ("deck", "cats"),
        ("special_question", "never"),
        ("name", " "),
    ],
)
def test_a_value_that_does_not_exist_changes_nothing(
    as_member: Client, member: Player, name: str, value: str
) -> None:
    answer = as_member.post(PAGE, FIELDS | {"name": "Other"} | {name: value})
    assert answer.status_code == 422
    assert name in answer.context["form"].errors
    member.refresh_from_db()
    assert member.name == "Camille"


def test_nobody_becomes_organizer_or_staff_by_the_form(as_member: Client, member: Player) -> None:
    rights = {"is_organizer": "on", "is_staff": "on", "is_superuser": "on", "email": "x@y.example"}
    as_member.post(PAGE, FIELDS | rights)
    member.refresh_from_db()
    email = member.user.email
    member.user.refresh_from_db()
    rights_now = [member.is_organizer, member.user.is_staff, member.user.is_superuser]
    assert rights_now == [False, False, False]
    assert member.user.email == email


def test_a_login_made_on_a_command_line_gets_its_player(as_staff: Client) -> None:
    assert as_staff.get(PAGE).status_code == 200
    player = Player.objects.get()
    assert player.name == player.user.email.partition("@")[0]


def test_the_menu_names_the_member_and_offers_invitations_to_organizers(
    as_member: Client, as_organizer: Client
) -> None:
    member_page = as_member.get(PAGE)
    organizer_page = as_organizer.get(PAGE)
    assert member_page.context["viewer"].name == "Camille"
    assert [page.context["viewer_is_organizer"] for page in (member_page, organizer_page)] == [
        False,
        True,
    ]
    assert "/members/invitations/" not in member_page.content.decode()
    assert "/members/invitations/" in organizer_page.content.decode()


# --- At a table -----------------------------------------------------------------------


def stored(member: Player) -> tuple[str, str]:
    member.user.refresh_from_db()
    return member.user.reveal_speed, member.user.ask_first


@pytest.mark.parametrize("speed", ["slow", "normal", "fast", "instant"])
def test_a_member_stores_a_speed(as_member: Client, member: Player, speed: str) -> None:
    assert as_member.post(AT_TABLE, {"reveal_speed": speed}).status_code == HTTPStatus.NO_CONTENT
    assert stored(member) == (speed, AskFirst.OFF)


@pytest.mark.parametrize("ask_first", ["off", "twice", "confirm"])
def test_a_member_stores_whether_to_be_asked_before_playing(
    as_member: Client, member: Player, ask_first: str
) -> None:
    assert as_member.post(AT_TABLE, {"ask_first": ask_first}).status_code == HTTPStatus.NO_CONTENT
    assert stored(member) == (RevealSpeed.NORMAL, ask_first)


def test_a_member_turns_off_keys_that_act_alone(as_member: Client, member: Player) -> None:
    lobby = reverse("games:lobby")
    assert "js/search_key" in as_member.get(lobby).content.decode()
    assert as_member.post(AT_TABLE, {"single_keys": "off"}).status_code == HTTPStatus.NO_CONTENT
    assert "js/search_key" not in as_member.get(lobby).content.decode()
    table = start_table(member, bots=1)
    page = as_member.get(reverse("games:table", args=[table.code])).content.decode()
    assert 'data-single="off"' in page
    choice = as_member.get(reverse("accounts:profile")).content.decode()
    assert 'value="off" selected' in choice[choice.index("id_single_keys") :][:400]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"reveal_speed": ""},
        {"reveal_speed": "warp"},
        {"reveal_speed": "SLOW"},
        {"ask_first": "on"},
        {"single_keys": "no"},
        {"reveal_speed": "fast", "ask_first": "thrice"},
        {"language": "fr"},
    ],
)
def test_a_preference_that_is_unknown_changes_nothing(
    as_member: Client, member: Player, fields: dict[str, str]
) -> None:
    assert as_member.post(AT_TABLE, fields).status_code == HTTPStatus.BAD_REQUEST
    assert stored(member) == (RevealSpeed.NORMAL, AskFirst.OFF)
