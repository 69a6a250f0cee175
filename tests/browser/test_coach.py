"""What the choices of a game cost: asked for, made in the background, and shown with bars."""

import pytest
from playwright.sync_api import expect

from accounts.models import Player
from games.coach import jobs
from games.models import Table
from games.practice import apart
from games.rules.options import Options
from tests.browser.conftest import Visit
from tests.support.browsing import assert_accessible, in_pairs
from tests.support.long_work import PROMPT_CHILD
from tests.support.site import SteadySite
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.browser


def play_a_game(name: str) -> str:
    """The address of the replay of a finished game of this member; analyses are quick."""
    jobs.PLACEMENTS = 300_000
    apart.CHILD = PROMPT_CHILD
    player = Player.objects.get(name=name)
    other = Player.objects.filter(user__isnull=False).exclude(pk=player.pk).order_by("pk")[0]
    table = start_table(
        player, other, options=Options(max_rounds=1), visibility=Table.Visibility.CLUB
    )
    play_to_the_end(table)
    return f"/tables/{table.code}/replay/"


@in_pairs("language,size", ["fr", "en"], [(360, 640), (1280, 800)])
def test_a_member_learns_what_the_choices_cost(
    site: SteadySite, visit: Visit, language: str, size: tuple[int, int]
) -> None:
    width, height = size
    page = visit("Camille", locale=language, viewport={"width": width, "height": height}).page
    page.goto(site.do(play_a_game, "Camille"))
    page.locator("a[href*='/coach/']").click()
    assert_accessible(page)
    page.locator("#analyse").click()
    # The page goes on by itself.
    expect(page.locator("#score-title")).to_be_visible(timeout=60_000)
    page.locator("#rounds-title ~ .scroll a").first.click()
    expect(page.locator("#choices .sheet-table").first).to_be_visible()
    # Ten cards, then nine, ... and two; rows that were chosen have four.
    assert page.locator("#choices svg").count() >= sum(range(2, 11))
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)
    page.locator("#choices h3 a").first.click()
    expect(page.locator("#replay")).to_be_visible()
