"""The names of people, also of those who have left and been erased."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from django.db import models
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

if TYPE_CHECKING:
    TextField = models.CharField[str, str]
else:
    TextField = models.CharField

# Stands for every name that was erased; no name of a person may hold it.
ERASED = "|"
# Stands for the ox at a table where all play against it.
OX = "|ox"
# Stands for an erased name within a text that somebody typed.
NAMELESS = "…"

# Printable, but nothing is seen of them: fillers, joiners, a Braille cell without dots.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
# Letters, numbers, punctuation and symbols; marks alone have nothing to stand on.
SEEN = frozenset("LNPS")

# The scripts written from right to left.
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Between them a text has its own direction, and moves nothing of what stands beside it.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
ISOLATES = str.maketrans("", "", ISOLATE + END_OF_ISOLATE)


def is_legible(name: str) -> bool:
    """Whether a name looks like what it is: something is seen of it, and nothing hides in it."""
    if not name.isprintable() or not BLANKS.isdisjoint(name):
        return False
    return any(category(character)[0] in SEEN for character in name)


def legible(text: str) -> str:
    """A text with single blanks; one stands for whatever is invisible, and for what stands for an
    erased name.

    Accents are on their letters, so that one name is written in one way. Empty where nothing of it
    is seen.
    """
    shown = [c if c.isprintable() and c not in BLANKS and c != ERASED else " " for c in text]
    if not any(category(c)[0] in SEEN for c in shown):
        return ""
    return normalize("NFC", " ".join("".join(shown).split()))


class FormerName(str):
    """The words that stand for an erased name, in the language in which they were read."""


class RightToLeftName(str):
    """A name that stands apart wherever a page holds it, also in an attribute."""

    def __html__(self) -> SafeString:
        return escape(isolated(self))


def isolated(name: str) -> str:
    """A name as a sentence holds it that is not made in a template."""
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if RIGHT_TO_LEFT.search(name) else name


def shown(written: str) -> str:
    """A name as it is shown to the present reader."""
    if written == ERASED:
        return FormerName(gettext("former player"))
    if written == OX:
        return gettext("The ox")
    return RightToLeftName(written) if RIGHT_TO_LEFT.search(written) else written


def written(name: str) -> str:
    """A name as it is kept; the inverse of `shown`."""
    return ERASED if isinstance(name, FormerName) else str(name)


def without(text: str, name: str) -> str:
    """A text that somebody typed, without a name, in whatever case, with accents on their letters
    or beside them, and with whatever blanks; longer words that hold it stay.

    A name need not begin and end with a letter: "J. P." does not.
    """
    composed = normalize("NFC", text)
    left = re.sub(rf"(?<!\w){_written_anyhow(name)}(?!\w)", NAMELESS, composed, flags=re.IGNORECASE)
    return text if left == composed else left


def without_in_title(title: str, name: str) -> str:
    """A title, or the place where something is, without a name.

    A name of one word is also a word, and a part of other names ("Rue Marie Curie"): it goes only
    where nothing else is written, or where it says whose something is ("Chez Marie", "Marie’s").
    """
    left = without(title, name)
    if has_several_words(name) or left.strip() == NAMELESS:
        return left
    composed = normalize("NFC", title)

    def forget(found: re.Match[str]) -> str:
        rest = composed[found.end() :]
        # "Chez Marie Curie" is at somebody else's.
        is_longer_name = rest[:1].isspace() and rest.lstrip()[:1].isupper()
        return found[0] if is_longer_name else NAMELESS

    called = _written_anyhow(name)
    owner = rf"(?<=\bchez\s){called}(?![\w-])|(?<![\w-]){called}(?=[’']s(?!\w))"
    left = re.sub(owner, forget, composed, flags=re.IGNORECASE)
    return title if left == composed else left


def _written_anyhow(name: str) -> str:
    """A pattern of a name in a composed text."""
    return r"\s+".join(map(re.escape, normalize("NFC", name).split()))


def has_several_words(name: str) -> bool:
    """Whether a name can hardly mean anything else than a person."""
    return len(name.split()) > 1


def names_person(text: str, name: str) -> bool:
    """Whether a text that somebody typed holds a name as `without` finds it."""
    return without(text, name) != text


class NameField(TextField):
    """A person's name; once erased, it reads as "former player" in the reader's language."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return None if value is None else shown(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(written(value) if isinstance(value, str) else value)

    def value_to_string(self, obj: models.Model) -> str:
        """What a dump of the database holds."""
        return written(self.value_from_object(obj))

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """To the database it is a text like others: migrations need not know the difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.CharField", arguments, options


# Shown where there is no value.
MISSING = "–"


def join_names(people: Sequence[str]) -> str:
    """Names as a sentence lists them: "Ana, Bob and Chloé"."""
    names = [isolated(name) for name in people]
    if len(names) < 2:
        return "".join(names)
    return gettext("%(others)s and %(last)s") % {"others": ", ".join(names[:-1]), "last": names[-1]}
