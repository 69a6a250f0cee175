"""Bull heads of the number cards, and the deck of special cards (RULES.md, Words; S0, S4)."""

from collections import Counter

import pytest

from games.rules.cards import HEADS, LAST_CARD, SPECIAL_DECK, SpecialKind, heads, total_heads


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ([5, 15, 25, 35, 45, 65, 75, 85, 95], 2),
        ([10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 3),
        ([11, 22, 33, 44, 66, 77, 88, 99], 5),
        ([55], 7),
        ([1, 4, 6, 9, 12, 54, 56, 101, 104], 1),
    ],
)
def test_a_card_shows_the_heads_of_the_leaflet(cards: list[int], expected: int) -> None:
    assert {heads(card) for card in cards} == {expected}


def test_the_whole_deck_carries_171_heads() -> None:
    assert total_heads(tuple(range(1, LAST_CARD + 1))) == sum(HEADS) == 171


def test_there_are_four_special_cards_of_each_of_seven_kinds() -> None:
    assert Counter(SPECIAL_DECK) == dict.fromkeys(SpecialKind, 4)


def test_the_special_deck_is_listed_kind_by_kind() -> None:
    assert list(dict.fromkeys(SPECIAL_DECK)) == [
        "fifth_row",
        "seven_takes",
        "insert",
        "replace",
        "shift",
        "stop",
        "minus_is_plus",
    ]
