"""What belongs to the sheet of a table on paper: photos of it, and what has become of its link."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.game import Game


class SheetPhoto(models.Model):
    """A photo of the paper sheet of a game, for its scorers; the picture is a file.

    file: its name in settings.PHOTOS, which nobody can guess. by: None where it was sent by the
    link of the table, or where whoever sent it was erased.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="photos")
    file = models.CharField(max_length=40, unique=True, editable=False)
    size = models.PositiveIntegerField()
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    by_link = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "pk"]
        verbose_name = _("photo of a sheet")
        verbose_name_plural = _("photos of sheets")

    def __str__(self) -> str:
        return f"{self.game_id}.{self.pk}"


class ScoreLink(models.Model):
    """What became of the link with which a table's sheet is entered without an account.

    A game has one once its link was used, renewed or revoked; until then it is of generation 1.
    generation: the one whose address opens the sheet; addresses are signed, none is stored.
    """

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
