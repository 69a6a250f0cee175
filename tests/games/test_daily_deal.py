"""The deal of the day against the ox: the same for everybody, once, and secret before its day."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import store
from games.daily import service
from games.models import DailyGame, OxResult, Table
from games.ox_results import service as ox_results
from games.rules.deal import commitment
from games.services import playing
from tests.support.clients import signed_in
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db

PAGE = "games:ox_results"
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


def cards_of(table: Table) -> tuple[object, ...]:
    """All that was dealt."""
    game = store.fresh(table.pk).game
    assert game is not None
    assert game.round.ox is not None
    return game.round.hands, game.round.ox.hand, game.round.rows


def opened(player: Player, now: datetime = NOON) -> Table:
    return service.play_daily(player, "bulls", now)


def test_everybody_has_the_same_cards_and_another_day_has_others() -> None:
    ada, ben, cleo = people(3)
    first, second = opened(ada), opened(ben)
    assert cards_of(first) == cards_of(second)
    assert first.commitment == second.commitment
    assert cards_of(opened(cleo, NOON + timedelta(days=1))) != cards_of(first)


def test_one_game_each_and_day_however_often_asked_for() -> None:
    (ada,) = people(1)
    table = opened(ada)
    assert opened(ada).pk == table.pk
    playing.abandon(table.pk, ada, NOON)
    assert opened(ada).pk == table.pk
    assert Table.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyGame.objects.create(day=NOON.date(), player=ada, table=table)


def test_the_day_is_that_of_the_club_not_of_the_reader() -> None:
    club = timezone.get_default_timezone()
    midnight = datetime(2026, 11, 28, tzinfo=club)
    with timezone.override("Pacific/Kiritimati"):
        assert service.day_of(midnight - timedelta(seconds=1)) == date(2026, 11, 27)
        assert service.day_of(midnight) == date(2026, 11, 28)


def test_without_the_key_of_the_site_the_deal_cannot_be_told(settings: LazySettings) -> None:
    day = date(2026, 11, 28)
    before = service.secret_of(day)
    assert len(before) == 32
    settings.SECRET_KEY = "another key of another club, long enough"
    assert service.secret_of(day) != before


def test_the_table_shows_the_commitment_and_hides_the_secret_until_the_end() -> None:
    (ada,) = people(1)
    table = opened(ada, timezone.now())
    secret = service.secret_of(service.day_of(timezone.now()))
    page = signed_in(ada).get(table.get_absolute_url()).text
    assert commitment(secret) in page
    assert secret.hex() not in page


def test_results_are_shown_to_who_has_ended_their_game() -> None:
    ada, ben = people(2)
    browser = signed_in(ada)
    browser.post(reverse("games:play_daily"))
    play_to_the_end(Table.objects.get())
    result = OxResult.objects.get()
    signed_in(ben).post(reverse("games:play_daily"))
    waiting = signed_in(ben).get(reverse(PAGE)).text
    assert ada.name not in waiting
    assert "1 person has played." in waiting
    assert "Play on" in waiting
    ended = service.today_for(ada, timezone.now())
    assert [(line.result, line.names, line.is_own) for line in ended.lines] == [
        (result, [ada.name], True)
    ]
    page = browser.get(reverse(PAGE)).text
    assert ada.name in page
    assert "Play the deal of the day" not in page


def test_a_deal_that_others_may_have_told_is_not_among_the_best_results() -> None:
    (ada,) = people(1)
    play_to_the_end(opened(ada))
    ox_results.list_alone(ada, is_listed=True)
    assert ox_results.best_results(ada) == []
    assert ox_results.best_alone(ada) is None
