"""Dates as people of each language write them."""

from datetime import UTC, date, datetime

import pytest
from django.template import engines
from django.utils import translation
from django.utils.formats import date_format

FIRST = date(2026, 9, 1)
SECOND = date(2026, 9, 2)


@pytest.mark.parametrize(
    ("language", "day", "expected"),
    [
        ("fr", FIRST, "1er septembre 2026"),
        ("fr", SECOND, "2 septembre 2026"),
        ("en", FIRST, "1 September 2026"),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(
    language: str, day: date, expected: str
) -> None:
    with translation.override(language):
        assert date_format(day) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("l j F, H:i", "mardi 1er septembre, 22:00"),
        ("j", "1"),
        (r"j \j F", "1 j septembre"),
    ],
)
def test_pages_write_it_in_every_format_with_a_month(pattern: str, expected: str) -> None:
    moment = datetime(2026, 9, 1, 20, tzinfo=UTC)
    page = engines["django"].from_string("{{ moment|date:pattern }}")
    with translation.override("fr"):
        assert page.render({"moment": moment, "pattern": pattern}) == expected
