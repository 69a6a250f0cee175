"""The chemical elements of the deck `elements`: facts that a slip of the hand would break."""

import re

import pytest

from drawing.elements import place_of
from games.page.elements import ELEMENTS, Family, element
from games.rules.cards import LAST_CARD

FAMILIES = {
    Family.ALKALI: {3, 11, 19, 37, 55, 87},
    Family.ALKALINE_EARTH: {4, 12, 20, 38, 56, 88},
    Family.TRANSITION: {*range(21, 31), *range(39, 49), *range(72, 81), 104},
    Family.POST_TRANSITION: {13, 31, 49, 50, 81, 82, 83, 84},
    Family.METALLOID: {5, 14, 32, 33, 51, 52},
    Family.NONMETAL: {1, 6, 7, 8, 15, 16, 34},
    Family.HALOGEN: {9, 17, 35, 53, 85},
    Family.NOBLE_GAS: {2, 10, 18, 36, 54, 86},
    Family.LANTHANIDE: set(range(57, 72)),
    Family.ACTINIDE: set(range(89, 104)),
}

# Without a standard atomic weight: no isotope lasts long enough to have a mixture of them.
WITHOUT_WEIGHT = {43, 61, *range(84, 90), *range(93, 105)}


def weight(number: int) -> float:
    return float(element(number).weight.strip("[]"))


def test_there_is_one_element_for_each_card() -> None:
    assert len(ELEMENTS) == LAST_CARD
    assert (element(1).symbol, element(55).symbol, element(104).symbol) == ("H", "Cs", "Rf")


@pytest.mark.parametrize("field", ["symbol", "english", "french"])
def test_no_two_elements_share_a(field: str) -> None:
    assert len({getattr(shown, field) for shown in ELEMENTS}) == LAST_CARD


def test_a_symbol_is_a_capital_and_perhaps_a_small_letter() -> None:
    assert [
        shown.symbol for shown in ELEMENTS if not re.fullmatch("[A-Z][a-z]?", shown.symbol)
    ] == []


def test_names_are_single_words_in_small_letters() -> None:
    names = [name for shown in ELEMENTS for name in (shown.english, shown.french)]
    assert [name for name in names if not (name.isalpha() and name.islower())] == []


@pytest.mark.parametrize("family", Family)
def test_families_are_where_the_periodic_table_has_them(family: Family) -> None:
    numbers = {number for number, shown in enumerate(ELEMENTS, 1) if shown.family is family}
    assert numbers == FAMILIES[family]


def test_weights_grow_but_for_the_known_inversions() -> None:
    inversions = [
        (element(number).symbol, element(number + 1).symbol)
        for number in range(1, LAST_CARD)
        if weight(number) > weight(number + 1)
    ]
    assert inversions == [
        ("Ar", "K"), ("Co", "Ni"), ("Te", "I"), ("Th", "Pa"), ("U", "Np"), ("Pu", "Am"),
    ]  # fmt: skip


def test_brackets_are_for_elements_that_do_not_last() -> None:
    bracketed = {number for number, shown in enumerate(ELEMENTS, 1) if shown.weight[0] == "["}
    assert bracketed == WITHOUT_WEIGHT
    assert all(weight(number).is_integer() for number in bracketed)


def test_a_nucleus_weighs_about_two_to_three_times_its_number() -> None:
    assert all(1.9 < weight(number) / number < 2.7 for number in range(2, LAST_CARD + 1))


def test_french_has_its_own_names_and_its_decimal_comma() -> None:
    assert (element(7).name_in("fr"), element(7).name_in("en")) == ("azote", "nitrogen")
    assert (element(55).weight_in("fr"), element(55).weight_in("en")) == ("132,91", "132.91")


def test_the_periodic_table_hangs_as_it_should() -> None:
    places = [place_of(number) for number in range(1, LAST_CARD + 1)]
    assert len(set(places)) == LAST_CARD
    columns = {family: {place_of(number)[0] for number in FAMILIES[family]} for family in Family}
    assert columns[Family.ALKALI] == {1}
    assert columns[Family.ALKALINE_EARTH] == {2}
    assert columns[Family.TRANSITION] == set(range(3, 13))
    assert columns[Family.HALOGEN] == {17}
    assert columns[Family.NOBLE_GAS] == {18}
    assert place_of(104) == (4, 7)
