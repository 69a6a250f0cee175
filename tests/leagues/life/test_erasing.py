"""Somebody who played in leagues leaves the club."""

import json
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import privacy, services
from accounts.models import Player, User
from leagues.models import Reply, Role, Season, Standing, Wish
from leagues.services import adjustments, merging
from tests.factories import PlayerFactory
from tests.support.leagues import (
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return make_season()


@pytest.fixture
def leaver(season: Season) -> Player:
    return make_member_with(Role.Kind.SCORER, season.league, name="Cunégonde")


def test_results_stay_and_the_name_goes(season: Season, leaver: Player) -> None:
    session = make_session(season)
    play(session, leaver, *PlayerFactory.create_batch(2))
    before = list(Standing.objects.values_list("player", "place", "figure"))
    privacy.erase(leaver)
    assert list(Standing.objects.values_list("player", "place", "figure")) == before
    assert Standing.objects.get(session=session, player=leaver).player.name == "former member"


def test_pages_of_the_season_are_made_anew(season: Season, leaver: Player) -> None:
    play(make_session(season), leaver, PlayerFactory.create())
    season.refresh_from_db()
    before = season.version
    privacy.erase(leaver)
    season.refresh_from_db()
    assert season.version > before


def test_pages_are_made_anew_when_a_guest_gets_a_login(season: Season) -> None:
    guest = make_guest("Basile")
    play(make_session(season), guest, PlayerFactory.create())
    season.refresh_from_db()
    before = season.version
    invitation, _token = services.invite(PlayerFactory.create(), for_player=guest)
    user = User(email="basile@example.org")
    assert services.register(user, "Basile Martin", invitation) == guest
    season.refresh_from_db()
    assert season.version > before


def test_roles_replies_and_wishes_go(season: Season, leaver: Player) -> None:
    Wish.objects.create(
        season=season, first=leaver, second=PlayerFactory.create(), kind=Wish.Kind.APART
    )
    Reply.objects.create(session=make_session(season), player=leaver, comes=True)
    privacy.erase(leaver)
    assert not Wish.objects.exists()
    assert not Reply.objects.exists()
    assert not Role.objects.filter(player=leaver).exists()


def test_the_guest_they_once_were_is_erased_too(season: Season, leaver: Player) -> None:
    guest, stranger = make_guest("Cuné"), make_guest("Basile")
    play(make_session(season), guest, stranger, PlayerFactory.create())
    merging.merge(season.league, guest, leaver, PlayerFactory.create(), timezone.now())
    privacy.erase(leaver)
    guest.refresh_from_db()
    stranger.refresh_from_db()
    assert (guest.name, stranger.name) == ("former member", "Basile")


def test_nothing_in_the_database_names_them(season: Season, leaver: Player) -> None:
    guest, other = make_guest("Cunégonde’s cousin"), PlayerFactory.create()
    session = make_session(season)
    play(session, leaver, other)
    play(session, guest, PlayerFactory.create())
    adjustments.adjust(session, leaver, Decimal(-1), "Was late", other)
    merging.merge(season.league, guest, leaver, other, timezone.now())
    privacy.erase(leaver)
    out = StringIO()
    call_command("dumpdata", stdout=out)
    assert "gonde" not in out.getvalue()


def test_everybody_may_take_along_what_leagues_know_of_them(season: Season, leaver: Player) -> None:
    session = make_session(season)
    play(session, leaver, PlayerFactory.create())
    Reply.objects.create(session=session, player=leaver, comes=True)
    data = json.loads(json.dumps(privacy.personal_data(leaver), cls=DjangoJSONEncoder))
    assert [(row["place"], row["among"]) for row in data["results"]] == [(1, 2)]
    assert [row["comes"] for row in data["replies"]] == [True]
    assert data["league_roles"] == [{"league": "Tuesdays", "role": "scorer"}]
