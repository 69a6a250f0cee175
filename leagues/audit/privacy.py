"""Take an erased name out of a league's log, and delete lines in time."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from accounts import names
from accounts.models import Player
from accounts.portions import delete_some
from leagues.audit.words import Did
from leagues.models import AuditLine, League

KEPT = timedelta(days=730)

# Values that people write; all others are chosen from what the site offers.
TITLES = frozenset({"name", "place"})
TEXTS = frozenset({"cancelled_because", "description", "reason"})
# Their names are those of people, or made of them.
NAMING = frozenset({AuditLine.Kind.NAMES, AuditLine.Kind.TEAMS})


def forget(player: Player, name: str, leagues: Iterable[League]) -> None:
    """Take a name out of lines by or about somebody, of the lines of these leagues, in which they
    appear, and of the reasons of cancelled sessions anywhere where the name has several words.

    Both names of one who was renamed go.
    """
    concerned = Q(by=player) | Q(about=player) | Q(other=player) | Q(league__in=leagues)
    if names.has_several_words(name):
        # Why a session does not take place may be that somebody is ill.
        concerned |= Q(did=Did.CANCELLED_SESSION.value)
    for line in AuditLine.objects.filter(concerned):
        is_theirs = player.pk in {line.by_id, line.about_id, line.other_id}
        before, after = (
            _without(line, values, name, is_theirs) for values in (line.before, line.after)
        )
        if (before, after) != (line.before, line.after):
            line.before, line.after = before, after
            line.save(update_fields=["before", "after"])


def forget_old(now: datetime) -> int:
    """Delete a portion of the old lines; how many."""
    return delete_some(AuditLine.objects.old(now - KEPT))


def _without(line: AuditLine, values: dict[str, str], name: str, is_theirs: bool) -> dict[str, str]:
    if is_theirs and line.kind == AuditLine.Kind.NAMES:
        return dict.fromkeys(values, names.NAMELESS)
    return {field: _value_without(line, field, text, name) for field, text in values.items()}


def _value_without(line: AuditLine, field: str, text: str, name: str) -> str:
    if field in TEXTS or (field in TITLES and line.kind in NAMING):
        return names.without(text, name)
    return names.without_in_title(text, name) if field in TITLES else text
