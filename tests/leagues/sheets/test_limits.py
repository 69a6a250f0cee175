"""Who sends sheets and imports without end is told to wait; others are not."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.rate_limit import RateLimit
from leagues.imports import views as past_views
from leagues.models import Role, Season
from leagues.sheets import import_views
from leagues.sheets import views as sheet_views
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_session

pytestmark = pytest.mark.django_db


def paths(season: Season) -> dict[str, tuple[RateLimit, str]]:
    session = make_session(season)
    game = make_game(session, PlayerFactory.create_batch(3))
    slug, of_session = season.league.slug, [season.league.slug, season.number, session.number]
    of_game = [*of_session, game.number]
    return {
        "sheet": (sheet_views.BY_MEMBER, reverse("leagues:game_submit", args=of_game)),
        "draft": (sheet_views.BY_MEMBER, reverse("leagues:game_draft", args=of_game)),
        "import": (import_views.BY_MEMBER, reverse("leagues:import", args=of_session)),
        "past": (past_views.BY_MEMBER, reverse("leagues:season_import", args=[slug])),
    }


@pytest.mark.parametrize("name", ["sheet", "draft", "import", "past"])
def test_one_who_sends_too_much_waits_and_others_do_not(name: str, season: Season) -> None:
    limit, path = paths(season)[name]
    ana, ben = (make_member_with(Role.Kind.OWNER, season.league) for _ in range(2))
    assert ana.user
    for _try in range(limit.amount):
        limit.is_allowed(f"member {ana.user.pk}")
    refused = signed_in(ana).post(path)
    assert refused.status_code == 429
    assert "Please wait a few minutes, then try again." in refused.content.decode()
    assert refused["Retry-After"] == "60"
    for browser in (signed_in(ben), Client()):
        assert browser.post(path).status_code != 429
