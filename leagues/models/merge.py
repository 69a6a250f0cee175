"""Guests who turned out to be members."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Merge(models.Model):
    """A guest who turned out to be a member, and what of theirs became the member's by it.

    In the games the member stands for the guest, on every sheet that is entered until this is
    undone. A row of the guest where the member had one is set aside (Mergeable).
    """

    league = models.ForeignKey(
        "leagues.League", models.CASCADE, related_name="merges", verbose_name=_("league")
    )
    guest = models.ForeignKey(
        Player, models.PROTECT, related_name="merged_into", verbose_name=_("guest")
    )
    member = models.ForeignKey(
        Player, models.PROTECT, related_name="merged_from", verbose_name=_("member")
    )
    games = models.ManyToManyField("leagues.Game", related_name="+")
    adjustments = models.ManyToManyField("leagues.Adjustment", related_name="+")
    attendances = models.ManyToManyField("leagues.Attendance", related_name="+")
    entrants = models.ManyToManyField("leagues.Entrant", related_name="+")
    byes = models.ManyToManyField("leagues.Bye", related_name="+")
    team_members = models.ManyToManyField("leagues.TeamMember", related_name="+")
    wishes = models.ManyToManyField("leagues.Wish", related_name="+")
    guest_was_rated = models.BooleanField(default=True, verbose_name=_("guest had a rating"))
    member_was_rated = models.BooleanField(default=True, verbose_name=_("member had a rating"))
    by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("merged by")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("merged on"))
    undone_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("undone by")
    )
    undone_at = models.DateTimeField(null=True, blank=True, verbose_name=_("undone on"))

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["league", "guest"],
                condition=Q(undone_at__isnull=True),
                name="one_active_merge_per_guest",
            ),
        ]
        verbose_name = _("merge")
        verbose_name_plural = _("merges")

    def __str__(self) -> str:
        return f"{self.guest_id} → {self.member_id}"
