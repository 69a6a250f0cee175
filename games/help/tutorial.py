"""Three turns to learn by: those of the leaflet (S0), with a newcomer in the fourth seat.

Nothing is stored: where the newcomer stands is the turn, the card tried and the row tried.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.help.examples import AFTER_FIRST, AFTER_SECOND, FIRST_ROWS, NAMES
from games.page.staging import Position, play
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.events import Events
from games.rules.state import Cards, GameState, Row

NEWCOMER = 3
COMPANIONS = NAMES[:NEWCOMER]
SPARE_CARDS = (90, 91, 92)  # the others', which are never played


@dataclass(frozen=True, slots=True)
class Lesson:
    """A turn. others: what the other seats play. card and row: what leads on; row with a low card.

    task: what to try. hint: said after a wrong try. moral: what was learned.
    """

    title: str | Promise
    task: str | Promise
    hint: str | Promise
    moral: str | Promise
    rows: tuple[Row, ...]
    hand: Cards
    others: Cards
    card: int
    row: int | None = None
    piles: tuple[Cards, ...] = ()


LESSONS = (
    Lesson(
        title=_("Where a card goes"),
        task=_(
            "A card goes at the end of a row, after the nearest lower number. "
            "Which of your cards goes after the 43?"
        ),
        hint=_("Look for a card between 43 and 58."),
        moral=_(
            "The lowest card was placed first. Your 44 could have followed 12, 37 or 43: "
            "of these, 43 is nearest."
        ),
        rows=FIRST_ROWS,
        hand=(3, 36, 44, 60),
        others=(14, 15, 61),
        card=44,
    ),
    Lesson(
        title=_("The sixth card"),
        task=_(
            "A row is full with five cards; the sixth takes them. This once you may peek: "
            "the others have chosen 21, 26 and 30. Which of your cards goes right after the 30?"
        ),
        hint=_(
            "The 30 is the sixth card of the first row: it will lie there alone. Which card can "
            "follow it?"
        ),
        moral=_(
            "21 and 26 filled the first row, the 30 was the sixth card and took all five. "
            "You came after it, and it cost you nothing."
        ),
        rows=AFTER_FIRST,
        hand=(3, 36, 60),
        others=(21, 26, 30),
        card=36,
    ),
    Lesson(
        title=_("Too low for every row"),
        task=_(
            "A card below the end of every row fits nowhere, and takes a row of your choice. "
            "It need not be a bad deal: play that card."
        ),
        hint=_("Look for a card below 36, 37, 44 and 61."),
        moral=_(
            "The second row cost you a single head. And look: Alice’s 9 found its place "
            "right after your 3."
        ),
        rows=AFTER_SECOND,
        hand=(3, 60),
        others=(9, 68, 83),
        card=3,
        row=1,
        piles=((), (), (12, 14, 15, 21, 26), ()),
    ),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the newcomer stands in a lesson: the game to show and what has just happened.

    tried: the game as it would have gone on with a wrong card, and its story. wrong_row: a row
    that costs more than need be.
    """

    number: int
    lesson: Lesson
    game: GameState
    story: Events
    tried: tuple[GameState, Events] | None = None
    wrong_row: int | None = None

    @property
    def is_done(self) -> bool:
        return self.tried is None and self.game.round.turn > self.number

    @property
    def is_last(self) -> bool:
        return self.number == len(LESSONS)


def moment_at(number: int, card: int | None, row: int | None) -> Moment:
    """The moment of a turn (from 1), after a card and a row were tried.

    A turn that there is not is the first one; cards not held and rows not there count as not tried.
    """
    if not 1 <= number <= len(LESSONS):
        number, card, row = 1, None, None
    lesson = LESSONS[number - 1]
    start = _choosing(number, lesson)
    if card not in lesson.hand:
        return Moment(number, lesson, start, ())
    if card != lesson.card:
        return Moment(number, lesson, start, (), tried=_go_on(start, card))
    revealed = play(start, [ChooseCard(NEWCOMER, card)])
    if lesson.row is None or row not in range(len(lesson.rows)):
        return Moment(number, lesson, *revealed)
    if row != lesson.row:
        return Moment(number, lesson, *revealed, wrong_row=row)
    actions: list[Action] = [ChooseCard(NEWCOMER, card), TakeRow(NEWCOMER, row)]
    return Moment(number, lesson, *play(start, actions))


def _go_on(start: GameState, card: int) -> tuple[GameState, Events]:
    """The turn with another card; a companion's low card takes the cheapest row."""
    actions: list[Action] = [ChooseCard(NEWCOMER, card)]
    game, story = play(start, actions)
    decision = game.round.decision
    if decision.card is None or NEWCOMER in decision.seats:
        return game, story
    rows = game.round.rows
    cheapest = min(range(len(rows)), key=lambda row: rows[row].heads)
    return play(start, [*actions, TakeRow(decision.seats[0], cheapest)])


def _choosing(number: int, lesson: Lesson) -> GameState:
    """The turn in which everybody but the newcomer has chosen."""
    others = tuple(zip(lesson.others, SPARE_CARDS, strict=True))
    position = Position(lesson.rows, (*others, lesson.hand), piles=lesson.piles)
    state = position.state()
    state = state._replace(round=state.round._replace(turn=number))
    chosen, _events = play(
        state, [ChooseCard(seat, card) for seat, card in enumerate(lesson.others)]
    )
    return chosen
