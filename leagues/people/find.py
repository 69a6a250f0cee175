"""Find players: who can be named on a sheet, who belongs to a league, whom a typed name means."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Case, Q, QuerySet, When

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


@dataclass(frozen=True)
class Candidates:
    """Ids and names, each person once: who is here, who else plays in the season, other members.

    names: all of them. merged: the ids of guests, and of which of these people they turned out to
    be.
    """

    names: Mapping[int, str]
    here: Mapping[int, str]
    season: Mapping[int, str]
    others: Mapping[int, str]
    merged: Mapping[int, int]

    @cached_property
    def names_taken(self) -> frozenset[str]:
        """Names of the season as plain texts: a guest needs another one."""
        return _plain([*self.here.values(), *self.season.values()])


def candidates_of(session: Session) -> Candidates:
    """Who can have played a game of this session."""
    season = _of_season(session.season)
    here = (
        _on_sheets(session.games.all())
        | Q(pk__in=GameSeat.objects.filter(game__session=session).values("player"))
        | Q(pk__in=session.attendances.values("player"))
    )
    merged = session.season.league.merged_guests()
    group = Case(When(here, then=0), When(season, then=1), default=2)
    people = Player.objects.filter(here | season | Q(user__is_active=True)).annotate(group=group)
    names: dict[int, str] = {}
    groups: tuple[dict[int, str], dict[int, str], dict[int, str]] = ({}, {}, {})
    for player, name, place in people.values_list("pk", "name", "group"):
        names[player] = groups[place][player] = name
    return Candidates(names, *groups, merged)


def names_taken_in(season: Season, but: int | None = None) -> frozenset[str]:
    """Names of a season as plain texts, also of those whose first game nobody has confirmed.

    but: the id of a player whose own name does not count.
    """
    return _plain(name for player, name in _named(_of_season(season)).items() if player != but)


def guests_of(season: Season) -> dict[str, int]:
    """The ids of a season's guests by their names in small letters."""
    guests = _named(_of_season(season) & Q(user=None))
    return {name.casefold(): player for player, name in guests.items()}


def names_of_merged(league: League) -> list[tuple[str, int]]:
    """Names of guests who turned out to be somebody else, and the id of who they are."""
    became = league.merged_guests()
    names = Player.objects.in_bulk(became)
    return [(names[guest].name, member) for guest, member in became.items()]


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
    return Candidates({**own, **others}, {}, own, others, {})


class Match(NamedTuple):
    """player: who is meant, None where that must be asked. similar: ids of who may be meant."""

    player: int | None
    similar: tuple[int, ...]


class NameSearch:
    """Who is meant by names, among these people.

    merged: the names of guests, and which of these people they turned out to be.
    """

    def __init__(self, candidates: Candidates, merged: Iterable[tuple[str, int]] = ()) -> None:
        groups = (candidates.here, candidates.season, candidates.others)
        known = {(name, player) for name, player in merged if player in candidates.names}
        pairs = [[(name, player) for player, name in people.items()] for people in groups]
        self._called = tuple(_by_name(people) for people in (*pairs, known))
        self._names = {player: plain(name) for player, name in candidates.names.items()}

    def match(self, name: str, *, offers: bool = True) -> Match:
        """The one person of that name: here, else in the season, else in the club, else merged.

        Case, accents and spaces do not matter. offers: look for similar names, which takes long.
        """
        wanted = plain(name)
        for called in self._called:
            found = sorted(called.get(wanted, ()))
            if len(found) == 1:
                return Match(found[0], ())
            if found:
                return Match(None, tuple(found))
        return Match(None, _similar(wanted, self._names) if offers else ())


def place_by_name(name: str, player: int) -> tuple[str, int]:
    """By what people are sorted where one looks for a name: É beside E, which no database does.

    player: the id of whose name it is.
    """
    return plain(name), player


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
    found = [
        player
        for player, name in names.items()
        if is_like(wanted, name) or _shares_word(wanted.split(), name.split())
    ]
    return tuple(found[:MOST_SIMILAR])


def _shares_word(wanted: Iterable[str], name: Iterable[str]) -> bool:
    return bool({word for word in wanted if len(word) > 2} & set(name))
