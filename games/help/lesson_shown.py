"""A moment of the tutorial as the page shows it: the regions of a live table, and a coach."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks
from games.help.staging import snapshot_of
from games.help.table_shown import show_table
from games.help.tutorial import COMPANIONS, LESSONS, NEWCOMER, Moment, moment_at
from games.page.regions import Look, active_language, look_of
from games.rules.cards import total_heads
from games.rules.events import Events, Placed, Took
from games.rules.state import GameState


@dataclass(frozen=True, slots=True)
class LessonShown:
    """number: of the turn, from 1, out of count. advice: what the coach says after a try, or "".

    card: what was tried and leads on, None before. regions: of the table, by id.
    """

    number: int
    count: int
    title: str | Promise
    task: str | Promise
    moral: str | Promise
    advice: str
    hint: str | Promise
    card: int | None
    is_done: bool
    is_last: bool
    regions: Mapping[str, SafeString]

    @property
    def next_number(self) -> int:
        return self.number + 1


def present_moment(moment: Moment, name: str, deck: str) -> LessonShown:
    """The page of a moment. name: the newcomer's, at the table."""
    look = look_of(active_language(), deck)
    lesson = moment.lesson
    names = (*COMPANIONS, name)
    key = f"1.{moment.number}" if moment.story else f"1.{moment.number - 1}"
    story = moment.story or _turn_before(moment)
    table = snapshot_of(moment.game, story, names, deck=deck, turn_key=key)
    place = (_say_place, moment.number)
    return LessonShown(
        number=moment.number,
        count=len(LESSONS),
        title=lesson.title,
        task=lesson.task,
        moral=lesson.moral,
        advice=_advice(moment, deck),
        hint=lesson.hint,
        card=lesson.card if moment.story else None,
        is_done=moment.is_done,
        is_last=moment.is_last,
        regions=show_table(look, table, NEWCOMER, place, is_over=moment.is_done),
    )


def _say_place(_look: Look, number: int) -> str:
    return gettext("Turn %(number)d of %(count)d") % {"number": number, "count": len(LESSONS)}


def _turn_before(moment: Moment) -> Events:
    """The story of the turn before as it was to be played; empty for the first one."""
    if moment.number == 1:
        return ()
    lesson = LESSONS[moment.number - 2]
    return moment_at(moment.number - 1, lesson.card, lesson.row).story


def _advice(moment: Moment, deck: str) -> str:
    """What would come of a wrong try; nothing after a right one."""
    if moment.tried is not None:
        return _consequence(*moment.tried, deck)
    if moment.wrong_row is not None:
        heads = total_heads(moment.lesson.rows[moment.wrong_row].cards)
        return gettext("Row %(row)d would cost you %(heads)s. One of the others is cheaper.") % {
            "row": moment.wrong_row + 1,
            "heads": decks.count_heads(heads, deck),
        }
    return ""


def _consequence(game: GameState, story: Events, deck: str) -> str:
    """Where the newcomer's card would have gone."""
    decision = game.round.decision
    if decision.card is not None:
        return gettext("%(card)d is below every row: you would have to take one.") % {
            "card": decision.card
        }
    for event in story:
        match event:
            case Took(seat=seat, row=row, heads=heads) if seat == NEWCOMER:
                return gettext(
                    "Yours would be the sixth card of row %(row)d: you would take %(heads)s."
                ) % {"row": row + 1, "heads": decks.count_heads(heads, deck)}
            case Placed(seat=seat, card=card, row=row) if seat == NEWCOMER:
                return _placed(game, card, row)
            case _:
                continue
    raise AssertionError("a card that was revealed is placed")


def _placed(game: GameState, card: int, row: int) -> str:
    cards = game.round.rows[row].cards
    return gettext(
        "Once all cards are placed, the %(card)d goes after the %(end)d, in row %(row)d."
    ) % {
        "card": card,
        "end": cards[cards.index(card) - 1],
        "row": row + 1,
    }
