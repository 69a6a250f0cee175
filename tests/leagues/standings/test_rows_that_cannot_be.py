"""Rows that say two things at once, or only half of one: the database itself keeps none of them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from leagues.models import Game, GameSeat, Merge, Season
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(season: Season) -> Game:
    """One that counts."""
    return play(make_session(season), *PlayerFactory.create_batch(3))


def assert_refused(constraint: str, rows: QuerySet[Any], **fields: Any) -> None:
    before = list(rows.values())
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        rows.update(**fields)
    assert list(rows.values()) == before


def test_a_confirmed_game_has_a_time(game: Game) -> None:
    assert_refused("confirmed_has_time", Game.objects.filter(pk=game.pk), confirmed_at=None)


def test_no_game_is_confirmed_without_one(season: Season) -> None:
    game = make_game(make_session(season), PlayerFactory.create_batch(3))
    rows = Game.objects.filter(pk=game.pk)
    assert_refused("confirmed_has_time", rows, status=Game.Status.CONFIRMED)


def test_an_online_game_has_a_table(game: Game) -> None:
    assert_refused("live_has_table", Game.objects.filter(pk=game.pk), kind=Game.Kind.LIVE)


@pytest.mark.parametrize("fields", [{"player": None}, {"bot": "Marguerite"}])
def test_a_seat_is_a_persons_or_a_bots(game: Game, fields: dict[str, Any]) -> None:
    seat = GameSeat.objects.filter(game=game, index=1)
    assert_refused("league_seat_person_or_bot", seat, **fields)


def test_a_bot_may_have_a_seat(game: Game) -> None:
    GameSeat.objects.create(game=game, index=3, bot="Marguerite")


def test_a_guest_is_merged_once_in_a_league_until_that_is_undone(season: Season) -> None:
    guest, first, second = make_guest(), PlayerFactory.create(), PlayerFactory.create()
    merged = Merge.objects.create(league=season.league, guest=guest, member=first)
    Merge.objects.create(league=make_season().league, guest=guest, member=first)
    with pytest.raises(IntegrityError), transaction.atomic():
        Merge.objects.create(league=season.league, guest=guest, member=second)
    merged.undone_at = timezone.now()
    merged.save()
    Merge.objects.create(league=season.league, guest=guest, member=second)
