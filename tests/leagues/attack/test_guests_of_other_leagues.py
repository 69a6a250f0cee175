"""The names of guests stay in the leagues whose pages not everybody may read."""

from http import HTTPStatus

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import Attendance, League, Season, Session
from leagues.people import merging, players
from leagues.people.find import people_of
from leagues.people.forms import AddPlayerForm
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import url
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db

Visibility = League.Visibility


@pytest.fixture
def organizer(client: Client) -> Player:
    player = PlayerFactory.create(name="Odile")
    assert player.user is not None
    client.force_login(player.user)
    return player


@pytest.fixture
def session(organizer: Player) -> Session:
    return make_session(make_season(organizer))


def guest_of(visibility: League.Visibility, *, opened: bool = True) -> Player:
    season = make_season(visibility=visibility, opened=opened)
    return players.add_guest(season.pk, "Gustave")


def finds(session: Session, player: Player) -> bool:
    return people_of(session.season.league).filter(pk=player.pk).exists()


@pytest.mark.parametrize(
    ("visibility", "opened", "found"),
    [
        (Visibility.PUBLIC, True, True),
        (Visibility.PUBLIC, False, False),
        (Visibility.MEMBERS, True, False),
        (Visibility.UNLISTED, True, False),
    ],
)
def test_a_guest_is_found_by_others_where_everybody_reads_of_them(
    client: Client, session: Session, visibility: League.Visibility, opened: bool, found: bool
) -> None:
    guest = guest_of(visibility, opened=opened)
    page = client.get(url("session", session), {"q": "gusta"}).content.decode()
    assert ("Gustave" in page) is found
    form = AddPlayerForm(session.season)
    assert ("Gustave" in form.as_div()) is found
    answer = client.post(url("arrive", session), {"player": guest.pk})
    assert (answer.status_code == HTTPStatus.NOT_FOUND) is not found
    assert Attendance.objects.exists() is found


def test_own_guests_are_found_whoever_may_read_the_league(organizer: Player) -> None:
    season = make_season(organizer, visibility=Visibility.UNLISTED)
    guest = players.add_guest(season.pk, "Gustave")
    assert finds(make_session(season), guest)


def test_a_guest_who_turned_out_to_be_a_member_is_not_checked_in_again(
    client: Client, organizer: Player, session: Session
) -> None:
    guest, member = make_guest("Basile"), PlayerFactory.create(name="Martin")
    play(session, guest, *PlayerFactory.create_batch(2))
    elsewhere: Season = make_season()
    players.add_player(elsewhere.pk, guest)
    assert finds(session, guest)
    merging.merge(session.season.league, guest, member, organizer, session.starts_at)
    assert not finds(session, guest)
    client.post(url("arrive", session), {"player": guest.pk})
    assert not Attendance.objects.filter(player=guest).exists()
