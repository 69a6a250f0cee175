"""Next tables for tests: asked for, and whom they hold seats for."""

from django.utils import timezone

from accounts.models import Player
from games.models import HeldSeat, Table
from games.seats import rematch


def ask(table: Table, player: Player) -> Table:
    return rematch.open_rematch(table.pk, player, timezone.now())


def held_at(table: Table) -> set[Player]:
    return {held.player for held in HeldSeat.objects.standing().filter(table=table)}


def status(table: Table) -> str:
    return Table.objects.values_list("status", flat=True).get(pk=table.pk)
