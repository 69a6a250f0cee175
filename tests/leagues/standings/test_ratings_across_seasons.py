"""A league has one rating for all its seasons: kept rows are those that a rebuild makes."""

from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Player
from leagues.models import League, RatingPoint, Season
from leagues.people import players
from leagues.season_rules import SeasonRules
from leagues.setup.league_life import change_league
from leagues.setup.season_life import open_season, plan_season
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return PlayerFactory.create_batch(3)


@pytest.fixture
def seasons(people: list[Player]) -> tuple[Season, Season]:
    first = make_season()
    second = plan_season(first.league, "Autumn", SeasonRules())
    open_season(second.pk, second.league.created_at)
    for season in (first, second):
        play(make_session(season), *people)
    return first, second


def points(league: League) -> list[tuple[Any, ...]]:
    kept = RatingPoint.objects.filter(league=league).order_by("game", "player")
    return [*kept.values_list("game", "player", "number", "mu", "sigma")]


def test_who_refuses_a_rating_later_has_none_of_earlier_seasons_either(
    seasons: tuple[Season, Season], people: list[Player]
) -> None:
    league = seasons[0].league
    players.set_rated(seasons[1].pk, people[0], people[0], is_rated=False)
    assert not RatingPoint.objects.filter(player=people[0]).exists()
    kept = points(league)
    call_command("rebuild_league", league.slug)
    assert points(league) == kept


def test_who_takes_a_refusal_back_in_another_season_is_rated_as_before(
    seasons: tuple[Season, Season], people: list[Player]
) -> None:
    first, second = seasons
    before = points(first.league)
    players.set_rated(first.pk, people[0], people[0], is_rated=False)
    players.set_rated(second.pk, people[0], people[0], is_rated=True)
    assert points(first.league) == before


def test_a_refusal_holds_in_the_seasons_to_come(
    seasons: tuple[Season, Season], people: list[Player]
) -> None:
    league = seasons[0].league
    players.set_rated(seasons[1].pk, people[0], people[0], is_rated=False)
    third = plan_season(league, "Winter", SeasonRules())
    players.add_player(third.pk, people[0])
    players.add_player(third.pk, people[1])
    assert not third.entrants.get(player=people[0]).is_rated
    assert third.entrants.get(player=people[1]).is_rated


def test_ratings_come_back_whole_when_a_league_wants_them_again(
    seasons: tuple[Season, Season],
) -> None:
    league = seasons[0].league
    before = points(league)
    league.is_rated = False
    change_league(league)
    assert not points(league)
    league.is_rated = True
    change_league(league)
    assert points(league) == before
