"""Secrets with which programs read and write as a member, and what they wrote last."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import League


class FeedAddress(models.Model):
    """A member's private addresses of a league's calendar and results.

    nonce: goes into the signature of the addresses, none of which is stored: they can be shown
    again, and a copy of the database holds none of them.
    """

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


class ApiToken(models.Model):
    """Lets a program do as a member: read, and write what its scopes say.

    Only the hash of it is stored. scopes: the values of Scope that it has, with blanks between
    them. expires_at: None for one that was made before tokens had an end.
    """

    NAME_LENGTH = 60

    class Scope(models.TextChoices):
        SHEETS = "sheets", _("Enter and confirm score sheets")
        SESSIONS = "sessions", _("Plan, cancel and close sessions, and check people in")
        PEOPLE = "people", _("Add players to seasons")

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"))
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    scopes = models.CharField(
        _("what it may write"), max_length=60, blank=True, default="", db_default=""
    )
    expires_at = models.DateTimeField(_("last moment"), null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["player_id", "-pk"]
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return self.name

    @property
    def scope_list(self) -> list[Scope]:
        """What it may write, in the order of Scope."""
        return [scope for scope in self.Scope if scope in self.scopes.split()]


class IdempotencyKey(models.Model):
    """A request of a program that was done: sent again with its key, it is answered the same.

    key_hash: of the token and the key. request_hash: of what was asked for. answer: holds numbers
    and no names.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64, unique=True, editable=False)
    request_hash = models.CharField(max_length=64, editable=False)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    headers = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["created_at"], name="leagues_key_created"),
        ]
