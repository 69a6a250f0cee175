"""The chapters of the rules, and which of them a table plays by."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.options import Ending, Options, Variant


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of the rules. slug: its name in addresses."""

    slug: str
    title: str | Promise
    summary: str | Promise

    @property
    def template(self) -> str:
        return f"games/help/{self.slug.replace('-', '_')}.html"


BASE = Chapter(
    "base-game",
    _("The base game"),
    _("Ten cards, four rows, four rules. Everything else builds on it."),
)
KNOWN_CARDS = Chapter(
    "known-cards",
    _("Known cards"),
    _("Fewer cards, and everybody knows which ones: for people who like to calculate."),
)
DRAFT = Chapter(
    "draft",
    _("The draft"),
    _("No hands are dealt: everybody picks ten cards in the open."),
)
ELIMINATION = Chapter(
    "elimination",
    _("Elimination"),
    _("Whoever passes the limit is out; the others play on until one is left."),
)
CABRIOLE = Chapter(
    "cabriole",
    _("Cabriole, the jumping cow"),
    _("She fills a place in a row, and jumps whenever a card joins her."),
)
FAN = Chapter(
    "fan-cards",
    _("The fan cards"),
    _("Even/Odd, Mountain and Flip: one card that bends the rules of a row or of a number."),
)
OX = Chapter(
    "against-the-ox",
    _("All against the ox"),
    _("A game that a table wins or loses together, and that one can play alone."),
)
SPECIAL = Chapter(
    "special-cards",
    _("The special cards"),
    _("Seven kinds of cards to play just before your number is placed. Two rounds."),
)
DECKS = Chapter(
    "decks",
    _("Decks and penalties"),
    _("Bulls, ducks or chemical elements: the same numbers, different pictures."),
)
FAIR_DEAL = Chapter(
    "fair-deal",
    _("A deal anybody can check"),
    _("How the site proves that it did not choose your cards."),
)

RATING = Chapter(
    "rating",
    _("Rated games"),
    _("Who plays for their rating, what the number says, and which games count."),
)

CHAPTERS = (
    BASE,
    KNOWN_CARDS,
    DRAFT,
    ELIMINATION,
    CABRIOLE,
    FAN,
    SPECIAL,
    OX,
    DECKS,
    FAIR_DEAL,
    RATING,
)


def chapter_named(slug: str) -> Chapter | None:
    """The chapter with this slug; None when there is none."""
    return next((chapter for chapter in CHAPTERS if chapter.slug == slug), None)


def neighbours(chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after, None at either end."""
    place = CHAPTERS.index(chapter)
    before = CHAPTERS[place - 1] if place else None
    after = CHAPTERS[place + 1] if place + 1 < len(CHAPTERS) else None
    return before, after


def chapters_of(options: Options) -> list[Chapter]:
    """What a table with these options plays by, the base game first."""
    chosen = {
        KNOWN_CARDS: options.known_cards,
        DRAFT: options.draft,
        ELIMINATION: options.ending is Ending.ELIMINATION,
        CABRIOLE: options.cabriole,
        FAN: options.fan is not None,
        SPECIAL: options.variant is Variant.SPECIAL,
        OX: options.variant is Variant.OX,
    }
    return [BASE, *(chapter for chapter, is_played in chosen.items() if is_played)]
