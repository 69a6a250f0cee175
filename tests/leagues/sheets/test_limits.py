"""Who sends sheets without end is told to wait; others are not."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import Role, Season, Session
from leagues.sessions.sheet_views import BY_MEMBER
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("view", ["game_submit", "game_draft"])
def test_one_who_sends_too_much_waits_and_others_do_not(
    view: str, season: Season, session: Session
) -> None:
    game = make_game(session, PlayerFactory.create_batch(3))
    of_game = [season.league.slug, season.number, session.number, game.number]
    path = reverse(f"leagues:{view}", args=of_game)
    ana, ben = (make_member_with(Role.Kind.OWNER, season.league) for _ in range(2))
    assert ana.user
    for _try in range(BY_MEMBER.amount):
        BY_MEMBER.is_allowed(f"member {ana.user.pk}")
    refused = signed_in(ana).post(path)
    assert refused.status_code == 429
    assert "Please wait a few minutes, then try again." in refused.content.decode()
    assert refused["Retry-After"] == "60"
    for browser in (signed_in(ben), Client()):
        assert browser.post(path).status_code != 429
