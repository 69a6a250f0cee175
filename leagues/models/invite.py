"""Links by which people without an account join a season."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from leagues.models.league import Season


class Invite(models.Model):
    """A link for many: whoever follows it signs up to the club, or in, and plays in a season.

    Its token, its limit, its end and its uses are those of its invitation.
    """

    if TYPE_CHECKING:
        season_id: int
        invitation_id: int

    season = models.ForeignKey(Season, models.CASCADE, related_name="invites")
    invitation = models.OneToOneField(Invitation, models.CASCADE, related_name="season_invite")

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "-pk"]
        verbose_name = _("link for many")
        verbose_name_plural = _("links for many")

    def __str__(self) -> str:
        return f"{self.season_id}.{self.pk}"

    @property
    def last_day(self) -> date:
        """The last day on which it can be used, on the calendar of the club."""
        return timezone.localdate(self.invitation.expires_at - timedelta(seconds=1))
