"""How a game against the ox ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class OxResult(models.Model):
    """The result of a game that people alone have played against the ox.

    players: how many. team, ox: heads taken. lead: the ox's heads less the team's as they are
    compared, below 0 where the ox was far stronger. is_listed: whether the club's table may show
    it with the names of its players; at a private table that is for who played alone to say.
    """

    if TYPE_CHECKING:
        table_id: int

    table = models.OneToOneField("games.Table", models.CASCADE, related_name="ox_result")
    players = models.PositiveSmallIntegerField(_("players"))
    team = models.PositiveSmallIntegerField(_("heads of the team"))
    ox = models.PositiveSmallIntegerField(_("heads of the ox"))
    lead = models.SmallIntegerField(_("lead"))
    is_listed = models.BooleanField(_("in the club’s table"), default=False)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["players", "-lead", "id"],
                condition=Q(is_listed=True),
                name="ox_result_best",
            ),
        ]
        verbose_name = _("result against the ox")
        verbose_name_plural = _("results against the ox")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.lead}"

    @property
    def counted(self) -> int:
        """The team's heads as they are compared."""
        return self.ox - self.lead
