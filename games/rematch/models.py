"""Seats of an open table that are held for those who played together before."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db import models

from accounts.models import Player


class HeldSeatQuerySet(models.QuerySet["HeldSeat"]):
    def in_force(self, now: datetime) -> HeldSeatQuerySet:
        """Those that are not too old."""
        return self.filter(until__gt=now)


class HeldSeat(models.Model):
    """One free seat of an open table, whichever it is, that only this person may take until then.

    It names no seat number: the first deal numbers seats anew.
    """

    if TYPE_CHECKING:
        table_id: int
        player_id: int

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="held_seats")
    player = models.ForeignKey(Player, models.CASCADE, related_name="held_seats")
    until = models.DateTimeField()

    objects = HeldSeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_held_seat_each"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"
