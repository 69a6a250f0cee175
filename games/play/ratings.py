"""Ratings of people by their rated games, each rated once in the order in which they ended.

A game is compared with those before it only, so ratings follow from the games: whatever was rated
too early is rated again, and `manage.py rate_games --anew` makes the same numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.locks import locked
from accounts.models import Player
from games.models import ActionLog, GameRating, Seat, Table
from games.play.game_figures import locked_sums
from games.rules.options import Options
from games.strength import MU, Strength, strengths_after

# Games at each call, which hold the write lock of SQLite.
PORTION = 20
# Two people are compared in so many of the games that they end within so long.
MOST_OF_TWO, WITHIN = 5, timedelta(hours=24)
PROVISIONAL_BEFORE = 10
CARDS_A_ROUND = Options().hand_size
# An even match of two whose strength is well known moves some 10 points, as on other sites.
POINTS_A_UNIT, _POINTS_AT_FIRST = 30, 1500


Pair = frozenset[int]


class Rated(NamedTuple):
    """A seat of a rated game. has_left: bots or the clock chose most of its cards."""

    player: int
    rank: int
    has_left: bool


class Result(NamedTuple):
    """A rated game that has ended; seats: those of people."""

    table: int
    ended_at: datetime
    seats: tuple[Rated, ...]


class RatingAfter(NamedTuple):
    """Somebody's strength after a game, of which `strength.games` counts theirs; before: mean."""

    table: int
    player: int
    before: float
    strength: Strength


def can_be_rated(options: Options, time_per_choice: int | None) -> bool:
    """Whether such a game can be rated: the base game to 66, in limited time.

    Known cards and the draft may be chosen: they are of the base game, and of its length.
    """
    usual = Options(known_cards=options.known_cards, draft=options.draft)
    return options == usual and time_per_choice is not None


def points_of(mu: float) -> int:
    """A rating as people read it."""
    return round(_POINTS_AT_FIRST + POINTS_A_UNIT * (mu - MU))


# --- The sums ----------------------------------------------------------------------------


def rate(
    results: Iterable[Result],
    before: Mapping[int, Strength],
    earlier: Iterable[tuple[datetime, Collection[int]]] = (),
) -> list[RatingAfter]:
    """The ratings after games in their order; pure.

    before: the strengths of those who are rated already. earlier: when games of the last 24 hours
    (WITHIN) before the first of these have ended, and who sat there.
    """
    now = dict(before)
    met: defaultdict[Pair, list[datetime]] = defaultdict(list)
    for at, people in earlier:
        for pair in _pairs(people):
            met[pair].append(at)
    found: list[RatingAfter] = []
    for result in results:
        since = result.ended_at - WITHIN
        pairs = _pairs([seat.player for seat in result.seats])
        counting = {pair for pair in pairs if sum(at > since for at in met[pair]) < MOST_OF_TWO}
        after = _rate_one(result, now, counting)
        found += after
        now |= {each.player: each.strength for each in after}
        for pair in pairs:
            met[pair].append(result.ended_at)
    return found


def _pairs(people: Collection[int]) -> list[Pair]:
    return [frozenset(pair) for pair in combinations(people, 2)]


def _rate_one(
    result: Result, now: Mapping[int, Strength], counting: Collection[Pair]
) -> list[RatingAfter]:
    """One game. Who has left was behind those who stayed, who are compared with each other only.

    So nobody gains by leaving, and nobody by the leaving of others. counting: the pairs to compare.
    """
    last = len(result.seats) + 1
    seats = sorted(result.seats, key=lambda seat: (seat.rank, seat.player))
    before = [now.get(seat.player, Strength()) for seat in seats]
    came = [
        (last if seat.has_left else seat.rank, strength)
        for seat, strength in zip(seats, before, strict=True)
    ]
    compared = [
        [
            index
            for index, other in enumerate(seats)
            if not other.has_left and frozenset({seat.player, other.player}) in counting
        ]
        for seat in seats
    ]
    after = strengths_after(came, compared)
    return [
        RatingAfter(result.table, seat.player, was.mu, strength)
        for seat, was, strength, others in zip(seats, before, after, compared, strict=True)
        if others
    ]


# --- The database --------------------------------------------------------------------------


def rate_missing() -> int:
    """Rate all games that have ended and are not rated yet; how many."""
    rated = 0
    while _to_rate().exists():
        with transaction.atomic():
            locked_sums()
            rated += _rate_some()
    return rated


def forget_all() -> None:
    """Delete all ratings, so that all games that are still stored are rated anew."""
    with transaction.atomic():
        locked_sums()
        _forget(_rated())
        GameRating.objects.all().delete()


def _rate_some() -> int:
    """Rate the first games that are not rated yet, PORTION at most; how many.

    Should games be rated already that ended after the first of these, their ratings are deleted
    instead: they are rated again at their place.
    """
    first = _to_rate().first()
    if first is None:
        return 0  # another process was faster
    too_early = _rated().filter(_after(first))
    if too_early.exists():
        _forget(too_early)
        return 0
    games = dict(_to_rate().values_list("pk", "ended_at")[:PORTION])
    list(locked(Table.objects.filter(pk__in=games)).order_by("-pk").only("pk"))
    results = _results(games)
    people = {seat.player for result in results for seat in result.seats}
    found = rate(results, _strengths(people), _earlier(first, people))
    GameRating.objects.bulk_create(
        GameRating(
            table_id=each.table,
            player_id=each.player,
            number=each.strength.games,
            before=each.before,
            mu=each.strength.mu,
            sigma=each.strength.sigma,
        )
        for each in found
    )
    Table.objects.filter(pk__in=games).update(rated_at=timezone.now())
    return len(games)


def _forget(tables: QuerySet[Table]) -> None:
    list(locked(tables).order_by("-pk").only("pk"))
    GameRating.objects.filter(table__in=tables.order_by().values("pk")).delete()
    tables.update(rated_at=None)


# Their conditions are those of an index each. What was broken off is not rated any more.
def _to_rate() -> QuerySet[Table]:
    """The first that ended comes first."""
    tables = Table.objects.filter(is_rated=True, ended_at__isnull=False, rated_at__isnull=True)
    return tables.order_by("ended_at", "pk").only("ended_at")


def _rated() -> QuerySet[Table]:
    return Table.objects.filter(is_rated=True, ended_at__isnull=False, rated_at__isnull=False)


def _after(first: Table) -> Q:
    at = first.ended_at
    return Q(ended_at__gte=at) & (Q(ended_at__gt=at) | Q(pk__gt=first.pk))


def _results(games: Mapping[int, datetime | None]) -> list[Result]:
    """These games (ids, and when they ended), in this order."""
    missed: Counter[tuple[int, int]] = Counter()
    by_itself = ActionLog.By.BOT, ActionLog.By.DEADLINE
    lines = ActionLog.objects.filter(table__in=games, by__in=by_itself).order_by()
    for table, action in lines.values_list("table", "action"):
        if action["kind"] == "choose":
            missed[table, action["seat"]] += 1
    seats: defaultdict[int, list[Rated]] = defaultdict(list)
    rows = Seat.objects.filter(table__in=games, player__isnull=False, rank__isnull=False)
    columns: QuerySet[Any, tuple[Any, ...]] = rows.order_by("index").values_list(
        "table", "index", "player", "rank", "rounds"
    )
    for table, index, player, rank, rounds in columns:
        has_left = 2 * missed[table, index] > CARDS_A_ROUND * (rounds or 1)
        seats[table].append(Rated(player, rank, has_left))
    return [Result(pk, at, tuple(seats[pk])) for pk, at in games.items() if at]


def _earlier(first: Table, people: Collection[int]) -> list[tuple[datetime, list[int]]]:
    """When the games before one have ended in which its people may have met, and who sat there."""
    at = first.ended_at
    assert at is not None  # noqa: S101 - it has ended
    theirs = Seat.objects.filter(table=OuterRef("pk"), player__in=people)
    tables = _rated().filter(Exists(theirs), ended_at__gt=at - WITHIN, ended_at__lte=at)
    ended: dict[int, Any] = dict(tables.order_by().values_list("pk", "ended_at"))
    sat: defaultdict[int, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(table__in=ended, player__isnull=False, rank__isnull=False)
    for table, player in rows.order_by().values_list("table", "player"):
        sat[table].append(player)
    return [(ended[table], players) for table, players in sat.items()]


def _strengths(people: Collection[int]) -> dict[int, Strength]:
    """The last stored strength of each of these people."""
    last = GameRating.objects.filter(player=OuterRef("pk")).order_by("-number").values("pk")[:1]
    players = Player.every.filter(pk__in=people).annotate(last=Subquery(last)).values("last")
    rows = GameRating.objects.filter(pk__in=players)
    return {
        player: Strength(mu, sigma, number)
        for player, mu, sigma, number in rows.values_list("player", "mu", "sigma", "number")
    }
