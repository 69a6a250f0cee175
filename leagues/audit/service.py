"""Write lines of a league's log, in the transaction of the change they tell of."""

from collections.abc import Collection, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.models import Player
from leagues.audit.words import Did
from leagues.models import AuditLine, Game, League, Season, Session

Values = Mapping[str, Any]


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
        kind=did.kind,
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


def plain_values(values: Values, same: Collection[str] = ()) -> dict[str, str]:
    """The values as texts, without those that are the same; dates as in JSON."""
    return {name: _text(value) for name, value in values.items() if name not in same}


def _text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return DjangoJSONEncoder().encode(value).strip('"')
