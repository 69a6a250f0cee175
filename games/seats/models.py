"""Seats that wait for somebody: held for those who played together before, or for a guest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.tokens import hash_of


class HeldSeatQuerySet(models.QuerySet["HeldSeat"]):
    def standing(self) -> HeldSeatQuerySet:
        """Those that hold a seat, also those that are too old and not yet released."""
        return self.filter(is_sent_away=False)

    def in_force(self, now: datetime) -> HeldSeatQuerySet:
        """Those that are not too old."""
        return self.standing().filter(until__gt=now)


class HeldSeat(models.Model):
    """One free seat of an open table, whichever it is, that only this person may take until then.

    It names no seat number: the first deal numbers seats anew. is_sent_away: the host no longer
    wants this person there; the row then holds no seat, and `until` is when that was decided.
    told_at: when a mail about the held seat was sent, by correspondence only.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="held_seats")
    player = models.ForeignKey(Player, models.CASCADE, related_name="held_seats")
    until = models.DateTimeField()
    is_sent_away = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True)

    objects = HeldSeatQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_held_seat_each"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"


class TableInviteQuerySet(models.QuerySet["TableInvite"]):
    def waiting(self) -> TableInviteQuerySet:
        """Those without an answer, of open tables at which the invited do not sit yet."""
        seats = apps.get_model("games", "Seat").objects
        sits = seats.filter(table=OuterRef("table"), player=OuterRef("player"))
        return self.filter(~Exists(sits), declined_at=None, table__status="open")


class TableInvite(models.Model):
    """A member was invited to an open table; a HeldSeat keeps a seat for them for a while.

    It lasts as long as the table is open. by: the host who invited them. declined_at: when they
    said no; within an hour the same host does not invite them again.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="invites")
    by = models.ForeignKey(Player, models.CASCADE, related_name="invites_sent")
    player = models.ForeignKey(Player, models.CASCADE, related_name="invites_received")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    objects = TableInviteQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_invite_each"),
        ]
        verbose_name = _("invitation to a table")
        verbose_name_plural = _("invitations to tables")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"


class GuestLinkQuerySet(models.QuerySet["GuestLink"]):
    def usable(self, now: datetime) -> GuestLinkQuerySet:
        """Those nobody has used, before their last day and before the game starts."""
        return self.filter(player=None, expires_at__gt=now, table__status="open")

    def of_browser(self, key: str) -> GuestLinkQuerySet:
        """Those that were used in the browser that holds this key."""
        if not key:
            return self.none()
        return self.filter(browser_hash=hash_of(key), player__erased_at=None)


class GuestLink(models.Model):
    """A link that seats one person without an account; once used, also who they are.

    player: the guest, None until the link is used. browser_hash: of the key in the guest's cookie.
    """

    LIFETIME = timedelta(days=7)

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="guest_links")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    player = models.OneToOneField(
        Player, models.CASCADE, null=True, editable=False, related_name="guest_link"
    )
    browser_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)

    objects = GuestLinkQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-pk"]
        verbose_name = _("link for a guest")
        verbose_name_plural = _("links for guests")

    def __str__(self) -> str:
        return f"#{self.pk}"
