"""What nobody has confirmed, or not everybody may see, comes out by no way around."""

import pytest
from django.test import Client
from django.utils import timezone

from leagues.people import merging
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address
from tests.support.leagues import enter, make_game, make_guest, make_season, make_session, sheet_of

pytestmark = pytest.mark.django_db


def test_a_correction_that_was_replaced_shows_in_no_comparison() -> None:
    session = make_session(make_season(second_person=True))
    guest = make_guest()
    people = [guest, *PlayerFactory.create_batch(2)]
    one, other = PlayerFactory.create_batch(2)
    now = timezone.now()
    game = enter(make_game(session, people), [10, 20, 70], by=one)
    results.confirm(game, other, now)
    game.refresh_from_db()
    results.correct(game, sheet_of(people, totals=[10, 41, 70]), one, "A slip", now)
    member = PlayerFactory.create()
    merging.merge(session.season.league, guest, member, one, now)
    people[0] = member
    game.refresh_from_db()
    results.correct(game, sheet_of(people, totals=[10, 32, 70]), other, "No, so", now)
    game.refresh_from_db()
    results.confirm(game, one, now)
    read = Client().get(address(game)).content.decode()
    assert "20 → 32" in read
    assert "41 →" not in read
