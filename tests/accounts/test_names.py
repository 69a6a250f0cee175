"""Which names look like what they are."""

import pytest

from accounts import names
from accounts.forms import DisplayNameField
from accounts.names import is_legible
from leagues.sheets import legible


@pytest.mark.parametrize("name", ["Zoé", "李娜", "O’Neil-Smith", "हिन्दी", "77", "!", "🐮", "한글"])
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert is_legible(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "\u2800\u2800", "\uffa0", "Zo\u115fé", "Zo\u200dé", "\u0301", "\U000e0041"],
)
def test_a_name_of_which_something_cannot_be_seen_is_refused(name: str) -> None:
    assert not is_legible(name)


def test_sheets_know_the_same_invisible_characters() -> None:
    assert (legible.BLANKS, legible.SEEN) == (names.BLANKS, names.SEEN)


def test_names_that_look_alike_are_written_alike() -> None:
    apart = "Zoe\u0301"
    assert DisplayNameField().clean(apart) == legible.legible(apart) == "Zo\u00e9"
