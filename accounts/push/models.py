"""The devices on which members get notices, and what waits to be sent there."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PushKey(models.Model):
    """The key by which push services know this site; one row, none where nothing is pushed.

    private: encrypted (accounts.ciphers), in hex.
    """

    private = models.TextField(editable=False)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("key of notices on devices")
        verbose_name_plural = _("keys of notices on devices")

    def __str__(self) -> str:
        return f"{self.pk}"


class PushDevice(models.Model):
    """A browser that gets the notices of a login.

    subscription: where and how it is reached, as encrypted JSON; whoever knows the address could
    post there. host: of that address, so that one that is slow holds up no other; empty for one
    added before it was known, until its next message. browser, system: as in SignIn. session_key:
    of the sign-in that ends it when it is ended. sign_in_hash: of the password under which it was
    added, so that it ends with it.
    """

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="push_devices")
    address_hash = models.CharField(max_length=64, unique=True, editable=False)
    subscription = models.TextField(editable=False)
    host = models.CharField(max_length=255, default="", db_default="", editable=False)
    session_key = models.CharField(max_length=40, editable=False)
    sign_in_hash = models.CharField(max_length=64, editable=False)
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    added_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        verbose_name = _("device for notices")
        verbose_name_plural = _("devices for notices")

    def __str__(self) -> str:
        return f"{self.browser} {self.system}".strip()


class PushMessage(models.Model):
    """A notice that a device has not been sent yet; sent ones have no row.

    next_try_at: when it is due, or until when somebody is at it.
    """

    device = models.ForeignKey(PushDevice, models.CASCADE, related_name="messages")
    title = models.TextField()
    body = models.TextField(blank=True)
    path = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("waiting notice on a device")
        verbose_name_plural = _("waiting notices on devices")

    def __str__(self) -> str:
        return f"{self.pk}"
