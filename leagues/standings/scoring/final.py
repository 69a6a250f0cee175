"""The semi-final and the final of a season: whose results decide the first places."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from leagues.season_rules import SeasonRules
from leagues.standings.scoring.table import ranking_of_session
from leagues.standings.scoring.tally import GameResult

Mark = TypeVar("Mark", int, tuple[int, ...])


class Cut(NamedTuple):
    """Who qualifies. level: those who share the last place that does, where they are too many:
    so many of them as there are `seats` play.
    """

    sure: tuple[int, ...]
    level: tuple[int, ...] = ()
    seats: int = 0


def cut(places: Mapping[int, int], most: int, absent: Collection[int] = ()) -> Cut:
    """The best so many who are not absent. places: of those who have one, best first."""
    coming = [player for player in places if player not in absent]
    if len(coming) <= most or not most or places[coming[most - 1]] != places[coming[most]]:
        return Cut(tuple(coming[:most]))
    last = places[coming[most]]
    sure = tuple(player for player in coming if places[player] < last)
    level = tuple(player for player in coming if places[player] == last)
    return Cut(sure, level, most - len(sure))


def finalists(
    places: Mapping[int, int], tables: Collection[Collection[int]], most: int
) -> tuple[int, ...]:
    """Who plays the final of a session, best first.

    places: of those who came and had one before it, best first. Finalists are the best so many. Of
    those who share the last place that qualifies they are the ones at a table with most of the
    others, where the draw or an organizer put them, else at the first of such tables. tables: in
    the order of their numbers, of which the draw gives the lowest to the final.
    """
    found = cut(places, most)
    sure, qualified = {*found.sure}, {*found.sure, *found.level}

    def rank(at: set[int], index: int) -> tuple[int, bool, int, int]:
        there = len(at & qualified)
        return -len(at & sure), there > most, -there, index

    def apart(player: int) -> tuple[int, bool, int, int]:
        own = (rank({*table}, index) for index, table in enumerate(tables) if player in table)
        return min(own, default=(0, True, 0, len(tables)))

    return found.sure + tuple(sorted(found.level, key=apart)[: found.seats])


def final_places(
    before: Mapping[int, int], results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, int]:
    """The place of each finalist in the final, ties sharing one; empty without a final.

    before: the places of those who had one before the final, best first. results: of the final's
    session.
    """
    best, games = _games_of(before, results, rules.final)
    rows = [row for row in ranking_of_session(games, rules) if row.player in best]
    places = [row.place or 0 for row in rows]
    return {row.player: _place(place, places) for row, place in zip(rows, places, strict=True)}


def semi_final_places(
    before: Mapping[int, int], results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, int]:
    """The place of each semi-finalist, ties sharing one; empty without a semi-final.

    before and results: as of `final_places`. The first of each table come first, then the second
    of each, and so on. Of equal ones the ranking of the session decides, then the places before,
    and these decide between players of one table too. Who met at several tables is of one.
    """
    best, games = _games_of(before, results, rules.semi_final)
    ranking = ranking_of_session(games, rules)
    rank: dict[int, tuple[int, ...]] = {
        row.player: (row.place or 0, before[row.player]) for row in ranking if row.player in best
    }
    tables: list[set[int]] = []
    for game in games:
        met = {entry.player for entry in game.entries} & best
        joined = [table for table in tables if table & met]
        tables = [table for table in tables if not table & met] + [met.union(*joined)]
    keys = {
        player: (_place(rank[player], [rank[other] for other in table]), *rank[player])
        for table in tables
        for player in table
    }
    order = sorted(keys, key=keys.__getitem__)
    return {player: _place(keys[player], keys.values()) for player in order}


def _place(own: Mark, all_of_them: Iterable[Mark]) -> int:
    """The place of a mark among all, the lowest being the best."""
    return 1 + sum(other < own for other in all_of_them)


def _games_of(
    before: Mapping[int, int], results: Iterable[GameResult], most: int
) -> tuple[set[int], list[GameResult]]:
    """Who plays a final, and its games, of all those of its session.

    Games of the final are those at which `finalists` are more than half of the players whose
    results count; who played in none of them was no finalist. Others at such a table are opponents,
    no more.
    """
    played = list(results)
    tables = [[entry.player for entry in game.entries] for game in played]
    came = {player for table in tables for player in table}
    here = {player: place for player, place in before.items() if player in came}
    best = {*finalists(here, tables, most)}
    return best, [
        game
        for game, table in zip(played, tables, strict=True)
        if 2 * sum(player in best for player in table) > len(table)
    ]
