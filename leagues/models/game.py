"""Games of a session, who sat at them, and what was done to them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Table
from games.rules.options import Options
from leagues.models.session import Round, Session
from leagues.models.sheet import SheetRevision


def table_name(round_number: int | None, table_number: int) -> str:
    """What people call a table of a session, whose round is named where it has one."""
    words = {"round": round_number, "number": table_number}
    if round_number is None:
        return gettext("Table %(number)d") % words
    return gettext("Round %(round)d, table %(number)d") % words


# The condition of an index. SQLite finds it again in statements term by term: no list of statuses.
_UNFINISHED = (
    Q(status="seated") | Q(status="submitted") | Q(pending__isnull=False) | ~Q(proposed="")
)


class GameQuerySet(models.QuerySet["Game"]):
    def counting(self) -> GameQuerySet:
        """Those that count in standings and ratings."""
        return self.filter(status=Game.Status.CONFIRMED)

    def untouched(self) -> GameQuerySet:
        """Those to which people were seated, and of which nothing is written or played yet."""
        return self.filter(kind=Game.Kind.SHEET, status=Game.Status.SEATED, draft__isnull=True)

    def to_match(self) -> GameQuerySet:
        """Those whose sheet was sent by link with a new name on it: a scorer says who that is."""
        return self.filter(
            status=Game.Status.SEATED, draft__isnull=False, score_link__used_at__isnull=False
        )

    def unfinished(self) -> GameQuerySet:
        """Those without a result, or of which something still waits for a second person."""
        return self.filter(_UNFINISHED).exclude(status=Game.Status.VOIDED, proposed="")

    def hidden(self) -> GameQuerySet:
        """Those of rounds that only organizers and scorers know, unless their results count."""
        return self.filter(round__isnull=False, round__released_at=None).exclude(
            status=Game.Status.CONFIRMED
        )

    def shown(self) -> GameQuerySet:
        """All others."""
        is_released = Q(round=None) | Q(round__released_at__isnull=False)
        return self.filter(is_released | Q(status=Game.Status.CONFIRMED))

    def naming(self, player: Player) -> GameQuerySet:
        """Those at which somebody sits, or that are on a sheet which counts or waits."""
        seats = GameSeat.objects.filter(
            Q(player=player) | Q(substitute_for=player) | Q(counts_for=player)
        )
        named = SheetRevision.objects.naming(player)
        seated = Q(pk__in=seats.values("game"))
        return self.filter(seated | Q(sheet__in=named) | Q(pending__in=named))


class Game(models.Model):
    """One game of a session, at a live table or on a score sheet.

    number: its address within the session. round: of the session, the one it was drawn in; None
    for a sheet that was entered without a seating. table_number: the number people know its table
    by, from 1 in each round; without a round that of the game. draft: a sheet as far as it was
    typed, seen by nobody but who may enter it. sheet: the revision that was submitted, and of a
    confirmed game the one that counts. pending: a correction that waits for a second person.
    entered_by: who typed the newest of the two. entered_by_link: somebody with the link of the
    table, who had not signed in; entered_by is then who confirmed it first. proposed, proposed_by:
    what somebody wants done to the game and a second person must agree to. version grows with every
    change of the sheet, and every change names the version it was made on. rounds: how many rounds
    of the card game were played, 0 where the sheet does not tell.
    """

    class Kind(models.TextChoices):
        LIVE = "live", _("Online")
        SHEET = "sheet", _("Score sheet")

    class Status(models.TextChoices):
        SEATED = "seated", _("In play")
        SUBMITTED = "submitted", _("To be confirmed")
        CONFIRMED = "confirmed", _("Confirmed")
        VOIDED = "voided", _("Does not count")

    class Proposal(models.TextChoices):
        VOID = "void", _("To be taken out")
        RESTORE = "restore", _("To be counted again")

    session = models.ForeignKey(
        Session, models.CASCADE, related_name="games", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    round = models.ForeignKey(
        Round,
        models.SET_NULL,
        null=True,
        related_name="games",
        verbose_name=pgettext_lazy("of a session", "round"),
    )
    table_number = models.PositiveSmallIntegerField(_("table"), default=0)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.SHEET)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.SEATED)
    table = models.OneToOneField(
        Table, models.PROTECT, null=True, related_name="league_game", verbose_name=_("table")
    )
    options = models.JSONField(_("options"), default=dict)
    version = models.PositiveIntegerField(default=1)
    draft = models.JSONField(null=True, blank=True)
    sheet = models.ForeignKey(SheetRevision, models.RESTRICT, null=True, related_name="+")
    pending = models.ForeignKey(SheetRevision, models.RESTRICT, null=True, related_name="+")
    proposed = models.CharField(max_length=10, choices=Proposal, blank=True)
    proposed_by = models.ForeignKey(
        Player,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("correction proposed by"),
    )
    size = models.PositiveSmallIntegerField(_("ranked"), default=0)
    heads = models.PositiveIntegerField(_("heads"), default=0)
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    entered_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("entered by")
    )
    entered_by_link = models.BooleanField(default=False, verbose_name=_("entered by link"))
    entered_at = models.DateTimeField(null=True, blank=True, verbose_name=_("entered on"))
    confirmed_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("confirmed by")
    )
    confirmed_at = models.DateTimeField(null=True, blank=True, verbose_name=_("confirmed on"))

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["session_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["session", "number"], name="one_game_per_number"),
            models.UniqueConstraint(fields=["round", "table_number"], name="one_game_per_table"),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(confirmed_at__isnull=False),
                name="confirmed_has_time",
            ),
            models.CheckConstraint(
                condition=~Q(kind="live") | Q(table__isnull=False), name="live_has_table"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["session", "status"], name="league_game_status"),
            models.Index(fields=["session"], condition=_UNFINISHED, name="league_games_unfinished"),
        ]
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return f"#{self.number}"

    def get_absolute_url(self) -> str:
        return self.session.season.url_of("game", self.session.number, self.number)

    @property
    def status_before_void(self) -> Status:
        """Where a voided game stood: confirmed if it ever counted."""
        if self.confirmed_at:
            return self.Status.CONFIRMED
        return self.Status.SUBMITTED if self.sheet_id else self.Status.SEATED

    @property
    def table_name(self) -> str:
        """What people call its table in the session: "Round 2, table 3", or "Table 3"."""
        return table_name(self.round.number if self.round else None, self.table_number)

    @property
    def is_hidden(self) -> bool:
        """Whether it is one of `GameQuerySet.hidden`."""
        is_told = self.round is None or self.round.released_at is not None
        return not is_told and self.status != self.Status.CONFIRMED

    @property
    def is_untouched(self) -> bool:
        """Whether it is one of `GameQuerySet.untouched`."""
        is_seated_sheet = self.kind == self.Kind.SHEET and self.status == self.Status.SEATED
        return is_seated_sheet and self.draft is None

    @property
    def waits(self) -> bool:
        """Whether a sheet, a correction or a proposal waits for a second person."""
        if self.status == self.Status.SUBMITTED or self.proposed:
            return True
        return self.status == self.Status.CONFIRMED and self.pending_id is not None

    @property
    def is_from_unknown(self) -> bool:
        """Whether a sheet waits for which nobody who signed in stands yet."""
        return self.status == self.Status.SUBMITTED and self.entered_by_id is None

    @property
    def rules(self) -> Options:
        """The options this game is or was played with."""
        return Options.from_json(self.options)


class GameSeat(models.Model):
    """A place at a league's game, with the result once there is one.

    A person (player), or a bot by its name. substitute_for: whose place the player took.
    counts_for: in whose standing the result counts, None if in nobody's. place and twice_rank are
    among those who are ranked, None for who is not. bot_turns: in how many turns of an online game
    the bot, or the clock, chose the player's card.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="league_seats", verbose_name=_("player")
    )
    bot = models.CharField(_("bot"), max_length=64, blank=True)
    substitute_for = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("substitute for"),
    )
    counts_for = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="league_results",
        verbose_name=_("counts for"),
    )
    heads = models.PositiveIntegerField(_("heads"), null=True, blank=True)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    twice_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    bot_turns = models.PositiveSmallIntegerField(_("turns played by the bot"), default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "index"], name="one_league_seat_per_place"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(player__isnull=False),
                name="one_league_seat_each",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False, bot="") | (Q(player__isnull=True) & ~Q(bot="")),
                name="league_seat_person_or_bot",
            ),
        ]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")

    def __str__(self) -> str:
        return f"{self.game_id}.{self.index}"

    @property
    def called(self) -> str:
        """The name of the person, or of the bot."""
        return str(self.player.name) if self.player else self.bot


class GameVersion(models.Model):
    """One line of a game's history, append-only: what was done, by whom, when and why.

    sheet: the revision that it left, None where there is none yet. by_link: done by somebody with
    the link of the table.
    """

    REASON_LENGTH = 200

    class Did(models.TextChoices):
        SUBMITTED = "submitted", _("entered")
        CHECKED = "checked", _("confirmed (first of two)")
        CONFIRMED = "confirmed", _("confirmed")
        CORRECTED = "corrected", _("corrected")
        TURNED_DOWN = "turned_down", _("turned down")
        ASKED_VOID = "asked_void", _("asked to take it out")
        VOIDED = "voided", _("taken out")
        BROKEN_OFF = "broken_off", _("taken out: the table was abandoned")
        NOT_PLAYED = "not_played", _("taken out: the table was not played")
        ASKED_BACK = "asked_back", _("asked to count it again")
        RESTORED = "restored", _("counted again")
        MERGED = "merged", _("a guest became a member")
        PARTED = "parted", _("the merge with the member was undone")

    game = models.ForeignKey(Game, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(verbose_name=_("number"))
    did = models.CharField(max_length=12, choices=Did, verbose_name=_("what was done"))
    sheet = models.ForeignKey(SheetRevision, models.RESTRICT, null=True, related_name="+")
    by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("done by")
    )
    by_link = models.BooleanField(default=False)
    at = models.DateTimeField(verbose_name=_("done on"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["game_id", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "number"], name="one_version_per_number"),
        ]
        verbose_name = _("version of a game")
        verbose_name_plural = _("versions of games")

    def __str__(self) -> str:
        return f"{self.game_id}.{self.number}"
