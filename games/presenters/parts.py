"""Parts of a page, rendered once for each thing they show.

Most of a table stays as it was from one version to the next: a choice changes one player and the
status, and the rows change with a reveal only. HTML is kept by the facts it shows, so that the
words for them are looked for once.
"""

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache

from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.live.regions import PARTS, Region

KEPT_PARTS = 8000
_INDENTATION = re.compile(r"\s*\n\s*")
PLACE_FOR_PARTS = SafeString(PARTS)


# What changes at every reveal is in templates/jinja2/table (config/jinja.py).
COMPILED = frozenset({"hand_card", "pad", "player", "row", "status", "story"})


def region(
    name: str, shown: Hashable, language: str, parts: Mapping[str, str] | None = None
) -> Region:
    """The region that the template of that name makes of a value.

    A template whose region has parts writes `parts` where they stand. language: the active one,
    which is slow to ask for.
    """
    return Region(_render(name, shown, language), parts or {})


def render_part(name: str, shown: object) -> SafeString:
    """The template of that name of a value, which the template knows by the same name."""
    if name in COMPILED:
        text = engines["jinja2"].get_template(f"table/{name}.html").render({name: shown})
        return mark_safe(text)  # noqa: S308 - rendered by our own template
    return render_flat(f"games/table/{name}.html", {name: shown, "parts": PLACE_FOR_PARTS})


@lru_cache(maxsize=KEPT_PARTS)
def _render(name: str, shown: Hashable, _language: str) -> SafeString:
    return render_part(name, shown)


def active_language() -> str:
    """The language in which texts are made now."""
    return get_language() or settings.LANGUAGE_CODE


def render_flat(template: str, context: Mapping[str, object]) -> SafeString:
    """A template without its indentation: blanks need not travel."""
    text = render_to_string(template, dict(context))
    return mark_safe(_INDENTATION.sub("\n", text))  # noqa: S308 - rendered by our own template
