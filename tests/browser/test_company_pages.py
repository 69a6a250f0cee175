"""The pages about other people, reports, statistics and tokens: everybody can use them anywhere."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Player, User
from games.friends import service as friends
from games.models import ReportCase, Table
from games.play import game_figures
from games.rules.options import Options
from games.seats import inviting
from games.talk import reports
from games.talk import service as talk
from leagues.exports import tokens
from tests.browser.conftest import Visit
from tests.support.browsing import faults
from tests.support.site import SteadySite
from tests.support.tables import open_table, play_to_the_end, start_table

pytestmark = pytest.mark.browser

# Names and texts are as long as they may be, in one word.
LONG = "Anne-Charlotte-Marguerite"
LAPTOP = 1280
SIZES = ((320, 640), (360, 640), (LAPTOP, 800))


def stage() -> dict[str, str]:
    """Addresses by name: Camille and Oliver in every relation that two members can have."""
    now = timezone.now()
    User.objects.update(presence_for="members")
    camille, dominique, oliver = Player.objects.order_by("name")
    Player.objects.filter(pk=oliver.pk).update(name=LONG)
    oliver.refresh_from_db()
    friends.ask(oliver, camille.pk, now)
    friends.ask(camille, dominique.pk, now)
    friends.accept(dominique, camille.pk, now)
    own = open_table(camille, seats=4, name="Four of us")
    inviting.invite(own.pk, camille, oliver.pk, now)
    theirs = open_table(oliver, seats=3, name="Before dinner")
    inviting.invite(theirs.pk, oliver, camille.pk, now)
    played = start_table(camille, oliver, visibility=Table.Visibility.CLUB, options=Options())
    for author, text in ((oliver, "x" * 200), (camille, "Oh!"), (oliver, "Again?")):
        talk.say(played.pk, author, text, now)
    reports.report_message(played.pk, 1, camille, "insult", "y" * 100, now)
    reports.report_message(played.pk, 2, oliver, "other", "", now)
    reports.report_message(played.pk, 3, camille, "advert", "", now)
    reports.report_name(oliver, camille, "pretends", "", now)
    said = ReportCase.objects.get(about=camille)
    reports.decide(said.pk, dominique, ReportCase.Decision.SILENCED, now, days=7)
    play_to_the_end(played)
    game_figures.count_missing()
    tokens.make_token(camille, LONG * 2, now, ["sheets", "people"])
    tokens.make_token(camille, "old", now - timedelta(days=100))
    return {
        "lobby": reverse("games:lobby"),
        "invite": f"{own.get_absolute_url()}?invite",
        "friend": reverse("games:profile", args=[dominique.pk]),
        "asking": reverse("games:profile", args=[oliver.pk]),
        "own": reverse("games:profile", args=[camille.pk]),
        "statistics": reverse("games:statistics") + "?bots=1",
        "reports": reverse("games:reports"),
        "account": reverse("accounts:profile"),
    }


@pytest.fixture(scope="module")
def addresses(site: SteadySite) -> dict[str, str]:
    found: dict[str, str] = site.do(stage)
    return found


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_everybody_can_use_the_pages_about_people(
    visit: Visit, addresses: dict[str, str], language: str
) -> None:
    visit("Oliver").page.goto("/tables/")
    page = visit("Camille", locale=language).page
    organizer = visit("Dominique", locale=language).page
    looks = [(page, address) for address in addresses.values()]
    looks.append((organizer, addresses["reports"]))
    found: list[object] = []
    for reader, address in looks:
        reader.goto(address)
        expect(reader.locator("html")).to_have_attribute("lang", language)
        reader.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
        for width, height in SIZES:
            reader.set_viewport_size({"width": width, "height": height})
            needed = reader.evaluate("document.documentElement.scrollWidth")
            if needed > width:
                found.append((address, width, needed))
            # In English, by `make thorough`, on a phone too.
            if width == LAPTOP or language == "en":
                found.append(faults(reader))
    assert [*filter(None, found)] == []
