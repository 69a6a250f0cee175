"""The seasons in which somebody appears, in whatever way."""

import pytest
from django.utils import timezone

from leagues.models import Attendance, Entrant, GameSeat, Reply
from leagues.people.guests import seasons_with
from tests.factories import PlayerFactory
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


def test_who_plays_comes_replies_or_is_named_appears() -> None:
    player, other = PlayerFactory.create(), PlayerFactory.create()
    played, came, replied, named, strange = (make_season() for _way in range(5))
    play(make_session(played), player, other)
    make_session(came).attendances.create(player=player, arrived_at=timezone.now())
    session = make_session(replied)
    session.replies.create(player=player, comes=True)
    named.entrants.create(player=player)
    play(make_session(strange), other, PlayerFactory.create())
    assert set(seasons_with([player.pk])) == {played, came, replied, named}


def test_no_rows_of_several_tables_are_joined_with_each_other() -> None:
    # Joined, 2,880 games of 60 people took seconds under the write lock.
    tables = [model._meta.db_table for model in (GameSeat, Attendance, Reply, Entrant)]
    selects = str(seasons_with([1]).query).split("SELECT ")
    assert max(sum(table in select for table in tables) for select in selects) == 1
