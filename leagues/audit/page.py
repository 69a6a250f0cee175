"""The log of a league as its organizers read it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, gettext_lazy

from accounts.models import Invitation, Player
from accounts.names import MISSING
from leagues.audit.service import Values, plain_values
from leagues.audit.words import Did
from leagues.models import Adjustment, AuditLine, League, Role, Season, Session, Team
from leagues.pages.access import Level

# Who has which role, and what members do for themselves.
FOR_OWNERS = (
    Did.GAVE_ROLE,
    Did.TOOK_ROLE,
    Did.MADE_ADDRESS,
    Did.RENEWED_ADDRESS,
    Did.REVOKED_ADDRESS,
)
_MODELS = {
    AuditLine.Kind.SETTINGS: League,
    AuditLine.Kind.ROLES: Role,
    AuditLine.Kind.RULES: Season,
    AuditLine.Kind.SEASONS: Season,
    AuditLine.Kind.LINKS: Invitation,
    AuditLine.Kind.SESSIONS: Session,
    AuditLine.Kind.POINTS: Adjustment,
    AuditLine.Kind.TEAMS: Team,
}


class Change(NamedTuple):
    """A value that changed, in words; before: None where there was none."""

    name: str
    before: str | None
    after: str


def lines_for(league: League, level: Level, kind: str) -> QuerySet[AuditLine]:
    """The lines that somebody of this level may read, newest first; kind: "" for all."""
    lines = AuditLine.objects.filter(league=league)
    if level < Level.OWNER:
        lines = lines.exclude(did__in=[did.value for did in FOR_OWNERS])
    if kind in AuditLine.Kind.values:
        lines = lines.filter(kind=kind)
    return lines.select_related("by", "about", "other", "season")


def present_lines(
    lines: Iterable[AuditLine],
) -> list[tuple[AuditLine, Did, str, list[Player], list[Change]]]:
    """Each line with what was done, the session and table, whom it was done to, what changed."""
    return [
        (
            line,
            Did(line.did),
            _place(line.place),
            [person for person in (line.about, line.other) if person],
            list(_changes(AuditLine.Kind(line.kind), line.before, line.after)),
        )
        for line in lines
    ]


def changes_of(before: Values, after: Values) -> tuple[Change, ...]:
    """Rules of a season that changed, in words; the values as columns hold them."""
    return tuple(_changes(AuditLine.Kind.RULES, plain_values(before), plain_values(after)))


def _changes(kind: AuditLine.Kind, old: Values, new: Values) -> Iterator[Change]:
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


# Of values that are no column of the model of their kind.
_LABELS = {"name": gettext_lazy("name"), "host": gettext_lazy("server")}


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


def _place(place: str) -> str:
    """A place as `audit.service` writes it: session, session.table or session.round.table."""
    match place.split("."):
        case [session, round_number, table]:
            words = {"session": session, "round": round_number, "number": table}
            return gettext("Session %(session)s, round %(round)s, table %(number)s") % words
        case [session, table]:
            words = {"session": session, "number": table}
            return gettext("Session %(session)s, table %(number)s") % words
    return gettext("Session %(number)s") % {"number": place} if place else ""
