"""Figures in the reader's notation."""

from fractions import Fraction

import pytest
from django.utils import translation

from leagues.season_rules import Preset
from leagues.standings.figures import figure_text, share_text, short_text, signed_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5, "5"),
        (5.5, "5.5"),
        (Fraction(1, 3), "0.33"),
        (2.999, "3"),
        (-0.001, "0"),
        (-2.5, "−2.5"),
        (1234, "1234"),
    ],
)
def test_a_number_has_as_few_places_as_it_needs(value: float, text: str) -> None:
    assert short_text(value) == text


def test_a_mean_has_two_places_and_a_sum_as_few_as_it_needs() -> None:
    assert figure_text(61.5, Preset.INDEX) == "61.50"
    assert figure_text(-0.001, Preset.INDEX) == "0.00"
    assert figure_text(61.5, Preset.PLACEMENT) == "61.5"


def test_a_share_is_a_percentage() -> None:
    assert share_text(0.934) == "93.4%"


def test_french_figures_have_a_comma() -> None:
    with translation.override("fr"):
        assert figure_text(61.5, Preset.INDEX) == "61,50"
        assert share_text(0.934) == "93,4\N{NO-BREAK SPACE}%"


def test_points_given_carry_their_sign() -> None:
    assert [signed_text(points) for points in (2, -2, 0)] == ["+2", "−2", "0"]
