"""Texts as they can be read by others, and kept by every database."""

# Parts the texts of a verifiable deal, and stands for a name that was erased.
SEPARATOR = "|"
# Printable, but nothing is seen of them (accounts.names knows them too, a floor this one may not
# stand on).
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"
UNSHOWN = frozenset(SEPARATOR + BLANKS)


def legible(text: str) -> str:
    """The text with single blanks; one stands for whatever is invisible, and for "|"."""
    shown = (c if c.isprintable() and c not in UNSHOWN else " " for c in text)
    return " ".join("".join(shown).split())
