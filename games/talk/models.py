"""What is said at tables, who is silenced or hidden there, and what was reported to organizers."""

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
    """Somebody may write no more at a table; without a table at none, until a time."""

    table = models.ForeignKey("games.Table", models.CASCADE, null=True, related_name="silences")
    player = models.ForeignKey(Player, models.CASCADE, related_name="silences")
    until = models.DateTimeField(null=True)

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


class ReportCase(models.Model):
    """A message, a name or a picture that people reported, and what organizers decided.

    A message has a table, while that is kept, and a number; the others have none. text: the message
    or the name as it was. picture: the file of the picture as it was, which may be gone;
    empty for the others. to_spectators: players of the running game may not read it.
    """

    class Decision(models.TextChoices):
        DISMISSED = "dismissed", _("Nothing was done")
        HIDDEN = "hidden", _("The message was deleted")
        SILENCED = "silenced", _("The message was deleted, and its author may not write for a time")
        RENAMED = "renamed", _("The name was taken away")
        UNPICTURED = "unpictured", _("The picture was deleted")

    about = models.ForeignKey(Player, models.CASCADE, related_name="cases")
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, related_name="cases")
    number = models.PositiveIntegerField(null=True)
    text = models.CharField(max_length=Message.LONGEST)
    # A process of an older release, which does not know it, may still write a row.
    picture = models.CharField(max_length=50, blank=True, default="", db_default="")
    to_spectators = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="cases_decided")
    silenced_until = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["opened_at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_case_per_message"),
            models.UniqueConstraint(
                fields=["about", "text", "picture"],
                condition=models.Q(number=None),
                name="one_case_per_name_or_picture",
            ),
        ]
        verbose_name = _("reported message or name")
        verbose_name_plural = _("reported messages and names")

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_message(self) -> bool:
        return self.number is not None

    @property
    def picture_url(self) -> str:
        """The address of the reported picture; empty where it is gone."""
        return self.about.picture_url if self.picture == self.about.picture else ""


class ReportedLine(models.Model):
    """A message of a case, or one beside it, as it was when it was first reported."""

    case = models.ForeignKey(ReportCase, models.CASCADE, related_name="lines")
    author = models.ForeignKey(Player, models.CASCADE, related_name="reported_lines")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=Message.LONGEST)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["case_id", "number"]
        verbose_name = _("line of a report")
        verbose_name_plural = _("lines of reports")

    def __str__(self) -> str:
        return f"{self.case_id}.{self.number}"


class Report(models.Model):
    """That somebody reported a case, and why."""

    LONGEST = 200

    class Reason(models.TextChoices):
        INSULT = "insult", _("Insulting or threatening")
        HATE = "hate", _("Hateful or obscene")
        ADVERT = "advert", _("Advertising")
        PRETENDS = "pretends", _("Pretends to be somebody else")
        OTHER = "other", _("Something else")

    case = models.ForeignKey(ReportCase, models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=10, choices=Reason)
    words = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["case_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["case", "by"], name="one_report_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["by", "-at"], name="report_by"),
        ]
        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return f"{self.case_id}: {self.by_id}"
