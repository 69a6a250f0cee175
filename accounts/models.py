"""Who comes to the club: people (players), the logins some of them have, and invitations."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.apps import apps
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.addresses import address_of
from accounts.club.models import ClubSettings, SignUpRequest
from accounts.names import NameField
from accounts.push.models import PushDevice, PushKey, PushMessage
from accounts.security.models import ResetLink, SecurityNote, SignIn

__all__ = [
    "ClubSettings",
    "PushDevice",
    "PushKey",
    "PushMessage",
    "ResetLink",
    "SecurityNote",
    "SignIn",
    "SignUpRequest",
]


class Language(models.TextChoices):
    AUTO = "", _("Same as the browser")
    ENGLISH = "en", _("English")
    FRENCH = "fr", _("French")


class Theme(models.TextChoices):
    AUTO = "auto", _("Same as the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Deck(models.TextChoices):
    """How the cards look; the same cards whatever the deck."""

    BULLS = "bulls", _("Bulls")
    DUCKS = "ducks", _("Ducks")
    ELEMENTS = "elements", _("Chemical elements")


class SpecialQuestion(models.TextChoices):
    """When a player is asked for a special card."""

    ALWAYS = "always", _("Whenever I could play one")
    TAKES = "takes", _("Only when I would take a row")


class RevealSpeed(models.TextChoices):
    """How fast the cards of a turn are shown."""

    SLOW = "slow", _("Slow")
    NORMAL = "normal", _("Normal")
    FAST = "fast", _("Fast")
    INSTANT = "instant", _("Instant")


class AskFirst(models.TextChoices):
    """What a person must do before a card, a pick or a row counts as chosen."""

    OFF = "off", _("No")
    TWICE = "twice", _("Press twice")
    CONFIRM = "confirm", _("Confirm with a button")


class SingleKeys(models.TextChoices):
    """Whether a key alone does something: a digit, G and ? at a table, / everywhere."""

    ON = "on", _("Yes")
    OFF = "off", _("No")


class ProfileFor(models.TextChoices):
    """Who sees the profile of a person, of the games that they may see anyway."""

    ME = "me", _("Only me")
    MEMBERS = "members", _("The members of the club")
    ALL = "all", _("Anybody, even without an account")


class PresenceFor(models.TextChoices):
    """Who sees that a person is on the site."""

    NOBODY = "nobody", _("Nobody")
    FRIENDS = "friends", _("My friends")
    MEMBERS = "members", _("The members of the club")


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        """A new login; without a password it can only be entered by a reset."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> User:
        """A login that may do everything, the admin pages included."""
        with transaction.atomic(using=self._db):
            user = self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
            # Who has the command line needs no mail to prove who they are.
            EmailAddress = apps.get_model("account", "EmailAddress")
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A login: an email address, a password, and how its owner likes the pages."""

    email = models.EmailField(_("email address"), unique=True)
    is_staff = models.BooleanField(_("may use the admin pages"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    language = models.CharField(
        _("language"), max_length=2, choices=Language, blank=True, default=Language.AUTO
    )
    # Blank: each table in the deck its host chose.
    deck = models.CharField(
        _("deck"),
        max_length=20,
        choices=[("", _("Same as the table")), *Deck.choices],
        blank=True,
        default="",
    )
    theme = models.CharField(_("theme"), max_length=5, choices=Theme, default=Theme.AUTO)
    special_question = models.CharField(
        _("ask me for a special card"),
        max_length=6,
        choices=SpecialQuestion,
        default=SpecialQuestion.ALWAYS,
    )
    reminders = models.BooleanField(_("mail me when it is my turn by correspondence"), default=True)
    reveal_speed = models.CharField(
        _("speed of the reveal"), max_length=7, choices=RevealSpeed, default=RevealSpeed.NORMAL
    )
    # A process of an older release, which does not know it, may still make a login.
    ask_first = models.CharField(
        _("ask before playing"),
        max_length=7,
        choices=AskFirst,
        default=AskFirst.OFF,
        db_default=AskFirst.OFF,
    )
    single_keys = models.CharField(
        _("single-key shortcuts"),
        max_length=3,
        choices=SingleKeys,
        default=SingleKeys.ON,
        db_default=SingleKeys.ON,
        help_text=_(
            "At a table digits, G and the question mark; everywhere the slash, for the search."
        ),
    )
    profile_for = models.CharField(
        _("who sees my profile"),
        max_length=7,
        choices=ProfileFor,
        default=ProfileFor.MEMBERS,
        db_default=ProfileFor.MEMBERS,
    )
    presence_for = models.CharField(
        _("who sees that I am here"),
        max_length=7,
        choices=PresenceFor,
        default=PresenceFor.FRIENDS,
        db_default=PresenceFor.FRIENDS,
    )
    invite_mails = models.BooleanField(
        _("mail me when I am invited to a table"), default=True, db_default=True
    )

    # Kinds of notices that are not shown on devices, with blanks between them.
    not_pushed = models.CharField(
        max_length=200, blank=True, default="", db_default="", editable=False
    )

    hides_first_steps = models.BooleanField(
        _("hides the first steps of a club"), default=False, db_default=False, editable=False
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("login")
        verbose_name_plural = _("logins")

    def __str__(self) -> str:
        return self.email

    def clean(self) -> None:
        """One spelling of an address, so that it cannot be registered twice."""
        super().clean()
        self.email = self.email.lower()


class PeopleManager(models.Manager["Player"]):
    """The people of the club: no list or form offers the guests of a single table."""

    def get_queryset(self) -> models.QuerySet[Player]:
        return super().get_queryset().filter(is_table_guest=False)

    def guests(self) -> models.QuerySet[Player]:
        """Those who only appear on paper: they have no login, and have not left."""
        return self.filter(user=None, erased_at=None)


def picture_url(player_id: int, picture: str) -> str:
    """The address of the picture of a person; empty without one."""
    return address_of("accounts:picture", player_id, picture) if picture else ""


class Player(models.Model):
    """A person of the club; one who only appears on paper score sheets has no login.

    erased_at: they have left; their results stay without their name. is_table_guest: no person of
    the club, but somebody without an account who was given a seat at a table. picture: the name of
    a file of accounts/pictures, which goes with it; empty for the first letter of the name.
    """

    NAME_LENGTH = 40

    user = models.OneToOneField(
        User, models.SET_NULL, null=True, blank=True, related_name="player", verbose_name=_("login")
    )
    name = NameField(_("display name"), max_length=NAME_LENGTH)
    is_organizer = models.BooleanField(_("organizer"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    is_table_guest = models.BooleanField(default=False, editable=False)
    # A process of an older release, which does not know it, may still write a row.
    picture = models.CharField(max_length=50, blank=True, default="", db_default="", editable=False)

    objects = PeopleManager()
    every = models.Manager()  # noqa: DJ012 - no field, as the rule believes

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether they only appear on paper: they have no login, and have not left."""
        return self.user_id is None and self.erased_at is None

    @property
    def picture_url(self) -> str:
        """The address of their picture, for members alone; another one for each picture."""
        return picture_url(self.pk, self.picture)

    @property
    def runs_the_club(self) -> bool:
        """Whether they may do now what organizers may; staff may it too.

        Without a second factor that the club requires of organizers they may not.
        """
        # Imports models, which are there only now.
        from accounts.security.factors import lacks_second_factor

        user = self.user
        has_role = self.is_organizer or (user is not None and user.is_staff)
        return has_role and (user is None or not lacks_second_factor(user))


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def usable(self, now: datetime | None = None) -> InvitationQuerySet:
        """Those neither used up, nor revoked, nor expired."""
        return self.filter(used_at=None, revoked_at=None, expires_at__gt=now or timezone.now())


class Invitation(models.Model):
    """A link that lets somebody sign up; only the hash of its token is kept.

    limit: how many people may use it; uses: how many have, where it is for several. used_at: when
    the last of them did. used_by: the one it was for.
    """

    LIFETIME = timedelta(days=14)
    NOTE_LENGTH = 80

    class State(models.TextChoices):
        USABLE = "usable", _("waiting")
        USED = "used", _("used")
        REVOKED = "revoked", _("revoked")
        EXPIRED = "expired", _("expired")

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(_("for whom"), max_length=NOTE_LENGTH, blank=True)
    created_by = models.ForeignKey(
        Player, models.CASCADE, related_name="invitations", verbose_name=_("invited by")
    )
    # The results this person already has on paper become theirs at sign-up.
    for_player = models.ForeignKey(
        Player,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations_received",
        verbose_name=_("becomes the player"),
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    # A process of an older release, which does not know them, may still make an invitation.
    limit = models.PositiveSmallIntegerField(_("for so many people"), default=1, db_default=1)
    uses = models.PositiveSmallIntegerField(_("used so often"), default=0, db_default=0)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    used_by = models.OneToOneField(
        User,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitation",
        verbose_name=_("used by"),
    )
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at"]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return self.note or f"#{self.pk}"

    @property
    def state(self) -> State:
        """Where it stands now; a used one stays used after its last day."""
        if self.used_at:
            return self.State.USED
        if self.revoked_at:
            return self.State.REVOKED
        return self.State.USABLE if timezone.now() < self.expires_at else self.State.EXPIRED


class QueuedMail(models.Model):
    """A mail that the mail server has not taken yet; sent ones have no row.

    to: the addresses, as a list. next_try_at: when it is due, or until when somebody is at it.
    """

    to = models.JSONField()
    sender = models.CharField(max_length=320)
    subject = models.TextField()
    body = models.TextField()
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    next_try_at = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("waiting mail")
        verbose_name_plural = _("waiting mails")

    def __str__(self) -> str:
        return f"{self.pk}"
