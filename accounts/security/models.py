"""What is kept of how people sign in; second factors themselves are rows of allauth."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SignIn(models.Model):
    """A browser in which somebody is signed in; the row goes with its session.

    browser, system: words such as "Firefox" and "Android"; empty if they are not known. Neither
    the address nor what the browser says of itself is kept.
    """

    WORD_LENGTH = 20

    session = models.OneToOneField(Session, models.CASCADE, related_name="sign_in")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="sign_ins")
    browser = models.CharField(max_length=WORD_LENGTH, blank=True)
    system = models.CharField(max_length=WORD_LENGTH, blank=True)
    began_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["-last_seen_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.browser} {self.system}".strip()


class SecurityNote(models.Model):
    """A change of how a login is entered, or a new token for a program, to be told to its owner.

    by: who did it, if it was somebody else. is_told: its owner was told of it after a sign-in.
    """

    class Kind(models.TextChoices):
        APP_ADDED = "app_added", _("An authenticator app was added.")
        APP_REMOVED = "app_removed", _("The authenticator app was removed.")
        PASSKEY_ADDED = "passkey_added", _("A passkey was added.")
        PASSKEY_REMOVED = "passkey_removed", _("A passkey was removed.")
        CODES_RENEWED = "codes_renewed", _("New recovery codes were made.")
        LINK_MADE = "link_made", _("A link for a new password was made.")
        LINK_USED = "link_used", _("The password was changed with a link.")
        FACTORS_REMOVED = "factors_removed", _("The second step of signing in was switched off.")
        TOKEN_MADE = "token_made", _("A token for a program was made.")

    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="security_notes")
    kind = models.CharField(max_length=20, choices=Kind)
    by = models.ForeignKey("accounts.Player", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    is_told = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return str(self.Kind(self.kind).label)


class ResetLink(models.Model):
    """A link with which a member chooses a new password, made by an organizer; once only.

    The row goes when the link is used, and at the next sign-in. sign_in_hash: that of the password
    for which it was made, so that it ends with it.
    """

    LIFETIME = timedelta(hours=4)

    user = models.OneToOneField("accounts.User", models.CASCADE, related_name="reset_link")
    token_hash = models.CharField(max_length=64, unique=True)
    sign_in_hash = models.CharField(max_length=64)
    created_by = models.ForeignKey("accounts.Player", models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"#{self.pk}"
