"""A season is closed, archived, opened again and copied."""

import pytest
from django.utils import timezone

from accounts import privacy
from leagues.models import Game, Season, Session, Wish
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import players
from leagues.setup import season_life
from leagues.setup.season_life import open_season
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session, play

pytestmark = pytest.mark.django_db


def test_a_closed_season_ends_its_running_sessions(season: Season, session: Session) -> None:
    season_life.close_season(season.pk, timezone.now())
    season.refresh_from_db()
    session.refresh_from_db()
    assert (season.status, session.status) == (Season.Status.CLOSED, Session.Status.CLOSED)


def test_a_season_with_games_in_play_is_not_closed_by_mistake(season: Season) -> None:
    game = make_game(make_session(season), PlayerFactory.create_batch(3))
    with pytest.raises(LeagueError) as refused:
        season_life.close_season(season.pk, timezone.now())
    assert refused.value.code is LeagueErrorCode.GAMES_IN_PLAY
    season_life.close_season(season.pk, timezone.now(), anyway=True)
    season.refresh_from_db()
    game.refresh_from_db()
    assert (season.status, game.status) == (Season.Status.CLOSED, Game.Status.SEATED)


def test_a_sheet_that_waits_for_a_second_person_keeps_a_season_open() -> None:
    season = make_season(second_person=True)
    play(make_session(season), *PlayerFactory.create_batch(3))
    assert season_life.unfinished_games(season).count() == 1


def test_a_season_is_closed_before_it_is_archived(season: Season) -> None:
    with pytest.raises(LeagueError) as refused:
        season_life.archive_season(season.pk)
    assert refused.value.code is LeagueErrorCode.OPEN_SEASON
    season_life.close_season(season.pk, timezone.now())
    season_life.archive_season(season.pk)
    season.refresh_from_db()
    assert season.status == Season.Status.ARCHIVED


def test_an_archived_season_can_be_opened_again(season: Season) -> None:
    season_life.close_season(season.pk, timezone.now())
    season_life.archive_season(season.pk)
    open_season(season.pk, timezone.now())
    season.refresh_from_db()
    assert season.is_open
    assert season.closed_at is None


def test_a_closed_season_cannot_be_closed_again(season: Season) -> None:
    season_life.close_season(season.pk, timezone.now())
    with pytest.raises(LeagueError) as refused:
        season_life.close_season(season.pk, timezone.now())
    assert refused.value.code is LeagueErrorCode.SEASON_NOT_OPEN


def test_a_copy_has_the_same_rules_and_is_being_prepared() -> None:
    season = make_season(min_games=3)
    copy = season_life.copy_season(season, "Autumn", players=False, wishes=False)
    assert copy.season_rules == season.season_rules
    assert (copy.number, copy.name, copy.status) == (2, "Autumn", Season.Status.DRAFT)
    assert not copy.entrants.exists()


def test_a_copy_asked_for_twice_is_one(season: Season) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    play(make_session(season), ana, bob)
    Wish.objects.create(season=season, first=ana, second=bob, kind=Wish.Kind.APART)
    copies = [
        season_life.copy_season(season, "Autumn", players=True, wishes=True) for _again in range(2)
    ]
    assert copies[0] == copies[1]
    assert season.league.seasons.count() == 2
    assert (copies[0].entrants.count(), copies[0].wishes.count()) == (2, 1)


def test_a_copy_takes_players_and_wishes_along_but_not_who_has_withdrawn(season: Season) -> None:
    ana, bob, eve = PlayerFactory.create_batch(3)
    play(make_session(season), ana, bob, eve)
    players.withdraw(season.pk, eve, timezone.now())
    gone = PlayerFactory.create()
    players.add_player(season.pk, gone)
    privacy.erase(gone)
    players.set_rated(season.pk, bob, bob, is_rated=False)
    Wish.objects.create(season=season, first=ana, second=bob, kind=Wish.Kind.APART)
    copy = season_life.copy_season(season, "Autumn", players=True, wishes=True)
    found = {entrant.player: entrant for entrant in copy.entrants.select_related("player")}
    assert set(found) == {ana, bob}
    assert not found[bob].is_rated
    assert {entrant.joined_from for entrant in found.values()} == {1}
    assert copy.wishes.get().kind == Wish.Kind.APART
