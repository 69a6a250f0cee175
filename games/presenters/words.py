"""Small words that several regions share."""

from collections.abc import Sequence

from django.utils.translation import gettext


def join_names(names: Sequence[str]) -> str:
    """Names as a sentence lists them: "Ana, Bob and Chloé"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(names[:-1]), "last": names[-1]}
