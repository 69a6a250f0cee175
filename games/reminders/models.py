"""Which reminder a player was sent last, so that none is sent twice and none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Reminder(models.Model):
    """The newest mail of one kind about one seat.

    decision: the version of the table at which the decision it is about began. While sent_at is
    None, it is being sent until claimed_until; after that it must be tried again. tries: how often
    this mail was tried.
    """

    if TYPE_CHECKING:
        seat_id: int

    class Kind(models.TextChoices):
        TURN = "turn", _("it is your turn")
        LAST_CALL = "last", _("time is nearly up")
        AWAY = "away", _("the bot plays for you")
        PAUSE = "pause", _("a pause is proposed")

    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="reminders")
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    decision = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(_("sent"), null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "kind"], name="one_reminder_of_a_kind"),
        ]
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")

    def __str__(self) -> str:
        return f"{self.seat_id} {self.kind}"
