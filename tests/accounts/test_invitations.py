"""The organizers' page of invitations."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import services, views
from accounts.models import Invitation, Player
from tests.factories import InvitationFactory, PlayerFactory

pytestmark = pytest.mark.django_db

PAGE = "/members/invitations/"


def new_link(browser: Client, **fields: str) -> str:
    """The address shown after making an invitation."""
    page = browser.post(PAGE, fields).content.decode()
    found = re.search(r'value="(http://testserver/members/join/[^"]+)"', page)
    return found.group(1)


def revoke(browser: Client, invitation: Invitation) -> int:
    answer = browser.post(reverse("accounts:revoke_invitation", args=[invitation.pk]))
    return answer.status_code


def test_a_new_link_leads_a_stranger_to_the_form(
    as_organizer: Client, as_stranger: Client, organizer: Player
) -> None:
    link = new_link(as_organizer, note="Sacha, from work")
    assert as_stranger.get(link)["Location"] == reverse("account_signup")
    invitation = Invitation.objects.get()
    assert (invitation.note, invitation.created_by) == ("Sacha, from work", organizer)


def test_a_link_is_good_for_fourteen_days(organizer: Player) -> None:
    invitation, _token = services.invite(organizer)
    days = invitation.expires_at - timezone.now()
    assert timedelta(days=13, hours=23) < days <= timedelta(days=14)


def test_a_link_is_shown_once_and_its_token_is_kept_nowhere(as_organizer: Client) -> None:
    token = new_link(as_organizer).split("/")[-2]
    assert token not in as_organizer.get(PAGE).content.decode()
    assert token not in str(Invitation.objects.values().get())
    assert token not in str(dict(as_organizer.session))


def test_a_button_hands_a_new_link_on(as_organizer: Client) -> None:
    page = as_organizer.post(PAGE).content.decode()
    assert re.search(r'data-copies="http://testserver/members/join/[^"]+"', page)
    assert "js/share" in page


def test_two_links_are_never_alike(as_organizer: Client) -> None:
    assert new_link(as_organizer) != new_link(as_organizer)


def test_the_session_of_the_invited_does_not_hold_the_token(as_stranger: Client) -> None:
    InvitationFactory.create(token="very-secret")
    as_stranger.get("/members/join/very-secret/")
    assert "very-secret" not in str(dict(as_stranger.session))


def test_a_used_invitation_stays_used_when_revoked(as_organizer: Client) -> None:
    invitation = InvitationFactory.create(used_at=timezone.now())
    revoke(as_organizer, invitation)
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.USED


def test_every_organizer_may_revoke_every_invitation(as_organizer: Client) -> None:
    of_another = InvitationFactory.create()
    revoke(as_organizer, of_another)
    of_another.refresh_from_db()
    assert of_another.state == Invitation.State.REVOKED


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, Invitation.State.USABLE),
        ({"expires_at": timezone.now() - timedelta(days=1)}, Invitation.State.EXPIRED),
        ({"revoked_at": timezone.now()}, Invitation.State.REVOKED),
        ({"used_at": timezone.now()}, Invitation.State.USED),
    ],
    ids=["usable", "expired", "revoked", "used"],
)
def test_the_list_says_how_each_invitation_stands(
    as_organizer: Client, fields: dict[str, object], state: Invitation.State
) -> None:
    InvitationFactory.create(note="Sacha", **fields)
    page = as_organizer.get(PAGE).content.decode()
    assert "Sacha" in page
    assert f">{state.label}</span>" in page
    assert ("/revoke/" in page) == (state == Invitation.State.USABLE)


def test_players_without_a_login_are_offered_and_others_are_not(as_organizer: Client) -> None:
    assert "for_player" not in as_organizer.get(PAGE).context["form"].fields
    on_paper = PlayerFactory.create(user=None)
    form = as_organizer.get(PAGE).context["form"]
    assert list(form.fields["for_player"].queryset) == [on_paper]


def test_a_player_with_a_login_cannot_be_given_away(as_organizer: Client, member: Player) -> None:
    PlayerFactory.create(user=None)
    answer = as_organizer.post(PAGE, {"note": "", "for_player": str(member.pk)})
    assert answer.status_code == 422
    assert not Invitation.objects.exists()


def test_a_new_link_for_a_player_replaces_the_earlier(organizer: Player) -> None:
    on_paper = PlayerFactory.create(user=None)
    services.invite(organizer, for_player=on_paper)
    later, _token = services.invite(organizer, for_player=on_paper)
    assert list(Invitation.objects.usable()) == [later]


def test_the_list_takes_as_many_queries_for_thirty_as_for_one(
    as_organizer: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    InvitationFactory.create_batch(30, for_player=None)
    with django_assert_max_num_queries(8):
        as_organizer.get(PAGE)


def test_a_note_is_text_and_not_markup(as_organizer: Client) -> None:
    InvitationFactory.create(note="<b>Sacha</b>")
    assert "<b>Sacha" not in as_organizer.get(PAGE).content.decode()


def test_an_organizer_makes_so_many_an_hour_and_still_sees_the_list(as_organizer: Client) -> None:
    cache.clear()
    for _invitation in range(views.INVITATIONS.amount):
        views.INVITATIONS.is_allowed(f"member {as_organizer.session['_auth_user_id']}")
    answer = as_organizer.post(PAGE, {"note": "one more"})
    assert answer.status_code == 429
    assert "Please wait a few minutes" in answer.content.decode()
    assert not Invitation.objects.exists()
    assert as_organizer.get(PAGE).status_code == 200


def test_the_page_behind_a_link_does_not_tell_others_where_one_came_from(client: Client) -> None:
    InvitationFactory.create(token="s3cret")
    answer = client.get("/members/join/s3cret/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "s3cret" not in client.get(answer["Location"]).content.decode()


def test_a_page_with_a_new_link_is_not_kept_by_the_browser(as_organizer: Client) -> None:
    assert "no-store" in as_organizer.post("/members/invitations/")["Cache-Control"]


def test_no_page_shows_another_person_s_address(as_organizer: Client) -> None:
    other = PlayerFactory.create(user__email="hidden@club.example")
    InvitationFactory.create(created_by=other, used_by=other.user)
    for path in ("/members/profile/", "/members/invitations/"):
        assert "hidden@club.example" not in as_organizer.get(path).content.decode()
