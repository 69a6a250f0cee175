"""What a pad comes to."""

from games.rules.options import Ending, Options, Variant
from leagues.sheets.score_sheet import Outcome, Pad, outcome


def test_the_fewest_heads_win_and_ties_share_the_place() -> None:
    pad = Pad(("Ada", "Bob", "Cyd", "Dan"), ((20, 10, 10, 30), (50, 5, 5, 7)))
    assert outcome(pad, Options()) == Outcome((70, 15, 15, 37), (4, 1, 1, 3), 2, ((), (0,)))


def test_who_went_out_later_is_placed_better() -> None:
    """Ada goes out first, Bob with more heads later; Cyd is left."""
    pad = Pad(("Ada", "Bob", "Cyd"), ((67, 10, 5), (None, 70, 9)))
    result = outcome(pad, Options(ending=Ending.ELIMINATION))
    assert result == Outcome((67, 80, 14), (3, 2, 1), 2, ((0,), (0, 1)))


def test_special_cards_know_no_limit() -> None:
    result = outcome(Pad(("Ada", "Bob"), ((70, 3), (2, 1))), Options(variant=Variant.SPECIAL))
    assert result == Outcome((72, 4), (2, 1), 2, ((), ()))


def test_a_pad_that_is_being_typed_tells_how_it_stands() -> None:
    pad = Pad(("Ada", "Bob", "Cyd"), ((20, None, "?"), (-3, 67, None), (None, None, None)))
    assert outcome(pad, Options()) == Outcome((20, 67, 0), (2, 3, 1), 2, ((), (1,)))
    assert outcome(Pad(("Ada", "Bob")), Options()) == Outcome((0, 0), (1, 1), 0, ())


def test_totals_alone_tell_the_rounds_where_they_were_written_or_agreed() -> None:
    pad = Pad(("Ada", "Bob"), totals=(67, 12))
    assert outcome(pad, Options(max_rounds=5)) == Outcome((67, 12), (2, 1), None, ())
    counted = Pad(("Ada", "Bob"), totals=(67, 12), round_count=4)
    assert outcome(counted, Options()).rounds == 4
    assert outcome(Pad(("Ada", "Bob"), totals=(6, 12)), Options(max_rounds=5)).rounds == 5
    assert outcome(pad, Options(variant=Variant.SPECIAL)).rounds == 2
