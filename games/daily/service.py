"""The deal of the day: the same cards against the ox for everybody, alone."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Player
from games.daily.models import DailyGame
from games.models import Table
from games.ox_results.models import OxResult
from games.ox_results.service import Line, lines_of
from games.rules.options import Options, Variant
from games.services import seating
from games.services.seating import TablePlan
from games.services.seats import lock_person


@dataclass(frozen=True, slots=True)
class Today:
    """The deal of the day as somebody sees it.

    own: their table, None before they have played. players: how many have. lines: the results,
    best first; none for who has not ended their game.
    """

    day: date
    own: Table | None
    players: int
    lines: list[Line]


def day_of(now: datetime) -> date:
    """The day by the clock of the club, whatever the reader's."""
    return timezone.localdate(now, timezone.get_default_timezone())


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
    plan = TablePlan(
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
    lines = lines_of(results.order_by("-lead", "id"), player) if may_see else []
    return Today(day, own, results.count(), lines)
