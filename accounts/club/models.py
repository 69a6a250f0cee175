"""What the club has chosen, a row for each change."""

from __future__ import annotations

from hashlib import sha256
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.club import colours
from accounts.pictures import files


class SignUp(models.TextChoices):
    """Who may get an account."""

    INVITATION = "invitation", _("Who has an invitation")
    APPROVAL = "approval", _("Everybody, once an organizer approves")
    OPEN = "open", _("Everybody")
    CLOSED = "closed", _("Nobody, not even with an invitation")


class Guests(models.TextChoices):
    """Whether hosts may seat people without an account at their tables."""

    NO = "no", _("Not at all")
    YES = "yes", _("By a link of the host")


class Openers(models.TextChoices):
    """Who may open tables for others."""

    MEMBERS = "members", _("All members")
    ORGANIZERS = "organizers", _("Organizers")


class ClubSettings(models.Model):
    """What the club chose in one change; the newest row counts, the others are its history.

    A field that is empty leaves it to the operator's environment. logo: the name of a file of
    accounts/pictures; the files stay as long as a row names them. usual_..., kept: see usual.py.
    number: 1 for the first change; who changes what others have just changed is told so by it.
    """

    NAME_LENGTH = 40
    # At most, in pixels of CSS; on phones it is less wide (static/css/layout.css).
    LOGO_SIDES = (96, 32)
    # Pixels a side of each kind of icon that is made of a logo (accounts/pictures/decoder.py).
    ICONS: ClassVar[dict[str, int]] = {"icon": 192, "large-icon": 512, "maskable-icon": 512}
    CHOICES: ClassVar[tuple[str, ...]] = (
        "name", "accent", "cloth", "languages", "language", "signup", "guests", "openers",
        "logo", "usual_tables", "usual_leagues", "kept",
    )  # fmt: skip

    number = models.PositiveIntegerField(unique=True, default=0)
    changed_at = models.DateTimeField(auto_now_add=True)
    changed_by = models.ForeignKey(
        "accounts.Player", models.SET_NULL, null=True, related_name="club_changes"
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    accent = models.CharField(max_length=7, blank=True)
    cloth = models.CharField(max_length=7, blank=True)
    # Codes with commas between them.
    languages = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=2, blank=True)
    signup = models.CharField(max_length=10, blank=True, choices=SignUp)
    guests = models.CharField(max_length=3, blank=True, choices=Guests)
    openers = models.CharField(max_length=10, blank=True, choices=Openers)
    # A process of an older release, which does not know these, may still write a row.
    logo = models.CharField(max_length=50, blank=True, default="", db_default="")
    usual_tables = models.TextField(blank=True, default="", db_default="")
    usual_leagues = models.TextField(blank=True, default="", db_default="")
    kept = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering: ClassVar[list[str]] = ["-number"]
        verbose_name = _("settings of the club")
        verbose_name_plural = _("settings of the club")

    def __str__(self) -> str:
        return f"{self.number}"

    @staticmethod
    def defaults() -> dict[str, str]:
        """What each field means while it is empty."""
        return {
            "name": settings.CLUB_NAME,
            "accent": colours.ACCENT,
            "cloth": colours.CLOTH,
            "languages": ",".join(code for code, _name in settings.LANGUAGES),
            "language": settings.LANGUAGE_CODE,
            "signup": settings.SIGNUP,
            "guests": Guests.YES if settings.GUEST_SEATS else Guests.NO,
            "openers": Openers.MEMBERS,
            "logo": "",
            "usual_tables": "",
            "usual_leagues": "",
            "kept": "",
        }

    def values(self) -> dict[str, str]:
        """What counts for each field."""
        return {name: getattr(self, name) or default for name, default in self.defaults().items()}

    @property
    def club_name(self) -> str:
        """What the site calls itself."""
        return self.name or settings.CLUB_NAME

    @property
    def offered(self) -> list[tuple[str, str]]:
        """(code, name) of the languages of the pages."""
        known = [(code, str(name)) for code, name in settings.LANGUAGES]
        chosen = self.languages.split(",")
        return [one for one in known if one[0] in chosen] or known

    @property
    def main_language(self) -> str:
        """For whoever wishes none of those that are offered."""
        codes = [code for code, _name in self.offered]
        wished = self.language or settings.LANGUAGE_CODE
        return wished if wished in codes else codes[0]

    def language_of(self, wished: str) -> str:
        """The wished language if it is offered, else the main one."""
        return wished if wished in dict(self.offered) else self.main_language

    @property
    def signup_is_open(self) -> bool:
        """Whether everybody may sign up."""
        return (self.signup or settings.SIGNUP) == SignUp.OPEN

    @property
    def needs_approval(self) -> bool:
        """Whether everybody may ask for an account, which organizers then approve."""
        return (self.signup or settings.SIGNUP) == SignUp.APPROVAL

    @property
    def signup_is_closed(self) -> bool:
        """Whether nobody may sign up, not even with an invitation."""
        return (self.signup or settings.SIGNUP) == SignUp.CLOSED

    @property
    def has_guests(self) -> bool:
        """Whether hosts may seat people without an account."""
        return self.guests == Guests.YES if self.guests else bool(settings.GUEST_SEATS)

    @property
    def is_opened_by_organizers(self) -> bool:
        """Whether members open no tables at which others could sit."""
        return self.openers == Openers.ORGANIZERS

    @property
    def style_sheet_url(self) -> str:
        """The address of the sheet with the club's own colours; empty for those of the site."""
        pair = (self.accent or colours.ACCENT, self.cloth or colours.CLOTH)
        if pair == (colours.ACCENT, colours.CLOTH):
            return ""
        # A release that derives others from them has another address.
        mark = sha256(colours.style_sheet(*pair).encode()).hexdigest()[:10]
        return reverse("accounts:colours", args=[pair[0][1:], pair[1][1:], mark])

    @property
    def logo_url(self) -> str:
        """The address of the logo, another one for each that is chosen; empty without one."""
        return reverse("accounts:logo", args=[self.logo]) if self.logo else ""

    def icon_url(self, kind: str) -> str:
        """The address of an icon that is made of the logo; kind: one of ICONS."""
        return reverse("accounts:icon", args=[self.logo, kind])

    @property
    def touch_icon_url(self) -> str:
        """The address of the icon on the first screen of a phone by Apple; empty without a logo."""
        return self.icon_url("icon") if self.logo else ""

    @property
    def logo_size(self) -> tuple[int, int] | None:
        """Pixels of CSS that the logo takes on pages, so that nothing moves once it is loaded.

        None without one, or where its file is gone.
        """
        size = files.webp_size(self.logo) if self.logo else None
        if size is None:
            return None
        scale = min(1, self.LOGO_SIDES[0] / size[0], self.LOGO_SIDES[1] / size[1])
        return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


class SignUpRequest(models.Model):
    """Somebody who has signed up and waits for approval: their login is closed, and has no player.

    It is deleted when it is approved. language: of the pages on which they signed up. refused_at:
    the login goes some time after it; until then the address cannot ask again.
    """

    user = models.OneToOneField(
        "accounts.User", models.CASCADE, related_name="sign_up_request", verbose_name=_("login")
    )
    name = models.CharField(_("display name"), max_length=40)
    language = models.CharField(max_length=2)
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)
    refused_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["asked_at", "pk"]
        verbose_name = _("sign-up that waits")
        verbose_name_plural = _("sign-ups that wait")

    def __str__(self) -> str:
        return self.name
