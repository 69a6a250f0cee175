"""Who plays the deal of which day."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyGame(models.Model):
    """The one game against the ox that a person plays with the deal of a day."""

    if TYPE_CHECKING:
        table_id: int
        player_id: int

    day = models.DateField(_("day"))
    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, related_name="daily_games", verbose_name=_("player")
    )
    table = models.OneToOneField("games.Table", models.CASCADE, related_name="daily_game")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["day", "player"], name="one_daily_game_each"),
        ]
        verbose_name = _("game of the day")
        verbose_name_plural = _("games of the day")

    def __str__(self) -> str:
        return f"{self.day.isoformat()}: {self.player_id}"
