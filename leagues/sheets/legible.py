"""Texts as they can be read by others, and kept by every database."""

# Parts the texts of a verifiable deal, and stands for a name that was erased.
SEPARATOR = "|"


def legible(text: str) -> str:
    """The text with single blanks; one stands for whatever is invisible, and for "|"."""
    shown = (c if c.isprintable() and c != SEPARATOR else " " for c in text)
    return " ".join("".join(shown).split())
