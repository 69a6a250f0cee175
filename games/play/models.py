"""What follows from games: statistics (game_figures.py) and ratings (ratings.py)."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class GameSums(models.Model):
    """All finished games of the base rules, summed up; one row.

    sums: {"people" or "bots" (if one sat there): {number of players: Sums as JSON}}. The row is
    locked while games are rated, too: these are rated one after the other.
    """

    THE_ONE = 1

    sums = models.JSONField(default=dict, editable=False)

    class Meta:
        verbose_name = _("sums of games")
        verbose_name_plural = _("sums of games")

    def __str__(self) -> str:
        return ", ".join(self.sums)


class GameExtremes(models.Model):
    """What of a game of the base rules may be a record of the club, of the people who sat there.

    There is none of a game that was private at its end. rounds, total: of a game to 66 heads
    without a last round only. at: by the names of the figures (game_figures.extremes_of) the seat,
    and the round in which it begins.
    """

    table = models.OneToOneField(
        "games.Table", models.CASCADE, primary_key=True, related_name="extremes"
    )
    players = models.PositiveSmallIntegerField(_("players"))
    has_bots = models.BooleanField(_("with bots"))
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True)
    worst = models.PositiveSmallIntegerField(_("worst round"))
    best = models.PositiveSmallIntegerField(_("best round"))
    clean_rounds = models.PositiveSmallIntegerField(_("rounds without a head"))
    total = models.PositiveIntegerField(_("highest total"), null=True)
    at = models.JSONField(editable=False)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-worst", "table"], name="extremes_worst"),
            models.Index(fields=["best", "-players", "table"], name="extremes_best"),
            models.Index(fields=["-clean_rounds", "table"], name="extremes_clean"),
            models.Index(fields=["-total", "table"], name="extremes_total"),
            models.Index(fields=["rounds", "table"], name="extremes_shortest"),
            models.Index(fields=["-rounds", "table"], name="extremes_longest"),
            # The same of games of one number of players.
            models.Index(fields=["players", "-worst", "table"], name="extremes_worst_of"),
            models.Index(fields=["players", "best", "table"], name="extremes_best_of"),
            models.Index(fields=["players", "-clean_rounds", "table"], name="extremes_clean_of"),
            models.Index(fields=["players", "-total", "table"], name="extremes_total_of"),
            models.Index(fields=["players", "rounds", "table"], name="extremes_shortest_of"),
            models.Index(fields=["players", "-rounds", "table"], name="extremes_longest_of"),
        ]
        verbose_name = _("extremes of a game")
        verbose_name_plural = _("extremes of games")

    def __str__(self) -> str:
        return f"{self.table_id}"


class GameRating(models.Model):
    """A person's rating after a rated game that counts for them.

    number: which of these games it is, from 1. before: the mean before it; mu, sigma: mean and
    deviation after it, on the scale of games/strength.py.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="game_ratings", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    before = models.FloatField(_("mean before"))
    mu = models.FloatField(_("mean"))
    sigma = models.FloatField(_("deviation"))

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="one_rating_a_game"),
            models.UniqueConstraint(fields=["player", "number"], name="one_rating_a_number"),
        ]
        verbose_name = _("rating after a game")
        verbose_name_plural = _("ratings after games")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.player_id}"
