"""Texts that a spreadsheet would run as formulas; an apostrophe keeps it from that."""

from unicodedata import category, normalize

# Some spreadsheets read the minus sign of typography as the usual one.
_SIGNS = frozenset("=+-@\u2212")
_ENDS = ("\t", "\r", "\n")
# Letters and symbols of which nothing is seen.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")


def guard(text: str) -> str:
    """A text as a spreadsheet may hold it."""
    return f"'{text}" if _may_be_formula(text) else text


def unguard(text: str) -> str:
    """The text that `guard` was given."""
    return text[1:] if text.startswith("'") and _may_be_formula(text) else text


def _may_be_formula(text: str) -> bool:
    """Whether it is a formula behind apostrophes and what is invisible, or begins with a tab."""
    text = text.lstrip("'")
    first = next((c for c in text if category(c)[0] in "LNPS" and c not in _BLANKS), "")
    # Full-width signs are read as the usual ones, too.
    return text.startswith(_ENDS) or not _SIGNS.isdisjoint(normalize("NFKC", first)[:1])
