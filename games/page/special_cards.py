"""The special cards as people see them: a face, a name and one sentence for each kind."""

from functools import cache

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rules.cards import OxKind, SpecialKind

NAMES: dict[str, Promise] = {
    SpecialKind.FIFTH_ROW: _("Fifth row"),
    SpecialKind.SEVEN_TAKES: _("Seven takes"),
    SpecialKind.INSERT: _("Insert"),
    SpecialKind.REPLACE: _("Replace"),
    SpecialKind.SHIFT: _("Shift"),
    SpecialKind.STOP: _("Stop"),
    SpecialKind.MINUS_IS_PLUS: _("Minus is plus"),
    OxKind.FIRST: pgettext_lazy("special card", "First"),
    OxKind.LAST: pgettext_lazy("special card", "Last"),
    OxKind.SORT: pgettext_lazy("special card", "Sort"),
}

SENTENCES: dict[SpecialKind, Promise] = {
    SpecialKind.FIFTH_ROW: _("Your number starts a fifth row."),
    SpecialKind.SEVEN_TAKES: _("Your number joins its row, which now holds six."),
    SpecialKind.INSERT: _("Your number goes inside a row, at its place in the order."),
    SpecialKind.REPLACE: _("Take your number back; another one of your hand is placed."),
    SpecialKind.SHIFT: _("First move a number on the table to another row."),
    SpecialKind.STOP: _("First block a row for everybody, until a row is taken."),
    SpecialKind.MINUS_IS_PLUS: _(
        "Put away a card of the row you take, and as many heads again from your pile."
    ),
}


def name(kind: SpecialKind | OxKind) -> str:
    """What a kind of special card is called."""
    return str(NAMES[kind])


def sentence(kind: SpecialKind) -> str:
    """What it does, in one sentence."""
    return str(SENTENCES[kind])


def face(kind: SpecialKind | OxKind) -> SafeString:
    """The face of a special card, with its name for who cannot see it."""
    return _drawing(kind, name(kind))


@cache
def picture(kind: SpecialKind | OxKind) -> SafeString:
    """The same beside its name: a picture without words."""
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" aria-hidden="true"><use href="{}#{}"/></svg>',
        sprite(),
        kind,
    )


def back() -> SafeString:
    """The back of a special card, with a name."""
    return _drawing("back", gettext("Special card"))


def chip(kind: SpecialKind | OxKind) -> SafeString:
    """Its name inside a sentence, in its colour."""
    return format_html('<b class="chip chip--{}">{}</b>', kind, name(kind))


def sprite() -> str:
    """The address of the drawings (drawing/specials.py)."""
    return static("cards/specials.svg")


def _drawing(symbol: str, label: str) -> SafeString:
    return format_html(
        '<svg class="card" viewBox="0 0 60 80" role="img" aria-label="{}">'
        '<use href="{}#{}"/></svg>',
        label,
        sprite(),
        symbol,
    )
