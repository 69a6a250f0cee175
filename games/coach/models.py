"""What the coach has found out about finished games."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Analysis(models.Model):
    """What the choices at one seat of a finished game cost (games/coach/analysis.py).

    beat: when a process last worked on it; None while it waits. done, total: choices weighed so far
    and in all. choices, rounds: what was found. cost: the heads that all choices cost together;
    None until the end. has_failed: it could not be made, and is not tried again. asked_by: who
    asked first, while it is being made.
    """

    table = models.ForeignKey(
        "games.Table", models.CASCADE, related_name="analyses", verbose_name=_("table")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    asked_by = models.ForeignKey(
        Player,
        models.SET_NULL,
        null=True,
        related_name="analyses_asked",
        verbose_name=_("asked by"),
    )
    asked_at = models.DateTimeField(_("asked at"))
    beat = models.DateTimeField(null=True, editable=False)
    done = models.PositiveSmallIntegerField(default=0, editable=False)
    total = models.PositiveSmallIntegerField(default=0, editable=False)
    choices = models.JSONField(default=list, editable=False)
    rounds = models.JSONField(default=list, editable=False)
    cost = models.FloatField(_("heads lost by choices"), null=True, editable=False)
    has_failed = models.BooleanField(default=False, editable=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_analysis_each"),
        ]
        verbose_name = _("analysis of a game")
        verbose_name_plural = _("analyses of games")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat}"

    @property
    def is_ready(self) -> bool:
        """Whether there is something to show."""
        return self.cost is not None

    @property
    def is_open(self) -> bool:
        """Whether it waits or is being made."""
        return self.cost is None and not self.has_failed
