"""The tutorial: three turns by links and forms alone, and nothing that is sent can upset it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.help.tutorial import LESSONS, moment_at
from games.rules.state import Awaited
from tests.support.clients import html_of

pytestmark = pytest.mark.django_db


def page(**tried: str | int) -> str:
    return html_of(Client().get(reverse("games:tutorial"), tried))


def rows(turn: int, card: int, row: int | None = None) -> list[tuple[int, ...]]:
    return [lane.cards for lane in moment_at(turn, card, row).game.round.rows]


def test_the_first_turn_ends_as_in_the_leaflet() -> None:
    assert rows(1, 44) == [(12, 14, 15), (37,), (43, 44), (58, 61)]


def test_the_second_turn_ends_as_in_the_leaflet() -> None:
    assert rows(2, 36) == [(30, 36), (37,), (43, 44), (58, 61)]


def test_the_third_turn_ends_as_in_the_leaflet() -> None:
    assert rows(3, 3, 1) == [(30, 36), (3, 9), (43, 44), (58, 61, 68, 83)]


@pytest.mark.parametrize("turn", [1, 2])
def test_each_turn_begins_where_the_one_before_ended(turn: int) -> None:
    assert moment_at(turn, LESSONS[turn - 1].card, None).game.round.rows == LESSONS[turn].rows


def test_a_newcomer_is_shown_a_hand_and_the_others_have_chosen() -> None:
    html = page()
    assert 'id="card-44"' in html
    assert html.count('class="player is-chosen"') == 3
    assert "Your turn." in html


@pytest.mark.parametrize(
    ("turn", "card", "why"),
    [
        (1, 3, "3 is below every row"),
        (1, 36, "Once all cards are placed, the 36 goes after the 15, in row 1."),
        (1, 60, "Once all cards are placed, the 60 goes after the 58, in row 4."),
        (2, 3, "3 is below every row"),
        (2, 60, "Once all cards are placed, the 60 goes after the 44, in row 3."),
        (3, 60, "Once all cards are placed, the 60 goes after the 44, in row 3."),
    ],
)
def test_a_wrong_card_is_explained_and_another_may_be_tried(turn: int, card: int, why: str) -> None:
    html = page(turn=turn, card=card)
    assert why in html
    assert str(LESSONS[turn - 1].hint) in html
    assert f'id="card-{card}"' in html


def test_a_right_card_is_revealed_told_and_leads_on() -> None:
    html = page(turn=1, card=44)
    assert "after 43 in row 3" in html
    assert "?turn=2" in html


def test_the_turn_before_is_still_told_in_the_next() -> None:
    assert "Nothing has been played yet." in page()
    for html in (page(turn=2), page(turn=2, card=60)):
        assert "after 43 in row 3" in html
        assert "Nothing has been played yet." not in html


def test_a_low_card_asks_for_a_row() -> None:
    assert moment_at(3, 3, None).game.round.awaited is Awaited.ROW
    html = page(turn=3, card=3)
    assert 'id="take-1"' in html
    assert "3 is too low for every row: choose one to take." in html
    assert re.search(r'<input type="hidden"\s+name="card"\s+value="3">', html)


def test_a_dear_row_is_explained() -> None:
    assert "Row 3 would cost you 6 bull heads." in page(turn=3, card=3, row=2)


def test_the_end_leads_to_a_table_of_ones_own() -> None:
    assert f'href="{reverse("account_login")}"' in page(turn=3, card=3, row=1)


@pytest.mark.parametrize(
    "tried",
    [
        {"turn": "0"},
        {"turn": "4"},
        {"turn": "-1"},
        {"turn": "three"},
        {"turn": "9" * 400},
        {"turn": "²"},
        {"turn": "1", "card": "45"},
        {"turn": "1", "card": "<b>"},
        {"turn": "1", "row": "2"},
    ],
)
def test_nonsense_is_a_card_not_yet_chosen(tried: dict[str, str]) -> None:
    assert str(LESSONS[0].task) in page(**tried)


@pytest.mark.parametrize("row", ["4", "-1", "x", "99"])
def test_a_row_that_is_not_there_is_asked_for_again(row: str) -> None:
    html = page(turn=3, card=3, row=row)
    assert 'id="take-0"' in html
    assert "would cost you" not in html


def test_it_writes_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(turn=2, card=36)
