"""The games one has played: in the lobby, and all of them on a page of their own."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.lobby import history
from games.lobby.history import Wanted, figures_of, games_of
from games.lobby.lists import lobby_for
from games.models import Seat, Table
from games.rules.options import Ending, Options, Variant
from tests.factories import PlayerFactory
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = Options(max_rounds=1)


def past_page(reader: Player, /, **filters: str) -> str:
    return html_of(signed_in(reader).get(reverse("games:past"), filters))


def played_table(*players: Player, options: Options = SHORT, **plan: Any) -> Table:
    table = start_table(*players, options=options, **plan)
    play_to_the_end(table)
    return table


def found(reader: Player, /, **wanted: Any) -> list[Table]:
    return list(games_of(reader, Wanted(**wanted), timezone.now()))


def test_one_finds_the_own_games_with_their_result(ada: Player, ben: Player, cleo: Player) -> None:
    table = played_table(ada, ben)
    result = [(seat.name, seat.heads) for seat in table.seats.order_by("rank", "index")]
    (game,) = lobby_for(ada).past
    assert [(seat.name, seat.heads) for seat in game.seats] == result
    assert not lobby_for(cleo).past
    page = past_page(ada)
    assert table.get_absolute_url() in page
    assert f"1. {result[0][0]} {result[0][1]} bull heads" in words(page)
    assert table.get_absolute_url() not in past_page(cleo)


def test_one_leafs_through_many_games(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
) -> None:
    tables = [played_table(ada, ben) for _ in range(3)]
    monkeypatch.setattr(history, "GAMES_PER_PAGE", 2)
    first, second = past_page(ada, against="people"), past_page(ada, page="2", against="people")
    assert [table.get_absolute_url() in first for table in tables] == [False, True, True]
    assert [table.get_absolute_url() in second for table in tables] == [True, False, False]
    assert "?against=people&amp;page=2" in first


def test_an_empty_list_offers_one_thing_to_do(ada: Player) -> None:
    page = past_page(ada)
    assert "You have not finished a game yet." in page
    assert 'role="search"' not in page


def test_games_are_found_by_who_sat_there(ada: Player, ben: Player, cleo: Player) -> None:
    with_ben, with_cleo = played_table(ada, ben), played_table(ada, cleo)
    played_table(ben, cleo)
    assert found(ada, player=ben.pk) == [with_ben]
    assert found(ada, text=cleo.name.lower()) == [with_cleo]
    assert found(ada, player=ada.pk) == []


@pytest.mark.parametrize("typed", ["élodie", "ÉLO", "elodie", "souper d'ete"])
def test_games_are_found_whatever_the_capitals_and_accents(typed: str) -> None:
    ada = PlayerFactory.create(name="Ada")
    table = played_table(ada, PlayerFactory.create(name="Élodie"))
    Table.objects.update(name="Souper d'Été")
    played_table(ada, PlayerFactory.create(name="Ben"), name="Friday")
    assert found(ada, text=typed) == [table]


def test_games_are_found_by_the_name_of_the_table(ada: Player, ben: Player) -> None:
    played_table(ada, ben)
    Table.objects.update(name="Late supper")
    assert len(found(ada, text="supper")) == 1
    assert found(ada, text="breakfast") == []


def test_games_are_found_by_their_result(ada: Player, ben: Player) -> None:
    table = played_table(ada, ben)
    ranks = {seat.player: seat.rank for seat in table.seats.all()}
    for player in (ada, ben):
        assert bool(found(player, result="won")) is (ranks[player] == 1)
        assert bool(found(player, result="lost")) is (ranks[player] != 1)


def test_games_against_bots_are_told_from_those_against_people(ada: Player, ben: Player) -> None:
    alone, together = played_table(ada, bots=1), played_table(ada, ben, bots=1)
    assert found(ada, against="bots") == [alone]
    assert found(ada, against="people") == [together]


def test_games_are_found_by_when_they_ended(ada: Player, ben: Player) -> None:
    table = played_table(ada, ben)
    Table.objects.update(ended_at=timezone.now() - timedelta(days=20))
    assert found(ada, period="week") == []
    assert found(ada, period="month") == found(ada, period="year") == [table]


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("base", SHORT),
        ("special", Options(variant=Variant.SPECIAL)),
        ("ox", Options(variant=Variant.OX)),
        ("known_cards", Options(known_cards=True, max_rounds=1)),
        ("draft", Options(draft=True, max_rounds=1)),
        ("cabriole", Options(cabriole=True, max_rounds=1)),
        ("even_odd", Options(even_odd=True, max_rounds=1)),
        ("mountain", Options(mountain=True, max_rounds=1)),
        ("flip", Options(flip=True, max_rounds=1)),
        ("elimination", Options(ending=Ending.ELIMINATION, max_rounds=1)),
    ],
)
def test_games_are_found_by_their_rules(
    variant: str, options: Options, ada: Player, ben: Player
) -> None:
    table = played_table(ada, ben, options=options)
    assert {name: found(ada, variant=name) for name in history.VARIANTS} == {
        name: [table] if name == variant else [] for name in history.VARIANTS
    }


def test_filters_that_nobody_offered_count_as_none(ada: Player, ben: Player, cleo: Player) -> None:
    table = played_table(ada, ben)
    nonsense = {"variant": "x", "player": str(cleo.pk), "result": "x", "page": "x", "period": "x"}
    assert table.get_absolute_url() in past_page(ada, **nonsense)


def test_only_people_one_has_played_with_can_be_chosen(
    ada: Player, ben: Player, cleo: Player
) -> None:
    played_table(ada, ben)
    page = past_page(ada)
    assert f'<option value="{ben.pk}">{ben.name}</option>' in page
    assert cleo.name not in page


def test_the_figures_sum_up_the_games_that_are_shown(
    ada: Player, ben: Player, cleo: Player
) -> None:
    """Three games of 2, 2 and 1 rounds, with places 1, 3, 1 and 12, 30 and 8 heads."""
    two_rounds = Options(max_rounds=2, limit=1000)
    for options, rank, heads in ((two_rounds, 1, 12), (two_rounds, 3, 30), (SHORT, 1, 8)):
        table = played_table(ada, ben, cleo, options=options)
        Seat.objects.filter(table=table, player=ada).update(rank=rank, heads=heads)
    figures = figures_of(games_of(ada, Wanted(), timezone.now()), ada)
    assert (figures.games, figures.wins, figures.places) == (3, 2, (2, 0, 1))
    assert figures.heads_per_round == 10
    assert [bar[:2] for bar in figures.bars] == [(1, 2), (2, 0), (3, 1)]
    won = figures_of(games_of(ada, Wanted(result="won"), timezone.now()), ada)
    assert (won.games, won.wins) == (2, 2)
    assert figures_of(games_of(cleo, Wanted(text="none"), timezone.now()), cleo).games == 0


def test_rounds_that_nobody_stored_are_not_guessed(ada: Player, ben: Player) -> None:
    known, unknown = played_table(ada, ben), played_table(ada, ben)
    Seat.objects.filter(table=unknown).update(rounds=None)
    Seat.objects.filter(table=known, player=ada).update(heads=14)
    figures = figures_of(games_of(ada, Wanted(), timezone.now()), ada)
    assert (figures.games, figures.heads_per_round) == (2, 14)


def test_heads_of_who_was_out_count_for_the_rounds_they_played(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = played_table(ada, ben, cleo, options=Options(ending=Ending.ELIMINATION, limit=30))
    table.refresh_from_db()
    game = json.loads(table.state)["game"]
    assert any(game["eliminated_in"])
    for seat in table.seats.all():
        assert seat.rounds == (game["eliminated_in"][seat.index] or len(game["round_scores"]))
    Seat.objects.filter(player=ada).update(heads=30, rounds=2)
    assert figures_of(games_of(ada, Wanted(), timezone.now()), ada).heads_per_round == 15


def test_the_page_reads_no_state_of_a_game(ada: Player, ben: Player) -> None:
    played_table(ada, ben)
    with CaptureQueriesContext(connection) as statements:
        past_page(ada)
    assert not [one["sql"] for one in statements if '"games_table"."state"' in one["sql"]]


def test_the_page_costs_the_same_for_one_game_and_for_many(ada: Player, ben: Player) -> None:
    played_table(ada, ben)
    with CaptureQueriesContext(connection) as few:
        past_page(ada)
    for _game in range(4):
        played_table(ada, ben)
    with CaptureQueriesContext(connection) as many:
        past_page(ada)
    assert len(many) == len(few)


def test_a_page_that_repeats_its_address_is_not_compressed(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    """Its length would tell of the addresses of private tables on it."""
    played_table(ada, ben, visibility="private")
    packed = {"Accept-Encoding": "gzip"}
    searched = as_ada.get(reverse("games:past"), {"q": "tables/abc"}, headers=packed)
    assert "tables/abc" in searched.content.decode()
    assert as_ada.get(reverse("games:past"), headers=packed).headers["Content-Encoding"] == "gzip"


def test_ones_games_are_read_by_ones_own_seats_however_many_the_club_has(ada: Player) -> None:
    wanted = Wanted(text="friday", variant="base", result="won", against="people")
    plan = games_of(ada, wanted, timezone.now()).explain()
    if connection.vendor == "sqlite":
        # Else every finished table of the club is looked at.
        assert "USING INDEX table_" not in plan
        assert "SEARCH games_table USING INTEGER PRIMARY KEY" in plan
