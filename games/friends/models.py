"""Friends, and who asked whom."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class FriendshipQuerySet(models.QuerySet["Friendship"]):
    def of(self, player: Player) -> FriendshipQuerySet:
        """Those in which this person asked or was asked."""
        return self.filter(Q(asker=player) | Q(asked=player))

    def between(self, first: int, second: int) -> FriendshipQuerySet:
        """The one of two people (ids), whoever asked; at most one."""
        return self.filter(Q(asker=first, asked=second) | Q(asker=second, asked=first))


class Friendship(models.Model):
    """Two people of whom one asked the other to be friends; one row for both.

    at: when one asked the other, or when they became friends.
    """

    class State(models.TextChoices):
        """REFUSED: the asker is not told, and cannot ask again before it is deleted. WITHDRAWN:
        the same, and the asker has taken back what was refused.
        """

        ASKED = "asked", _("asked")
        FRIENDS = "friends", _("friends")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    asker = models.ForeignKey(Player, models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(Player, models.CASCADE, related_name="friends_asking")
    state = models.CharField(max_length=9, choices=State, default=State.ASKED)
    at = models.DateTimeField()

    objects = FriendshipQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friends_are_two"),
        ]
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")

    def __str__(self) -> str:
        return f"{self.asker_id} – {self.asked_id}"
