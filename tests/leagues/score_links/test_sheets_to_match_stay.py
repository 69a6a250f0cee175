"""A sheet that was sent by link with a new name on it waits until a scorer matches it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client

from accounts.models import Player
from leagues.models import Game
from leagues.setup.season_life import close_season
from leagues.sheets.stored import save_draft
from tests.factories import PlayerFactory
from tests.leagues.score_links.test_sheet_by_link import filled, path_of
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_season, make_session, texts_of
from tests.support.tables import people

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller


def test_a_sheet_sent_by_link_can_be_matched_40_days_later(clock: time_machine.Traveller) -> None:
    owner, players = PlayerFactory.create(), people(3)
    session = make_session(make_season(owner))
    game, typed = make_game(session, players), make_game(session, people(2))
    guest = {"p2": "guest", "g2": "Émile"}
    assert (
        Client().post(path_of(game), filled(game, players) | guest).status_code == HTTPStatus.FOUND
    )
    save_draft(typed, texts_of(*people(2), t0="3"), owner, "page", EVENING)

    clock.move_to(EVENING + 40 * DAY)
    call_command("delete_expired")

    typed.refresh_from_db()
    assert typed.draft is None
    game.refresh_from_db()
    page = signed_in(owner).get(address(game, "game_submit"), follow=True)
    assert "Émile" in page.content.decode()
    matched = fields(players, totals=(3, 30, 70), version=game.version)
    answer = signed_in(owner).post(address(game, "game_submit"), matched)
    assert answer.status_code == HTTPStatus.FOUND
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert list(game.seats.order_by("index").values_list("heads", flat=True)) == [3, 30, 70]


def test_one_that_nobody_matched_goes_30_days_after_the_season_was_closed(
    clock: time_machine.Traveller, players: list[Player], game: Game
) -> None:
    Client().post(path_of(game), filled(game, players) | {"p2": "guest", "g2": "Émile"})
    closed = EVENING + 100 * DAY
    close_season(game.session.season_id, closed, anyway=True)
    left = []
    for after in (30 * DAY - timedelta(minutes=1), 30 * DAY + timedelta(minutes=1)):
        clock.move_to(closed + after)
        call_command("delete_expired")
        game.refresh_from_db()
        left.append(game.draft is not None)
    assert left == [True, False]
