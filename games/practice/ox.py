"""Games against the ox: the deal of the day, the same for everybody, and the best results."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_POST, require_safe

from accounts.access import chosen_deck, current_player
from accounts.models import Deck, Player
from games.club_day import day_of
from games.models import DailyGame, OxResult, Table
from games.play import ox_results
from games.play.table_commands import go_to_table
from games.rules.options import Options, Variant
from games.seats import seating
from games.seats.seats import lock_person


@dataclass(frozen=True, slots=True)
class Today:
    """The deal of the day as somebody sees it.

    own: their table, None before they have played. players: how many have. lines: the results,
    best first; none for who has not ended their game.
    """

    day: date
    own: Table | None
    players: int
    lines: list[ox_results.Line]


def end_of(day: date) -> datetime:
    """The midnight after which nobody begins the deal of this day any more."""
    return datetime.combine(day + timedelta(days=1), time(), timezone.get_default_timezone())


def secret_of(day: date) -> bytes:
    """The secret of a day's deal: without the site's own key nobody can tell it beforehand."""
    return salted_hmac("games.daily", day.isoformat(), algorithm="sha256").digest()


def play_daily(player: Player, deck: str, now: datetime) -> Table:
    """The table at which somebody plays the deal of the day; the same one, however often asked.

    Raises TableError(LATE) for who is gone.
    """
    day = day_of(now)
    plan = seating.TablePlan(
        name="",
        options=Options(variant=Variant.OX),
        seat_count=1,
        visibility=Table.Visibility.PRIVATE,
        deck=deck,
    )
    with transaction.atomic():
        lock_person(player)
        played = DailyGame.objects.filter(day=day, player=player).select_related("table").first()
        if played is not None:
            return played.table
        # The cards follow from the texts of the players too: here from one that all have.
        table = seating.open_dealt_table(
            player,
            [player],
            plan,
            now,
            server_seed=secret_of(day),
            client_seed=day.isoformat(),
            sealed_until=end_of(day),
        )
        DailyGame.objects.create(day=day, player=player, table=table)
    return table


def today_for(player: Player, now: datetime) -> Today:
    """The deal of the day, with its results for who has ended their game."""
    day = day_of(now)
    results = OxResult.objects.filter(table__daily_game__day=day)
    game = DailyGame.objects.filter(day=day, player=player).select_related("table").first()
    own = game.table if game else None
    may_see = own is not None and own.has_ended
    lines = ox_results.lines_of(results.order_by("-lead", "id"), player) if may_see else []
    return Today(day, own, results.count(), lines)


@require_POST
def daily_game(request: HttpRequest) -> HttpResponse:
    """The table with the deal of the day, opened at the first time."""
    player, deck = current_player(request), chosen_deck(request) or Deck.BULLS
    return go_to_table(request, lambda: play_daily(player, deck, timezone.now()), "games:practice")


def shown_to(player: Player, now: datetime) -> dict[str, Any]:
    """The deal of the day and the best results: for games/ox_of_the_day.html."""
    return {
        "deal": today_for(player, now),
        "best": ox_results.best_results(player),
        "alone": ox_results.best_alone(player),
    }


@require_safe
def results_against_ox(_request: HttpRequest) -> HttpResponse:
    """Lead to the best results, beside the puzzle of the day."""
    return redirect(f"{reverse('games:practice')}#deal")


@require_POST
def list_alone(request: HttpRequest) -> HttpResponse:
    """Show the results of one's own games alone by name, or no longer."""
    ox_results.list_alone(current_player(request), is_listed=request.POST.get("listed") == "1")
    return redirect("games:ox_results")
