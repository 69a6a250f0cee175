"""How many heads a round can hold, by hand (docs/score-sheets.md)."""

import pytest

from games.rules.options import Options, Variant
from leagues.sheets.score_sheet import round_bounds


@pytest.mark.parametrize(
    ("options", "players", "least", "most", "each"),
    [
        # All 104 cards are dealt; four of one head stay, or twenty: 7, 8 x 5, 10 x 3, one of 2.
        (Options(), 10, 171 - 79, 167, 117),
        # The twenty dearest: 7, 8 x 5, 10 x 3 and one of 2; the four cheapest have one head.
        (Options(), 2, 4, 79, 79),
        # 1..24 has 5 10 11 15 20 22 above one head: 2 + 3 + 5 + 2 + 3 + 5 and 14 ones.
        (Options(known_cards=True), 2, 4, 34, 34),
        (Options(known_cards=True), 10, 92, 167, 117),
        # Beside the Cabriole a row holds four numbers, and a jump may take more than one row.
        (Options(cabriole=True), 2, 5, 79, 79),
        (Options(cabriole=True), 10, 171 - 77, 167, 167),
        # 96 of 104 cards can be taken; the rest has one head each.
        (Options(variant=Variant.SPECIAL), 8, 0, 163, 163),
        (Options(variant=Variant.SPECIAL), 2, 0, 87, 87),
    ],
)
def test_what_a_round_can_hold(
    options: Options, players: int, least: int, most: int, each: int
) -> None:
    assert round_bounds(options, players) == (least, most, each)


@pytest.mark.parametrize("options", [Options(), Options(known_cards=True), Options(cabriole=True)])
def test_more_players_never_hold_fewer_heads(options: Options) -> None:
    """`check` counts on it while it is not known who is out."""
    bounds = [round_bounds(options, players) for players in range(2, 11)]
    assert bounds == sorted(bounds)
    assert [b.most for b in bounds] == sorted(b.most for b in bounds)
    assert [b.each for b in bounds] == sorted(b.each for b in bounds)
