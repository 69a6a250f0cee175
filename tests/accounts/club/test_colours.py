"""The colours of a club: words can be read on them by day and by night."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.club.colours import (
    ACCENT,
    CLOTH,
    contrast,
    nearest_accent,
    nearest_cloth,
    style_sheet,
)
from tests.support.project import ROOT

ANY_COLOUR = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
TOKEN = re.compile(
    r"--([a-z-]+):\s*(?:var\(--light, ?(#\w{6})\) ?var\(--dark, ?(#\w{6})\)|(#\w{6}));"
)


def tokens_of(text: str) -> dict[str, tuple[str, str]]:
    """(light, dark) of each colour in a style sheet."""
    return {name: (light or both, dark or both) for name, light, dark, both in TOKEN.findall(text)}


FIXED = tokens_of((ROOT / "static/css/tokens.css").read_text())


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    # Of WCAG's definition, and of the grey that is known to just miss 4.5 on white.
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#123456", "#123456", 1.0)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, expected: float) -> None:
    assert contrast(one, other) == pytest.approx(expected, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


def test_the_colours_of_the_site_stand_in_its_style_sheet_and_may_be_chosen() -> None:
    assert (FIXED["blood"][0], FIXED["cloth"][0]) == (ACCENT, CLOTH)
    assert (nearest_accent(ACCENT), nearest_cloth(CLOTH)) == (ACCENT, CLOTH)
    assert tokens_of(style_sheet(ACCENT, CLOTH)) == {}


@given(ANY_COLOUR, ANY_COLOUR)
def test_whatever_is_chosen_words_can_be_read_by_day_and_by_night(accent: str, cloth: str) -> None:
    sheet = style_sheet(nearest_accent(accent), nearest_cloth(cloth))
    tokens = FIXED | tokens_of(sheet)
    for theme in (0, 1):
        colour = {name: pair[theme] for name, pair in tokens.items()}
        for ground in ("blood", "blood-deep"):
            assert contrast(colour["on-blood"], colour[ground]) >= 4.5
        for ground in ("linen", "linen-thread", "sheet", "sheet-sunk", "warn-sheet", "bad-sheet"):
            assert contrast(colour["link"], colour[ground]) >= 4.5
        for words in ("on-cloth", "on-cloth-soft", "brass"):
            assert contrast(colour[words], colour["cloth"]) >= 4.5
            assert contrast(colour[words], colour["cloth-deep"]) >= 4.5
        for ground in ("linen", "sheet"):
            # The site's own red is darker by night.
            assert ACCENT in sheet or contrast(colour["blood"], colour[ground]) >= 2.6


def test_a_colour_that_is_too_light_has_a_darker_one_near() -> None:
    assert contrast("#ffff00", "#fff7ea") < 4.5
    nearest = nearest_accent("#ffff00")
    red, green, blue = nearest[1:3], nearest[3:5], nearest[5:7]
    # Still yellow: only its light was taken.
    assert (red, blue) == (green, "00")
