"""What pages tell nobody: tokens of links, and addresses of others."""

import pytest
from django.test import Client

from tests.factories import InvitationFactory, PlayerFactory


@pytest.mark.django_db
def test_the_page_behind_a_link_does_not_tell_others_where_one_came_from(client: Client) -> None:
    InvitationFactory.create(token="s3cret")
    answer = client.get("/members/join/s3cret/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "s3cret" not in client.get(answer["Location"]).content.decode()


@pytest.mark.django_db
def test_a_page_with_a_new_link_is_not_kept_by_the_browser(as_organizer: Client) -> None:
    assert "no-store" in as_organizer.post("/members/invitations/")["Cache-Control"]


@pytest.mark.django_db
def test_no_page_shows_another_person_s_address(as_organizer: Client) -> None:
    other = PlayerFactory.create(user__email="hidden@club.example")
    InvitationFactory.create(created_by=other, used_by=other.user)
    for path in ("/members/profile/", "/members/invitations/"):
        assert "hidden@club.example" not in as_organizer.get(path).content.decode()
