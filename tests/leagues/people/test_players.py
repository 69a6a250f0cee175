"""Who plays in a season."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Rating, Season, Session, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import guests, merging, players
from tests.factories import PlayerFactory
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


def kinds(session: Session) -> dict[str, str]:
    return dict(Standing.objects.filter(session=session).values_list("player__name", "kind"))


def test_who_comes_in_mid_season_joins_from_the_next_session_on(season: Season) -> None:
    make_session(season, status=Session.Status.CLOSED)
    players.add_player(season.pk, PlayerFactory.create())
    assert season.entrants.get().joined_from == 2


def test_a_guest_needs_a_name_of_their_own(season: Season) -> None:
    guest = players.add_guest(season.pk, "Basile")
    assert guest.user is None
    with pytest.raises(LeagueError) as refused:
        players.add_guest(season.pk, "basile")
    assert refused.value.code is LeagueErrorCode.NAME_TAKEN
    assert Player.objects.filter(name__iexact="basile").count() == 1


def test_nobody_is_added_twice(season: Season) -> None:
    ana = PlayerFactory.create()
    players.add_player(season.pk, ana)
    with pytest.raises(LeagueError) as refused:
        players.add_player(season.pk, ana)
    assert refused.value.code is LeagueErrorCode.ALREADY_THERE


def test_who_withdraws_keeps_the_places_of_earlier_sessions(season: Season) -> None:
    ana, bob, eve = (PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Eve"))
    first = make_session(season, status=Session.Status.RUNNING)
    play(first, ana, bob, eve)
    first.status = Session.Status.CLOSED
    first.save()
    players.withdraw(season.pk, ana, timezone.now())
    second = make_session(season)
    play(second, bob, eve)
    assert kinds(first)["Ana"] == "classed"
    assert kinds(second)["Ana"] == "withdrawn"


def test_who_comes_back_has_a_place_again(
    season: Season, session: Session, ana: Player, bob: Player
) -> None:
    play(session, ana, bob)
    players.withdraw(season.pk, ana, timezone.now())
    assert kinds(session)["Ana"] == "withdrawn"
    players.come_back(season.pk, ana)
    assert kinds(session)["Ana"] == "classed"


def test_who_never_came_is_taken_off_the_list(season: Season) -> None:
    ana = PlayerFactory.create()
    players.add_player(season.pk, ana)
    players.withdraw(season.pk, ana, timezone.now())
    assert not season.entrants.exists()


def test_who_does_not_want_a_rating_has_none(season: Season) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    play(make_session(season), ana, bob)
    assert Rating.objects.filter(player=ana).exists()
    players.set_rated(season.pk, ana, ana, is_rated=False)
    assert not Rating.objects.filter(player=ana).exists()
    players.set_rated(season.pk, ana, ana, is_rated=True)
    assert Rating.objects.filter(player=ana).exists()


def test_a_refused_rating_is_brought_back_by_nobody_else(season: Season) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    play(make_session(season), ana, bob)
    players.set_rated(season.pk, ana, ana, is_rated=False)
    with pytest.raises(LeagueError) as refused:
        players.set_rated(season.pk, ana, bob, is_rated=True)
    assert refused.value.code is LeagueErrorCode.OWN_CHOICE
    assert not Rating.objects.filter(player=ana).exists()


def test_an_organizer_answers_for_a_guest_s_rating(season: Season) -> None:
    organizer, guest = PlayerFactory.create(), make_guest()
    play(make_session(season), guest, organizer)
    players.set_rated(season.pk, guest, organizer, is_rated=False)
    players.set_rated(season.pk, guest, organizer, is_rated=True)
    assert Rating.objects.filter(player=guest).exists()


def test_a_refusal_is_not_forgotten_with_who_never_came(season: Season) -> None:
    ana = PlayerFactory.create()
    players.add_player(season.pk, ana)
    players.set_rated(season.pk, ana, ana, is_rated=False)
    players.withdraw(season.pk, ana, timezone.now())
    assert not season.entrants.get(player=ana).is_rated


def test_nobody_withdraws_who_is_not_there(season: Season) -> None:
    with pytest.raises(LeagueError) as refused:
        players.withdraw(season.pk, PlayerFactory.create(), timezone.now())
    assert refused.value.code is LeagueErrorCode.NOT_PRESENT


# --- Guests whose name was mistyped ----------------------------------------------------


def refusal_of(season: Season, player: Player, name: str) -> LeagueErrorCode:
    with pytest.raises(LeagueError) as refused:
        guests.rename_guest(season.pk, player, name)
    return refused.value.code


def test_a_guest_is_renamed_and_every_page_of_the_season_is_made_anew(season: Season) -> None:
    guest = players.add_guest(season.pk, "berangere")
    season.refresh_from_db()
    before = season.version
    guests.rename_guest(season.pk, guest, "Bérangère")
    guests.rename_guest(season.pk, guest, "BÉRANGÈRE")
    guest.refresh_from_db()
    season.refresh_from_db()
    assert guest.name == "BÉRANGÈRE"
    assert season.version == before + 2


def test_only_a_guest_of_this_league_alone_is_renamed_to_a_free_name(season: Season) -> None:
    guest, basile = (players.add_guest(season.pk, name) for name in ("Paulo", "Basile"))
    member = PlayerFactory.create()
    assert refusal_of(season, guest, "basile") is LeagueErrorCode.NAME_TAKEN
    assert refusal_of(season, member, "Paul") is LeagueErrorCode.NOT_PRESENT
    players.add_player(season.pk, member)
    assert refusal_of(season, member, "Paul") is LeagueErrorCode.NOT_A_GUEST
    players.add_player(make_season(name="Another").pk, basile)
    assert refusal_of(season, basile, "Basil") is LeagueErrorCode.KNOWN_ELSEWHERE


def test_a_guest_who_turned_out_to_be_a_member_of_another_league_keeps_the_name(
    season: Season,
) -> None:
    other = make_season(name="Another")
    guest, member = players.add_guest(other.pk, "Paulo"), PlayerFactory.create()
    players.add_player(season.pk, guest)
    merging.merge(other.league, guest, member, member, timezone.now())
    assert refusal_of(season, guest, "Paul") is LeagueErrorCode.KNOWN_ELSEWHERE
