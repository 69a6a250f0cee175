"""Play the deal of the day."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.access import chosen_deck, current_player
from accounts.models import Deck
from games.daily import service
from games.errors import TableError
from games.refusals import refusal_text


@require_POST
def play_daily(request: HttpRequest) -> HttpResponse:
    """The table with the deal of the day, opened at the first time."""
    deck = chosen_deck(request) or Deck.BULLS
    try:
        return redirect(service.play_daily(current_player(request), deck, timezone.now()))
    except TableError as error:
        messages.error(request, refusal_text(error))
        return redirect("games:ox_results")
