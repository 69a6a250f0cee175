"""Who wants to play in a season and does not yet, and the links by which many may join it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation, Player
from leagues.models.league import Season


class SignUp(models.Model):
    """A member who wants to play in a season, until they do; who plays in it is an `Entrant`.

    at: when they put themselves down, which is their place in line. A row of somebody who plays all
    the same, as because they were checked in, says nothing as long as they do.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for approval")
        WAITING = "waiting", _("on the waiting list")
        REFUSED = "refused", _("turned down")

    season = models.ForeignKey(Season, models.CASCADE, related_name="sign_ups")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sign_ups")
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.WAITING)
    at = models.DateTimeField(_("signed up"), default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "player"], name="one_sign_up_each"),
        ]
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")

    def __str__(self) -> str:
        return f"{self.season_id}.{self.player_id}"


class Invite(models.Model):
    """A link for many: whoever follows it signs up to the club, or in, and plays in a season.

    Its token, its limit, its end and its uses are those of its invitation.
    """

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
