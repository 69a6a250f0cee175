"""What the story tells the page's score card (js/round_card.js) when a round is over."""

import re

from games.rules.options import Ending, Options
from tests.pages.tables import deal, play_to_the_end, play_until, public_html, table_in_play

SCORE = (
    r'data-step="score" data-ms="\d+" data-number="(\d+)" '
    r'data-scores="([^"]*)" data-totals="([^"]*)"'
)


def test_the_heads_of_the_round_and_the_totals_are_told_by_seat() -> None:
    game, story = play_until(deal(3), lambda state: state.round.number == 2)
    told = re.findall(SCORE, public_html(table_in_play(game, story), "en", "bulls"))
    scores = " ".join(map(str, game.round_scores[0]))
    assert told == [("1", scores, scores)]


def test_who_was_out_before_the_round_has_no_heads_in_it() -> None:
    options = Options(ending=Ending.ELIMINATION, limit=20)
    game, story = play_until(deal(4, options), lambda state: state.round.number == 3)
    ((number, scores, _),) = re.findall(
        SCORE, public_html(table_in_play(game, story), "en", "bulls")
    )
    assert number == "2"
    assert [score == "-" for score in scores.split()] == [out == 1 for out in game.eliminated_in]


def test_the_last_round_has_no_card_since_the_result_follows() -> None:
    game, story = play_to_the_end(deal(2, Options(max_rounds=1)))
    html = public_html(table_in_play(game, story), "en", "bulls")
    assert 'data-step="score"' not in html
    assert "Round 1 is over:" in html
