"""Parts of a page, rendered once for each thing they show.

Most of a table stays as it was from one version to the next: a choice changes one player and the
status, and the rows change with a reveal only. What is shown is an immutable value, so it is also
the key of its HTML.
"""

from collections.abc import Hashable
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

KEPT_PARTS = 5000


def render_part(name: str, shown: Hashable) -> SafeString:
    """templates/games/table/<name>.html of a value, which the template knows by that name."""
    return _render(name, shown, get_language())


@lru_cache(maxsize=KEPT_PARTS)
def _render(name: str, shown: Hashable, _language: str | None) -> SafeString:
    return render_to_string(f"games/table/{name}.html", {name: shown})
