"""Addresses of other sites that are told what happens in a league, and what became of it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import League, Season


class Webhook(models.Model):
    """An address that is posted to. Who has it may write there, so it is stored encrypted.

    host: what is shown of it. secret: signs the posts of Format.JSON, encrypted too; "" for others.
    language: that of whoever made it; its messages are written in it.
    """

    class Format(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("JSON, signed")

    league = models.ForeignKey(League, models.CASCADE, related_name="webhooks")
    format = models.CharField(_("format"), max_length=10, choices=Format, default=Format.DISCORD)
    address = models.TextField(editable=False)
    host = models.CharField(max_length=255, editable=False)
    secret = models.TextField(blank=True, editable=False)
    language = models.CharField(max_length=10, editable=False)
    tells_sessions = models.BooleanField(
        _("A session is planned, moved or cancelled"), default=True
    )
    tells_tables = models.BooleanField(_("Tables are drawn"), default=True)
    tells_results = models.BooleanField(_("Results are confirmed"), default=True)
    tells_season = models.BooleanField(_("The season is over"), default=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.host


class WebhookDelivery(models.Model):
    """Something that a webhook is told: what it is about, never the words, which name people.

    items: ids of the sessions, rounds or games it tells of. next_try_at: None once it was taken, or
    will not be tried again. answer: the status that the server answered last. problem: a value of
    accounts.outgoing.PostProblem, "" where there was none.
    """

    class Event(models.TextChoices):
        SESSIONS = "sessions_changed", _("Session planned, moved or cancelled")
        TABLES = "tables_drawn", _("Tables drawn")
        RESULTS = "results_confirmed", _("Results confirmed")
        SEASON = "season_over", _("Season over")
        TEST = "test", _("Test")

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    event = models.CharField(max_length=20, choices=Event)
    items = models.JSONField(default=list)
    at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    answer = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(next_try_at__isnull=False),
                name="webhook_deliveries_due",
            ),
        ]
        verbose_name = _("delivery of a webhook")
        verbose_name_plural = _("deliveries of webhooks")

    def __str__(self) -> str:
        return f"{self.webhook_id} {self.event}"
