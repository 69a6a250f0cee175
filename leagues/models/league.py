"""Leagues, who runs them, their seasons and who plays in those."""

from __future__ import annotations

import json
import secrets
from datetime import date
from hashlib import sha256
from typing import Any, ClassVar, TypeVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from accounts.addresses import address_of
from accounts.models import Player
from games.models import CODE_ALPHABET, Table
from leagues.models.rules import RuleColumns

Row = TypeVar("Row", bound=models.Model, covariant=True)

MOST_ADJUSTED = 1000
SLUG_WORDS = 40
SLUG_CODE = 8
LIGATURES = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ß": "ss"})


def in_address(name: str) -> str:
    """A name as an address or a file can have it; a Bœuf stays one."""
    return slugify(name.translate(LIGATURES))


def new_slug(name: str) -> str:
    """The address of a league, for good: its name, and 39 bits nobody guesses."""
    code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(SLUG_CODE))
    words = in_address(name)[:SLUG_WORDS].strip("-")
    return f"{words}-{code}" if words else code


def version_of(content: Any) -> str:
    """A short text for what a form was opened on: other content has another one.

    Made of the content itself, so that nobody who writes it can forget to change it.
    """
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


class LeagueQuerySet(models.QuerySet["League"]):
    def listed_for(self, player: Player | None) -> LeagueQuerySet:
        """Leagues a member (or, with None, a stranger) finds without knowing their address."""
        if player is None:
            return self.filter(visibility=League.Visibility.PUBLIC)
        own = Role.objects.filter(player=player).values("league")
        return self.filter(~Q(visibility=League.Visibility.UNLISTED) | Q(pk__in=own))


class League(models.Model):
    """A competition of the club that goes on from season to season.

    outdated_ratings: the position (rating_store.GamePosition) from which on games are to be rated
    again, None where all ratings are up to date. ratings_notes counts the changes that noted one.
    has_webhooks: whether there may be any: other leagues need not ask at each change.
    """

    NAME_LENGTH = 60
    SETTINGS = ("name", "description", "visibility", "is_rated", "may_be_embedded")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Anybody, even without an account")
        MEMBERS = "members", _("The members of the club")
        UNLISTED = "unlisted", _("Everybody who has the link")

    slug = models.SlugField(_("address"), max_length=60, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    description = models.TextField(_("description"), max_length=1000, blank=True)
    visibility = models.CharField(
        _("who may see it"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    is_rated = models.BooleanField(_("with ratings"), default=True)
    may_be_embedded = models.BooleanField(_("other sites may show the standings"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    outdated_ratings = models.JSONField(null=True, editable=False)
    ratings_notes = models.PositiveIntegerField(default=0, editable=False)
    has_webhooks = models.BooleanField(default=False, editable=False)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["name", "pk"]
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return address_of("leagues:league", self.slug)

    @property
    def settings_version(self) -> str:
        """Which settings these are; a form that is sent names those it was opened on."""
        return version_of([getattr(self, name) for name in self.SETTINGS])

    @property
    def is_framed(self) -> bool:
        """Whether frames of other sites show something: strangers look through them."""
        return self.may_be_embedded and self.visibility != self.Visibility.MEMBERS

    @property
    def visibility_of_tables(self) -> Table.Visibility:
        """That of its tables, which also bear its name."""
        return {
            self.Visibility.PUBLIC: Table.Visibility.PUBLIC,
            self.Visibility.MEMBERS: Table.Visibility.CLUB,
            self.Visibility.UNLISTED: Table.Visibility.PRIVATE,
        }[self.Visibility(self.visibility)]

    def merged_guests(self) -> dict[int, int]:
        """The ids of its guests who turned out to be somebody, and of who they are."""
        became: dict[int, int] = {}
        merges = self.merges.filter(undone_at=None).order_by("-pk")
        for guest, member in merges.values_list("guest", "member"):
            # What a merge gave to somebody, a later one may have given to somebody else.
            became[guest] = became.get(member, member)
        return became


class Role(models.Model):
    """What a member may do in a league; owners also what organizers may, these what scorers may."""

    class Kind(models.TextChoices):
        OWNER = "owner", _("Owner")
        ORGANIZER = "organizer", _("Organizer")
        SCORER = "scorer", _("Scorer")

    league = models.ForeignKey(
        League, models.CASCADE, related_name="roles", verbose_name=_("league")
    )
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="league_roles", verbose_name=_("player")
    )
    kind = models.CharField(_("role"), max_length=10, choices=Kind)

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["league", "player"], name="one_role_each"),
        ]
        verbose_name = _("role")
        verbose_name_plural = _("roles")

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"


class Season(RuleColumns):
    """A run of sessions with one set of rules; once it is open, an `Amendment` alone changes them.

    version grows with every change of what its pages show; standings_version is the version at
    which the page of its standings last changed.
    standings_unchanged: no column; set while the season is locked (standings/season_lock.py), it
    says that the present change leaves that page as it is.
    outdated_standings: None where all are up to date, otherwise {"since": the start of the first
    session whose standings are not, as season_lock.moment_text, or "" for the beginning;
    "players": ids of those whose results may have changed, null for everybody}.
    standings_notes counts the changes that noted one.
    sign_up: whether members put themselves down for it. sign_up_places: for how many players there
    is room, None for everybody; sign_up_until: the last day; sign_up_asks: organizers approve.
    """

    class SignUps(models.TextChoices):
        NONE = "", _("Only organizers add players")
        OPEN = "open", _("Members sign up themselves")
        CLOSED = "closed", _("Sign-up is closed; the waiting list goes on")

    class Status(models.TextChoices):
        DRAFT = "draft", _("Being prepared")
        OPEN = "open", _("Running")
        CLOSED = "closed", _("Closed")
        ARCHIVED = "archived", _("Archived")

    NAME_LENGTH = 60
    SIGN_UP = ("sign_up", "sign_up_places", "sign_up_until", "sign_up_asks")

    standings_unchanged = False

    league = models.ForeignKey(
        League, models.CASCADE, related_name="seasons", verbose_name=_("league")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    version = models.PositiveIntegerField(default=1)
    standings_version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    sign_up = models.CharField(
        _("Sign-up"), max_length=6, choices=SignUps, blank=True, default=SignUps.NONE, db_default=""
    )
    sign_up_places = models.PositiveSmallIntegerField(
        _("Number of players"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
    )
    sign_up_until = models.DateField(
        _("Last day to sign up"),
        null=True,
        blank=True,
        help_text=_("Leave it empty to close sign-up by hand."),
    )
    sign_up_asks = models.BooleanField(
        _("An organizer approves everybody who signs up"), default=False, db_default=False
    )
    outdated_standings = models.JSONField(null=True, editable=False)
    standings_notes = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["league_id", "-number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            *RuleColumns.Meta.constraints,
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
        ]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return self.url_of("season")

    def url_of(self, page: str, *below: int) -> str:
        """The URL of one of its pages by the name of that; below: what leads further down."""
        return address_of(f"leagues:{page}", self.league.slug, self.number, *below)

    @property
    def plan_version(self) -> str:
        """Which name and rules these are, and whether the rules are frozen; as settings_version."""
        is_draft = self.status == self.Status.DRAFT
        return version_of([self.name, self.season_rules.to_json(), is_draft])

    @property
    def sign_up_version(self) -> str:
        """Which choices about sign-ups these are; as settings_version."""
        return version_of([str(getattr(self, name)) for name in self.SIGN_UP])

    def takes_sign_ups(self, today: date | None = None) -> bool:
        """Whether members may put themselves down for it."""
        today = today or timezone.localdate()
        is_in_time = self.sign_up_until is None or today <= self.sign_up_until
        return self.is_unfinished and self.sign_up == self.SignUps.OPEN and is_in_time

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_unfinished(self) -> bool:
        """Whether it is being prepared or runs."""
        return self.status in {self.Status.DRAFT, self.Status.OPEN}


class ShownManager(models.Manager[Row]):
    """Leaves out the rows that a merge has set aside."""

    def get_queryset(self) -> models.QuerySet[Row]:
        return super().get_queryset().filter(set_aside_by=None)


class Mergeable(models.Model):
    """A row of which a person has one in its place.

    set_aside_by: the merge of this guest with a member who had one there as well; until that is
    undone it is shown nowhere. A join from other rows sees it all the same.
    """

    set_aside_by = models.ForeignKey(
        "leagues.Merge", models.CASCADE, null=True, editable=False, related_name="+"
    )

    objects = ShownManager()
    every = models.Manager()  # noqa: DJ012 - no field, as the rule believes

    class Meta:
        abstract = True


class Entrant(Mergeable):
    """Somebody who plays in a season.

    joined_from: number of the first session with them, 1 for who has been there from the beginning.
    withdrawn_at: since when they have no place, also where they came back later (counted_games
    tells); it may be before the session they joined from. joined_by_game: nobody has listed them or
    checked them in, a result has named them. own_joined_from: of one set aside, from which session
    on the member had their own before the merge.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="entrants")
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="entries", verbose_name=_("player")
    )
    joined_from = models.PositiveSmallIntegerField(_("joined from session"), default=1)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    is_rated = models.BooleanField(_("with a rating"), default=True)
    joined_by_game = models.BooleanField(default=False)
    own_joined_from = models.PositiveSmallIntegerField(null=True, editable=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(set_aside_by__isnull=True),
                name="one_entrant_each",
            ),
        ]
        verbose_name = _("player of a season")
        verbose_name_plural = _("players of a season")

    def __str__(self) -> str:
        return f"{self.season_id}.{self.player_id}"


class Amendment(models.Model):
    """Rules of an open season that were changed; before, after: those that differ, by name."""

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="amendments", verbose_name=_("season")
    )
    at = models.DateTimeField(_("decided on"))
    by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    before = models.JSONField(_("rules before"))
    after = models.JSONField(_("rules after"))

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        verbose_name = _("amendment")
        verbose_name_plural = _("amendments")

    def __str__(self) -> str:
        return f"{self.season_id} {self.at}"


class Adjustment(models.Model):
    """Points given or taken by an organizer, with the reason; never deleted, but cancelled."""

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="adjustments", verbose_name=_("season")
    )
    session = models.ForeignKey(
        "leagues.Session",
        models.PROTECT,
        related_name="adjustments",
        verbose_name=_("from session"),
    )
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="adjustments", verbose_name=_("player")
    )
    points = models.DecimalField(
        _("points"),
        max_digits=6,
        decimal_places=2,
        validators=[MinValueValidator(-MOST_ADJUSTED), MaxValueValidator(MOST_ADJUSTED)],
    )
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    at = models.DateTimeField(auto_now_add=True, verbose_name=_("decided on"))
    cancelled_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("taken back by")
    )
    cancelled_at = models.DateTimeField(null=True, blank=True, verbose_name=_("taken back on"))

    class Meta:
        ordering: ClassVar[list[str]] = ["season_id", "pk"]
        verbose_name = _("adjustment")
        verbose_name_plural = _("adjustments")

    def __str__(self) -> str:
        return f"{self.player_id} {self.points}"
