"""Tables, the seats at them, what was done there, and what is kept of it: results, mails.

What is said at a table, and seats that wait for somebody, have their models in their folders. They
name models of this module by "games.Table", and are imported here, where Django looks for them.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Deck, Player
from accounts.names import NameField
from games.coach.models import Analysis
from games.friends.models import Friendship
from games.play.models import GameExtremes, GameRating, GameSums
from games.practice.models import Puzzle, PuzzleAnswer
from games.rules.deal import SERVER_SEED_BYTES, commitment
from games.seats.models import GuestLink, HeldSeat, TableInvite
from games.talk.models import Message, Mute, Report, ReportCase, ReportedLine, Silence, Talk

__all__ = [
    "ActionLog",
    "Analysis",
    "DailyGame",
    "Friendship",
    "GameExtremes",
    "GameRating",
    "GameSums",
    "GuestLink",
    "HeldSeat",
    "Message",
    "Mute",
    "OxResult",
    "Pulse",
    "Puzzle",
    "PuzzleAnswer",
    "Reminder",
    "Report",
    "ReportCase",
    "ReportedLine",
    "Seat",
    "Silence",
    "Table",
    "TableInvite",
    "Talk",
    "UploadedRecord",
    "is_code",
    "new_code",
    "new_server_seed",
]

# No letter or digit that is mistaken for another when a code is read aloud.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10


def new_code() -> str:
    """The name of a table in its address; 49 bits, so a private table is not found by guessing."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def is_code(text: str) -> bool:
    """Whether a text could be the code of a table."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)


def new_server_seed() -> bytes:
    """The secret of a table's deals (RECORD.md, The verifiable deal)."""
    return secrets.token_bytes(SERVER_SEED_BYTES)


class TableQuerySet(models.QuerySet["Table"]):
    def with_player(self, player: Player) -> TableQuerySet:
        """Tables at which this person sits."""
        return self.filter(pk__in=player.seats.values("table"))

    def busy_for(self, host: Player) -> TableQuerySet:
        """This host's tables that wait for people to sit down, or that somebody must look after."""
        return self.filter(Q(status=Table.Status.OPEN) | Q(due_at__isnull=False), host=host)

    def listed_for(self, player: Player | None) -> TableQuerySet:
        """Tables a member (or, with None, a stranger) finds without knowing their address."""
        if player is None:
            return self.filter(visibility=Table.Visibility.PUBLIC)
        return self.filter(
            ~Q(visibility=Table.Visibility.PRIVATE)
            | Q(pk__in=player.seats.values("table"))
            | Q(pk__in=player.held_seats.standing().values("table"))
        )


class Table(models.Model):
    """One game from the opening of the table to its result.

    name: empty if nobody typed one; pages show the title.
    version grows with every change, and every write compares it first. state is the JSON of a
    Play (games/table/snapshot.py) as of the log's line number `logged`: the lines after it are
    choices of the turn that is not revealed yet. It is empty until the first deal. due_at is when
    somebody must look at the table although nobody came: a bot's turn or a deadline. origin and
    origin_url name what the game belongs to, and lead back there. record: the cards as they were
    dealt, once they no longer follow from the texts of the players since one of these was erased.
    sealed_until: while others may still play the same deal, its secret and record are shown to
    nobody. counted_at: when an ended game was added to GameSums, or found not to count. is_rated:
    whether its result changes ratings (games/play/ratings.py); rated_at: when it did.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Only those who have the link")
        CLUB = "club", _("The members of the club")
        PUBLIC = "public", _("Anybody, even without an account")

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        PLAYING = "playing", _("In play")
        FINISHED = "finished", _("Finished")
        ABANDONED = "abandoned", _("Abandoned")

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=60)
    host = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="hosted_tables", verbose_name=_("host")
    )
    visibility = models.CharField(
        _("who may see it"), max_length=10, choices=Visibility, default=Visibility.CLUB
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    options = models.JSONField(_("options"), default=dict)
    time_per_choice = models.PositiveIntegerField(_("seconds per choice"), null=True, blank=True)
    deck = models.CharField(_("deck"), max_length=20, default=Deck.BULLS)
    is_rated = models.BooleanField(_("rated"), default=False)
    server_seed = models.BinaryField(default=new_server_seed, editable=False)
    version = models.PositiveIntegerField(default=1)
    state = models.TextField(blank=True, editable=False)
    due_at = models.DateTimeField(null=True, blank=True, editable=False)
    origin = models.CharField(_("belongs to"), max_length=200, blank=True, editable=False)
    origin_url = models.CharField(max_length=200, blank=True, editable=False)
    record = models.JSONField(null=True, editable=False)
    sealed_until = models.DateTimeField(null=True, editable=False)
    rematch = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch_of"
    )
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    counted_at = models.DateTimeField(null=True, editable=False)
    rated_at = models.DateTimeField(null=True, editable=False)

    objects = TableQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="table_due"),
            models.Index(fields=["status", "-created_at"], name="table_status"),
            models.Index(fields=["status", "-ended_at"], name="table_ended"),
            models.Index(
                fields=["-id"],
                condition=Q(ended_at__isnull=False, counted_at__isnull=True),
                name="table_not_counted",
            ),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(is_rated=True, ended_at__isnull=False, rated_at__isnull=True),
                name="table_to_rate",
            ),
            models.Index(
                fields=["ended_at", "id"],
                condition=Q(is_rated=True, ended_at__isnull=False, rated_at__isnull=False),
                name="table_rated",
            ),
        ]
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:table", args=[self.code])

    @property
    def title(self) -> str:
        """The name that was typed, else one made of the host's, in the reader's language."""
        host = [seat.name for seat in self.seats.all() if seat.player_id == self.host_id]
        return title_of(self.name, host[0] if self.host_id and host else "")

    @property
    def commitment(self) -> str:
        """What the table shows from its opening on, in hex."""
        return commitment(bytes(self.server_seed))

    @property
    def has_ended(self) -> bool:
        return self.status in {self.Status.FINISHED, self.Status.ABANDONED}


def title_of(typed: str, host: str) -> str:
    """How a table is called in the reader's language; host: their name as it is kept, or empty."""
    if typed:
        return typed
    if host in {"", names.ERASED}:
        return gettext("Table")
    return gettext("%(name)s’s table") % {"name": names.isolated(host)}


class Seat(models.Model):
    """A place at a table: free, a person's, or a bot's; with its result once the game ended.

    rounds: those it played, until the end or until it was out; None where that is not known.
    highlights: the JSON of its Highlights (games/play/highlights.py), {} where the log does not
    tell them; None until they are noted.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = NameField(_("name"), max_length=64, blank=True)
    client_seed = models.CharField(max_length=64, blank=True)
    heads = models.PositiveIntegerField(_("bull heads"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True, editable=False)
    highlights = models.JSONField(null=True, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["table_id", "index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "index"], name="one_seat_per_place"),
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(player__isnull=False), name="one_seat_each"
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(bot=""), name="person_or_bot"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["-table"],
                condition=Q(highlights__isnull=True, rank__isnull=False, player__isnull=False),
                name="seat_without_highlights",
            ),
        ]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")

    def __str__(self) -> str:
        return self.name or f"#{self.index + 1}"

    @property
    def is_free(self) -> bool:
        return not self.name


class Pulse(models.Model):
    """When the site was last seen running; one row (games/play/downtime.py)."""

    THE_ONE = 1

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")

    def __str__(self) -> str:
        return self.at.isoformat()


class ActionLog(models.Model):
    """One line of the append-only log; with the table's seeds it rebuilds every state and score.

    command: the id that the page gave the command, empty if nobody sent it. version: the one that
    the table had afterwards; None in lines that are older than this column.
    """

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        DEADLINE = "deadline", _("deadline")
        RULES = "rules", _("only card left")
        WISH = "wish", _("as the player wishes")

    # Found by the constraint below, which begins with the table: every play writes each index.
    table = models.ForeignKey(Table, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField()
    action = models.JSONField()
    by = models.CharField(max_length=8, choices=By)
    command = models.CharField(max_length=24, blank=True, default="")
    version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["table_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="one_action_per_number"),
        ]
        verbose_name = _("action")
        verbose_name_plural = _("action log")

    def __str__(self) -> str:
        return f"{self.table_id}.{self.number}"


class UploadedRecord(models.Model):
    """A game record that a member uploaded to look at it; members with its address may see it.

    text: JSON that was replayed and found true (RECORD.md); PostgreSQL's own JSON would refuse some
    names. digest: SHA-256 of it, in hex. title: the names of its players.
    """

    code = models.CharField(_("code"), max_length=16, unique=True, default=new_code, editable=False)
    uploader = models.ForeignKey(
        Player, models.CASCADE, related_name="uploaded_records", verbose_name=_("uploaded by")
    )
    title = models.CharField(_("players"), max_length=200, editable=False)
    text = models.TextField(editable=False)
    digest = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(_("uploaded"), auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["uploader", "digest"], name="one_upload_each"),
        ]
        verbose_name = _("uploaded record")
        verbose_name_plural = _("uploaded records")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:upload", args=[self.code])

    @property
    def record(self) -> dict[str, Any]:
        """The record as JSON data."""
        data: dict[str, Any] = json.loads(self.text)
        return data


class OxResult(models.Model):
    """The result of a game that people alone have played against the ox.

    players: how many. team, ox: heads taken. lead: the ox's heads less the team's as they are
    compared, below 0 where the ox was far stronger. is_listed: whether the club's table may show
    it with the names of its players; at a private table that is for who played alone to say.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="ox_result")
    players = models.PositiveSmallIntegerField(_("players"))
    team = models.PositiveSmallIntegerField(_("heads of the team"))
    ox = models.PositiveSmallIntegerField(_("heads of the ox"))
    lead = models.SmallIntegerField(_("lead"))
    is_listed = models.BooleanField(_("in the club’s table"), default=False)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["players", "-lead", "id"],
                condition=Q(is_listed=True),
                name="ox_result_best",
            ),
        ]
        verbose_name = _("result against the ox")
        verbose_name_plural = _("results against the ox")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.lead}"

    @property
    def counted(self) -> int:
        """The team's heads as they are compared."""
        return self.ox - self.lead


class DailyGame(models.Model):
    """The one game against the ox that a person plays with the deal of a day."""

    day = models.DateField(_("day"))
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="daily_games", verbose_name=_("player")
    )
    table = models.OneToOneField(Table, models.CASCADE, related_name="daily_game")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["day", "player"], name="one_daily_game_each"),
        ]
        verbose_name = _("game of the day")
        verbose_name_plural = _("games of the day")

    def __str__(self) -> str:
        return f"{self.day.isoformat()}: {self.player_id}"


class Reminder(models.Model):
    """The newest mail of one kind about one seat.

    decision: the version of the table at which the decision it is about began. While sent_at is
    None, it is being sent until claimed_until; after that it must be tried again. tries: how often
    this mail was tried.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("it is your turn")
        LAST_CALL = "last", _("time is nearly up")
        AWAY = "away", _("the bot plays for you")
        PAUSE = "pause", _("a pause is proposed")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="reminders")
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    decision = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(_("sent"), null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["seat", "kind"], name="one_reminder_of_a_kind"),
        ]
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")

    def __str__(self) -> str:
        return f"{self.seat_id} {self.kind}"
