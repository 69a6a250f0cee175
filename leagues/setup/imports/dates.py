"""Dates as people write them: 2025-03-12, 12/03/2025, 12 mars 2025, March 12, 2025."""

import re
from collections.abc import Iterable
from datetime import datetime, time

from games.plain_text import plain

MONTHS = 12
LONGEST = 60
"""Characters; patterns take the square of the length of a text that is no date."""
EVENING = time(20)
"""When a session began whose text has no time."""

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan janvier janv",
            "february feb fevrier fevr fev",
            "march mar mars",
            "april apr avril avr",
            "may mai",
            "june jun juin",
            "july jul juillet juil",
            "august aug aout",
            "september sep sept septembre",
            "october oct octobre",
            "november nov novembre",
            "december dec decembre",
        ),
        1,
    )
    for name in names.split()
}
_TIME = r"(?:[ t,]+(?:a |at )?(\d{1,2})(?:[:h](\d{2})?)(?::\d{2}(?:\.\d+)?)?(z|[+-]\d\d:?\d\d)?)?"
_ISO = re.compile(rf"(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}}){_TIME}", re.ASCII)
_NUMBERS = re.compile(rf"(\d{{1,2}})[-/. ](\d{{1,2}})[-/. ](\d{{4}}|\d{{2}}){_TIME}", re.ASCII)
_DAY_FIRST = re.compile(
    rf"(\d{{1,2}})(?:er|st|nd|rd|th)?[ -]+([a-z]+)\.?,?[ -]+(\d{{4}}){_TIME}", re.ASCII
)
_MONTH_FIRST = re.compile(rf"([a-z]+)\.? (\d{{1,2}})(?:st|nd|rd|th)?,? +(\d{{4}}){_TIME}", re.ASCII)
_WEEKDAY = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim)[a-z]*[.,]* +", re.ASCII
)


def is_month_first(texts: Iterable[str]) -> bool:
    """Whether 03/12/2025 is the twelfth of March in these texts: if one of them leaves no doubt."""
    found = (_NUMBERS.fullmatch(_plain(text)) for text in texts)
    return any(numbers is not None and int(numbers[2]) > MONTHS for numbers in found)


def read_date(text: str, *, month_first: bool = False) -> datetime | None:
    """The time that a text means, without a zone unless it names one; None where it is no date."""
    plain = _plain(text)
    # "Mar 12, 2025" begins with a month, "mar 12 mars 2025" with a weekday.
    return _read(plain, month_first) or _read(_WEEKDAY.sub("", plain, count=1), month_first)


def _read(plain: str, month_first: bool) -> datetime | None:
    if found := _ISO.fullmatch(plain):
        year, month, day = map(int, found.group(1, 2, 3))
    elif found := _NUMBERS.fullmatch(plain):
        first, second, year = map(int, found.group(1, 2, 3))
        day, month = (second, first) if month_first else (first, second)
    elif (found := _DAY_FIRST.fullmatch(plain)) and found[2] in _MONTHS:
        day, month, year = int(found[1]), _MONTHS[found[2]], int(found[3])
    elif (found := _MONTH_FIRST.fullmatch(plain)) and found[1] in _MONTHS:
        day, month, year = int(found[2]), _MONTHS[found[1]], int(found[3])
    else:
        return None
    year += 2000 if year < 100 else 0
    hour, minute, zone = found.group(4, 5, 6)
    at = f"{int(hour):02}:{minute or '00'}" if hour else EVENING.isoformat("minutes")
    try:
        offset = (zone or "").replace("z", "+00:00")
        return datetime.fromisoformat(f"{year:04}-{month:02}-{day:02}T{at}{offset}")
    except ValueError:
        return None


def _plain(text: str) -> str:
    return "" if len(text) > LONGEST else plain(text)
