"""What members are told of their leagues, and other sites."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.models import Player
from leagues.models.game import Game
from leagues.models.league import League, Season
from leagues.models.session import Session


class NoticeQuerySet(models.QuerySet["Notice"]):
    def of_reader(self, player: Player | int) -> NoticeQuerySet:
        """The notices of a member (or of one with this id); none about sessions of a draft."""
        return self.filter(player=player).exclude(session__season__status=Season.Status.DRAFT)


class Notice(models.Model):
    """Something that a member is told; of one kind about one thing the newest only.

    It is about a season, or else about a session; about neither if its kind is one of
    ABOUT_THE_CLUB. game: of a sheet to confirm, and the table at which somebody is seated.
    mailed_at: when it went out by mail, or was found to be of no more use there. pushed_at: the
    same of the devices of the reader.
    """

    class Kind(models.TextChoices):
        SEATED = "seated", _("where you sit")
        MOVED = "moved", _("a session has been moved")
        CANCELLED = "cancelled", _("a session is cancelled")
        REINSTATED = "reinstated", _("a cancelled session takes place after all")
        PLACE = "place", _("you have a place")
        TO_CONFIRM = "confirm", _("a sheet to confirm")
        RESULTS = "results", _("results are in")
        REMINDER = "reminder", _("a session is tomorrow")
        JOINED = "joined", _("you play in a season")
        OVER = "over", _("a season is over")
        REFUSED = "refused", _("your sign-up was turned down")
        TO_APPROVE = "approve", _("a sign-up to approve")
        REPORTED = "reported", _("a report to decide")
        ANSWERED = "answered", _("what became of your report")
        DECIDED = "decided", _("a decision about you")
        APPLIED = "applied", _("somebody waits to join the club")

    ABOUT_REPORTS = (Kind.REPORTED, Kind.ANSWERED, Kind.DECIDED)
    ABOUT_THE_CLUB = (*ABOUT_REPORTS, Kind.APPLIED)
    FOR_ORGANIZERS = (Kind.REPORTED, Kind.APPLIED)
    # What it is about, to be read with it.
    ABOUT = ("session__season__league", "season__league", "game__round")

    player = models.ForeignKey(Player, models.CASCADE, related_name="notices")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    session = models.ForeignKey(Session, models.CASCADE, null=True, related_name="notices")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="notices")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notices")
    at = models.DateTimeField(_("told"), default=timezone.now)
    read_at = models.DateTimeField(_("read"), null=True)
    mailed_at = models.DateTimeField(_("mailed"), null=True)
    pushed_at = models.DateTimeField(_("sent to devices"), null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["player_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["player", "kind", "session"],
                condition=~Q(kind="confirm"),
                name="one_notice_per_session",
            ),
            models.UniqueConstraint(
                fields=["player", "game"],
                condition=Q(kind="confirm"),
                name="one_notice_per_sheet",
            ),
            models.UniqueConstraint(
                fields=["player", "kind", "season"], name="one_notice_per_season"
            ),
            models.CheckConstraint(
                condition=Q(session__isnull=False, season__isnull=True)
                | Q(session__isnull=True, season__isnull=False)
                | Q(
                    session__isnull=True,
                    season__isnull=True,
                    kind__in=["reported", "answered", "decided", "applied"],
                ),
                name="notice_of_a_session_or_season",
            ),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | ~Q(kind__in=["confirm", "seated"]),
                name="notice_of_a_game",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["player"], condition=Q(mailed_at=None, read_at=None), name="notices_to_mail"
            ),
        ]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")

    @property
    def of_season(self) -> Season:
        """The season it is about, or in which its session is."""
        if self.session is not None:
            return self.session.season
        assert self.season is not None, "a notice about the club has none"  # noqa: S101 - a constraint of the database
        return self.season


class NoticePreference(models.Model):
    """How a member is mailed their notices, for each topic; without a row, as is usual.

    mails: counts for the topics whose own field is empty; DAILY there is what is usual. mailed_at:
    when the last mail went out. While claimed_until is to come, a keeper is sending one, or it
    failed and is tried again then. tries: how often this mail was tried.
    """

    class Mails(models.TextChoices):
        AT_ONCE = "at_once", _("At once")
        DAILY = "daily", _("Once a day")
        NEVER = "never", _("Never")

    class Topic(models.TextChoices):
        """The kinds of notices that are chosen together; each is a field of its own."""

        SEATS = "seats", _("The table where you play")
        PLANS = "plans", _("A session moved or cancelled, your place, your sign-up")
        TOMORROW = "tomorrow", _("A session is tomorrow")
        RESULTS = "results", _("Results are in, a season is over")
        TASKS = "tasks", _("A sheet to confirm, a sign-up to approve")
        REPORTS = "reports", _("What becomes of reports to the organizers")

    KINDS: ClassVar[dict[Topic, tuple[Notice.Kind, ...]]] = {
        Topic.SEATS: (Notice.Kind.SEATED,),
        # What cannot wait for the mail of the next day.
        Topic.PLANS: (
            Notice.Kind.MOVED,
            Notice.Kind.CANCELLED,
            Notice.Kind.REINSTATED,
            Notice.Kind.PLACE,
            Notice.Kind.JOINED,
            Notice.Kind.REFUSED,
        ),
        Topic.TOMORROW: (Notice.Kind.REMINDER,),
        Topic.RESULTS: (Notice.Kind.RESULTS, Notice.Kind.OVER),
        Topic.TASKS: (Notice.Kind.TO_CONFIRM, Notice.Kind.TO_APPROVE, Notice.Kind.APPLIED),
        Topic.REPORTS: Notice.ABOUT_REPORTS,
    }
    USUAL: ClassVar[dict[Topic, Mails]] = {
        Topic.SEATS: Mails.NEVER,
        Topic.PLANS: Mails.AT_ONCE,
        Topic.TOMORROW: Mails.DAILY,
        Topic.RESULTS: Mails.DAILY,
        Topic.TASKS: Mails.DAILY,
        Topic.REPORTS: Mails.DAILY,
    }

    player = models.OneToOneField(Player, models.CASCADE, related_name="notice_preference")
    mails = models.CharField(
        _("Emails about your leagues"), max_length=10, choices=Mails, default=Mails.DAILY
    )
    # A process of an older release, which does not know these, may still make a row.
    seats = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    plans = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    tomorrow = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    results = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    tasks = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    reports = models.CharField(max_length=10, choices=Mails, blank=True, default="", db_default="")
    mailed_at = models.DateTimeField(null=True, editable=False)
    claimed_until = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("choice of notices")
        verbose_name_plural = _("choices of notices")

    def way_of(self, topic: Topic) -> str:
        """How notices of a topic are mailed; one of Mails."""
        general = self.USUAL[topic] if self.mails == self.Mails.DAILY else self.mails
        return getattr(self, topic) or general


# --- Other sites ----------------------------------------------------------------------


class Webhook(models.Model):
    """An address that is posted to. Who has it may write there, so it is stored encrypted.

    host: what is shown of it. secret: signs the posts of Format.JSON, encrypted too; "" for others.
    language: that of whoever made it; its messages are written in it.
    """

    class Format(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("JSON, signed")

    league = models.ForeignKey(League, models.CASCADE, related_name="webhooks")
    format = models.CharField(_("format"), max_length=10, choices=Format, default=Format.DISCORD)
    address = models.TextField(editable=False)
    host = models.CharField(max_length=255, editable=False)
    secret = models.TextField(blank=True, editable=False)
    language = models.CharField(max_length=10, editable=False)
    tells_sessions = models.BooleanField(
        _("A session is planned, moved or cancelled"), default=True
    )
    tells_tables = models.BooleanField(_("Tables are drawn"), default=True)
    tells_results = models.BooleanField(_("Results are confirmed"), default=True)
    tells_season = models.BooleanField(_("The season is over"), default=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "pk"]
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.host


class WebhookDelivery(models.Model):
    """Something that a webhook is told: what it is about, never the words, which name people.

    items: ids of the sessions, rounds or games it tells of. next_try_at: None once it was taken, or
    will not be tried again. answer: the status that the server answered last. problem: a value of
    accounts.outgoing.PostProblem, "" where there was none.
    """

    class Event(models.TextChoices):
        SESSIONS = "sessions_changed", _("Session planned, moved or cancelled")
        TABLES = "tables_drawn", _("Tables drawn")
        RESULTS = "results_confirmed", _("Results confirmed")
        SEASON = "season_over", _("Season over")
        TEST = "test", _("Test")

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        DELIVERED = "delivered", _("Delivered")
        FAILED = "failed", _("Failed")

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    event = models.CharField(max_length=20, choices=Event)
    items = models.JSONField(default=list)
    at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    answer = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(next_try_at__isnull=False),
                name="webhook_deliveries_due",
            ),
        ]
        verbose_name = _("delivery of a webhook")
        verbose_name_plural = _("deliveries of webhooks")


@compiled_once
def unread(player_id: int) -> models.QuerySet[Notice, int]:
    """How many notices a member has not read; no row where there is none."""
    rows = Notice.objects.of_reader(player_id).filter(read_at=None).order_by()
    return rows.values("player").annotate(all=models.Count("pk")).values_list("all", flat=True)
