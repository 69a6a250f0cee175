"""Pages and notices link to where something is, not to an old address that leads on."""

import re
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Addresses of before, and those of forms that stand on another page: their GET leads there.
MOVED = ("to_confirm", "session_ranking", "roles", "hand_out", "slips", "game_print")
FORMS = ("close", "copy", "league_delete", "season_delete")
LINK = re.compile(rf"""href="\{{% url 'leagues:({"|".join(MOVED + FORMS)})'""")
REVERSED = re.compile(rf"""reverse\("leagues:({"|".join(MOVED)})\"""")


@pytest.mark.parametrize(
    ("folder", "pattern", "found"), [("templates", "*.html", LINK), ("leagues", "*.py", REVERSED)]
)
def test_nothing_links_to_an_address_that_leads_on(
    folder: str, pattern: str, found: re.Pattern[str]
) -> None:
    files = list((ROOT / folder).rglob(pattern))
    assert files
    links = chain.from_iterable(
        [f"{file.relative_to(ROOT)}: {name}" for name in found.findall(file.read_text())]
        for file in files
    )
    assert list(links) == []
