"""One answer each and puzzle, streaks of days, and a table for those who want to be in it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.models import Puzzle, PuzzleAnswer
from games.practice import answers
from games.table.errors import TableError
from tests.factories import PlayerFactory
from tests.support.puzzles import BEST, SECOND, WORST, make_puzzle
from tests.support.races import at_once

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
TODAY = date(2026, 11, 27)
DAY = timedelta(days=1)


def give(
    player: Player,
    puzzle: Puzzle,
    card: int,
    now: datetime | None = None,
    *,
    is_listed: bool = True,
) -> PuzzleAnswer:
    """An answer at noon of the puzzle's day, or at another time."""
    at = now or NOON + (puzzle.day - TODAY)
    return answers.answer(player, puzzle, card, at, is_listed=is_listed)


def test_the_first_answer_counts(ada: Player) -> None:
    puzzle = make_puzzle(TODAY)
    assert give(ada, puzzle, WORST).card == WORST
    assert give(ada, puzzle, BEST).card == WORST
    assert PuzzleAnswer.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        PuzzleAnswer.objects.create(
            puzzle=puzzle, player=ada, card=BEST, is_best=True, is_in_time=True, at=NOON
        )


@pytest.mark.django_db(transaction=True)
def test_of_two_taps_at_the_same_moment_one_counts(ada: Player) -> None:
    puzzle = make_puzzle(TODAY)
    given = at_once(
        *[lambda card=card: give(ada, puzzle, card).card for card in (BEST, SECOND) * 2]
    )
    assert given == [PuzzleAnswer.objects.get().card] * 4


def test_only_a_card_of_the_hand_is_an_answer(ada: Player) -> None:
    for card in (0, 44, 104, 1):
        with pytest.raises(ValueError, match=str(card)):
            give(ada, make_puzzle(TODAY), card)
    assert not PuzzleAnswer.objects.exists()


def test_a_streak_grows_by_a_day_and_ends_with_a_wrong_card(ada: Player) -> None:
    cards = [BEST, BEST, BEST, SECOND, BEST]
    days = [make_puzzle(TODAY + at * DAY) for at in range(len(cards))]
    streaks = [give(ada, puzzle, card).streak for puzzle, card in zip(days, cards, strict=True)]
    assert streaks == [1, 2, 3, 0, 1]
    assert answers.streak_before(ada, TODAY + 3 * DAY) == 3
    assert answers.streak_before(ada, TODAY + 5 * DAY) == 1
    # Before the answer of a day it is that of the day before, after it that of the day.
    assert [answers.streak_on(ada, TODAY + at * DAY) for at in (2, 3, 4, 5)] == [3, 0, 1, 1]


def test_a_day_left_out_ends_a_streak_a_day_without_a_puzzle_does_not(ada: Player) -> None:
    give(ada, make_puzzle(TODAY), BEST)
    # No puzzle was made for the day after.
    assert give(ada, make_puzzle(TODAY + 2 * DAY), BEST).streak == 2
    make_puzzle(TODAY + 3 * DAY)
    assert give(ada, make_puzzle(TODAY + 4 * DAY), BEST).streak == 1


def test_an_answer_after_the_day_counts_neither_for_the_streak_nor_for_the_table(
    ada: Player, ben: Player
) -> None:
    puzzle = make_puzzle(TODAY)
    give(ben, puzzle, WORST)
    late = give(ada, puzzle, BEST, NOON + DAY)
    assert (late.is_best, late.is_in_time, late.streak) == (True, False, 0)
    assert [line.name for line in answers.lines_of(puzzle, ada)] == ["Ben"]
    assert answers.counts(puzzle) == (1, 0)
    assert give(ada, make_puzzle(TODAY + DAY), BEST).streak == 1


def test_the_day_ends_at_midnight_of_the_club(ada: Player, ben: Player) -> None:
    club = timezone.get_default_timezone()
    midnight = datetime(2026, 11, 28, tzinfo=club)
    puzzle = make_puzzle(TODAY)
    with timezone.override("Pacific/Kiritimati"):
        assert give(ada, puzzle, BEST, midnight - timedelta(seconds=1)).is_in_time
        assert not give(ben, puzzle, BEST, midnight).is_in_time


def test_a_clock_that_was_set_back_makes_nobody_late_twice(ada: Player) -> None:
    """What was answered while the clock stood on tomorrow stays answered when tomorrow comes."""
    today, tomorrow = make_puzzle(TODAY), make_puzzle(TODAY + DAY)
    give(ada, tomorrow, BEST)
    assert give(ada, today, BEST).streak == 1
    assert give(ada, tomorrow, WORST).card == BEST
    assert answers.streak_before(ada, TODAY + 2 * DAY) == 1


def test_the_table_has_who_wants_to_be_in_it_the_best_answers_first(
    ada: Player, ben: Player
) -> None:
    yesterday, puzzle = make_puzzle(TODAY - DAY), make_puzzle(TODAY)
    cleo, dan, eve = (PlayerFactory.create(name=name) for name in ("Cleo", "Dan", "Eve"))
    give(dan, yesterday, BEST)
    for player, card in ((ada, SECOND), (ben, WORST), (cleo, BEST), (dan, BEST)):
        give(player, puzzle, card)
    give(eve, puzzle, BEST, is_listed=False)
    lines = answers.lines_of(puzzle, cleo)
    assert [(line.name, line.lost, line.answer.streak, line.is_own) for line in lines] == [
        ("Dan", 0, 2, False),
        ("Cleo", 0, 1, True),
        ("Ada", pytest.approx(1.26), 0, False),
        ("Ben", pytest.approx(7.26), 0, False),
    ]
    # Without names all are counted.
    assert answers.counts(puzzle) == (5, 3)
    give(PlayerFactory.create(name="Élodie"), puzzle, WORST)
    give(PlayerFactory.create(name="Zoé"), puzzle, WORST)
    assert [line.name for line in answers.lines_of(puzzle, cleo)][3:] == ["Ben", "Élodie", "Zoé"]


def test_somebody_leaves_all_tables_and_comes_back(ada: Player) -> None:
    puzzle = make_puzzle(TODAY)
    assert answers.is_listed(ada)
    give(ada, puzzle, BEST)
    answers.set_listed(ada, is_listed=False)
    assert answers.lines_of(puzzle, ada) == []
    assert not answers.is_listed(ada)
    answers.set_listed(ada, is_listed=True)
    assert len(answers.lines_of(puzzle, ada)) == 1


def test_who_is_erased_leaves_no_answer(ada: Player, ben: Player) -> None:
    puzzle = make_puzzle(TODAY)
    give(ada, puzzle, BEST)
    give(ben, puzzle, BEST)
    privacy.erase(ada)
    assert [line.name for line in answers.lines_of(puzzle, ben)] == ["Ben"]
    assert answers.counts(puzzle) == (1, 1)
    with pytest.raises(TableError):
        give(ada, make_puzzle(TODAY + DAY), BEST)


def test_the_export_tells_the_answers(ada: Player) -> None:
    give(ada, make_puzzle(TODAY), SECOND)
    assert privacy.personal_data(ada)["puzzles"] == [
        {
            "day": TODAY,
            "card": SECOND,
            "solved": False,
            "on_its_day": True,
            "streak": 0,
            "in_the_clubs_table": True,
            "answered": NOON,
        }
    ]


def test_puzzles_are_kept_for_a_year(ada: Player) -> None:
    old, kept = make_puzzle(TODAY - 366 * DAY), make_puzzle(TODAY - 365 * DAY)
    give(ada, old, BEST)
    give(ada, kept, BEST)
    assert answers.forget_old(NOON) == 1
    assert list(Puzzle.objects.all()) == [kept]
    assert PuzzleAnswer.objects.get().puzzle == kept
