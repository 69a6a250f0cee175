"""Guests whose names are like others': in which league they play, and when they last came."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Player
from leagues.models import Entrant, GameSeat, League, Season
from leagues.people.find import is_like, plain

_LONG_WORD = 3
_PREFIX = 2


def guest_notes(league: League, names: Mapping[int, str]) -> dict[int, str]:
    """A note for each guest among people of equal or similar names, by id.

    At most three statements. Of other leagues only those are named that everybody reads.
    """
    doubtful = _with_namesakes(names)
    if not doubtful:
        return {}
    guests = Player.objects.guests().filter(pk__in=doubtful)
    ids = set(guests.values_list("pk", flat=True))
    if not ids:
        return {}
    seen = _last_visits(league, ids)
    listed = _leagues_of(league, ids - seen.keys())
    return {
        player: _("guest of %(league)s, last here %(date)s")
        % {"league": name, "date": date_format(localtime(at), "j F Y")}
        for player, (at, name) in seen.items()
    } | {player: _("guest of %(league)s") % {"league": name} for player, name in listed.items()}


def with_note(name: str, note: str | None) -> str:
    """A name as a list shows it where others are called almost so."""
    return _("%(name)s (%(note)s)") % {"name": name, "note": note} if note else name


def _shown(league: League, way: str) -> Q:
    """This league, and those that everybody reads."""
    is_public = Q((f"{way}league__visibility", League.Visibility.PUBLIC))
    return Q((f"{way}league", league)) | is_public & ~Q((f"{way}status", Season.Status.DRAFT))


def _last_visits(league: League, ids: Iterable[int]) -> dict[int, tuple[datetime, str]]:
    """When each was last at a table, and in which league."""
    way = "game__session__season__"
    rows = (
        GameSeat.objects.filter(_shown(league, way), player__in=ids)
        .values_list("player", f"{way}league__name")
        .annotate(last=Max("game__session__starts_at"))
        .order_by("last")
    )
    return {player: (last, name) for player, name, last in rows}


def _leagues_of(league: League, ids: Iterable[int]) -> dict[int, str]:
    entries = Entrant.objects.filter(_shown(league, "season__"), player__in=ids)
    return dict(entries.order_by("pk").values_list("player", "season__league__name"))


def _with_namesakes(names: Mapping[int, str]) -> set[int]:
    """Ids of those who share a name or a word of it with others, or are spelled almost so."""
    by_key: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    found: set[int] = set()
    for player, name in names.items():
        wanted = plain(name)
        keys = {word for word in wanted.split() if len(word) >= _LONG_WORD} or {wanted}
        for key in keys:
            by_key[key].append((player, wanted))
        by_key[f"{wanted[:_PREFIX]}…"].append((player, wanted))
    for key, people in by_key.items():
        if not key.endswith("…"):
            found |= {player for player, _name in people} if len(people) > 1 else set()
            continue
        for index, (player, name) in enumerate(people):
            for other, its in people[index + 1 :]:
                if is_like(name, its) or is_like(its, name):
                    found |= {player, other}
    return found
