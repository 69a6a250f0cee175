"""Who of a table is ranked, and for whom a result counts."""

import pytest

from leagues.season_rules import Away, Bots, SeasonRules, Substitutes
from leagues.standings.scoring.ranking import Part, Ranked, rank_parts

ANN, BEN, CLEO, DORA = 1, 2, 3, 4
NOT_RANKED = Ranked(None, None, None)


def test_people_and_bots_are_ranked_and_people_count() -> None:
    parts = [Part(ANN, 20, 2), Part(None, 10, 1), Part(BEN, 30, 3)]
    assert rank_parts(parts, SeasonRules()) == (
        Ranked(2, 4, ANN),
        Ranked(1, 2, None),
        Ranked(3, 6, BEN),
    )


def test_where_bots_are_left_out_people_are_ranked_among_themselves() -> None:
    parts = [Part(ANN, 20, 2), Part(None, 10, 1), Part(BEN, 20, 2), Part(CLEO, 50, 4)]
    assert rank_parts(parts, SeasonRules(bots=Bots.LEFT_OUT)) == (
        Ranked(1, 3, ANN),
        NOT_RANKED,
        Ranked(1, 3, BEN),
        Ranked(3, 6, CLEO),
    )


def test_the_places_of_the_game_count_even_against_the_heads() -> None:
    """Under elimination the last to stay is first, whatever the heads."""
    parts = [Part(ANN, 60, 1), Part(BEN, 10, 2)]
    assert [ranked.place for ranked in rank_parts(parts, SeasonRules())] == [1, 2]


def test_of_a_single_person_among_bots_left_out_nobody_is_ranked() -> None:
    parts = [Part(ANN, 20, 2), Part(None, 10, 1)]
    assert rank_parts(parts, SeasonRules(bots=Bots.LEFT_OUT)) == (NOT_RANKED, NOT_RANKED)


def test_a_seat_played_on_by_the_bot_counts_unless_the_season_leaves_it_out() -> None:
    parts = [Part(ANN, 20, 1, was_away=True), Part(BEN, 30, 2), Part(CLEO, 40, 3)]
    assert rank_parts(parts, SeasonRules(away=Away.COUNTS))[0] == Ranked(1, 2, ANN)
    assert rank_parts(parts, SeasonRules(away=Away.LEFT_OUT))[:2] == (
        Ranked(1, 2, None),
        Ranked(2, 4, BEN),
    )


def test_a_seat_left_out_goes_with_the_bots() -> None:
    rules = SeasonRules(away=Away.LEFT_OUT, bots=Bots.LEFT_OUT)
    parts = [Part(ANN, 20, 1, was_away=True), Part(BEN, 30, 2), Part(CLEO, 40, 3)]
    assert rank_parts(parts, rules) == (NOT_RANKED, Ranked(1, 2, BEN), Ranked(2, 4, CLEO))


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
    parts = [Part(ANN, 20, 1, substitute_for=DORA), Part(BEN, 30, 2)]
    assert rank_parts(parts, SeasonRules(substitutes=rule)) == (
        Ranked(1, 2, counts_for),
        Ranked(2, 4, BEN),
    )


def test_by_the_usual_rule_a_seat_that_was_never_touched_is_a_bots() -> None:
    parts = [Part(ANN, 20, 1, was_away=True, is_untouched=True), Part(BEN, 30, 2, was_away=True)]
    assert rank_parts(parts, SeasonRules()) == (Ranked(1, 2, None), Ranked(2, 4, BEN))
    for away in (Away.COUNTS, Away.LEFT_OUT):
        counts_for = [ANN, BEN] if away is Away.COUNTS else [None, None]
        ranked = rank_parts(parts, SeasonRules(away=away))
        assert [each.counts_for for each in ranked] == counts_for
