"""The link on a printed sheet: what has become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from leagues.models.game import Game


class ScoreLink(models.Model):
    """What became of the link with which a table's sheet is entered without an account.

    A game has one once its link was used, renewed or revoked; until then it is of generation 1.
    generation: the one whose address opens the sheet; addresses are signed, none is stored.
    """

    if TYPE_CHECKING:
        game_id: int

    game = models.OneToOneField(Game, models.CASCADE, related_name="score_link")
    generation = models.PositiveIntegerField(default=1)
    renewed_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link of a score sheet")
        verbose_name_plural = _("links of score sheets")

    def __str__(self) -> str:
        return f"{self.game_id}.{self.generation}"
