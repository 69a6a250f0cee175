"""The puzzle of the day, earlier ones, what members answer, and who has solved them.

Beside it members find the deal of the day and the best results against the ox (ox.py).
"""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import chosen_deck, current_player, player_or_none
from accounts.models import Deck, Player
from accounts.page_cache import cached_for_strangers
from games.club_day import day_of
from games.models import Puzzle
from games.page import decks
from games.practice import answers, ox
from games.practice.presenter import present_puzzle
from games.table.errors import TableError, refusal_text
from games.whole_numbers import whole_number

# In the list of earlier ones.
SHOWN = 14


@login_not_required
@cached_for_strangers
@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """The puzzle of the day. A stranger answers it by `card` in the address; nothing is stored."""
    puzzle = Puzzle.objects.filter(day=day_of(timezone.now())).select_related("table").first()
    return _page(request, puzzle, player_or_none(request))


@require_safe
@never_cache
def past_puzzle(request: HttpRequest, day: str) -> HttpResponse:
    """A puzzle of an earlier day, or that of today."""
    return _page(request, _puzzle_of(day), current_player(request))


@require_POST
def answer_puzzle(request: HttpRequest, day: str) -> HttpResponse:
    """Answer a puzzle, once; a second answer changes nothing, and the page shows the first."""
    puzzle, player, now = _puzzle_of(day), current_player(request), timezone.now()
    card = whole_number(request.POST.get("card"), 0, 3)
    wish = request.POST.get("listed") == "1"
    try:
        given = answers.answer(player, puzzle, card, now, is_listed=wish)
    except ValueError:
        messages.error(request, gettext("This card is not in the hand."))
    except TableError as error:
        messages.error(request, refusal_text(error))
    else:
        if given.card != card:
            text = gettext("Your first answer counts: the %(card)d.")
            messages.info(request, text % {"card": given.card})
    return redirect(puzzle)


@require_POST
def list_answers(request: HttpRequest) -> HttpResponse:
    """Show one's answers in the club's tables by name, or no longer."""
    is_listed = request.POST.get("listed") == "1"
    answers.set_listed(current_player(request), is_listed=is_listed)
    return redirect("games:practice")


def _puzzle_of(text: str) -> Puzzle:
    """The puzzle of a day that has come; else Http404."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day.isoformat() != text or day > day_of(timezone.now()):
        raise Http404
    return get_object_or_404(Puzzle.objects.select_related("table"), day=day)


def _page(request: HttpRequest, puzzle: Puzzle | None, player: Player | None) -> HttpResponse:
    today, deck = day_of(timezone.now()), chosen_deck(request) or Deck.BULLS
    context: dict[str, object] = {"puzzle": None, "today": today, "sprite": decks.sprite(deck)}
    if player is not None:
        past = Puzzle.objects.filter(day__lt=puzzle.day if puzzle else today)
        context["past"] = answers.with_own(past.defer("position", "weighed")[:SHOWN], player)
        context["streak"] = answers.streak_on(player, today)
        context["is_listed"] = answers.is_listed(player)
        if puzzle is None or puzzle.day == today:
            context |= ox.shown_to(player, timezone.now())
    if puzzle is not None:
        answered = _answered(request, puzzle, player)
        context["puzzle"] = present_puzzle(puzzle, answered, deck)
        context["options"] = puzzle.view.options if puzzle.view.options.fan else None
        context["tried"], context["solved"] = answers.counts(puzzle)
        if player is not None and answered is not None:
            context["own"] = answers.own_answer(player, puzzle)
            context["lines"] = answers.lines_of(puzzle, player)
    return render(request, "games/practice.html", context)


def _answered(request: HttpRequest, puzzle: Puzzle, player: Player | None) -> int | None:
    """The card that a member has answered, or that a stranger tries."""
    if player is not None:
        given = answers.own_answer(player, puzzle)
        return None if given is None else given.card
    card = whole_number(request.GET.get("card"), None, 3)
    return card if card in puzzle.view.hand else None
