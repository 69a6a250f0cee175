"""What is told of a semi-final beyond its pages: in both languages, and to programs."""

import json

import pytest
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Player
from leagues.models import Notice, Season, WebhookDelivery
from leagues.notices.texts import lines_of
from leagues.notices.webhooks import messages
from leagues.sessions import session_life
from tests.leagues.browsing import page, url, words_of
from tests.leagues.exports.files import body
from tests.leagues.finals.test_semi_final_of_a_season import NAMES, Club
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_webhook

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """The semi-final is drawn, and the first of its two tables has a result."""
    club = Club()
    make_webhook(club.season.league)
    club.season = Season.objects.get(pk=club.season.pk)
    club.arrive(club.semi, *NAMES[:6])
    club.draw(club.semi)
    enter(club.semi.games.order_by("number")[0], [20, 10, 70])
    return club


def notices_of(player: Player) -> list[str]:
    about = Notice.objects.filter(player=player).select_related(*Notice.ABOUT)
    return [line.text for line in lines_of(about)]


def test_whoever_is_seated_reads_at_which_table_of_it(club: Club) -> None:
    assert notices_of(club.people["Flo"]) == ["Semi-final: you are at table 2."]
    with override("fr"):
        assert notices_of(club.people["Flo"]) == ["Demi-finale\xa0: vous êtes à la table 2."]


def test_a_chat_is_told_of_its_tables_and_results(club: Club) -> None:
    session_life.close_session(club.first)
    with override("fr"):
        found = {
            str(delivery.event): messages.message_of(delivery, club.season.league)
            for delivery in WebhookDelivery.objects.select_related("season")
        }
    tables, results = found["tables_drawn"], found["results_confirmed"]
    assert tables
    assert results
    assert tables.title.endswith("Demi-finale")
    assert [each["players"] for each in tables.facts["tables"]][1] == ["Bob", "Cléo", "Flo"]
    assert results.title.endswith("Demi-finale")


def test_calendars_and_feeds_call_it_so(club: Club) -> None:
    slug = club.season.league.slug
    browser = signed_in()
    calendar = browser.get(reverse("leagues:calendar", args=[slug]))
    assert "SUMMARY:Tuesdays: Semi-final" in body(calendar)
    feed = browser.get(reverse("leagues:feed", args=[slug]), headers={"accept-language": "fr"})
    assert "Demi-finale" in body(feed)


@pytest.mark.parametrize(("language", "words"), [("en", "Semi-final"), ("fr", "Demi-finale")])
@pytest.mark.parametrize("name", ["session", "print", "screen", "embed", "what_it_takes"])
def test_every_place_calls_it_so_in_the_language_of_its_reader(
    club: Club, name: str, language: str, words: str
) -> None:
    browser = signed_in(club.owner)
    of_session = [club.semi.number] if name in {"session", "print", "screen"} else []
    address = url(name, club.season, *of_session)
    answer = browser.get(address, headers={"accept-language": language})
    assert words in words_of(answer.content.decode())


def test_exports_say_that_it_decided(club: Club) -> None:
    found = json.loads(body(signed_in().get(url("standings_json", club.season))))
    assert found["season"]["rules"]["semi_final"] == 6
    decided = [row["decided_by"] for row in found["standings"]]
    assert decided == ["", *["semi_final"] * 3, *["figure"] * 4]
    assert page(club.season).count("semi-final") >= 3
