"""Guests whose names are like others': in which league they play, and when they last came."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from itertools import chain, combinations

from django.db.models import Max, Q
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Player
from games.plain_text import plain
from leagues.models import Entrant, GameSeat, League, Season
from leagues.people.find import is_like

_LONG_WORD = 3
_PREFIX = 2


def guest_notes(
    league: League, names: Mapping[int, str], guests: Set[int] | None = None
) -> dict[int, str]:
    """A note for each guest among people of equal or similar names, by id.

    guests: who of them is one, None if that is to be asked. At most three statements. Of other
    leagues only those are named that everybody reads.
    """
    if guests is None:
        found = Player.objects.guests().filter(pk__in=names)
        guests = set(found.values_list("pk", flat=True))
    ids = _with_namesakes(guests, names) if guests else set()
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


def _with_namesakes(guests: Set[int], names: Mapping[int, str]) -> set[int]:
    """Ids of the guests who share a name or a word of it with others, or are spelled almost so."""
    plain_names = {player: plain(name) for player, name in names.items()}
    people_by_word = Counter(word for name in plain_names.values() for word in _words_of(name))
    by_beginning: defaultdict[str, list[int]] = defaultdict(list)
    for player, name in plain_names.items():
        by_beginning[name[:_PREFIX]].append(player)
    # First what needs no look at each other name.
    found = {
        guest
        for guest in guests
        if any(people_by_word[word] > 1 for word in _words_of(plain_names[guest]))
    }
    for one, other in chain.from_iterable(combinations(p, 2) for p in by_beginning.values()):
        open_cases = {one, other} & guests - found
        if open_cases and _are_like(plain_names[one], plain_names[other]):
            found |= open_cases
    return found


def _are_like(one: str, other: str) -> bool:
    return is_like(one, other) or is_like(other, one)


def _words_of(name: str) -> set[str]:
    """The words by which two plain names are taken for one; the whole of one without any."""
    return {word for word in name.split() if len(word) >= _LONG_WORD} or {name}
