"""Find players: who can be named on a sheet, who belongs to a league, whom a typed name means."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import chain, combinations
from typing import Any, NamedTuple, TypeVar

from django.db.models import Case, Max, Q, QuerySet, When
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import Player
from games.plain_text import plain
from leagues.models import (
    Entrant,
    Game,
    GameSeat,
    League,
    Merge,
    RevisionSeat,
    Season,
    Session,
    SheetRevision,
)

MOST_SIMILAR = 4
# A word of so many letters may be written with so many slips and still be meant.
SLIPS = ((7, 2), (3, 1))
# Of a word as it is typed, the beginning alone says enough from so many letters on.
A_BEGINNING = 5
# By words of so many letters people of one name are found.
LONG_WORD = 3
# Lists of up to a few hundred people.
LISTS_KEPT = 20

Listed = TypeVar("Listed", bound=tuple[Any, ...])


class Match(NamedTuple):
    """player: who is meant, None where that must be asked. similar: ids of who may be meant."""

    player: int | None
    similar: tuple[int, ...]


@dataclass(frozen=True)
class Candidates:
    """Whom a name can mean; ids and names, each person once.

    names: all of them. here, season, others: who is here, who else plays in the season, other
    members.
    """

    league: League
    names: Mapping[int, str]
    here: Mapping[int, str]
    season: Mapping[int, str]
    others: Mapping[int, str]

    @cached_property
    def merged(self) -> Mapping[int, int]:
        """The ids of guests, and of which of these people they turned out to be; one statement."""
        return self.league.merged_guests()

    @cached_property
    def names_taken(self) -> frozenset[str]:
        """Names of the season as plain texts: a guest needs another one."""
        return _plain([*self.here.values(), *self.season.values()])

    @cached_property
    def notes(self) -> Mapping[int, str]:
        """What tells guests of equal or similar names apart, by id."""
        return guest_notes(self.league, self.names)

    def choice(self, player: int) -> tuple[str, str]:
        """A value and words for one of them, as a list to choose from offers them."""
        return str(player), with_note(self.names[player], self.notes.get(player))

    def match(self, name: str, *, offers: bool = True) -> Match:
        """The one person of that name: here, else in the season, else in the club, else merged.

        Case, accents and spaces do not matter. offers: look for similar names, which takes long.
        """
        wanted = plain(name)
        for called in self._called:
            if found := sorted(called.get(wanted, ())):
                return Match(found[0], ()) if len(found) == 1 else Match(None, tuple(found))
        return Match(None, _similar(wanted, self._plain_names) if offers else ())

    @cached_property
    def _called(self) -> Sequence[Mapping[str, Collection[int]]]:
        """Ids by plain names, group by group; the last are the names that merged guests had."""
        guests = Player.objects.in_bulk(self.merged)
        became = {
            (guests[guest].name, member)
            for guest, member in self.merged.items()
            if member in self.names
        }
        groups = (self.here, self.season, self.others)
        pairs = [[(name, player) for player, name in people.items()] for people in groups]
        return [_by_name(people) for people in (*pairs, became)]

    @cached_property
    def _plain_names(self) -> Mapping[int, str]:
        return {player: plain(name) for player, name in self.names.items()}


def candidates_of(session: Session) -> Candidates:
    """Who can have played a game of this session."""
    season = _of_season(session.season)
    here = (
        _on_sheets(session.games.all())
        | Q(pk__in=GameSeat.objects.filter(game__session=session).values("player"))
        | Q(pk__in=session.attendances.values("player"))
    )
    group = Case(When(here, then=0), When(season, then=1), default=2)
    people = Player.objects.filter(here | season | Q(user__is_active=True)).annotate(group=group)
    names: dict[int, str] = {}
    groups: tuple[dict[int, str], dict[int, str], dict[int, str]] = ({}, {}, {})
    for player, name, place in people.values_list("pk", "name", "group"):
        names[player] = groups[place][player] = name
    return Candidates(session.season.league, names, *groups)


def names_taken_in(season: Season, but: int | None = None) -> frozenset[str]:
    """Names of a season as plain texts, also of those whose first game nobody has confirmed.

    but: the id of a player whose own name does not count.
    """
    return _plain(name for player, name in _named(_of_season(season)).items() if player != but)


def guests_of(season: Season) -> dict[str, int]:
    """The ids of a season's guests by their names."""
    guests = _named(_of_season(season) & Q(user=None))
    return {name: player for player, name in guests.items()}


def _of_season(season: Season) -> Q:
    settled = Q(status=Game.Status.CONFIRMED, pending=None)
    unsettled = Game.objects.filter(~settled, session__season=season)
    seated = GameSeat.objects.filter(game__in=unsettled, player__isnull=False).values("player")
    named = _on_sheets(unsettled) | Q(pk__in=seated)
    return Q(named | Q(pk__in=season.entrants.values("player")), erased_at=None)


def _named(who: Q) -> dict[int, str]:
    return dict(Player.objects.filter(who).values_list("pk", "name"))


def _plain(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(plain, names))


def _on_sheets(games: QuerySet[Game]) -> Q:
    """Players on sheets: until these are confirmed they sit nowhere."""
    shown = Q(pk__in=games.values("sheet")) | Q(pk__in=games.values("pending"))
    columns = RevisionSeat.objects.filter(revision__in=SheetRevision.objects.filter(shown))
    return Q(pk__in=columns.values("player")) | Q(pk__in=columns.values("substitute_for"))


def people_of(league: League | int) -> QuerySet[Player]:
    """Members of the club, players of the league, and guests whom everybody can read about.

    Not the guests of leagues that are not public, and not those who turned out to be members here.
    """
    of_league = Entrant.objects.filter(season__league=league).values("player")
    shown = Entrant.objects.filter(season__league__visibility=League.Visibility.PUBLIC)
    shown = shown.exclude(season__status=Season.Status.DRAFT)
    merged = Merge.objects.filter(league=league, undone_at=None).values("guest")
    return Player.objects.filter(
        Q(user__is_active=True) | Q(pk__in=of_league) | Q(user=None, pk__in=shown.values("player")),
        erased_at=None,
    ).exclude(pk__in=merged)


def people_of_league(league: League) -> dict[int, str]:
    """Ids and names of those who are listed in any season of a league."""
    merged = Merge.objects.filter(league=league, undone_at=None).values("guest")
    listed = Entrant.objects.filter(season__league=league).exclude(player__in=merged)
    return _named(Q(pk__in=listed.values("player"), erased_at=None))


def candidates_of_league(league: League) -> Candidates:
    """Who can have played in a past season: people of the league, then all others it may find."""
    own = people_of_league(league)
    found = dict(people_of(league).values_list("pk", "name"))
    others = {pk: name for pk, name in found.items() if pk not in own}
    return Candidates(league, {**own, **others}, {}, own, others)


def place_by_name(name: str, player: int) -> tuple[str, int]:
    """By what people are sorted where one looks for a name: É beside E, which no database does.

    player: the id of whose name it is.
    """
    return plain(name), player


def in_order_of_names(people: Iterable[Listed]) -> tuple[Listed, ...]:
    """People in that order, put into it once for the same ones: 500 take 0.5 ms.

    people: named tuples with a pk and a name. Each kind has another number of fields: equal
    tuples of two kinds would be one list here.
    """
    return _in_order(tuple(people))


@lru_cache(LISTS_KEPT)
def _in_order(people: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(people, key=lambda one: place_by_name(one.name, one.pk)))


def _by_name(people: Iterable[tuple[str, int]]) -> Mapping[str, Collection[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for name, player in people:
        found[plain(name)].add(player)
    return found


def is_like(wanted: str, name: str) -> bool:
    """Whether a name has all these words, but for a slip or two in each; both are plain texts."""
    words = name.split()
    return bool(wanted) and all(
        any(_is_like(one, word) for word in words) for one in wanted.split()
    )


def _is_like(wanted: str, word: str) -> bool:
    slips = next((slips for letters, slips in SLIPS if len(wanted) >= letters), 0)
    if not slips:
        return word.startswith(wanted)
    beginning = word[: len(wanted)]
    return _slips_between(wanted, word, slips) <= slips or (
        len(wanted) >= A_BEGINNING and _slips_between(wanted, beginning, 1) <= 1
    )


def _slips_between(one: str, other: str, most: int) -> int:
    """Letters to add, drop, change, or exchange with their neighbour; inexact above `most`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, its in enumerate(other, 1):
            fewest = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != its))
            if i > 1 and j > 1 and letter == other[j - 2] and its == one[i - 2]:
                fewest = min(fewest, before[j - 2] + 1)
            row.append(fewest)
        before, last = last, row
    return last[-1]


def _similar(wanted: str, names: Mapping[int, str]) -> tuple[int, ...]:
    """Who is spelled almost so, or has it as one of their names."""
    shared = {word for word in wanted.split() if len(word) >= LONG_WORD}
    found = [
        player
        for player, name in names.items()
        if is_like(wanted, name) or shared.intersection(name.split())
    ]
    return tuple(found[:MOST_SIMILAR])


# --- Guests told apart ----------------------------------------------------------------


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
        by_beginning[name[:2]].append(player)
    # First what needs no look at each other name.
    found = {
        guest
        for guest in guests
        if any(people_by_word[word] > 1 for word in _words_of(plain_names[guest]))
    }
    for one, other in chain.from_iterable(combinations(p, 2) for p in by_beginning.values()):
        open_cases = {one, other} & guests - found
        if open_cases and (
            is_like(plain_names[one], plain_names[other])
            or is_like(plain_names[other], plain_names[one])
        ):
            found |= open_cases
    return found


def _words_of(name: str) -> set[str]:
    """The words by which two plain names are taken for one; the whole of one without any."""
    return {word for word in name.split() if len(word) >= LONG_WORD} or {name}
