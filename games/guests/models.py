"""The private link of a guest, and the browser that holds the seat it gave."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.tokens import hash_of


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
        "accounts.Player", models.CASCADE, null=True, editable=False, related_name="guest_link"
    )
    browser_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)

    objects = GuestLinkQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-pk"]
        verbose_name = _("link for a guest")
        verbose_name_plural = _("links for guests")

    def __str__(self) -> str:
        return f"#{self.pk}"
