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


def forget(player: Player, name: str, leagues: Iterable[League]) -> None:
    """Take a name out of lines by or about somebody, of the lines of these leagues, in which they
    appear, and of the reasons of cancelled sessions.

    Both names of one who was renamed go.
    """
    concerned = Q(by=player) | Q(about=player) | Q(other=player) | Q(league__in=leagues)
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
    return {field: names.without(text, name) for field, text in values.items()}
