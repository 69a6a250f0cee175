"""What everybody sees beside status and story: players, rows, score pad, facts, result."""

import re
from dataclasses import replace

from games.rules.actions import ChooseCard
from games.rules.engine import apply
from games.rules.options import Options
from tests.pages.tables import (
    deal,
    deal_with,
    dealer,
    open_table,
    play_to_the_end,
    play_until,
    public_html,
    public_text,
    seat,
    table_in_play,
    words,
)

ROWS = ((12, 14, 15, 21, 26), (37,), (43, 44), (55,))
HANDS = ((30, 1), (36, 2))
NAMES_OF_REGIONS = [
    *("status", "players", "board", "seen", "story", "picks", "supply", "pad", "facts"),
]


def player(html: str, index: int) -> str:
    """The list item of one seat."""
    found = re.search(rf'<li[^>]*data-seat="{index}".*?</li>', html, re.DOTALL)
    assert found
    return found[0]


def test_every_region_has_an_id_of_its_own() -> None:
    for snapshot in (table_in_play(deal(2)), open_table(seat(0, "Ana"), seat(1))):
        html = public_html(snapshot, "en", "bulls")
        regions = re.findall(r"<section[^>]*\bid=\"(\w+)\"[^>]*data-region", html)
        assert regions == NAMES_OF_REGIONS


def test_who_has_chosen_shows_a_back_and_no_card() -> None:
    game, _ = apply(deal_with(ROWS, HANDS), ChooseCard(0, 30), dealer(2))
    html = public_html(table_in_play(game), "en", "bulls")

    assert "#back" in player(html, 0)
    assert "has chosen" in words(player(html, 0))
    assert "#c30" not in html
    assert "is choosing" in words(player(html, 1))
    assert "#back" not in player(html, 1)
    assert 'class="card' not in player(html, 1)


def test_revealed_cards_lie_before_their_players_until_they_are_placed() -> None:
    game = deal_with(ROWS, ((3, 1), (36, 2)))
    for index in (0, 1):
        game, story = apply(game, ChooseCard(index, game.round.hands[index][0]), dealer(2))
    html = public_html(table_in_play(game, story), "en", "bulls")

    assert "#c3" in player(html, 0)
    assert "#c36" in player(html, 1)
    assert "takes a row" in words(player(html, 0))


def test_bots_and_absent_players_are_marked() -> None:
    snapshot = table_in_play(deal(2), away=frozenset({1}))
    bot = replace(snapshot.seats[0], bot="gap")
    html = public_html(replace(snapshot, seats=(bot, snapshot.seats[1])), "en", "bulls")

    assert "bot" in words(player(html, 0))
    assert "away" in words(player(html, 1))


def test_each_row_says_what_it_costs() -> None:
    text = public_text(table_in_play(deal_with(ROWS, HANDS)))

    assert "Row 1 6 6 bull heads" in text
    assert "Row 4 7 7 bull heads" in text


def test_a_full_row_warns() -> None:
    html = public_html(table_in_play(deal_with(ROWS, HANDS)), "en", "bulls")
    assert len(re.findall(r'class="row is-full"', html)) == 1


def test_the_pad_sums_up_the_rounds_above_the_one_that_is_played() -> None:
    game, story = play_until(deal(2), lambda state: state.round.number == 3)
    html = public_html(table_in_play(game, story), "en", "bulls")
    pad = words(html[html.index('id="pad"') : html.index('id="facts"')])

    first, second = game.round_scores
    assert f"1 {first[0]} {first[1]} 2 {second[0]} {second[1]} Total" in pad
    assert f"Total {game.totals[0]} {game.totals[1]} 3 +0 +0" in pad


def test_nobody_is_shown_or_told_heads_of_a_round_without_any() -> None:
    game, story = play_until(deal(2), lambda state: state.round.number == 2)
    for html, first in (
        (public_html(table_in_play(deal(2)), "en", "bulls"), 0),
        (public_html(table_in_play(game, story), "en", "bulls"), game.totals[0]),
    ):
        player = html[html.index('data-part="player-0"') : html.index('data-part="player-1"')]
        assert ('class="player__sum" hidden' in player) == (first == 0)
        assert "in this round" not in words(player)


def test_the_result_shares_ranks() -> None:
    game, _ = play_to_the_end(deal(3, Options(max_rounds=1)))
    tied = game._replace(round_scores=((5, 9, 5),), ranks=(1, 3, 1))

    text = public_text(table_in_play(tied))

    assert "Ana and Chloé win together." in text
    assert "1. Ana 5 bull heads Chloé 5 bull heads shared 3. Bob 9 bull heads" in text


def test_the_seeds_are_shown_at_the_end_only() -> None:
    game = deal(2, Options(max_rounds=1))
    before = public_text(table_in_play(game))
    after = public_text(table_in_play(play_to_the_end(game)[0]))

    assert "c" * 64 in before
    assert "text of Ana" not in before
    assert "5" * 64 in after
    assert "text of Ana" in after


def test_the_options_are_told_in_words() -> None:
    options = Options(limit=40, max_rounds=3, known_cards=True)
    snapshot = replace(table_in_play(deal(2, options)), time_per_choice=30)

    text = public_text(snapshot)

    assert "Played to 40 heads, at most 3 rounds" in text
    assert "Known cards only" in text
    assert "30 seconds per choice" in text


def test_a_free_seat_is_called_free() -> None:
    assert "Free seat" in public_text(open_table(seat(0, "Ana"), seat(1)))


def test_it_speaks_french() -> None:
    game, story = play_until(deal(2), lambda state: state.round.turn == 2)
    english = public_html(table_in_play(game, story), "en", "bulls")
    french = public_html(table_in_play(game, story), "fr", "bulls")

    assert "Score pad" in english
    assert "Score pad" not in french
    assert "têtes de bœuf" in words(french)
