"""Who plays in teams, who wants to play in a season, and guests who turned out to be members."""

from datetime import date, timedelta
from typing import ClassVar
from urllib.parse import urlencode

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation, Player
from leagues.models.league import Mergeable, Season


class Team(models.Model):
    """Players of a season whose games also count together."""

    NAME_LENGTH = 60
    MOST = 10

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


class SignUp(models.Model):
    """A member who wants to play in a season, until they do; who plays in it is an `Entrant`.

    at: when they put themselves down, which is their place in line. A row of somebody who plays all
    the same, as because they were checked in, says nothing as long as they do.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for approval")
        WAITING = "waiting", _("on the waiting list")
        REFUSED = "refused", _("turned down")

    season = models.ForeignKey(Season, models.CASCADE, related_name="sign_ups")
    player = models.ForeignKey(Player, models.CASCADE, related_name="sign_ups")
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.WAITING)
    at = models.DateTimeField(_("signed up"), default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "player"], name="one_sign_up_each"),
        ]
        verbose_name = _("sign-up")
        verbose_name_plural = _("sign-ups")


class Invite(models.Model):
    """A link for many: whoever follows it signs up to the club, or in, and plays in a season.

    Its token, its limit, its end and its uses are those of its invitation.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="invites")
    invitation = models.OneToOneField(Invitation, models.CASCADE, related_name="season_invite")

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "-pk"]
        verbose_name = _("link for many")
        verbose_name_plural = _("links for many")

    @property
    def last_day(self) -> date:
        """The last day on which it can be used, on the calendar of the club."""
        return timezone.localdate(self.invitation.expires_at - timedelta(seconds=1))


class Merge(models.Model):
    """A guest who turned out to be a member, and what of theirs became the member's by it.

    In the games the member stands for the guest, on every sheet that is entered until this is
    undone. A row of the guest where the member had one is set aside (Mergeable).
    """

    league = models.ForeignKey(
        "leagues.League", models.CASCADE, related_name="merges", verbose_name=_("league")
    )
    guest = models.ForeignKey(
        Player, models.PROTECT, related_name="merged_into", verbose_name=_("guest")
    )
    member = models.ForeignKey(
        Player, models.PROTECT, related_name="merged_from", verbose_name=_("member")
    )
    games = models.ManyToManyField("leagues.Game", related_name="+")
    adjustments = models.ManyToManyField("leagues.Adjustment", related_name="+")
    attendances = models.ManyToManyField("leagues.Attendance", related_name="+")
    entrants = models.ManyToManyField("leagues.Entrant", related_name="+")
    byes = models.ManyToManyField("leagues.Bye", related_name="+")
    team_members = models.ManyToManyField("leagues.TeamMember", related_name="+")
    wishes = models.ManyToManyField("leagues.Wish", related_name="+")
    guest_was_rated = models.BooleanField(default=True, verbose_name=_("guest had a rating"))
    member_was_rated = models.BooleanField(default=True, verbose_name=_("member had a rating"))
    by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("merged by")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("merged on"))
    undone_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("undone by")
    )
    undone_at = models.DateTimeField(null=True, blank=True, verbose_name=_("undone on"))

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["league", "guest"],
                condition=Q(undone_at__isnull=True),
                name="one_active_merge_per_guest",
            ),
        ]
        verbose_name = _("merge")
        verbose_name_plural = _("merges")

    def __str__(self) -> str:
        return f"{self.guest_id} → {self.member_id}"
