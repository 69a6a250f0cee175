"""The profile of a person, from the own games to the way others see it."""

import pytest
from playwright.sync_api import expect

from accounts.models import Player
from games.models import Table
from games.rules.options import Options
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible, in_pairs
from tests.support.site import SteadySite
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.browser


def play_games(name: str) -> None:
    """Finished games of this member against two others, one of them private."""
    player = Player.objects.get(name=name)
    others = Player.objects.filter(user__isnull=False).exclude(pk=player.pk).order_by("pk")[:2]
    for visibility in (Table.Visibility.CLUB, Table.Visibility.PRIVATE):
        table = start_table(player, *others, options=Options(max_rounds=2), visibility=visibility)
        play_to_the_end(table)


@in_pairs("language,width", ["fr", "en"], [320, 1280])
def test_a_member_looks_at_the_own_profile_as_others_see_it(
    site: SteadySite, visit: Visit, language: str, width: int
) -> None:
    site.do(play_games, "Camille")
    page = visit(
        "Camille",
        locale=language,
        viewport={"width": width, "height": 640},
    ).page
    page.goto("/tables/past/")
    page.locator("main a[href^='/members/']").click()
    games = page.locator(".figures dd").first
    own = int(games.inner_text())
    assert page.locator("section[aria-labelledby=met] tbody tr").count() >= 2
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)
    page.locator("a[href='?as=members']").click()
    expect(page.locator("main b[aria-current]")).to_have_count(1)
    expect(page.locator("a[href='?as=members']")).to_have_count(0)
    assert 0 < int(games.inner_text()) < own
    page.locator("a[href='?as=all']").click()
    expect(page.locator(".empty")).to_be_visible()
    assert_accessible(page)
