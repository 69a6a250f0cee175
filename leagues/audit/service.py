"""Write lines of a league's log, in the transaction of the change; forget names in them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import names
from accounts.club.kept import kept
from accounts.models import Player
from accounts.portions import delete_some
from leagues.audit.words import KINDS, Did, Values, plain_values
from leagues.models import AuditLine, Game, League, Season, Session


def record(
    league: League,
    did: Did,
    by: Player | None,
    *,
    season: Season | None = None,
    about: Player | None = None,
    other: Player | None = None,
    place: str = "",
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """Write one line; nothing where before and after are given and equal.

    by: None where the site itself did it. about, other: the people it
    was done to; names of people belong there, and never into before and after, unless the change is
    one of a name. before, after: values by the names of their fields; those that are equal in both
    are left out.
    """
    was, is_now = dict(before or {}), dict(after or {})
    same = {name for name in was.keys() & is_now.keys() if was[name] == is_now[name]}
    if same and same == was.keys() == is_now.keys():
        return
    AuditLine.objects.create(
        league=league,
        season=season,
        kind=KINDS[did],
        did=did.value,
        by=by,
        about=about,
        other=other,
        place=place,
        before=plain_values(was, same),
        after=plain_values(is_now, same),
        at=timezone.now(),
    )


def record_in_session(
    session: Session,
    did: Did,
    by: Player | None,
    before: Values | None = None,
    after: Values | None = None,
) -> None:
    """The same about a session."""
    season = session.season
    record(
        season.league,
        did,
        by,
        season=season,
        place=str(session.number),
        before=before,
        after=after,
    )


def record_at_table(game: Game, did: Did, by: Player | None) -> None:
    """The same about a table of a session; its place is session.table, or session.round.table."""
    season = game.session.season
    parts = [game.session.number, game.table_number]
    if game.round:
        parts.insert(1, game.round.number)
    place = ".".join(map(str, parts))
    record(season.league, did, by, season=season, place=place)


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
    return delete_some(old(now, kept("logs")))


def old(now: datetime, kept_for: timedelta) -> QuerySet[AuditLine]:
    """The lines whose time is over."""
    return AuditLine.objects.old(now - kept_for)


def _without(line: AuditLine, values: dict[str, str], name: str, is_theirs: bool) -> dict[str, str]:
    if is_theirs and line.kind == AuditLine.Kind.NAMES:
        return dict.fromkeys(values, names.NAMELESS)
    return {field: _value_without(line, field, text, name) for field, text in values.items()}


def _value_without(line: AuditLine, field: str, text: str, name: str) -> str:
    if field in TEXTS or (field in TITLES and line.kind in NAMING):
        return names.without(text, name)
    return names.without_in_title(text, name) if field in TITLES else text
