"""Seats of an open table that are held for those who played together before."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db import models

from accounts.models import Player


class HeldSeatQuerySet(models.QuerySet["HeldSeat"]):
    def standing(self) -> HeldSeatQuerySet:
        """Those that hold a seat, also those that are too old and not yet released."""
        return self.filter(is_sent_away=False)

    def in_force(self, now: datetime) -> HeldSeatQuerySet:
        """Those that are not too old."""
        return self.standing().filter(until__gt=now)


class HeldSeat(models.Model):
    """One free seat of an open table, whichever it is, that only this person may take until then.

    It names no seat number: the first deal numbers seats anew. is_sent_away: the host no longer
    wants this person there; the row then holds no seat, and `until` is when that was decided.
    told_at: when a mail about the held seat was sent, by correspondence only.
    """

    if TYPE_CHECKING:
        table_id: int
        player_id: int

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="held_seats")
    player = models.ForeignKey(Player, models.CASCADE, related_name="held_seats")
    until = models.DateTimeField()
    is_sent_away = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True)

    objects = HeldSeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_held_seat_each"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"
