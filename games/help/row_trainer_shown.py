"""A question of the row trainer, as its page shows it: a table, what to tap, and why."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.help.row_trainer import LAST_SERIES, NO_ROW, QUESTIONS, Question, row_of
from games.help.tutorial import COMPANIONS
from games.live.regions import Look, Region, active_language, drawn, look_of, render_part
from games.page import decks
from games.page.describe import describe_board, describe_players, status_region, story_of
from games.page.draw import draw_prompt
from games.page.prompt import nothing_asked
from games.page.staging import snapshot_of
from games.page.story import draw_story
from games.page.words import NOTHING, say
from games.rules.cards import FanFace
from games.rules.engine import view_for
from games.rules.events import Revealed
from games.rules.fan import MOUNTAIN_FACES
from games.rules.placement import is_full
from games.rules.state import Awaited, Decision, Row

NOBODY = Decision(Awaited.CARD, ())
GAME_NAMES = {
    "base": _("Base game"),
    "cabriole": _("With Cabriole"),
    "even-odd": _("With Even/Odd"),
    "mountain": _("With the Mountain"),
}


def present_question(
    question: Question, at: dict[str, Any], guess: str, name: str, deck: str
) -> dict[str, Any]:
    """What the page of a question shows.

    at: game, series, number (of the question, from 1), score (right ones before it), for addresses.
    guess: a row as text or NO_ROW, "" before it is answered. name: the newcomer's, at the table.
    """
    look = look_of(active_language(), deck)
    answer = question.answer()
    is_answered = bool(guess)
    is_right = is_answered and guess == (NO_ROW if answer is None else str(answer))
    score = at["score"] + is_right
    return at | {
        "card": question.card,
        "count": QUESTIONS,
        "is_whole_turn": question.is_whole_turn,
        "is_answered": is_answered,
        "is_right": is_right,
        "is_last": at["number"] == QUESTIONS,
        "mistake": "" if is_right or not is_answered else _mistake(question, guess),
        "reason": _reason(question, answer, deck) if is_answered else "",
        "next": at | {"number": at["number"] + 1, "score": score},
        "new_score": score,
        "next_series": at["series"] % LAST_SERIES + 1,
        "games": [(key, gettext(label), key == at["game"]) for key, label in GAME_NAMES.items()],
        "regions": _regions(look, question, at, name, is_answered=is_answered),
    }


def _regions(
    look: Look, question: Question, at: dict[str, Any], name: str, *, is_answered: bool
) -> dict[str, Any]:
    """The regions of the table by their id: before the cards are placed, or after."""
    names = (*COMPANIONS[: question.seat], name)
    queue = sorted((card, seat) for seat, card in enumerate(question.cards))
    revealed = Revealed(tuple((seat, card) for card, seat in queue))
    state, story = question.played() if is_answered else (question.start(), (revealed,))
    view = view_for(state, None)._replace(decision=NOBODY)
    if not is_answered:
        view = view._replace(revealed=revealed.cards)
    table = snapshot_of(state, story, names, deck=look.deck, turn_key=f"1.{at['number']}")
    numbers = ("number", at["number"]), ("count", QUESTIONS)
    place = (say, _("Card %(number)d of %(count)d"), *numbers)
    score = (say, _("Right so far: %(score)d"), ("score", at["score"]))
    prompt = nothing_asked(question.seat)
    if not is_answered:
        asked = (say, _("In which row does the %(card)d go?"), ("card", question.card))
        buttons = ((_draw_guesses, len(question.rows), bool(question.options.fan)),)
        prompt = (draw_prompt, question.seat, True, asked, buttons)
    return {
        "status": drawn(look, status_region(place, NOTHING if is_answered else score)),
        "players": drawn(look, describe_players(table, view)),
        "board": drawn(look, describe_board(table, view)),
        "story": draw_story(look, story_of(table, view)),
        "prompt": drawn(look, Region(prompt)),
    }


def _draw_guesses(look: Look, rows: int, has_fan_card: bool) -> str:
    return render_part(look, "guesses", range(rows), has_fan_card)


# --- Why ---------------------------------------------------------------------------------------


def _mistake(question: Question, guess: str) -> str:
    """Why the card does not go where it was guessed; "" where the reason says all."""
    if guess == NO_ROW:
        return ""
    row, card = question.rows_before()[int(guess)], question.card
    words = {"row": int(guess) + 1, "end": row.last, "card": card}
    if row_of(question.options, (row,), card) is not None:
        if question.answer() is None:
            return ""
        return gettext("Row %(row)d ends in %(end)d: the card fits, but another row is nearer.") % (
            words
        )
    if row.fan in MOUNTAIN_FACES:
        return gettext(
            "Row %(row)d descends: after its %(end)d only a lower number can follow."
        ) % (words)
    if card < row.last:
        return gettext("Row %(row)d ends in %(end)d: only a higher number can follow.") % words
    if row.fan is FanFace.EVEN:
        return gettext("Row %(row)d takes only even numbers now.") % words
    return gettext("Row %(row)d takes only odd numbers now.") % words


def _reason(question: Question, answer: int | None, deck: str) -> str:
    """Where the card goes and why, and what that costs."""
    rows, card = question.rows_before(), question.card
    sentences = []
    if rows != question.rows:
        ends = ", ".join(str(row.last) for row in rows)
        sentences.append(gettext("When its turn comes, the rows end in %(ends)s.") % {"ends": ends})
    sentences.append(_placing(question, rows, answer))
    if answer is not None and is_full(rows[answer]):
        pattern = gettext("The row is full: the %(card)d is the sixth card and takes %(heads)s.")
        if rows[answer].cabriole:
            pattern = gettext(
                "With Cabriole five cards lie there: the %(card)d is the sixth and takes %(heads)s."
            )
        heads = decks.count_heads(rows[answer].heads, deck)
        sentences.append(pattern % {"card": card, "heads": heads})
    return " ".join(sentences)


def _placing(question: Question, rows: tuple[Row, ...], answer: int | None) -> str:
    card, options = question.card, question.options
    words = {"card": card}
    if answer is None:
        if options.fan is not None:
            return gettext("The %(card)d fits no row: its player takes one, here the cheapest.") % (
                words
            )
        return gettext(
            "The %(card)d is below the end of every row: its player takes one, here the cheapest."
        ) % (words)
    fitting = [row for row in rows if row_of(options, (row,), card) is not None]
    words |= {"row": answer + 1, "end": rows[answer].last}
    if rows[answer].fan in MOUNTAIN_FACES:
        return gettext(
            "The %(card)d goes to row %(row)d, which descends: its %(end)d is nearest."
        ) % (words)
    if len(fitting) == 1:
        return gettext(
            "The %(card)d goes after the %(end)d, in row %(row)d: no other row can take it."
        ) % (words)
    return gettext(
        "The %(card)d goes after the %(end)d, in row %(row)d: of the lower ends it is nearest."
    ) % (words)
