"""The puzzles of the club, one a day, and what members have answered."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.rules.engine import view_for
from games.rules.state import View, state_from_json


class Puzzle(models.Model):
    """A hand of which one card is clearly the best.

    position: the JSON of the game before anybody has chosen (games/rules/state.py). seat: whose
    hand it is. table: the game it is from; None for one of bots that the site dealt for it, and
    once that table is gone. weighed: by card, [card, mean, error] of the heads that it costs to the
    end of the round and of the difference to the best one (games/practice/search.py).
    """

    day = models.DateField(_("day"), unique=True)
    table = models.ForeignKey(
        "games.Table", models.SET_NULL, null=True, related_name="puzzles", verbose_name=_("table")
    )
    is_dealt = models.BooleanField(_("dealt by the site"), default=False)
    position = models.JSONField(editable=False)
    seat = models.PositiveSmallIntegerField(editable=False)
    weighed = models.JSONField(editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["-day"]
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")

    def __str__(self) -> str:
        return self.day.isoformat()

    def get_absolute_url(self) -> str:
        return reverse("games:past_puzzle", args=[self.day.isoformat()])

    @cached_property
    def view(self) -> View:
        """The game as the player of the hand knows it."""
        data: dict[str, Any] = self.position
        return view_for(state_from_json(data), self.seat)

    @cached_property
    def best(self) -> int:
        """The card that costs the fewest heads."""
        card: int = min(self.weighed, key=lambda each: each[1])[0]
        return card


class PuzzleAnswer(models.Model):
    """The one answer of a member to a puzzle; the first one counts.

    is_in_time: given on the day of the puzzle. streak: so many puzzles, one after the other, have
    been solved in time with this one. is_listed: the club's table may show it with the name.
    """

    puzzle = models.ForeignKey(
        Puzzle, models.CASCADE, related_name="answers", verbose_name=_("puzzle")
    )
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="puzzle_answers", verbose_name=_("player")
    )
    card = models.PositiveSmallIntegerField(_("card"))
    is_best = models.BooleanField(_("solved"))
    is_in_time = models.BooleanField(_("on its day"))
    streak = models.PositiveIntegerField(_("streak"), default=0)
    is_listed = models.BooleanField(_("in the club’s table"), default=False)
    at = models.DateTimeField(_("answered"))

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["puzzle", "player"], name="one_answer_each"),
        ]
        verbose_name = _("answer to a puzzle")
        verbose_name_plural = _("answers to puzzles")

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.player_id}"
