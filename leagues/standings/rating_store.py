"""The ratings of a league, learnt game by game and stored; no standing depends on them.

A rating depends on all games before it, so a change puts the ratings since its game out of date.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.locks import locked
from accounts.models import Player
from games.strength import Strength, strengths_after
from leagues.models import Entrant, Game, League, Rating, RatingPoint
from leagues.standings.counted_games import COUNTING, ENTRY, IN_ORDER
from leagues.standings.scoring.tally import Entry, GameResult
from leagues.standings.season_lock import Change, OutOfDate, Watch, moment_text


class GamePosition(NamedTuple):
    """Where a game stands in the order of play of its league; stored as JSON.

    begins: of the session, as `moment_text`: a past season may be imported after a later one.
    season, session, number: those of the season, of the session and of the table.
    """

    begins: str
    season: int
    session: int
    number: int


BEGINNING = GamePosition("", 0, 0, 0)
CountedGame = tuple[GameResult, GamePosition]

SHOWN_AFTER = 5
FEWEST_COMPARED = 2
# Rated and written in one step: writing that many takes a few milliseconds.
_GAMES_AT_ONCE = 50


class _Kind(NamedTuple):
    """A kind of rows of a league. key, unique: what tells them apart. columns: a Strength."""

    model: type[Rating] | type[RatingPoint]
    key: tuple[str, ...]
    unique: tuple[str, ...]
    columns: tuple[str, ...]


_NOW = _Kind(Rating, ("player_id",), ("league", "player"), ("mu", "sigma", "games"))
_AFTER_GAMES = _Kind(
    RatingPoint, ("game_id", "player_id"), ("game", "player"), ("mu", "sigma", "number")
)


class StrengthAfter(NamedTuple):
    """A player's strength after a game; `strength.games` counts the player's games so far."""

    player: int
    game: int
    strength: Strength


def rate(
    results: Iterable[GameResult],
    unrated: Collection[int] = frozenset(),
    start: Mapping[int, Strength] | None = None,
) -> list[StrengthAfter]:
    """The strength of every rated player after each of their games, in the order of the results.

    unrated: players who want none: opponents of unknown strength in every game. start: strengths
    before the first of these results. A game of which only one part counts tells nothing.
    """
    now = dict(start or {})
    history: list[StrengthAfter] = []
    for result in results:
        entries = sorted(result.entries, key=attrgetter("place", "player"))
        if len(entries) < FEWEST_COMPARED:
            continue
        before = [
            Strength() if entry.player in unrated else now.get(entry.player, Strength())
            for entry in entries
        ]
        seats = [(entry.place, strength) for entry, strength in zip(entries, before, strict=True)]
        everybody = range(len(entries))
        compared = [
            [] if entry.player in unrated else [other for other in everybody if other != index]
            for index, entry in enumerate(entries)
        ]
        for entry, strength in zip(entries, strengths_after(seats, compared), strict=True):
            if entry.player not in unrated:
                now[entry.player] = strength
                history.append(StrengthAfter(entry.player, result.game, strength))
    return history


def outdate_ratings(league: League, since: Game | datetime | None = None) -> None:
    """Rate the games from a game, or from a time on again, or all of them, after the commit.

    league: as it was read, perhaps before another season of it noted a game, too. Of one without
    ratings nothing is noted: when it gets some, all its games are rated. Under the lock of a season
    of it; whoever gives or takes ratings locks them all.
    """
    stored = League.objects.filter(pk=league.pk)
    # It may have been read before the season was locked.
    is_rated = league.is_rated or stored.filter(is_rated=True).exists()
    if since is not None and not is_rated:
        return
    first = BEGINNING
    if isinstance(since, Game):
        session = since.session
        begins = moment_text(session.starts_at)
        first = GamePosition(begins, session.season.number, session.number, since.number)
    elif since is not None:
        first = GamePosition(moment_text(since), 0, 0, 0)
    unchanged = stored.filter(ratings_notes=league.ratings_notes)
    RATINGS.note(league, first)
    noted = {"outdated_ratings": league.outdated_ratings, "ratings_notes": league.ratings_notes}
    if not unchanged.update(**noted):
        league = locked(League.objects.all()).get(pk=league.pk)
        RATINGS.note(league, first)
        league.save(update_fields=[*noted])


def rebuild(league_id: int, watch: Watch | None = None) -> int:
    """Rate all games of a league again; returns how many rows differed."""
    return RATINGS.rebuild(league_id, BEGINNING, watch)


def compare(league: League) -> tuple[int, int]:
    """How many ratings are stored, and how many differ from what the games give.

    Nothing is written. league: one whose ratings are up to date.
    """
    stored = league.rating_points.count() + league.ratings.count()
    if not league.is_rated:
        return stored, stored
    differing = 0
    for changes, _left in _portions(league, BEGINNING):
        differing += sum(len(each.rows) + len(each.gone) for each in changes)
    return stored, differing


def unrated(league: League) -> set[int]:
    """Ids of the players who want no rating in a league."""
    refusing = Entrant.objects.filter(season__league=league, is_rated=False)
    return set(refusing.values_list("player_id", flat=True))


def _rate(league: League, watch: Watch | None) -> Iterator[int]:
    """Rate the games whose ratings are out of date; yields how many rows each step changed."""
    if not league.is_rated:
        with RATINGS.step(league, None):
            points, _by_model = league.rating_points.all().delete()
            ratings, _by_model = league.ratings.all().delete()
        yield points + ratings
        return
    since = GamePosition(*(league.outdated_ratings or BEGINNING))
    for changes, left in _portions(league, since, watch):
        written = sum(len(each.rows) + len(each.gone) for each in changes)
        if written or left is None:
            RATINGS.write(league, left, changes)
        yield written


def _portions(
    league: League, since: GamePosition, watch: Watch | None = None
) -> Iterator[tuple[list[Change], GamePosition | None]]:
    """Rate the games from a position on, some at a time.

    Yields what changes, and where the games begin that are left, None after the last ones: then
    the present ratings change too, and those after games that do not count any more go.
    """
    refusing = unrated(league)
    now = _ratings_before(league, since, refusing)
    games = games_since(league, since)
    firsts = range(0, max(1, len(games)), _GAMES_AT_ONCE)
    portions = [games[first : first + _GAMES_AT_ONCE] for first in firsts]
    steps = list(pairwise([*portions, []]))
    for portion, following in watch(steps, "Ratings") if watch else steps:
        history = rate([result for result, _position in portion], refusing, now)
        now |= {after.player: after.strength for after in history}
        after_games = {(after.game, after.player): after.strength for after in history}
        stored = Q(game__in=[result.game for result, _position in portion])
        if not following:
            uncounted = Game.objects.exclude(status=Game.Status.CONFIRMED)
            stored |= Q(game__in=uncounted.filter(session__season__league=league))
        points = RatingPoint.objects.filter(stored)
        changes = [_change(league, _AFTER_GAMES, points, after_games)]
        if not following:
            present = {(player,): strength for player, strength in now.items()}
            changes.append(_change(league, _NOW, league.ratings.all(), present))
        yield changes, following[0][1] if following else None


def _earlier(one: Sequence[Any], other: Sequence[Any]) -> Sequence[Any]:
    return min(list(one), list(other))


RATINGS = OutOfDate(League, "ratings", _earlier, _rate)


def _ratings_before(
    league: League, since: GamePosition, refusing: Collection[int]
) -> dict[int, Strength]:
    """The last rating of every rated player before a position in the order of play."""
    if since == BEGINNING:
        return {}
    earlier = RatingPoint.objects.filter(
        league=league, player=OuterRef("pk"), game__status=Game.Status.CONFIRMED
    )
    last = earlier.exclude(from_position_on(since, "game__")).order_by("-number").values("pk")[:1]
    entered = Entrant.objects.filter(season__league=league)
    players = Player.every.filter(pk__in=entered.values("player")).exclude(pk__in=refusing)
    kept = players.annotate(last=Subquery(last)).values("last")
    rows = RatingPoint.objects.filter(pk__in=kept).values_list("player_id", "mu", "sigma", "number")
    return {player: Strength(mu, sigma, number) for player, mu, sigma, number in rows}


def _change(
    league: League,
    kind: _Kind,
    stored: QuerySet[Any],
    wanted: Mapping[Any, Strength],
) -> Change:
    """How stored rows differ from the strengths that are wanted by their keys."""
    names = (*kind.key, *kind.columns)
    kept = {
        tuple(row[: len(kind.key)]): (tuple(row[len(kind.key) :]), pk)
        for *row, pk in stored.values_list(*names, "pk")
    }
    rows = []
    for key, strength in wanted.items():
        old, _pk = kept.pop(key, (None, 0))
        if old != strength:
            values = zip(names, (*key, *strength), strict=True)
            rows.append(kind.model(league=league, **dict(values)))
    return Change(kind.model, kind.unique, kind.columns, rows, [pk for _old, pk in kept.values()])


# --- The order of play -----------------------------------------------------------------


def from_position_on(position: GamePosition, way: str = "") -> Q:
    """The games at a position in the order of play or later.

    way: from the rows that are filtered to the game.
    """
    begins, season, session, number = position
    names = (f"{way}session__starts_at", f"{way}session__season__number", f"{way}session__number")
    if not begins:
        return Q()
    same = Q((names[0], begins))
    same_season = same & Q((names[1], season))
    return (
        Q((f"{names[0]}__gt", begins))
        | same & Q((f"{names[1]}__gt", season))
        | same_season & Q((f"{names[2]}__gt", session))
        | same_season & Q((names[2], session), (f"{way}number__gte", number))
    )


def games_since(league: League, position: GamePosition) -> list[CountedGame]:
    """The confirmed games of a league from a position on, in the order of play.

    Their results are as if all were of one session; nobody is in those that count for nobody.
    """
    games = COUNTING.filter(from_position_on(position), session__season__league=league)
    columns = (*IN_ORDER, "pk", "size", "heads", "rounds", *(f"seats__{name}" for name in ENTRY))
    rows = games.order_by(*IN_ORDER, "seats__index").values_list(*columns)
    found: list[CountedGame] = []
    of_game = itemgetter(slice(len(columns) - len(ENTRY)))
    for (begins, *numbers, pk, size, heads, rounds), seats in groupby(rows, of_game):
        entries = [row[-len(ENTRY) :] for row in seats]
        counting = tuple(Entry(*entry) for entry in entries if None not in entry)
        result = GameResult(pk, 1, size, heads, rounds, counting)
        found.append((result, GamePosition(moment_text(begins), *numbers)))
    return found
