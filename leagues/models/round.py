"""Rounds of a session: who was seated with whom, when that was told, and for how long they play.

A round of a session is one seating of the people who are there. A round of the card game, which is
one line of a score sheet, is something else: `Game.rounds` counts those.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from leagues.models.league import Mergeable
from leagues.models.session import Session


class Round(models.Model):
    """One seating of a session; the seed lets anybody draw the same again.

    last_game: the highest number of its games, also of one that was taken apart. released_at: when
    everybody was told; until then only organizers and scorers see its tables. minutes: how long it
    lasts, None without a timer. timer_paused_at: since when the timer stands still.
    """

    class Kind(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody meets everybody")
        BY_RANK = "by_rank", _("By rank")
        FINAL = "final", _("Final")
        SEMI_FINAL = "semi_final", _("Semi-final")

    session = models.ForeignKey(Session, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EVERYBODY)
    seed = models.PositiveBigIntegerField()
    last_game = models.PositiveSmallIntegerField(default=0)
    released_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    timer_started_at = models.DateTimeField(null=True, blank=True)
    timer_paused_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "number"], name="one_round_per_number"),
        ]
        verbose_name = pgettext_lazy("of a session", "round")
        verbose_name_plural = pgettext_lazy("of a session", "rounds")

    def __str__(self) -> str:
        return f"{self.session_id}.{self.number}"

    @property
    def ends_at(self) -> datetime | None:
        """When the time of a round is up; None where no timer has started, or it stands still."""
        if self.minutes is None or self.timer_started_at is None or self.timer_paused_at:
            return None
        return self.timer_started_at + timedelta(minutes=self.minutes)

    def seconds_left(self, now: datetime) -> int | None:
        """How much time there is until the round ends, never below 0; None before it starts."""
        if self.minutes is None or self.timer_started_at is None:
            return None
        end = self.timer_started_at + timedelta(minutes=self.minutes)
        return max(0, round((end - (self.timer_paused_at or now)).total_seconds()))


class Bye(Mergeable):
    """Somebody without a seat in a round: nobody could seat them, or they did not show up."""

    class Kind(models.TextChoices):
        BYE = "bye", _("sits out")
        NO_SHOW = "no_show", _("did not show up")

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.BYE)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["round_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=Q(set_aside_by__isnull=True),
                name="one_bye_each",
            ),
        ]
        verbose_name = _("bye")
        verbose_name_plural = _("byes")

    def __str__(self) -> str:
        return f"{self.round_id}.{self.player_id}"
