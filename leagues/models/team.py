"""Teams of a season, and who plays in them from which session until which."""

from __future__ import annotations

from typing import ClassVar
from urllib.parse import urlencode

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import Mergeable, Season


class Team(models.Model):
    """Players of a season whose games also count together."""

    NAME_LENGTH = 60
    FEWEST, MOST = 2, 10

    season = models.ForeignKey(Season, models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "name", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("season", Lower("name"), name="one_team_per_name"),
        ]
        verbose_name = _("team")
        verbose_name_plural = _("teams")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.url_as_of("")

    def url_as_of(self, session: str) -> str:
        """Where it is open below the standings of teams, as of a session by its number, or now."""
        as_of = {"session": session} if session else {}
        return f"{self.season.url_of('teams')}?{urlencode({'team': self.pk} | as_of)}#team"


class TeamMember(Mergeable):
    """A player's time in a team.

    season: that of the team, for the constraint. since: number of the first session that counts
    for the team, 0 for the beginning of the season. until: number of the first session that counts
    no more, None for who is in the team.
    """

    team = models.ForeignKey(Team, models.CASCADE, related_name="members")
    season = models.ForeignKey(Season, models.CASCADE, related_name="team_members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="team_memberships")
    since = models.PositiveSmallIntegerField(_("since session"), default=0)
    until = models.PositiveSmallIntegerField(_("until session"), null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["team_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(until__isnull=True, set_aside_by__isnull=True),
                name="one_team_at_a_time",
            ),
        ]
        verbose_name = _("member of a team")
        verbose_name_plural = _("members of teams")

    def __str__(self) -> str:
        return f"{self.team_id}.{self.player_id}"
