"""What people type becomes one line that shows what it holds."""

import pytest

from games.talk.service import one_line


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Well played!", "Well played!"),
        ("  two\n lines\tand  a tab ", "two lines and a tab"),
        ("Bravo\u00a0!", "Bravo !"),
        ("left\u202eright\u2066 and \u200fback", "left right and back"),
        ("bell\x07 and null\x00", "bell and null"),
        ("a\u2028b\u2029c", "a b c"),
        ("שלום", "שלום"),
        ("e\u0301", "é"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("<b>&amp;", "<b>&amp;"),
        ("\ud800", ""),
        ("\u200d\u200b", ""),
        ("\u3164 \u2800", ""),
        ("", ""),
    ],
)
def test_one_line(typed: str, stored: str) -> None:
    assert one_line(typed) == stored


def test_a_letter_keeps_so_many_accents_as_any_language_needs() -> None:
    assert one_line("a" + "\u0489" * 40 + "b") == "a" + "\u0489" * 3 + "b"
