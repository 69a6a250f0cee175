"""The demo club: people, tables and a league that a newcomer looks around in."""

from math import log2
from string import ascii_lowercase

import pytest
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from config.demo import DemoClub, has_demo_club, make_demo_club, new_password
from games.models import Table, new_code
from leagues.models import Adjustment, Game, GameSeat, GameVersion, League, Season, Session
from leagues.standings.store import rebuild
from tests.conftest import Share
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(share: Share) -> DemoClub:
    made = share(make_demo_club)
    assert made is not None
    return made


def test_its_password_is_letters_that_nobody_guesses(club: DemoClub) -> None:
    letters = club.password.replace("-", "")
    assert set(letters) <= set(ascii_lowercase)
    assert len(letters) * log2(len(ascii_lowercase)) >= 40
    user = User.objects.get(email=club.organizer)
    assert user.check_password(club.password)


def test_each_letter_of_the_password_is_drawn_anew() -> None:
    passwords = [new_password() for _password in range(200)]
    for place in range(len(passwords[0])):
        drawn = {password[place] for password in passwords}
        assert len(drawn) > 20 or drawn == {"-"}


@pytest.mark.usefixtures("club")
def test_it_is_there_until_its_last_login_is_gone() -> None:
    assert has_demo_club()
    User.objects.all().delete()
    UserFactory.create()
    assert not has_demo_club()


@pytest.mark.usefixtures("club")
def test_a_second_start_changes_nothing() -> None:
    assert make_demo_club() is None
    assert League.objects.count() == 1


def test_play_now_deals_at_once_for_the_first_member_of_the_list(club: DemoClub) -> None:
    client = Client()
    client.force_login(User.objects.get(email=club.members[0]))
    answer = client.post(reverse("games:play"), {"code": new_code()})
    table = Table.objects.get(code=answer.headers["Location"].split("/")[2])
    assert table.status == Table.Status.PLAYING


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
        assert not rebuild(season.pk)
