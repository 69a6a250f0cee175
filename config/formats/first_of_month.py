"""“1er septembre”: the first day of a month in French, for which Django has no letter."""

import re

from django.utils import dateformat
from django.utils.translation import get_language

# The day of the month before the name of a month; a day alone stays a plain number.
DAY_BEFORE_MONTH = re.compile(r"(?<!\\)j(?= [bEFMN])")


class FrenchDateFormat(dateformat.DateFormat):
    """Writes the first of a month with its ordinal where the language is French."""

    def format(self, formatstr: str) -> str:
        day = getattr(self.data, "day", None)
        if day == 1 and (get_language() or "").startswith("fr"):
            formatstr = DAY_BEFORE_MONTH.sub(r"j\\e\\r", formatstr)
        return super().format(formatstr)


def use_ordinals() -> None:
    """Make all dates that Django writes follow this, in filters and in `date_format`."""
    dateformat.DateFormat = FrenchDateFormat  # type: ignore[misc]
