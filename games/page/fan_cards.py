"""The fan cards as people see them: a name, and a face for what one shows at a row."""

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.rules.cards import FanCard, FanFace

NAMES: dict[FanCard, Promise] = {
    FanCard.EVEN_ODD: _("Even/Odd"),
    FanCard.MOUNTAIN: _("Mountain"),
    FanCard.FLIP: _("Flip"),
}

MEANINGS: dict[FanFace, Promise] = {
    FanFace.EVEN: _("Only even numbers fit this row"),
    FanFace.ODD: _("Only odd numbers fit this row"),
    FanFace.UP: _("Mountain: this row descends; the card goes up next"),
    FanFace.DOWN: _("Mountain: this row descends; the card goes down next"),
}


def name(fan: FanCard) -> str:
    """What a fan card is called."""
    return str(NAMES[fan])


def face(shows: FanFace) -> SafeString:
    """The face of a fan card at a row, with its meaning for who cannot see it."""
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" role="img" aria-label="{}">'
        '<use href="{}#{}"/></svg>',
        str(MEANINGS[shows]),
        sprite(),
        shows,
    )


def sprite() -> str:
    """The address of the drawings (drawing/fan.py)."""
    return static("cards/fan.svg")
