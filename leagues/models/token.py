"""Secrets with which programs read what a member may read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import League


class FeedAddress(models.Model):
    """A member's private addresses of a league's calendar and results.

    nonce: goes into the signature of the addresses, none of which is stored: they can be shown
    again, and a copy of the database holds none of them.
    """

    if TYPE_CHECKING:
        player_id: int
        league_id: int

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    nonce = models.CharField(max_length=32, editable=False)
    created_at = models.DateTimeField(_("created"))
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["player_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "league"], name="one_feed_address_each"),
        ]
        verbose_name = _("private address")
        verbose_name_plural = _("private addresses")

    def __str__(self) -> str:
        return f"{self.player_id}.{self.league_id}"


class ApiToken(models.Model):
    """Lets a program read the exports as a member; only the hash of it is stored."""

    NAME_LENGTH = 60

    if TYPE_CHECKING:
        player_id: int

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"))
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["player_id", "-pk"]
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return self.name
