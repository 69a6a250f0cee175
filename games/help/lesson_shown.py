"""The steps of the lessons, as pages show them: a table, a sentence and what to do."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.help import council_lesson
from games.help.council_lesson import BOT_NAME, CouncilMoment
from games.help.tutorial import COMPANIONS, LESSONS, NEWCOMER, Moment, moment_at
from games.live.regions import Look, Region, active_language, drawn, look_of
from games.page import decks
from games.page.council import bring
from games.page.describe import (
    describe_board,
    describe_hand,
    describe_players,
    describe_supply,
    own_status,
    status_region,
    status_sentence,
    story_of,
)
from games.page.ox import tally_of
from games.page.prompt import describe_prompt, nothing_asked
from games.page.staging import snapshot_of
from games.page.story import draw_story
from games.page.words import NOTHING, Sentence, say
from games.rules.engine import view_for
from games.rules.events import Events, Placed, Took
from games.rules.state import GameState
from games.table.access import Viewer
from games.table.snapshot import Snapshot

# In a council: the bot and the newcomer.
PLAYERS = 2


def show_table(
    look: Look, table: Snapshot, seat: int, place: Sentence, *, is_over: bool
) -> dict[str, SafeString]:
    """The regions by their id. place: what is said of round and turn. is_over: nothing is asked."""
    game = table.game
    assert game is not None  # noqa: S101 - a lesson is in play
    public, private = view_for(game, None), view_for(game, seat)
    viewer = Viewer(seat=seat, deck=look.deck)
    sentence = own_status(table, private, seat)
    if sentence == NOTHING:
        sentence = status_sentence(table, public)
    prompt = describe_prompt(table, private, viewer)
    if is_over:
        sentence = (say, _("The turn is over."))
        prompt = nothing_asked(seat)
        private = private._replace(actions=())
    return {
        "status": drawn(look, status_region(place, sentence, tally=tally_of(public))),
        "players": drawn(look, describe_players(table, public)),
        "board": drawn(look, describe_board(table, public)),
        "story": draw_story(look, story_of(table, public)),
        "supply": drawn(look, describe_supply(public)),
        "prompt": drawn(look, Region(prompt)),
        "hand": drawn(look, describe_hand(private)),
    }


def present_moment(moment: Moment, name: str, deck: str) -> dict[str, Any]:
    """What the page of a moment shows. name: the newcomer's, at the table.

    number: of the turn, from 1. advice: what the coach says after a try, or "". card: what was
    tried and leads on, None before. regions: of the table, by id.
    """
    look = look_of(active_language(), deck)
    lesson = moment.lesson
    names = (*COMPANIONS, name)
    key = f"1.{moment.number}" if moment.story else f"1.{moment.number - 1}"
    story = moment.story or _turn_before(moment)
    table = snapshot_of(moment.game, story, names, deck=deck, turn_key=key)
    numbers = ("number", moment.number), ("count", len(LESSONS))
    place = (say, _("Turn %(number)d of %(count)d"), *numbers)
    return {
        "number": moment.number,
        "next_number": moment.number + 1,
        "title": lesson.title,
        "task": lesson.task,
        "moral": lesson.moral,
        "advice": _advice(moment, deck),
        "hint": lesson.hint,
        "card": lesson.card if moment.story else None,
        "is_done": moment.is_done,
        "is_last": moment.is_last,
        "regions": show_table(look, table, NEWCOMER, place, is_over=moment.is_done),
    }


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
        heads = moment.lesson.rows[moment.wrong_row].heads
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


def present_council(moment: CouncilMoment, name: str, deck: str) -> dict[str, Any]:
    """What the page of a moment shows. name: the newcomer's, at the table.

    advice: what the coach says of what was tried, or "". regions: of the table, by id.
    """
    look = look_of(active_language(), deck)
    names = (BOT_NAME, name)
    table = snapshot_of(moment.game, moment.story, names, deck=deck, turn_key="1.1")
    return {
        "is_played": moment.is_played,
        "is_placed": moment.is_placed,
        "advice": _council_advice(look, moment),
        "regions": show_table(
            look,
            table,
            council_lesson.NEWCOMER,
            (say, _("Against the ox")),
            is_over=moment.is_placed,
        ),
    }


def _council_advice(look: Look, moment: CouncilMoment) -> str:
    """What would come of what was tried; nothing after what leads on."""
    if moment.tried is None:
        if not moment.is_too_early:
            return ""
        return gettext("As the numbers lie, the turn brings %(outcome)s: you can do better.") % {
            "outcome": bring(look, moment.brings, PLAYERS)
        }
    words = {
        "outcome": bring(look, moment.tried.brings, PLAYERS),
        "now": bring(look, moment.brings, PLAYERS),
        "name": BOT_NAME,
    }
    if moment.tried.bot_agrees:
        return gettext("%(outcome)s: %(name)s would agree, but you can do better.") % words
    return (
        gettext("%(outcome)s, instead of %(now)s: that is no help, and %(name)s says no.") % words
    )
