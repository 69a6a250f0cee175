"""Who of a table is ranked, and for whom a result counts."""

import pytest

from leagues.season_rules import Away, Bots, SeasonRules, Substitutes
from leagues.standings.scoring.tally import SeatRank, SeatResult, rank_seats

ANN, BEN, CLEO, DORA = 1, 2, 3, 4
NOT_RANKED = SeatRank(None, None, None)


def test_people_and_bots_are_ranked_and_people_count() -> None:
    parts = [SeatResult(ANN, 20, 2), SeatResult(None, 10, 1), SeatResult(BEN, 30, 3)]
    assert rank_seats(parts, SeasonRules()) == (
        SeatRank(2, 4, ANN),
        SeatRank(1, 2, None),
        SeatRank(3, 6, BEN),
    )


def test_where_bots_are_left_out_people_are_ranked_among_themselves() -> None:
    parts = [
        SeatResult(ANN, 20, 2),
        SeatResult(None, 10, 1),
        SeatResult(BEN, 20, 2),
        SeatResult(CLEO, 50, 4),
    ]
    assert rank_seats(parts, SeasonRules(bots=Bots.LEFT_OUT)) == (
        SeatRank(1, 3, ANN),
        NOT_RANKED,
        SeatRank(1, 3, BEN),
        SeatRank(3, 6, CLEO),
    )


def test_the_places_of_the_game_count_even_against_the_heads() -> None:
    """Under elimination the last to stay is first, whatever the heads."""
    parts = [SeatResult(ANN, 60, 1), SeatResult(BEN, 10, 2)]
    assert [ranked.place for ranked in rank_seats(parts, SeasonRules())] == [1, 2]


def test_of_a_single_person_among_bots_left_out_nobody_is_ranked() -> None:
    parts = [SeatResult(ANN, 20, 2), SeatResult(None, 10, 1)]
    assert rank_seats(parts, SeasonRules(bots=Bots.LEFT_OUT)) == (NOT_RANKED, NOT_RANKED)


def test_a_seat_played_on_by_the_bot_counts_unless_the_season_leaves_it_out() -> None:
    parts = [SeatResult(ANN, 20, 1, was_away=True), SeatResult(BEN, 30, 2), SeatResult(CLEO, 40, 3)]
    assert rank_seats(parts, SeasonRules(away=Away.COUNTS))[0] == SeatRank(1, 2, ANN)
    assert rank_seats(parts, SeasonRules(away=Away.LEFT_OUT))[:2] == (
        SeatRank(1, 2, None),
        SeatRank(2, 4, BEN),
    )


def test_a_seat_left_out_goes_with_the_bots() -> None:
    rules = SeasonRules(away=Away.LEFT_OUT, bots=Bots.LEFT_OUT)
    parts = [SeatResult(ANN, 20, 1, was_away=True), SeatResult(BEN, 30, 2), SeatResult(CLEO, 40, 3)]
    assert rank_seats(parts, rules) == (NOT_RANKED, SeatRank(1, 2, BEN), SeatRank(2, 4, CLEO))


@pytest.mark.parametrize(
    ("rule", "counts_for"),
    [
        (Substitutes.SUBSTITUTE, ANN),
        (Substitutes.ABSENT, DORA),
        (Substitutes.NOBODY, None),
    ],
)
def test_a_substitute_plays_for_whom_the_season_says(
    rule: Substitutes, counts_for: int | None
) -> None:
    parts = [SeatResult(ANN, 20, 1, substitute_for=DORA), SeatResult(BEN, 30, 2)]
    assert rank_seats(parts, SeasonRules(substitutes=rule)) == (
        SeatRank(1, 2, counts_for),
        SeatRank(2, 4, BEN),
    )


def test_by_the_usual_rule_a_seat_that_was_never_touched_is_a_bots() -> None:
    parts = [
        SeatResult(ANN, 20, 1, was_away=True, is_untouched=True),
        SeatResult(BEN, 30, 2, was_away=True),
    ]
    assert rank_seats(parts, SeasonRules()) == (SeatRank(1, 2, None), SeatRank(2, 4, BEN))
    for away in (Away.COUNTS, Away.LEFT_OUT):
        counts_for = [ANN, BEN] if away is Away.COUNTS else [None, None]
        ranked = rank_seats(parts, SeasonRules(away=away))
        assert [each.counts_for for each in ranked] == counts_for
