"""What the people who run a league have changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import League, Season


class AuditLineQuerySet(models.QuerySet["AuditLine"]):
    """Lines are added and read; they go with their league, and in time."""

    def update(self, **_fields: Any) -> NoReturn:
        raise TypeError("lines of an audit log do not change")

    def delete(self) -> NoReturn:
        raise TypeError("lines of an audit log are not deleted")

    def old(self, before: datetime) -> models.QuerySet[AuditLine]:
        """Those whose time is over: they may be deleted."""
        return models.QuerySet(AuditLine).filter(at__lt=before).order_by("pk")


class AuditLine(models.Model):
    """Who changed what in a league, and when; before and after hold the values by their names.

    about, other: the people it was done to, as keys: their names are read from the players, so an
    erased one is a former player here too. season: None where it is about the league as a whole.
    place: which session or table it was about, as numbers, "" where none.
    """

    class Kind(models.TextChoices):
        SETTINGS = "settings", _("Settings")
        ROLES = "roles", _("Roles")
        RULES = "rules", _("Rules")
        SEASONS = "seasons", _("Seasons")
        SESSIONS = "sessions", _("Sessions")
        NAMES = "names", _("Names")
        MERGES = "merges", _("Merges")
        POINTS = "points", _("Adjustments")
        TEAMS = "teams", _("Teams")
        LINKS = "links", _("Links and addresses")
        PHOTOS = "photos", _("Photos")

    league = models.ForeignKey(League, models.CASCADE, related_name="audit_lines")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    did = models.CharField(max_length=30)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    about = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    other = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    place = models.CharField(max_length=20, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    at = models.DateTimeField()

    objects = AuditLineQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["league", "kind", "-id"], name="audit_of_league"),
        ]
        verbose_name = _("line of the log")
        verbose_name_plural = _("lines of the log")
