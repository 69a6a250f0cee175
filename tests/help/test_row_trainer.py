"""The row trainer: cards to place, told at once why; nothing that is sent can upset it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.help.row_trainer import GAMES, QUESTIONS, SINGLE_CARDS, Question, questions_of
from games.help.row_trainer_shown import present_question
from games.rules.cards import FanFace
from games.rules.events import Placed, TakeReason, Took
from games.rules.options import Options
from games.rules.state import Row
from tests.support.clients import html_of

pytestmark = pytest.mark.django_db

SERIES = [(game, series) for game in GAMES for series in range(1, 11)]
# The rows of the leaflet's first turn (S0).
LEAFLET = (Row((12,)), Row((37,)), Row((43,)), Row((58,)))
FULL = (Row((12, 14, 15, 21, 26)), Row((37,)), Row((43, 44)), Row((58, 61)))


def page(**asked: str | int) -> str:
    return html_of(Client().get(reverse("games:tutorial", args=["rows"]), {"series": 1, **asked}))


def answered(question: Question, guess: str) -> dict[str, object]:
    at = {"game": "base", "series": 1, "number": 1, "score": 0}
    return present_question(question, at, guess, "Guest", "bulls")


def alone(rows: tuple[Row, ...], card: int, options: Options = GAMES["base"]) -> Question:
    return Question(options, rows, (card,), (104,))


@pytest.mark.parametrize(("game", "series"), SERIES)
def test_the_answer_is_where_the_game_lays_the_card(game: str, series: int) -> None:
    for question in questions_of(game, series):
        _state, story = question.played()
        laid = [
            each.row for each in story if isinstance(each, Placed) and each.card == question.card
        ]
        lows = {
            each.seat for each in story if isinstance(each, Took) and each.why is TakeReason.LOW
        }
        if question.answer() is None:
            assert question.seat in lows
        else:
            assert laid[0] == question.answer()
            assert question.seat not in lows


@pytest.mark.parametrize(("game", "series"), SERIES)
def test_a_series_has_a_low_card_a_sixth_one_and_turns_that_change_the_answer(
    game: str, series: int
) -> None:
    single, turns = (
        questions_of(game, series)[:SINGLE_CARDS],
        questions_of(game, series)[SINGLE_CARDS:],
    )
    assert len(single) + len(turns) == QUESTIONS
    assert sum(question.answer() is None for question in single) == 1
    takes = [
        question
        for question in single
        for told in question.played()[1]
        if isinstance(told, Took) and told.why is TakeReason.SIXTH
    ]
    assert len(takes) == 1
    for question in turns:
        assert question.rows_before() != question.rows
        assert len(set(question.cards + question.spare)) == 8


def test_a_series_is_the_same_each_time_and_others_differ() -> None:
    first = page()
    questions_of.cache_clear()
    assert page() == first
    assert questions_of("base", 1) != questions_of("base", 2)


@pytest.mark.parametrize(
    ("card", "row", "why"),
    [
        (44, "2", "The 44 goes after the 43, in row 3: of the lower ends it is nearest."),
        (14, "0", "The 14 goes after the 12, in row 1: no other row can take it."),
        (
            3,
            "none",
            "The 3 is below the end of every row: its player takes one, here the cheapest.",
        ),
    ],
)
def test_a_right_guess_is_told_why(card: int, row: str, why: str) -> None:
    shown = answered(alone(LEAFLET, card), row)
    assert shown["is_right"]
    assert shown["new_score"] == 1
    assert (shown["mistake"], shown["reason"]) == ("", why)


@pytest.mark.parametrize(
    ("card", "row", "why"),
    [
        (44, "0", "Row 1 ends in 12: the card fits, but another row is nearer."),
        (44, "3", "Row 4 ends in 58: only a higher number can follow."),
        (3, "1", "Row 2 ends in 37: only a higher number can follow."),
        (44, "none", ""),
    ],
)
def test_a_wrong_guess_is_told_what_is_wrong_with_it(card: int, row: str, why: str) -> None:
    shown = answered(alone(LEAFLET, card), row)
    assert not shown["is_right"]
    assert shown["new_score"] == 0
    assert shown["mistake"] == why


def test_a_sixth_card_is_told_what_it_takes() -> None:
    shown = answered(alone(FULL, 30), "0")
    assert "the 30 is the sixth card and takes 6 bull heads." in str(shown["reason"])


def test_cabriole_fills_a_place() -> None:
    rows = (Row((10, 11, 12, 13), cabriole=True), Row((78,)), Row((104,)), Row((53,)))
    shown = answered(alone(rows, 43, GAMES["cabriole"]), "0")
    # 3 + 5 + 1 + 1 heads.
    assert "With Cabriole five cards lie there" in str(shown["reason"])
    assert "takes 10 bull heads" in str(shown["reason"])


def test_a_row_of_even_numbers_is_no_row_for_an_odd_one() -> None:
    rows = (Row((12,)), Row((24,), fan=FanFace.EVEN), Row((43,)), Row((58,)))
    shown = answered(alone(rows, 27, GAMES["even-odd"]), "1")
    assert shown["mistake"] == "Row 2 takes only even numbers now."
    assert "in row 1" in str(shown["reason"])


def test_the_mountains_row_descends() -> None:
    rows = (Row((12,)), Row((37,)), Row((43,)), Row((58,), fan=FanFace.UP))
    question = alone(rows, 55, GAMES["mountain"])
    assert "row 4, which descends: its 58 is nearest" in str(answered(question, "3")["reason"])
    question = alone(rows, 60, GAMES["mountain"])
    assert "Row 4 descends" in str(answered(question, "3")["mistake"])


def test_in_a_whole_turn_the_lower_cards_come_first() -> None:
    # The trap of the leaflets: the 42 goes before it, and makes the 45 the sixth.
    rows = (Row((10,)), Row((24,)), Row((17, 28, 40)), Row((31, 33, 35, 41)))
    question = Question(GAMES["base"], rows, (42, 45), (90, 91))
    shown = answered(question, "3")
    assert shown["is_right"]
    assert "When its turn comes, the rows end in 10, 24, 40, 42." in str(shown["reason"])
    assert "sixth" in str(shown["reason"])


def test_nothing_tells_the_row_before_it_is_guessed() -> None:
    html = page()
    assert "Tap the row where your" in html
    assert 'id="next"' not in html
    assert "nearest" not in html
    assert 'id="take-none"' in html


def test_the_score_counts_on_from_card_to_card() -> None:
    right = questions_of("base", 1)[1].answer()
    html = page(number=2, score=1, guess="none" if right is None else right)
    assert "Right." in html
    assert re.search(r"number=3&amp;score=2", html)


def test_the_last_card_ends_with_the_score_and_another_series() -> None:
    html = page(number=QUESTIONS, score=5, guess="none", game="cabriole")
    assert re.search(r"You found [56] of 8 rows\.", html)
    assert "game=cabriole&amp;series=2" in html


@pytest.mark.parametrize(
    "asked",
    [
        {"series": "0"},
        {"series": "-1"},
        {"series": "9" * 400},
        {"number": "0"},
        {"number": "x"},
        {"number": "9" * 99},
        {"score": "9"},
        {"score": "²"},
        {"guess": "4"},
        {"guess": "-1"},
        {"guess": "<b>"},
        {"game": "ox"},
        {"game": "<b>"},
    ],
)
def test_nonsense_is_a_card_not_yet_guessed(asked: dict[str, str]) -> None:
    html = page(**asked)
    assert "Tap the row where your" in html
    assert "Card 1 of 8" in html
    assert "Right so far: 0" in html


def test_it_writes_and_reads_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(guess="0")
