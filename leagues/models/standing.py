"""What is computed from confirmed results and stored, so that a page reads one row a player.

Only standings.store and standings.rating_store write these; `manage.py rebuild_league` computes
them again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.game import Game
from leagues.models.league import League, Season
from leagues.models.session import Session


class StandingQuerySet(models.QuerySet["Standing"]):
    """Standings of one season or of many."""

    def newest_of(self, *seasons: Season) -> StandingQuerySet:
        """Those after the last session of each of these seasons after which there are any."""
        if len(seasons) == 1:
            # As most pages ask: one statement within another less to write.
            return self.newest_in(seasons[0].pk)
        return self.newest_among([season.pk for season in seasons])

    def newest_among(self, season_ids: Collection[int]) -> StandingQuerySet:
        """The same of seasons by their ids."""
        wanted = Season.objects.filter(pk__in=season_ids)
        found = wanted.annotate(newest=Subquery(_held().filter(season=OuterRef("pk"))[:1]))
        return self.filter(session__in=found.values("newest"))

    def newest_in(self, season_id: int) -> StandingQuerySet:
        """The same of one season, by its id."""
        return self.filter(session__in=_held().filter(season=season_id)[:1])


def _held() -> models.QuerySet[Session, Any]:
    """The ids of sessions after which there are standings, the last one first."""
    kept = Standing.objects.filter(session=OuterRef("pk"))
    return Session.objects.filter(Exists(kept)).order_by("-starts_at", "-number").values("pk")


class Standing(models.Model):
    """Where a player stood after a session.

    order: 0 for the first row of the page. place: None where unclassed. figure: as the season's
    preset measures. share: own heads for each head of an average player of the same tables.
    decided_by: the criterion that set the player apart from the row above, blank where shared.
    adjustment: points given or taken, those for byes and no-shows too. byes, no_shows: how many of
    these count. change: places won since the session before; None where there was none. form: the
    last games, oldest first, as [game id, place, size]. games, heads, rounds, sessions: of all
    games. counted_heads, and in UNITs (scoring.tally) value, expected_heads and win: the exact sums
    over the games that count, from which the next standings are made; these and sessions are None
    in rows older than their columns.
    """

    class Kind(models.TextChoices):
        CLASSED = "classed", _("Classed")
        UNCLASSED = "unclassed", _("Too few games")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    season = models.ForeignKey(Season, models.CASCADE, related_name="standings")
    session = models.ForeignKey(Session, models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="standings")
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    change = models.SmallIntegerField(_("change"), null=True)
    figure = models.FloatField(_("figure"))
    adjustment = models.FloatField(_("adjustment"), default=0)
    byes = models.PositiveSmallIntegerField(_("byes"), default=0)
    no_shows = models.PositiveSmallIntegerField(_("no-shows"), default=0)
    games = models.PositiveIntegerField(_("games"))
    counted = models.PositiveIntegerField(_("games counted"))
    share = models.FloatField(_("share of heads"))
    wins = models.FloatField(_("wins"))
    heads = models.PositiveIntegerField(_("heads"))
    rounds = models.PositiveIntegerField(_("rounds"))
    counted_heads = models.PositiveIntegerField(null=True)
    value = models.BigIntegerField(null=True)
    expected_heads = models.BigIntegerField(null=True)
    win = models.BigIntegerField(null=True)
    sessions = models.PositiveSmallIntegerField(null=True)
    decided_by = models.CharField(max_length=20, blank=True)
    form = models.JSONField(default=list)

    objects = StandingQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "order"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "player"], name="one_standing_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["session", "order"], name="standings_in_order"),
            models.Index(fields=["season", "player"], name="standings_of_player"),
        ]
        verbose_name = _("standing")
        verbose_name_plural = _("standings")


class Rating(models.Model):
    """A player's present strength in a league; shown after five games."""

    league = models.ForeignKey(League, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "player"], name="one_rating_each"),
        ]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")


class RatingPoint(models.Model):
    """A player's rating after a game."""

    league = models.ForeignKey(League, models.CASCADE, related_name="rating_points")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_points")
    game = models.ForeignKey(Game, models.CASCADE, related_name="rating_points")
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "player_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "player"], name="one_rating_point_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["league", "player", "number"], name="ratings_of_player"),
        ]
        verbose_name = _("rating after a game")
        verbose_name_plural = _("ratings after games")
