"""Score sheets of games as they were submitted, and what belongs to a sheet on paper."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class SheetRevisionQuerySet(models.QuerySet["SheetRevision"]):
    def naming(self, player: Player) -> SheetRevisionQuerySet:
        """Those on which somebody is named, as who played or as who was replaced."""
        seats = RevisionSeat.objects.filter(Q(player=player) | Q(substitute_for=player))
        return self.filter(pk__in=seats.values("revision"))


class SheetRevision(models.Model):
    """A score sheet as it was submitted; it never changes, another one follows it.

    When and by whom is told by the lines of the history that left it.
    round_count: how many rounds were played, where it is written. is_cut_short: the game was
    stopped before its end.
    """

    game = models.ForeignKey("leagues.Game", models.CASCADE, related_name="revisions")
    round_count = models.PositiveSmallIntegerField(null=True)
    is_cut_short = models.BooleanField(default=False)

    objects = SheetRevisionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "pk"]

    def renamed(self, old: Player, new: Player) -> SheetRevision:
        """A new revision with one player in the place of another, if this one names them."""
        seats = list(self.seats.all())
        if old.pk not in {pk for seat in seats for pk in (seat.player_id, seat.substitute_for_id)}:
            return self
        copy = SheetRevision.objects.create(
            game_id=self.game_id, round_count=self.round_count, is_cut_short=self.is_cut_short
        )
        for seat in seats:
            seat.pk, seat.revision = None, copy
            if seat.player_id == old.pk:
                seat.player = new
            if seat.substitute_for_id == old.pk:
                seat.substitute_for = new
        RevisionSeat.objects.bulk_create(seats)
        return copy


class RevisionSeat(models.Model):
    """A column of a score sheet; nobody who has one can be deleted.

    substitute_for: whose place the player took. heads: those of each round, None for who was out.
    total: where it is written; without rounds it is all there is.
    """

    revision = models.ForeignKey(SheetRevision, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    substitute_for = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    heads = models.JSONField(default=list)
    total = models.PositiveIntegerField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["revision_id", "index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["revision", "index"], name="one_column_per_place"),
            models.UniqueConstraint(fields=["revision", "player"], name="one_column_each"),
        ]


class SheetPhoto(models.Model):
    """A photo of the paper sheet of a game, for its scorers; the picture is a file.

    file: its name in settings.PHOTOS, which nobody can guess. by: None where it was sent by the
    link of the table, or where whoever sent it was erased.
    """

    game = models.ForeignKey("leagues.Game", models.CASCADE, related_name="photos")
    file = models.CharField(max_length=40, unique=True, editable=False)
    size = models.PositiveIntegerField()
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    by_link = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "pk"]
        verbose_name = _("photo of a sheet")
        verbose_name_plural = _("photos of sheets")


class ScoreLink(models.Model):
    """What became of the link with which a table's sheet is entered without an account.

    A game has one once its link was used, renewed or revoked; until then it is of generation 1.
    generation: the one whose address opens the sheet; addresses are signed, none is stored.
    """

    game = models.OneToOneField("leagues.Game", models.CASCADE, related_name="score_link")
    generation = models.PositiveIntegerField(default=1)
    renewed_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("link of a score sheet")
        verbose_name_plural = _("links of score sheets")
