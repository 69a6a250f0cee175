"""What the coach of the tutorial says after a card that does not lead on."""

import pytest

from games.help.lesson_shown import present_moment
from games.help.tutorial import moment_at


@pytest.mark.parametrize(
    ("turn", "card", "advice"),
    [
        (1, 3, "3 is below every row: you would have to take one."),
        (1, 60, "When all cards lie, the 60 goes after the 58, in row 4."),
        (2, 60, "When all cards lie, the 60 goes after the 44, in row 3."),
        # Alice's 9 is below every row then, and takes one first.
        (3, 60, "When all cards lie, the 60 goes after the 44, in row 3."),
    ],
)
def test_it_speaks_of_the_card_that_was_tried(turn: int, card: int, advice: str) -> None:
    assert present_moment(moment_at(turn, card, None), "Zoé", "bulls").advice == advice
