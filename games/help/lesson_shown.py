"""A moment of the tutorial as the page shows it: the regions of a live table, and a coach."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks
from games.access import Viewer
from games.help.staging import snapshot_of
from games.help.tutorial import COMPANIONS, LESSONS, NEWCOMER, Moment, moment_at
from games.live.regions import active_language, render_part
from games.presenters.board import present_board
from games.presenters.players import present_players
from games.presenters.prompt import present_hand, present_prompt
from games.presenters.status import Status, present_own_status, present_status, status_region
from games.presenters.story import present_story
from games.rules.cards import total_heads
from games.rules.events import Events, Placed, Took
from games.rules.projection import view_for
from games.rules.state import GameState

VIEWER = Viewer(seat=NEWCOMER, is_member=False, is_host=False)


@dataclass(frozen=True, slots=True)
class LessonShown:
    """number: of the turn, from 1, out of count. advice: what the coach says after a try, or "".

    card: what was tried and leads on, None before. The others are regions of the table.
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
    status: SafeString
    players: SafeString
    board: SafeString
    story: SafeString
    prompt: SafeString
    hand: SafeString

    @property
    def next_number(self) -> int:
        return self.number + 1


def present_moment(moment: Moment, name: str, deck: str) -> LessonShown:
    """The page of a moment. name: the newcomer's, at the table."""
    language = active_language()
    lesson = moment.lesson
    names = (*COMPANIONS, name)
    key = f"1.{moment.number}" if moment.story else f"1.{moment.number - 1}"
    story = moment.story or _turn_before(moment)
    snapshot = snapshot_of(moment.game, story, names, deck=deck, turn_key=key)
    public, private = view_for(moment.game, None), view_for(moment.game, NEWCOMER)
    place = gettext("Turn %(number)d of %(count)d") % {
        "number": moment.number,
        "count": len(LESSONS),
    }
    status = present_status(snapshot, public)
    sentence = present_own_status(snapshot, private, NEWCOMER) or status.sentence
    prompt = present_prompt(snapshot, private, replace(VIEWER, deck=deck))
    hand = present_hand(snapshot, private, deck, language)
    if moment.is_done:
        sentence = gettext("The turn is over.")
        prompt = replace(prompt, sentence="", is_urgent=False)
        hand = present_hand(snapshot, replace(private, actions=()), deck, language)
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
        status=status_region(Status(place, sentence), language).html,
        players=present_players(snapshot, public, deck, language).html,
        board=present_board(snapshot, public, deck, language).html,
        story=render_part("story", present_story(snapshot, public, deck)),
        prompt=render_part("prompt", prompt),
        hand=hand.html,
    )


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
