"""The demo club: people, tables and a league that a newcomer looks around in."""

import pytest
from django.db.models import Count

from accounts.models import Player
from config.demo import make_demo_club
from games.models import Table
from leagues.models import Adjustment, Game, GameSeat, GameVersion, League, Season, Session
from leagues.services.changing import changing
from leagues.services.standings import recompute

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> None:
    assert make_demo_club() is not None


@pytest.mark.usefixtures("club")
def test_a_second_start_changes_nothing() -> None:
    assert make_demo_club() is None
    assert League.objects.count() == 1


@pytest.mark.usefixtures("club")
def test_every_page_of_the_league_has_something_to_show() -> None:
    assert list(Season.objects.order_by("number").values_list("status", flat=True)) == [
        Season.Status.CLOSED,
        Season.Status.OPEN,
    ]
    statuses = set(Session.objects.values_list("status", flat=True))
    assert statuses == set(Session.Status.values)
    assert set(Game.objects.values_list("status", flat=True)) == set(Game.Status.values)
    assert set(GameVersion.objects.values_list("did", flat=True)) >= {"corrected", "voided"}
    assert Adjustment.objects.exists()
    assert Player.objects.filter(user=None, league_results__isnull=False).exists()
    assert Table.objects.filter(league_game__isnull=False, status="playing").exists()


@pytest.mark.usefixtures("club")
def test_its_tables_are_of_several_sizes_and_somebody_shares_a_place() -> None:
    confirmed = Game.objects.filter(status=Game.Status.CONFIRMED)
    assert len(set(confirmed.values_list("size", flat=True))) >= 3
    shared = GameSeat.objects.filter(game__in=confirmed).values("game", "place")
    assert shared.annotate(count=Count("pk")).filter(count__gt=1).exists()


@pytest.mark.usefixtures("club")
def test_its_standings_are_those_of_its_results() -> None:
    for season in Season.objects.order_by("number"):
        with changing(season.pk) as locked:
            assert not recompute(locked)
