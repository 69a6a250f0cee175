"""What members answer to puzzles, how long their streaks are, and the table of a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.club.kept import kept
from accounts.models import Player
from accounts.portions import delete_some
from games.club_day import day_of
from games.models import Puzzle, PuzzleAnswer
from games.plain_text import plain
from games.seats.seats import lock_person

# Of a club whose every member solves puzzles, those who did best.
LINES = 100


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in the table of a puzzle. lost: heads more than the best card costs."""

    name: str
    answer: PuzzleAnswer
    lost: float
    is_own: bool


def answer(
    player: Player, puzzle: Puzzle, card: int, now: datetime, *, is_listed: bool
) -> PuzzleAnswer:
    """The answer of somebody to a puzzle: the one they give now, or have given before.

    Raises ValueError for a card that is not in the hand, TableError(LATE) for who is gone.
    """
    if card not in puzzle.view.hand:
        raise ValueError(card)
    with transaction.atomic():
        # Two taps at once must not both be the first one.
        lock_person(player)
        given = own_answer(player, puzzle)
        if given is not None:
            return given
        is_best = card == puzzle.best
        is_in_time = day_of(now) == puzzle.day
        return PuzzleAnswer.objects.create(
            puzzle=puzzle,
            player=player,
            card=card,
            is_best=is_best,
            is_in_time=is_in_time,
            streak=streak_before(player, puzzle.day) + 1 if is_best and is_in_time else 0,
            is_listed=is_listed,
            at=now,
        )


def own_answer(player: Player, puzzle: Puzzle) -> PuzzleAnswer | None:
    """What somebody has answered; None before they have."""
    return PuzzleAnswer.objects.filter(player=player, puzzle=puzzle).first()


def streak_before(player: Player, day: date) -> int:
    """How many puzzles before that of this day somebody has solved in time, without a gap.

    Days for which there is no puzzle are no gap.
    """
    last = Puzzle.objects.filter(day__lt=day).order_by("-day").values("pk")[:1]
    found = PuzzleAnswer.objects.filter(player=player, puzzle=last).values_list("streak", flat=True)
    return found.first() or 0


def streak_on(player: Player, day: date) -> int:
    """The streak of somebody on a day, whether they have answered its puzzle yet or not."""
    given = PuzzleAnswer.objects.filter(player=player, puzzle__day=day)
    streak = given.values_list("streak", flat=True).first()
    return streak_before(player, day) if streak is None else streak


def is_listed(player: Player) -> bool:
    """Whether somebody wants to be in the table, by their newest answer; yes before the first."""
    newest = PuzzleAnswer.objects.filter(player=player).order_by("-at", "-pk")
    wish = newest.values_list("is_listed", flat=True).first()
    return True if wish is None else wish


def set_listed(player: Player, *, is_listed: bool) -> None:
    """Show all answers of somebody in the tables by name, later ones too, or none of them."""
    PuzzleAnswer.objects.filter(player=player).update(is_listed=is_listed)


def with_own(puzzles: Iterable[Puzzle], player: Player) -> list[tuple[Puzzle, PuzzleAnswer | None]]:
    """Each of these puzzles with what somebody has answered to it."""
    found = list(puzzles)
    given = {
        each.puzzle_id: each
        for each in PuzzleAnswer.objects.filter(player=player, puzzle__in=found)
    }
    return [(puzzle, given.get(puzzle.pk)) for puzzle in found]


def counts(puzzle: Puzzle) -> tuple[int, int]:
    """How many have answered in time, and how many of them have found the best card."""
    in_time = puzzle.answers.filter(is_in_time=True)
    return in_time.count(), in_time.filter(is_best=True).count()


def lines_of(puzzle: Puzzle, reader: Player) -> list[Line]:
    """The table of a puzzle: who answered in time and wants to be in it, the best answers first."""
    costs = {card: heads for card, heads, _error in puzzle.weighed}
    answers = puzzle.answers.filter(is_in_time=True, is_listed=True).select_related("player")
    lines = [
        Line(
            name=each.player.name,
            answer=each,
            lost=costs[each.card] - costs[puzzle.best],
            is_own=each.player_id == reader.pk,
        )
        for each in answers
    ]
    lines.sort(key=lambda line: (line.lost, -line.answer.streak, plain(line.name)))
    return lines[:LINES]


def forget_old(now: datetime) -> int:
    """Delete a portion of the puzzles that are too old, with their answers; how many those were."""
    return delete_some(old(now, kept("puzzles")))


def old(now: datetime, kept_for: timedelta) -> QuerySet[Puzzle]:
    """The puzzles whose time is over."""
    return Puzzle.objects.filter(day__lt=day_of(now) - kept_for).order_by("day")


def erase(player: Player) -> None:
    """Delete what somebody has answered."""
    PuzzleAnswer.objects.filter(player=player).delete()


def exported(player: Player) -> list[dict[str, Any]]:
    """What somebody has answered, for their personal data."""
    answers = PuzzleAnswer.objects.filter(player=player).select_related("puzzle").order_by("pk")
    return [
        {
            "day": each.puzzle.day,
            "card": each.card,
            "solved": each.is_best,
            "on_its_day": each.is_in_time,
            "streak": each.streak,
            "in_the_clubs_table": each.is_listed,
            "answered": each.at,
        }
        for each in answers
    ]
