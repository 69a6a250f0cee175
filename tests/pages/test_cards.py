"""Cards on a page: one picture each, with a name for who cannot see it."""

import pytest
from django.template import Context, Template
from django.utils import translation

from games.page import decks


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def test_a_card_is_named_by_its_number_and_its_heads() -> None:
    assert 'aria-label="55, 7 bull heads"' in render("{% card 55 %}")
    assert 'aria-label="8, 1 bull head"' in render("{% card 8 %}")


def test_a_card_is_named_in_the_language_of_its_reader() -> None:
    with translation.override("fr"):
        assert 'aria-label="55, 7 têtes de bœuf"' in render("{% card 55 %}")


def test_a_card_is_one_picture_of_the_sprite() -> None:
    assert 'href="/static/cards/bulls.svg#c104"' in render("{% card 104 %}")


def test_a_back_says_nothing() -> None:
    html = decks.back("bulls")

    assert "#back" in html
    assert 'aria-hidden="true"' in html


@pytest.mark.parametrize(("number", "heads"), [(1, 1), (15, 2), (30, 3), (66, 5), (55, 7)])
def test_a_number_in_a_sentence_has_the_colour_of_its_heads(number: int, heads: int) -> None:
    assert render("{{ number|chip }}", number=number) == (
        f'<b class="chip chip--{heads}">{number}</b>'
    )


def test_a_card_costs_few_bytes_in_a_push() -> None:
    assert len(decks.card(104, "bulls")) < 200
