"""The chapters of the rules, and the lessons of the tutorial."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.access import chosen_deck
from accounts.models import Deck, Player
from accounts.page_cache import cached_for_strangers
from games.club_day import day_of
from games.help import examples_shown
from games.help.chapters import BASE, CHAPTERS, chapter_named, neighbours
from games.help.council_lesson import NEWCOMER, council_at
from games.help.examples import OX
from games.help.lesson_shown import present_council, present_moment
from games.help.row_trainer import GAMES, LAST_SERIES, NO_ROW, QUESTIONS, questions_of
from games.help.row_trainer_shown import present_question
from games.help.tutorial import moment_at
from games.page import decks
from games.play.commands import read_command
from games.rules.actions import Propose
from games.rules.errors import IllegalAction
from games.whole_numbers import whole_number

# Heads of 1, 2, 3, 5 and 7: a card of each kind.
ONE_OF_EACH = (8, 15, 30, 66, 55)


@login_not_required
@cached_for_strangers
@require_safe
def rules(request: HttpRequest, slug: str = BASE.slug) -> HttpResponse:
    """A chapter of the rules; the first one begins with the game in five sentences."""
    chapter = chapter_named(slug)
    if chapter is None:
        raise Http404
    deck = _deck(request)
    before, after = neighbours(chapter)
    context = {"chapter": chapter, "chapters": CHAPTERS, "before": before, "after": after}
    return render(request, chapter.template, context | {"deck": deck} | _figures(slug, deck))


@login_not_required
@cached_for_strangers
@require_safe
def tutorial(request: HttpRequest, lesson: str = "") -> HttpResponse:
    """A lesson to play along, of LESSONS."""
    if lesson not in LESSONS:
        raise Http404
    template, context = LESSONS[lesson]
    deck = _deck(request)
    context_of_page = {"sprite": decks.sprite(deck)} | context(request, deck)
    return render(request, template, context_of_page)


def _turns(request: HttpRequest, deck: str) -> dict[str, Any]:
    """Three turns: `turn`, and the `card` and the `row` tried."""
    number, card, row = (
        whole_number(request.GET.get(name), None, 3) for name in ("turn", "card", "row")
    )
    moment = moment_at(number or 1, card, row)
    return {"lesson": present_moment(moment, _name(request), deck)}


def _council(request: HttpRequest, deck: str) -> dict[str, Any]:
    """A council: `play` is proposed, after `played` the best one lies; `place`."""
    moment = council_at(
        _proposal(request.GET.get("play", "")),
        is_played="played" in request.GET,
        is_placed="place" in request.GET,
    )
    return {"lesson": present_council(moment, _name(request), deck), "options": OX}


def _rows(request: HttpRequest, deck: str) -> dict[str, Any]:
    """A series of cards whose rows are guessed.

    `game`, `series` and `number` say which card; `score` how many were right before it; `guess` is
    a row or NO_ROW. Without a series it is that of the day.
    """
    asked = request.GET
    game = asked.get("game", "")
    game = game if game in GAMES else "base"
    series = whole_number(asked.get("series"), 0, 3) or day_of(timezone.now()).toordinal()
    series = (series - 1) % LAST_SERIES + 1
    number = max(1, min(whole_number(asked.get("number"), 1, 1), QUESTIONS))
    score = min(whole_number(asked.get("score"), 0, 1), number - 1)
    question = questions_of(game, series)[number - 1]
    guess = asked.get("guess", "")
    if guess not in {NO_ROW, *map(str, range(len(question.rows)))}:
        guess = ""
    at = {"game": game, "series": series, "number": number, "score": score}
    return {
        "lesson": present_question(question, at, guess, _name(request), deck),
        "options": question.options if question.options.fan else None,
    }


# By the last part of their address, the first one without any: the template, and its context for a
# reader and their deck.
LESSONS: dict[str, tuple[str, Callable[[HttpRequest, str], dict[str, Any]]]] = {
    "": ("games/help/tutorial.html", _turns),
    "council": ("games/help/council.html", _council),
    "rows": ("games/help/row_trainer.html", _rows),
}


def _proposal(text: str) -> Propose | None:
    """What a button of the council sends; None for nothing and for nonsense."""
    try:
        action = read_command({"kind": "propose", "play": text, "version": 0}, NEWCOMER).action
    except IllegalAction:
        return None
    return action if isinstance(action, Propose) else None


def _figures(slug: str, deck: str) -> dict[str, Any]:
    """What a chapter shows besides its worked examples."""
    match slug:
        case "known-cards":
            return {"known_decks": examples_shown.known_decks()}
        case "draft":
            return {"picks": [(number, examples_shown.first_picks(number)) for number in (1, 2, 3)]}
        case "elimination":
            return {"elimination": examples_shown.present_elimination(deck)}
        case "decks":
            return {
                "decks": [
                    (name, [decks.card(card, value) for card in ONE_OF_EACH])
                    for value, name in Deck.choices
                ]
            }
        case "fair-deal":
            return {"deal": examples_shown.present_deal(deck)}
        case _:
            return {}


def _name(request: HttpRequest) -> str:
    """The newcomer's name at the table."""
    player: Player | None = getattr(request.user, "player", None)
    return player.name if player else gettext("Guest")


def _deck(request: HttpRequest) -> str:
    """The reader's own deck, or the first one."""
    return chosen_deck(request) or Deck.BULLS
