"""Seasons planned, changed and opened by their organizers."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from accounts.models import Player
from leagues.models import Season
from leagues.season_rules import Preset, SeasonRules
from tests.leagues.browsing import page, url
from tests.leagues.setup.forms import sent
from tests.support.clients import signed_in
from tests.support.leagues import make_season

pytestmark = pytest.mark.django_db


def test_the_next_season_begins_with_the_rules_of_the_last(owner: Player) -> None:
    season = make_season(owner, preset=Preset.PLACEMENT, placement=(5, 3, 1))
    address = reverse("leagues:season_new", args=[season.league.slug])
    assert 'value="5 3 1"' in signed_in(owner).get(address).content.decode()
    response = signed_in(owner).post(address, sent(season_name="Winter", min_games=3))
    assert response.status_code == HTTPStatus.FOUND
    planned = season.league.seasons.get(number=2)
    assert (planned.name, planned.status) == ("Winter", Season.Status.DRAFT)
    assert planned.season_rules.min_games == 3


def test_a_plan_is_changed_until_it_opens(owner: Player, spring: Season) -> None:
    fields = sent(season_name="Autumn", second_person="on", version=spring.plan_version)
    signed_in(owner).post(url("season_edit", spring), fields)
    spring.refresh_from_db()
    assert spring.name == "Autumn"
    assert spring.season_rules.second_person


def test_the_rules_lead_to_their_form_until_the_season_opens(owner: Player, spring: Season) -> None:
    assert "Change the rules" in signed_in(owner).get(url("rules", spring)).content.decode()
    signed_in(owner).post(url("season_open", spring))
    assert "Change the rules" not in signed_in(owner).get(url("rules", spring)).content.decode()


def test_the_menu_says_that_a_season_belongs_to_the_leagues() -> None:
    html = page(make_season(), "rules")
    menu = html.partition('class="site-nav')[2].partition("</nav>")[0]
    assert menu.count('aria-current="true">Leagues') == 1
    assert menu.count("aria-current") == 1, "the season's rules are not those of the game"


def test_opening_freezes_the_rules(owner: Player, spring: Season) -> None:
    signed_in(owner).post(url("season_open", spring))
    spring.refresh_from_db()
    fields = {"season_name": "Autumn", "version": spring.plan_version}
    signed_in(owner).post(url("season_edit", spring), fields)
    spring.refresh_from_db()
    assert spring.is_open
    assert spring.name == "Autumn"
    assert spring.season_rules == SeasonRules()


def test_a_season_is_not_opened_twice(owner: Player, season: Season) -> None:
    response = signed_in(owner).post(url("season_open", season), follow=True)
    assert "This season is running." in response.content.decode()


def test_a_plan_that_cannot_be_is_refused_with_its_words(owner: Player, spring: Season) -> None:
    fields = sent(season_name="Autumn", preset="total")
    response = signed_in(owner).post(url("season_edit", spring), fields)
    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "make smallest and largest equal" in response.content.decode()


def test_the_rules_are_told_in_sentences() -> None:
    season = make_season(min_games=5, drop_percent=20, fewest=3, preferred=4, most=5)
    html = page(season, "rules")
    for sentence in (
        "Every game gives 100 to the first of its table",
        "the worst 20% are dropped",
        "5 games are needed. Players with fewer games are listed below, without a place.",
        "Tables have 3 to 5 players, 4 where possible.",
        "Played to 66 heads",
    ):
        assert sentence in html
