"""Cabriole at the table: where she lies, what she makes full, and how she is told."""

import re

import pytest

from games.rules.actions import ChooseCard
from games.rules.engine import apply
from games.rules.events import Events
from games.rules.options import Options
from games.rules.state import Cards, Row
from games.table.snapshot import Snapshot
from tests.pages.tables import deal, dealer, public_html, public_text, table_in_play

Rows = tuple[Row, ...]


def played(rows: Rows, *cards: int) -> Snapshot:
    """A table after one turn on these rows; everybody keeps a card."""
    game = deal(len(cards), Options(cabriole=True))
    hands = tuple((card, 104 - seat) for seat, card in enumerate(cards))
    game = game._replace(round=game.round._replace(rows=rows, hands=hands))
    story: Events = ()
    for seat, card in enumerate(cards):
        game, events = apply(game, ChooseCard(seat, card), dealer(len(cards)))
        story += events
    return table_in_play(game, story)


def rows_of(*rows: Cards, cow: int = 0) -> Rows:
    return tuple(Row(cards, cabriole=index == cow) for index, cards in enumerate(rows))


def shown_rows(snapshot: Snapshot) -> list[str]:
    html = public_html(snapshot, "en", "bulls")
    return re.findall(r'<li class="row.*?</li>', html, re.DOTALL)


def test_she_lies_at_the_end_of_her_row_and_fills_a_place() -> None:
    row = shown_rows(played(rows_of((10, 13), (20,), (30,), (41,)), 42, 90))[0]
    assert "cabriole.svg#cabriole" in row
    assert row.index("#c13") < row.index("#cabriole")
    assert row.count('class="place"') == 5
    assert row.count('class="place"></span>') == 2


def test_her_row_is_full_with_four_numbers() -> None:
    html = shown_rows(played(rows_of((3, 5, 9, 13), (20,), (30,), (41,)), 42, 90))[0]
    assert 'class="row is-full' in html


def test_her_jump_is_told_with_its_reason() -> None:
    snapshot = played(rows_of((10, 13), (20,), (30,), (41,)), 15, 90)
    assert (
        "Ana plays 15, after 13 in row 1. Cabriole jumps to the lowest of the other ends, in row 2."
    ) in public_text(snapshot)


def test_a_full_row_with_her_is_told_as_such() -> None:
    snapshot = played(rows_of((3, 5, 9, 13), (78,), (104,), (53,)), 43, 80)
    assert (
        "Ana plays 43, the sixth card in row 1 with Cabriole, and takes 3 5 9 13, 5 bull heads. "
        "Cabriole jumps to the lowest of the other ends, in row 4."
    ) in public_text(snapshot)


CHAIN = rows_of((36,), (30, 31, 32, 33, 34), (20, 21, 22, 23, 35), (90,))


def test_a_chain_of_takes_is_told_step_by_step() -> None:
    text = public_text(played(CHAIN, 38, 92))
    steps = [
        "Ana plays 38, after 36 in row 1.",
        "Cabriole jumps to the lowest of the other ends, in row 2.",
        "With Cabriole row 2 has six cards: Ana takes 30 31 32 33, 10 bull heads;",
        "Cabriole jumps to the lowest of the other ends, in row 3.",
        "With Cabriole row 3 has six cards: Ana takes 20 21 22 23, 10 bull heads;",
    ]
    places = [text.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize(
    "step",
    [
        'data-step="jump" data-ms="700" data-from="0" data-to="1"',
        'data-row="1" data-heads="10" data-hold="700" data-counts="3 4 5 10" data-count="4"',
    ],
)
def test_each_step_tells_the_page_what_to_move(step: str) -> None:
    assert step in public_html(played(CHAIN, 38, 92), "en", "bulls")
