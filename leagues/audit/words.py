"""What a line of the log can tell, and its words."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation
from accounts.names import MISSING
from leagues.models import Adjustment, AuditLine, League, Role, Season, Session, Team

Kind = AuditLine.Kind


class Did(TextChoices):
    """What was done, and how a line says it; values are stored."""

    CHANGED_SETTINGS = "changed_settings", _("changed the settings of the league")
    GAVE_ROLE = "gave_role", _("gave a role")
    TOOK_ROLE = "took_role", _("removed a role")
    CHANGED_RULES = "changed_rules", _("changed the name or the rules of the season")
    AMENDED_RULES = "amended_rules", _("amended the rules of the running season")
    PLANNED_SEASON = "planned_season", _("planned the season")
    OPENED_SEASON = "opened_season", _("opened the season")
    CLOSED_SEASON = "closed_season", _("closed the season")
    ARCHIVED_SEASON = "archived_season", _("archived the season")
    DELETED_SEASON = "deleted_season", _("deleted a season")
    CHANGED_SIGN_UP = "changed_sign_up", _("changed how members sign up for the season")
    APPROVED_SIGN_UP = "approved_sign_up", _("approved a sign-up")
    REFUSED_SIGN_UP = "refused_sign_up", _("turned down a sign-up")
    PLANNED_SESSION = "planned_session", _("planned the session")
    MOVED_SESSION = "moved_session", _("changed the session")
    CANCELLED_SESSION = "cancelled_session", _("cancelled the session")
    REINSTATED_SESSION = "reinstated_session", _("let the cancelled session take place after all")
    DELETED_SESSION = "deleted_session", _("deleted the session")
    CLOSED_SESSION = "closed_session", _("closed the session")
    REOPENED_SESSION = "reopened_session", _("opened the session again")
    RENAMED = "renamed", _("renamed a guest")
    MERGED = "merged", _("merged a guest with a member")
    PARTED = "parted", _("undid a merge")
    GAVE_POINTS = "gave_points", _("gave or took points")
    CANCELLED_POINTS = "cancelled_points", _("cancelled an adjustment")
    GAVE_BYE = "gave_bye", _("noted that somebody sat out a round")
    NOTED_NO_SHOW = "noted_no_show", _("noted that somebody did not show up for a round")
    FORGOT_ABSENCE = "forgot_absence", _("took back that somebody sat out or did not show up")
    MADE_TEAM = "made_team", _("created a team")
    RENAMED_TEAM = "renamed_team", _("renamed a team")
    DELETED_TEAM = "deleted_team", _("deleted a team")
    JOINED_TEAM = "joined_team", _("added somebody to a team")
    LEFT_TEAM = "left_team", _("took somebody out of a team")
    MADE_INVITE = "made_invite", _("made a link for many to join the season")
    REVOKED_INVITE = "revoked_invite", _("revoked a link for many")
    RENEWED_LINK = "renewed_link", _("renewed the link of the table")
    REVOKED_LINK = "revoked_link", _("revoked the link of the table")
    MADE_ADDRESS = "made_address", _("made private addresses")
    RENEWED_ADDRESS = "renewed_address", _("renewed their private addresses")
    REVOKED_ADDRESS = "revoked_address", _("revoked their private addresses")
    MADE_WEBHOOK = "made_webhook", _("created a webhook")
    CHANGED_WEBHOOK = "changed_webhook", _("changed a webhook")
    DELETED_WEBHOOK = "deleted_webhook", _("deleted a webhook")
    DELETED_PHOTO = "deleted_photo", _("deleted a photo of the sheet")


_OF_KIND = {
    Kind.SETTINGS: {Did.CHANGED_SETTINGS},
    Kind.ROLES: {Did.GAVE_ROLE, Did.TOOK_ROLE},
    Kind.RULES: {Did.CHANGED_RULES, Did.AMENDED_RULES},
    Kind.SEASONS: {
        Did.PLANNED_SEASON,
        Did.OPENED_SEASON,
        Did.CLOSED_SEASON,
        Did.ARCHIVED_SEASON,
        Did.DELETED_SEASON,
        Did.CHANGED_SIGN_UP,
        Did.APPROVED_SIGN_UP,
        Did.REFUSED_SIGN_UP,
    },
    Kind.SESSIONS: {
        Did.PLANNED_SESSION,
        Did.MOVED_SESSION,
        Did.CANCELLED_SESSION,
        Did.REINSTATED_SESSION,
        Did.DELETED_SESSION,
        Did.CLOSED_SESSION,
        Did.REOPENED_SESSION,
    },
    Kind.NAMES: {Did.RENAMED},
    Kind.MERGES: {Did.MERGED, Did.PARTED},
    Kind.POINTS: {
        Did.GAVE_POINTS,
        Did.CANCELLED_POINTS,
        Did.GAVE_BYE,
        Did.NOTED_NO_SHOW,
        Did.FORGOT_ABSENCE,
    },
    Kind.TEAMS: {
        Did.MADE_TEAM,
        Did.RENAMED_TEAM,
        Did.DELETED_TEAM,
        Did.JOINED_TEAM,
        Did.LEFT_TEAM,
    },
    Kind.LINKS: {
        Did.MADE_INVITE,
        Did.REVOKED_INVITE,
        Did.RENEWED_LINK,
        Did.REVOKED_LINK,
        Did.MADE_ADDRESS,
        Did.RENEWED_ADDRESS,
        Did.REVOKED_ADDRESS,
        Did.MADE_WEBHOOK,
        Did.CHANGED_WEBHOOK,
        Did.DELETED_WEBHOOK,
    },
    Kind.PHOTOS: {Did.DELETED_PHOTO},
}
KINDS = {did: kind for kind, dids in _OF_KIND.items() for did in dids}

Values = Mapping[str, Any]
_MODELS = {
    Kind.SETTINGS: League,
    Kind.ROLES: Role,
    Kind.RULES: Season,
    Kind.SEASONS: Season,
    Kind.LINKS: Invitation,
    Kind.SESSIONS: Session,
    Kind.POINTS: Adjustment,
    Kind.TEAMS: Team,
}
# Of values that are no column of the model of their kind.
_LABELS = {"name": _("name"), "host": _("server")}


class Change(NamedTuple):
    """A value that changed, in words; before: None where there was none."""

    name: str
    before: str | None
    after: str


def plain_values(values: Values, same: Collection[str] = ()) -> dict[str, str]:
    """The values as texts, without those that are the same; dates as in JSON."""
    return {name: _plain(value) for name, value in values.items() if name not in same}


def _plain(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return DjangoJSONEncoder().encode(value).strip('"')


def changes_of(before: Values, after: Values) -> tuple[Change, ...]:
    """Rules of a season that changed, in words; the values as columns hold them."""
    return tuple(words_of_changes(AuditLine.Kind.RULES, plain_values(before), plain_values(after)))


def words_of_changes(kind: AuditLine.Kind, old: Values, new: Values) -> Iterator[Change]:
    for name in dict.fromkeys([*old, *new]):
        field = _field(kind, name)
        label = str(field.verbose_name if field else _LABELS.get(name, name))
        label = label[:1].upper() + label[1:]
        before, after = (_text(field, values.get(name, "")) for values in (old, new))
        if old:
            if before != after:
                yield Change(label, before, after)
        # Of what is new, nobody asks what it is not.
        elif new[name] not in {"", "false"}:
            yield Change(label, None, after)


def _field(kind: AuditLine.Kind, name: str) -> Any:
    """The column that a value is of; None where it is of none."""
    model: Any = _MODELS.get(kind)
    column = "kind" if model is Role else name
    try:
        return model and model._meta.get_field(column)  # noqa: SLF001 - Django's public way in
    except FieldDoesNotExist:
        return None


def _text(field: Any, value: str) -> str:
    """A value as people read it."""
    if value == "":
        return MISSING
    kind = field.get_internal_type() if field else ""
    if kind == "BooleanField":
        return gettext("yes") if value == "true" else gettext("no")
    if kind == "DecimalField":
        return number_format(value).replace("-", "\N{MINUS SIGN}")
    day = parse_date(value) if kind == "DateField" else None
    if day:
        return date_format(day, "SHORT_DATE_FORMAT")
    moment = parse_datetime(value) if kind == "DateTimeField" else None
    if moment:
        return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
    choices = dict(field.flatchoices) if field else {}
    return str(choices.get(value, value))


def place_text(place: str) -> str:
    """A place as `audit.service` writes it: session, session.table or session.round.table."""
    match place.split("."):
        case [session, round_number, table]:
            words = {"session": session, "round": round_number, "number": table}
            return gettext("Session %(session)s, round %(round)s, table %(number)s") % words
        case [session, table]:
            words = {"session": session, "number": table}
            return gettext("Session %(session)s, table %(number)s") % words
    return gettext("Session %(number)s") % {"number": place} if place else ""
