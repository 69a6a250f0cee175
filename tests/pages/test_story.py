"""The last turn, told: where each card went, and why a row was taken."""

from dataclasses import replace

import pytest

from games.page.describe import story_of
from games.rules.actions import ChooseCard, TakeRow
from games.rules.engine import apply, view_for
from games.rules.events import Events
from games.rules.options import Options
from games.rules.state import GameState
from tests.pages.tables import (
    deal,
    deal_with,
    dealer,
    play_to_the_end,
    play_until,
    public_html,
    public_text,
    table_in_play,
)

ROWS = ((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61))


def play(hands: tuple[tuple[int, ...], ...], take: int | None = None) -> tuple[GameState, Events]:
    """Everybody plays their first card; a low card takes row `take`."""
    game = deal_with(ROWS, hands)
    story: Events = ()
    for seat, hand in enumerate(hands):
        game, events = apply(game, ChooseCard(seat, hand[0]), dealer(len(hands)))
        story += events
    if take is not None:
        game, events = apply(game, TakeRow(game.decision.seats[0], take), dealer(len(hands)))
        story += events
    return game, story


def test_a_card_is_told_with_the_card_it_follows() -> None:
    text = public_text(table_in_play(*play(((45, 1), (62, 2)))))

    assert "Ana plays 45, after 44 in row 3." in text
    assert "Bob plays 62, after 61 in row 4." in text


def test_a_sixth_card_is_told_with_what_it_takes() -> None:
    text = public_text(table_in_play(*play(((30, 1), (36, 2)))))

    assert (
        "Ana plays 30, the sixth card in row 1, and takes 12 14 15 21 26, 6 bull heads. "
        "Bob plays 36, after 30 in row 1."
    ) in text


def test_a_low_card_is_told_with_the_row_it_takes() -> None:
    text = public_text(table_in_play(*play(((3, 90), (9, 91)), take=1)))

    assert "Ana plays 3, below every row, and takes row 2: 37, 1 bull head." in text
    assert "Bob plays 9, after 3 in row 2." in text


def test_a_choice_made_for_an_absent_player_is_marked() -> None:
    game, story = play(((45, 1), (62, 2)))

    text = public_text(table_in_play(game, story, forced=frozenset({1})))

    assert "All cards are revealed. Bob ran out of time: the site chose." in text


def test_the_end_of_a_round_tells_its_scores_and_the_next_round() -> None:
    game, story = play_until(deal(2), lambda state: state.round.number == 2)
    ana, bob = game.round_scores[0]

    table = table_in_play(game, story)
    assert f"Round 1 is over: Ana {ana}, Bob {bob}. Round 2 begins." in public_text(table)

    omar = replace(table.seats[0], written="عمر")
    text = public_text(replace(table, seats=(omar, *table.seats[1:])))
    assert f"Round 1 is over: \u2068عمر\u2069 {ana}, Bob {bob}." in text


def test_the_end_of_the_game_tells_who_won() -> None:
    game, story = play_to_the_end(deal(2, Options(max_rounds=1)))

    assert "The game is over. Lowest total: " in public_text(table_in_play(game, story))


def test_each_line_tells_the_page_what_to_move() -> None:
    html = public_html(table_in_play(*play(((30, 1), (62, 2)))), "en", "bulls")

    assert 'data-step="reveal"' in html
    assert 'data-cards="0:30 1:62"' in html
    assert (
        'data-card="30" data-seat="0" data-row="0" data-heads="6" data-hold="560" '
        'data-counts="1 2 4 5 6" data-adds="3" data-plays="Ana plays 30." '
        'data-call="30: the sixth! Ana takes row 1."'
    ) in html
    assert 'data-seat="1" data-card="62" data-row="3" data-adds="1"' in html


def test_names_cannot_bring_markup_along() -> None:
    snapshot = table_in_play(*play(((30, 1), (62, 2))))
    wicked = replace(snapshot.seats[0], written="<b onclick=x>")
    html = public_html(replace(snapshot, seats=(wicked, snapshot.seats[1])), "en", "bulls")

    assert "<b onclick" not in html
    assert "&lt;b onclick=x&gt;" in html


def test_the_story_is_headed_by_the_turn_it_tells() -> None:
    table = table_in_play(*play(((45, 1), (62, 2))))
    told = table.play._replace(turn_key="2.7")

    assert "Turn 7 All cards are revealed. Ana plays 45" in public_text(replace(table, play=told))
    untold = told._replace(story=())
    assert "Turn 7" not in public_text(replace(table, play=untold))


def test_only_a_draft_is_headed_as_picks() -> None:
    for draft, title in ((False, "Previous turn"), (True, "Latest picks")):
        table = table_in_play(deal(2, Options(draft=draft)))
        told = replace(table, play=table.play._replace(turn_key="1.0"))
        assert title in public_text(told)


@pytest.mark.parametrize(
    ("key", "turn", "told", "following"),
    [
        ("", (1, 1), 0, 1),
        ("1.4", (1, 5), 4, 5),
        ("1.5", (1, 5), 5, 5),  # somebody has yet to take a row
        ("1.10", (2, 1), 10, 11),
        ("1.10", (2, 0), 10, 10),  # the hands of the second round are drafted
    ],
)
def test_a_story_names_the_turn_that_can_follow_it(
    key: str, turn: tuple[int, int], told: int, following: int
) -> None:
    game = deal()
    game = game._replace(round=game.round._replace(number=turn[0], turn=turn[1]))
    table = table_in_play(game)
    story = story_of(replace(table, play=table.play._replace(turn_key=key)), view_for(game, None))
    assert (story.told, story.following) == (told, following)
