"""The deal of the day against the ox: the same for everybody, once, and secret before its day."""

import importlib
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus

import pytest
from django.apps import apps as django_apps
from django.conf import LazySettings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.club_day import day_of
from games.models import DailyGame, OxResult, Table
from games.play import ox_results, playing
from games.practice import ox
from games.rules.deal import commitment
from games.table import store
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import play_to_the_end, play_turn

pytestmark = pytest.mark.django_db

PAGE = "games:practice"
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


def cards_of(table: Table) -> tuple[object, ...]:
    """All that was dealt."""
    game = store.fresh(table.pk).game
    assert game is not None
    assert game.round.ox is not None
    return game.round.hands, game.round.ox.hand, game.round.rows


def opened(player: Player, now: datetime = NOON) -> Table:
    return ox.play_daily(player, "bulls", now)


def test_everybody_has_the_same_cards_and_another_day_has_others(
    ada: Player, ben: Player, cleo: Player
) -> None:
    first, second = opened(ada), opened(ben)
    assert cards_of(first) == cards_of(second)
    assert first.commitment == second.commitment
    assert cards_of(opened(cleo, NOON + timedelta(days=1))) != cards_of(first)


def test_one_game_each_and_day_however_often_asked_for(ada: Player) -> None:
    table = opened(ada)
    assert opened(ada).pk == table.pk
    playing.abandon(table.pk, ada, NOON)
    assert opened(ada).pk == table.pk
    assert Table.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyGame.objects.create(day=NOON.date(), player=ada, table=table)


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_the_same_moment_open_one_table(ada: Player) -> None:
    tables = at_once(*[lambda: opened(ada).pk] * 4)
    assert tables == [Table.objects.get().pk] * 4
    assert DailyGame.objects.count() == 1


def test_the_day_is_that_of_the_club_not_of_the_reader() -> None:
    club = timezone.get_default_timezone()
    midnight = datetime(2026, 11, 28, tzinfo=club)
    with timezone.override("Pacific/Kiritimati"):
        assert day_of(midnight - timedelta(seconds=1)) == date(2026, 11, 27)
        assert day_of(midnight) == date(2026, 11, 28)


def test_without_the_key_of_the_site_the_deal_cannot_be_told(settings: LazySettings) -> None:
    day = date(2026, 11, 28)
    before = ox.secret_of(day)
    assert len(before) == 32
    settings.SECRET_KEY = "another key of another club, long enough"
    assert ox.secret_of(day) != before


def test_the_table_shows_the_commitment_and_hides_the_secret_until_the_end(ada: Player) -> None:
    table = opened(ada, timezone.now())
    secret = ox.secret_of(day_of(timezone.now()))
    page = signed_in(ada).get(table.get_absolute_url()).text
    assert commitment(secret) in page
    assert secret.hex() not in page


def break_off(table: Table, player: Player) -> None:
    playing.abandon(table.pk, player, NOON)


def end(table: Table, _player: Player) -> None:
    play_to_the_end(table)


@pytest.mark.parametrize("finish", [end, break_off])
def test_until_the_day_is_over_who_has_ended_it_has_no_proof_to_pass_on(
    monkeypatch: pytest.MonkeyPatch,
    finish: Callable[[Table, Player], None],
    ada: Player,
    as_ada: Client,
) -> None:
    table = opened(ada)
    secret = ox.secret_of(NOON.date()).hex()
    record = reverse("games:record", args=[table.code])
    pages = [table.get_absolute_url(), reverse("games:replay", args=[table.code])]
    finish(table, ada)

    midnight = ox.end_of(NOON.date())
    monkeypatch.setattr(timezone, "now", lambda: midnight - timedelta(seconds=1))
    for page in pages:
        text = as_ada.get(page).text
        assert secret not in text
        assert record not in text
    assert "the secret and the record are shown here from" in as_ada.get(pages[0]).text
    assert as_ada.get(record).status_code == HTTPStatus.NOT_FOUND

    monkeypatch.setattr(timezone, "now", lambda: midnight)
    assert secret in as_ada.get(pages[0]).text
    for page in pages:
        assert record in as_ada.get(page).text
    assert as_ada.get(record).json()["fairness"]["server_seed"] == secret


def test_the_replay_of_a_deal_that_was_broken_off_shows_no_number_the_ox_still_held(
    ada: Player,
) -> None:
    table = opened(ada)
    play_turn(table)
    play_turn(table)
    game = store.fresh(table.pk).game
    assert game is not None
    assert game.round.ox is not None
    assert len(game.round.ox.hand) == 8
    playing.abandon(table.pk, ada, NOON)
    html = signed_in(ada).get(reverse("games:replay", args=[table.code]), {"turn": "1.2"}).text
    shown = set(re.findall(r"#c(\d+)\b", html))
    assert str(game.round.rows[0].cards[0]) in shown
    assert not shown & set(map(str, game.round.ox.hand))


def test_deals_of_a_day_that_were_opened_before_are_sealed_too(ada: Player) -> None:
    module = importlib.import_module("games.migrations.0018_sealed_until")
    table = opened(ada)
    Table.objects.update(sealed_until=None)
    module.seal_daily_games(django_apps, connection.schema_editor())
    table.refresh_from_db()
    assert table.sealed_until == datetime(2026, 11, 27, 23, tzinfo=UTC)


def test_results_are_shown_to_who_has_ended_their_game(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    as_ada.post(reverse("games:play_daily"))
    play_to_the_end(Table.objects.get())
    result = OxResult.objects.get()
    signed_in(ben).post(reverse("games:play_daily"))
    waiting = signed_in(ben).get(reverse(PAGE)).text
    assert ada.name not in waiting
    assert "1 person has played." in waiting
    assert "Play on" in waiting
    ended = ox.today_for(ada, timezone.now())
    assert [(line.result, line.names, line.is_own) for line in ended.lines] == [
        (result, [ada.name], True)
    ]
    page = as_ada.get(reverse(PAGE)).text
    assert ada.name in page
    assert "Play the deal of the day" not in page


def test_a_deal_that_others_may_have_told_is_not_among_the_best_results(ada: Player) -> None:
    play_to_the_end(opened(ada))
    ox_results.list_alone(ada, is_listed=True)
    assert ox_results.best_results(ada) == []
    assert ox_results.best_alone(ada) is None
