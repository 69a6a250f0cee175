"""What people call the levels of bots."""

from django.utils.translation import gettext_lazy as _

from games import bots

WORDS = {
    "random": _("Beginner"),
    "gap": _("Experienced"),
}


def bot_levels() -> list[tuple[str, str]]:
    """The levels one may choose from, each with its words."""
    return [(level, str(WORDS.get(level, level))) for level in bots.LEVELS]
