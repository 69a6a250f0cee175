"""Texts as they can be read by others, and kept by every database."""

from unicodedata import category, normalize

# Parts the texts of a verifiable deal, and stands for a name that was erased.
SEPARATOR = "|"
# As in accounts.names, a floor this one may not stand on: printable, but nothing is seen of them;
# and the kinds of characters of which something is.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
SEEN = frozenset("LNPS")
UNSHOWN = BLANKS | {SEPARATOR}


def legible(text: str) -> str:
    """The text with single blanks; one stands for whatever is invisible, and for "|".

    Accents are on their letters, so that one name is written in one way. Empty where nothing of it
    is seen.
    """
    shown = [c if c.isprintable() and c not in UNSHOWN else " " for c in text]
    if not any(category(c)[0] in SEEN for c in shown):
        return ""
    return normalize("NFC", " ".join("".join(shown).split()))
