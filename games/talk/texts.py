"""What people type, as one line that shows what it holds and moves nothing beside it."""

from unicodedata import category, normalize

from accounts.names import BLANKS, SEEN

# Of the invisible characters only those that join: families of emoji and some scripts need them.
JOINERS = "\u200c\u200d"
# Control and format characters (direction marks among them), halves of pairs, line separators.
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# More accents than this on one letter would be drawn over the lines around.
MOST_MARKS = 3


def one_line(typed: str) -> str:
    """The text as it is stored; empty if nothing of it can be seen."""
    kept: list[str] = []
    marks = 0
    for character in normalize("NFC", typed):
        kind = category(character)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks > MOST_MARKS:
            continue
        is_hidden = kind in HIDDEN and character not in JOINERS
        kept.append(" " if is_hidden or character in BLANKS else character)
    text = " ".join("".join(kept).split())
    return text if any(category(character)[0] in SEEN for character in text) else ""
