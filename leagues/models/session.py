"""A session of a season: who is there, and who was drawn to sit with whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models.league import Season
from leagues.models.merge import Mergeable

LASTS = timedelta(days=1)
# A session is still the next one for a while after it should have begun.
GRACE = timedelta(hours=12)


class SessionQuerySet(models.QuerySet["Session"]):
    def in_order(self) -> SessionQuerySet:
        """By their dates, in which they count: one may be planned after a later one."""
        return self.order_by("starts_at", "number")

    def until(self, session: Session) -> SessionQuerySet:
        """Those of its season up to a session, itself included."""
        is_before = Q(starts_at__lt=session.starts_at)
        is_level = Q(starts_at=session.starts_at, number__lte=session.number)
        return self.filter(is_before | is_level, season=session.season_id)

    def since(self, session: Session) -> SessionQuerySet:
        """Those of its season from a session on, itself included."""
        is_after = Q(starts_at__gt=session.starts_at)
        is_level = Q(starts_at=session.starts_at, number__gte=session.number)
        return self.filter(is_after | is_level, season=session.season_id)

    def forgotten(self, now: datetime) -> SessionQuerySet:
        """Those that nobody closed and whose day is over: read as closed from then on."""
        return self.filter(~is_lasting(now), status=Session.Status.RUNNING)

    def not_over(self, now: datetime) -> SessionQuerySet:
        """Those that are planned or running."""
        is_running = Q(status=Session.Status.RUNNING) & is_lasting(now)
        return self.filter(is_running | Q(status=Session.Status.PLANNED))

    def next_of(self, seasons: Iterable[Season], now: datetime) -> dict[int, Session]:
        """The running or else the next session of each season, by its id; one statement."""
        by_id = {season.pk: season for season in seasons}
        coming = (
            self.filter(season__in=by_id, starts_at__gte=now - GRACE)
            .exclude(status=Session.Status.CLOSED)
            .order_by("-starts_at", "-number")
        )
        found = {}
        for session in coming:
            session.season = by_id[session.season_id]
            found[session.season_id] = session
        return found


def is_lasting(now: datetime) -> Q:
    """Whether a session that has begun goes on unless somebody closes it."""
    return Q(starts_at__gt=now - LASTS) | Q(active_at__gt=now - LASTS)


class Session(models.Model):
    """A date on which a season is played.

    number: its name and address, for good, as they were planned; sessions count by their dates.
    active_at: when somebody last planned, opened or ran it. One that nobody closes ends by itself a
    day after that, or after its own date where this is later.
    Of those that standings.board lists, games_needed is how many games a place needs after it, and
    has_results whether anybody was ranked at it.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Over")

    if TYPE_CHECKING:
        season_id: int
        games_needed: int
        has_results: bool

    season = models.ForeignKey(Season, models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PLANNED)
    time_per_choice = models.PositiveSmallIntegerField(
        _("seconds per choice online"), null=True, blank=True
    )
    active_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SessionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "number"], name="one_session_per_number"),
        ]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.name or str(self.number)

    def get_absolute_url(self) -> str:
        return reverse(
            "leagues:session", args=[self.season.league.slug, self.season.number, self.number]
        )

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        """The row, closed where its day is over: the keeper may not have written that yet."""
        session = super().from_db(*args, **kwargs)
        is_whole = not {"status", "starts_at", "active_at"} & session.get_deferred_fields()
        if is_whole and session.is_forgotten(timezone.now()):
            session.status = cls.Status.CLOSED
        return session

    def is_forgotten(self, now: datetime) -> bool:
        """Whether it is one of `SessionQuerySet.forgotten`."""
        last = max(self.starts_at, self.active_at)
        return self.status == self.Status.RUNNING and last <= now - LASTS

    @property
    def title(self) -> str:
        """Its name, or its number in the reader's language."""
        return self.name or gettext("Session %(number)d") % {"number": self.number}


class Attendance(Mergeable):
    """Somebody who came to a session; left_at once they have gone home.

    has_joined: the season has them since they came.
    """

    if TYPE_CHECKING:
        session_id: int
        player_id: int

    session = models.ForeignKey(Session, models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, models.PROTECT, related_name="attendances")
    arrived_at = models.DateTimeField(_("arrived"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    has_joined = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["session", "player"],
                condition=Q(set_aside_by__isnull=True),
                name="one_attendance_each",
            ),
        ]
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")

    def __str__(self) -> str:
        return f"{self.session_id}.{self.player_id}"


class Reply(models.Model):
    """Whether somebody means to come to a session; nobody is bound by it."""

    if TYPE_CHECKING:
        session_id: int
        player_id: int

    session = models.ForeignKey(Session, models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, models.CASCADE, related_name="replies")
    comes = models.BooleanField(_("comes"))

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "player"], name="one_reply_each"),
        ]
        verbose_name = _("reply")
        verbose_name_plural = _("replies")

    def __str__(self) -> str:
        return f"{self.session_id}.{self.player_id}"


class Wish(Mergeable):
    """Two people who are always, or never, to sit at the same table; first has the lower id."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("together")
        APART = "apart", _("apart")

    if TYPE_CHECKING:
        season_id: int
        first_id: int
        second_id: int

    season = models.ForeignKey(Season, models.CASCADE, related_name="wishes")
    first = models.ForeignKey(Player, models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["season", "first", "second"],
                condition=Q(set_aside_by__isnull=True),
                name="one_wish_per_pair",
            ),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="wish_in_order"),
        ]
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")

    def __str__(self) -> str:
        return f"{self.first_id} {self.kind} {self.second_id}"


class Draw(models.Model):
    """One drawing of tables; the seed lets anybody draw the same again.

    present: ids of the players drawn, ascending. last_table: the highest number of its tables, also
    of one that was taken apart.
    """

    if TYPE_CHECKING:
        session_id: int

    session = models.ForeignKey(Session, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField()
    present = models.JSONField(default=list)
    last_table = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "number"], name="one_draw_per_number"),
        ]
        verbose_name = _("draw")
        verbose_name_plural = _("draws")

    def __str__(self) -> str:
        return f"{self.session_id}.{self.number}"
