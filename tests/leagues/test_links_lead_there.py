"""Pages and notices link to where something is, not to an old address that leads on."""

import inspect
import re
from itertools import chain
from pathlib import Path

import pytest
from django.urls import URLPattern, resolve

from leagues.pages.shared import url_of
from leagues.urls import urlpatterns

ROOT = Path(__file__).parents[2]
# Addresses of before, and those of forms that stand on another page: their GET leads there.
MOVED = ("to_confirm", "session_ranking", "roles", "hand_out", "slips", "game_print")
FORMS = ("close", "copy", "league_delete", "season_delete")
LINK = re.compile(rf"""href="\{{% url 'leagues:({"|".join(MOVED + FORMS)})'""")
REVERSED = re.compile(rf"""(?:reverse\("leagues:|url_of\(")({"|".join(MOVED)})["#]""")
COMMAND = re.compile(r"""@command\("([\w#-]+)"(?:, late="(\w+)")?\)""")


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


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: str(pattern.name))
def test_a_refused_command_leads_to_a_page_with_the_same_league_season_and_session(
    pattern: URLPattern,
) -> None:
    given = {
        name: "club" if name in {"slug", "token"} else place
        for place, name in enumerate(pattern.pattern.converters, 1)
    }
    source = inspect.getsource(inspect.unwrap(pattern.callback))
    for page in filter(None, chain.from_iterable(COMMAND.findall(source))):
        shown = resolve(url_of(page, *given.values()).partition("#")[0])
        assert shown.view_name == f"leagues:{page.partition('#')[0]}"
        assert shown.kwargs.items() <= given.items()
