"""The table as it was before the last reveal, for a page that plays the turn again."""

import re
from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.replay import previous_turn
from games.rules.events import Revealed
from games.rules.options import Options, Variant
from games.seats import leaving
from games.table import store
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import people, play_to_the_end, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def rows_in(html: str) -> list[list[int]]:
    """The cards of each row of a board."""
    rows = re.findall(r'data-part="row-\d+"(.*?)</li>', html, re.DOTALL)
    return [[int(card) for card in re.findall(r"#c(\d+)", row)] for row in rows]


def rows_now(table: Table) -> list[list[int]]:
    game = store.fresh(table.pk).game
    return [list(row.cards) for row in game.round.rows]


def test_before_the_first_reveal_there_is_none(ada: Player, table: Table) -> None:
    answer = signed_in(ada).get(url("previous_turn", table))
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_the_rows_are_those_before_the_reveal(ada: Player, ben: Player, cleo: Player) -> None:
    table = start_table(ada, ben, cleo)
    play_turn(table)
    before = rows_now(table)
    play_turn(table)
    assert rows_now(table) != before
    page = signed_in(ada).get(url("previous_turn", table)).content.decode()
    assert rows_in(page) == before
    assert 'data-turn="1.2"' in page


@pytest.mark.parametrize(
    "options",
    [
        Options(draft=True, known_cards=True, max_rounds=1),
        Options(cabriole=True, max_rounds=1),
        Options(variant=Variant.SPECIAL),
    ],
    ids=["draft", "cabriole", "special"],
)
def test_every_variant_shows_the_last_turn_of_an_ended_game(options: Options) -> None:
    table = start_table(*people(3), options=options)
    ended = play_to_the_end(table)
    assert any(isinstance(event, Revealed) for event in ended.story)
    page = signed_in(None)
    table.refresh_from_db()
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PUBLIC)
    store.forget()
    answer = page.get(url("previous_turn", table))
    assert answer.status_code == HTTPStatus.OK
    assert f'data-turn="{ended.turn_key}"' in answer.content.decode()
    assert len(rows_in(answer.content.decode())) >= 4


@pytest.mark.parametrize(
    "options", [Options(max_rounds=1), Options(variant=Variant.SPECIAL)], ids=["base", "special"]
)
def test_an_ended_game_shows_it_also_once_a_player_was_erased(
    options: Options, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, cleo, options=options)
    play_to_the_end(table)
    address = url("previous_turn", table)
    before = rows_in(signed_in(ada).get(address).content.decode())
    leaving.erase(cleo, cleo.name, timezone.now())
    previous_turn._states.clear()
    answer = signed_in(ada).get(address)
    assert answer.status_code == HTTPStatus.OK
    assert rows_in(answer.content.decode()) == before


def test_no_card_is_shown_that_was_secret_then(ada: Player, table: Table) -> None:
    play_turn(table)
    game = store.fresh(table.pk).game
    page = signed_in(ada).get(url("previous_turn", table)).content.decode()
    shown = {int(card) for card in re.findall(r"#c(\d+)", page)}
    assert shown == {card for row in rows_in(page) for card in row}
    assert not shown & {card for hand in game.round.hands for card in hand}


@pytest.mark.parametrize(
    ("visibility", "stranger"), [("public", HTTPStatus.OK), ("club", HTTPStatus.NOT_FOUND)]
)
def test_who_may_not_look_at_the_table_gets_none(
    visibility: str, stranger: int, ada: Player, ben: Player
) -> None:
    table = start_table(ada, ben, visibility=visibility)
    play_turn(table)
    assert signed_in(None).get(url("previous_turn", table)).status_code == stranger
