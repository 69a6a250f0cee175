"""What is said at tables, who is silenced there, and who has hidden whose messages."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Reaction(models.TextChoices):
    """What can be said with one tap; the value names a symbol of static/reactions.svg."""

    BRAVO = "bravo", _("Well played")
    THANKS = "thanks", _("Thanks")
    LUCK = "luck", _("Good luck")
    LAUGH = "laugh", _("Ha ha")
    OUCH = "ouch", _("Ouch")
    PHEW = "phew", _("Phew")


class Talk(models.Model):
    """The talk of one table; it has no row before the first message.

    number grows with every change of what is shown: a message, a deletion, the switch. It is not
    the version of the table, which talk never changes.
    """

    table = models.OneToOneField("games.Table", models.CASCADE, primary_key=True)
    number = models.PositiveIntegerField(default=0)
    is_off = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("talk")
        verbose_name_plural = _("talks")

    def __str__(self) -> str:
        return str(self.table_id)


class Message(models.Model):
    """Something said at a table: a text or a reaction; both are empty once it is deleted.

    number: of the talk when it was said. changed: of the talk when it was said or deleted.
    to: the spectators alone while the game runs, or everybody.
    """

    LONGEST = 300

    class To(models.TextChoices):
        TABLE = "table", _("everybody")
        SPECTATORS = "spectators", _("spectators")

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()
    author = models.ForeignKey(Player, models.CASCADE, related_name="messages")
    to = models.CharField(max_length=10, choices=To)
    text = models.CharField(max_length=LONGEST, blank=True)
    reaction = models.CharField(max_length=10, choices=Reaction, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["table_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_message_per_number"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["table", "changed"], name="message_changed"),
            models.Index(fields=["author", "-at"], name="message_author"),
        ]
        verbose_name = _("message")
        verbose_name_plural = _("messages")

    def __str__(self) -> str:
        return f"{self.table_id}.{self.number}"

    @property
    def is_deleted(self) -> bool:
        return not self.text and not self.reaction


class Silence(models.Model):
    """Somebody may write no more at a table."""

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="silences")
    player = models.ForeignKey(Player, models.CASCADE, related_name="silences")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_silence_each"),
        ]
        verbose_name = _("silence")
        verbose_name_plural = _("silences")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player}"


class Mute(models.Model):
    """A person does not want to read what another one writes, at any table."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "muted"], name="one_mute_each"),
        ]
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")

    def __str__(self) -> str:
        return f"{self.player} – {self.muted}"
