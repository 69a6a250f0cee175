"""Small words that several regions share."""

from collections.abc import Sequence

from django.utils.translation import gettext

from accounts.names import isolated

# Where a figure or a place could stand.
NO_FIGURE = "–"


def join_names(people: Sequence[str]) -> str:
    """Names as a sentence lists them: "Ana, Bob and Chloé"."""
    names = [isolated(name) for name in people]
    if len(names) < 2:
        return "".join(names)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(names[:-1]), "last": names[-1]}
