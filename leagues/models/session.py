"""A session of a season: who is there, who wants to sit with whom, and its rounds.

A round of a session is one seating of the people who are there. A round of the card game, which is
one line of a score sheet, is something else: `Game.rounds` counts those.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Max, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.models import Player
from games.models import new_server_seed
from leagues.models.league import Mergeable, Season, version_of

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

    def finals(self) -> SessionQuerySet:
        """Those that are the final of their season and take place: at most one in each."""
        return self.filter(is_final=True).exclude(status=Session.Status.CANCELLED)

    def semi_finals(self) -> SessionQuerySet:
        """Those that are the semi-final of their season and take place: at most one in each."""
        return self.filter(is_semi_final=True).exclude(status=Session.Status.CANCELLED)

    def forgotten(self, now: datetime) -> SessionQuerySet:
        """Those that nobody closed and whose day is over: read as closed from then on."""
        return self.filter(~is_lasting(now), status=Session.Status.RUNNING)

    def not_over(self, now: datetime) -> SessionQuerySet:
        """Those that are planned or running, but not what nobody began on its day."""
        statuses = [Session.Status.PLANNED, Session.Status.RUNNING]
        return self.filter(is_lasting(now), status__in=statuses)

    def next_of(self, seasons: Iterable[Season], now: datetime) -> dict[int, Session]:
        """The running or else the next session of each season, by its id; one statement.

        Nothing takes place any more in a season that is over.
        """
        by_id = {season.pk: season for season in seasons if season.is_unfinished}
        found: dict[int, Session] = {}
        for session in _coming(tuple(by_id), now - GRACE):
            is_first = session.season_id not in found
            # One whose day is over is read as closed.
            if session.status == Session.Status.RUNNING or (
                is_first and session.status == Session.Status.PLANNED
            ):
                session.season = by_id[session.season_id]
                found[session.season_id] = session
        return found


@compiled_once
def _coming(season_ids: tuple[int, ...], since: datetime) -> SessionQuerySet:
    """Those of these seasons that run, or are planned from this moment on, by their dates."""
    is_planned = Q(status=Session.Status.PLANNED, starts_at__gte=since)
    sessions = Session.objects.filter(is_planned | Q(status=Session.Status.RUNNING))
    return sessions.filter(season__pk__in=season_ids).in_order()


def is_lasting(now: datetime) -> Q:
    """Whether a session that has begun goes on unless somebody closes it."""
    return Q(starts_at__gt=now - LASTS) | Q(active_at__gt=now - LASTS)


class Session(models.Model):
    """A date on which a season is played.

    number: its name and address, for good, as they were planned; sessions count by their dates.
    active_at: when somebody last planned, opened, ran or closed it, or it ended by itself: a day
    after that, or after its own date where this is later.
    is_final, is_semi_final: it is that of its season, if the rules have one.
    places: how many people there is room for, None for everybody; who says that they come once all
    are taken is on the waiting list. cancelled_because: the reason that everybody reads.
    deal_secret: 32 bytes, of which the secrets of its live tables are made (sessions/deals.py).
    tables_opened: how many of them are used. Neither is shown to anybody.
    games_needed: how many games a place needs after it, where standings.board has listed it.
    """

    REASON_LENGTH = 200
    # What `plan_version` tells apart.
    PLAN = (
        "starts_at", "name", "place", "time_per_choice", "places", "is_final", "is_semi_final"
    )  # fmt: skip

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        RUNNING = "running", _("Running")
        CLOSED = "closed", _("Over")
        CANCELLED = "cancelled", _("Cancelled")

    games_needed: int

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="sessions", verbose_name=_("season")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    place = models.CharField(pgettext_lazy("where", "place"), max_length=120, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PLANNED)
    time_per_choice = models.PositiveSmallIntegerField(
        _("seconds per choice online"), null=True, blank=True
    )
    is_final = models.BooleanField(
        _("This is the final"),
        default=False,
        help_text=_("It decides the first places of the season, and no session comes after it."),
    )
    is_semi_final = models.BooleanField(
        _("This is the semi-final"),
        default=False,
        db_default=False,
        help_text=_("It decides who plays the final."),
    )
    places = models.PositiveSmallIntegerField(
        _("places"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    cancelled_because = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)
    active_at = models.DateTimeField(default=timezone.now, editable=False)
    deal_secret = models.BinaryField(default=new_server_seed)
    tables_opened = models.PositiveIntegerField(default=0, editable=False)

    objects = SessionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["season", "number"], name="one_session_per_number"),
            models.UniqueConstraint(
                fields=["season"],
                condition=Q(is_final=True) & ~Q(status="cancelled"),
                name="one_final_per_season",
            ),
            models.UniqueConstraint(
                fields=["season"],
                condition=Q(is_semi_final=True) & ~Q(status="cancelled"),
                name="one_semi_final_per_season",
            ),
            models.CheckConstraint(
                condition=~Q(is_final=True, is_semi_final=True),
                name="no_final_and_semi_final",
                violation_error_message=_("A session is the semi-final or the final, not both."),
            ),
        ]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.name or str(self.number)

    def get_absolute_url(self) -> str:
        return self.season.url_of("session", self.number)

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        """The row, closed where its day is over: the keeper may not have written that yet."""
        session = super().from_db(*args, **kwargs)
        read = vars(session)
        if read.get("status") == cls.Status.RUNNING and {"starts_at", "active_at"} <= read.keys():
            last = max(session.starts_at, session.active_at)
            # As SessionQuerySet.forgotten has it.
            if last <= timezone.now() - LASTS:
                session.status = cls.Status.CLOSED
        return session

    def next_game_number(self) -> int:
        """The number of its next game.

        That of a game which was taken apart does not come back: lists and slips of that round name
        it.
        """
        laid: int | None = self.games.aggregate(last=Max("number"))["last"]
        drawn: int | None = self.rounds.aggregate(last=Max("last_game"))["last"]
        return max(laid or 0, drawn or 0) + 1

    @property
    def never_took_place(self) -> bool:
        """Whether its season is over and nobody began it, or it was cancelled."""
        begun = {self.Status.RUNNING, self.Status.CLOSED}
        return self.status not in begun and not self.season.is_unfinished

    @property
    def plan_version(self) -> str:
        """Which plan of it this is; as settings_version."""
        return version_of([str(getattr(self, name)) for name in self.PLAN])

    @property
    def title(self) -> str:
        """Its name, or what it is for, or its number, in the reader's language."""
        if self.name:
            return self.name
        if self.is_final and self.season.final:
            return gettext("Final")
        if self.is_semi_final and self.season.semi_final:
            return gettext("Semi-final")
        return gettext("Session %(number)d") % {"number": self.number}

    @property
    def dated_title(self) -> str:
        """The same with its day."""
        return f"{self.title}, {date_format(timezone.localtime(self.starts_at), 'DATE_FORMAT')}"


class Attendance(Mergeable):
    """Somebody who came to a session; left_at once they have gone home.

    has_joined: the season has them since they came.
    """

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


class ReplyQuerySet(models.QuerySet["Reply"]):
    def with_a_place(self) -> ReplyQuerySet:
        """Those who come and for whom there is room."""
        return self.filter(comes=True, waits=False)

    def waiting(self) -> ReplyQuerySet:
        """Those on the waiting list, the first in line first."""
        return self.filter(comes=True, waits=True).order_by(
            F("put_first_at").desc(nulls_last=True), "at", "pk"
        )


class Reply(models.Model):
    """Whether somebody means to come to a session; nobody is bound by it.

    at: when they said so. waits: they come, but all places were taken: they are on the waiting
    list. put_first_at: when an organizer put them first in it.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, models.CASCADE, related_name="replies")
    comes = models.BooleanField(_("comes"))
    at = models.DateTimeField(_("replied"), default=timezone.now)
    waits = models.BooleanField(_("on the waiting list"), default=False)
    put_first_at = models.DateTimeField(null=True, editable=False)

    objects = ReplyQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "player"], name="one_reply_each"),
        ]
        verbose_name = _("reply")
        verbose_name_plural = _("replies")


class Wish(Mergeable):
    """Two people who are always, or never, to sit at the same table; first has the lower id."""

    class Kind(models.TextChoices):
        TOGETHER = "together", _("together")
        APART = "apart", _("apart")

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


class Round(models.Model):
    """One seating of a session; the seed lets anybody draw the same again.

    last_game: the highest number of its games, also of one that was taken apart. released_at: when
    everybody was told; until then only organizers and scorers see its tables. minutes: how long it
    lasts, None without a timer. timer_paused_at: since when the timer stands still.
    """

    class Kind(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody meets everybody")
        BY_RANK = "by_rank", _("By rank")
        FINAL = "final", _("Final")
        SEMI_FINAL = "semi_final", _("Semi-final")

    session = models.ForeignKey(Session, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EVERYBODY)
    seed = models.PositiveBigIntegerField()
    last_game = models.PositiveSmallIntegerField(default=0)
    released_at = models.DateTimeField(null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    timer_started_at = models.DateTimeField(null=True, blank=True)
    timer_paused_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "number"], name="one_round_per_number"),
        ]
        verbose_name = pgettext_lazy("of a session", "round")
        verbose_name_plural = pgettext_lazy("of a session", "rounds")

    @property
    def ends_at(self) -> datetime | None:
        """When the time of a round is up; None where no timer has started, or it stands still."""
        if self.minutes is None or self.timer_started_at is None or self.timer_paused_at:
            return None
        return self.timer_started_at + timedelta(minutes=self.minutes)

    def seconds_left(self, now: datetime) -> int | None:
        """How much time there is until the round ends, never below 0; None before it starts."""
        if self.minutes is None or self.timer_started_at is None:
            return None
        end = self.timer_started_at + timedelta(minutes=self.minutes)
        return max(0, round((end - (self.timer_paused_at or now)).total_seconds()))


class Bye(Mergeable):
    """Somebody without a seat in a round: nobody could seat them, or they did not show up."""

    class Kind(models.TextChoices):
        BYE = "bye", _("sits out")
        NO_SHOW = "no_show", _("did not show up")

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    player = models.ForeignKey(Player, models.PROTECT, related_name="byes")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.BYE)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["round_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["round", "player"],
                condition=Q(set_aside_by__isnull=True),
                name="one_bye_each",
            ),
        ]
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
