"""Parts of a page, rendered once for each thing they show.

Most of a table stays as it was from one version to the next: a choice changes one player and the
status, and the rows change with a reveal only. What is shown is an immutable value, so it is also
the key of its HTML.
"""

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.live.regions import PARTS, Region

KEPT_PARTS = 8000
_INDENTATION = re.compile(r"\s*\n\s*")
PLACE_FOR_PARTS = SafeString(PARTS)


def region(name: str, shown: Hashable, parts: Mapping[str, str] | None = None) -> Region:
    """The region that templates/games/table/<name>.html makes of a value.

    A template whose region has parts writes `parts` where they stand.
    """
    return Region(_render(name, shown, get_language()), parts or {})


def render_part(name: str, shown: Hashable) -> SafeString:
    """templates/games/table/<name>.html of a value, which the template knows by that name."""
    return _render(name, shown, get_language())


@lru_cache(maxsize=KEPT_PARTS)
def _render(name: str, shown: Hashable, _language: str | None) -> SafeString:
    return render_flat(f"games/table/{name}.html", {name: shown, "parts": PLACE_FOR_PARTS})


def render_flat(template: str, context: Mapping[str, object]) -> SafeString:
    """A template without its indentation: blanks need not travel."""
    text = render_to_string(template, dict(context))
    return mark_safe(_INDENTATION.sub("\n", text))  # noqa: S308 - rendered by our own template
