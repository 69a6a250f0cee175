"""The semi-final and the final of a season: whose results decide the first places."""

from collections.abc import Collection, Iterable, Sequence

from leagues.season_rules import SeasonRules
from leagues.standings.scoring.game_result import GameResult
from leagues.standings.scoring.table import ranking_of_session


def qualified(
    in_order: Iterable[int], finalists: int, absent: Collection[int] = ()
) -> tuple[int, ...]:
    """The first so many who are not absent; in_order: those who have a place, best first."""
    return tuple(player for player in in_order if player not in absent)[:finalists]


def final_places(
    in_order: Sequence[int], results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, int]:
    """The place of each finalist in the final, ties sharing one; empty without a final.

    in_order: those who had a place before the final, best first. results: of the final's session.
    """
    best, games = _games_of(in_order, results, rules.final)
    rows = [row for row in ranking_of_session(games, rules) if row.player in best]
    places = [row.place or 0 for row in rows]
    return {
        row.player: 1 + sum(other < own for other in places)
        for row, own in zip(rows, places, strict=True)
    }


def semi_final_places(
    in_order: Sequence[int], results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, int]:
    """The place of each semi-finalist, none of them shared; empty without a semi-final.

    in_order and results: as of `final_places`. The first of each table come first, then the second
    of each, and so on. Of equal ones the ranking of the session decides, then `in_order`, and
    these decide between players of one table too. Who met at several tables is of one.
    """
    best, games = _games_of(in_order, results, rules.semi_final)
    before = {player: number for number, player in enumerate(in_order)}
    rows = [row for row in ranking_of_session(games, rules) if row.player in best]
    rows.sort(key=lambda row: (row.place or 0, before[row.player]))
    tables: list[set[int]] = []
    for game in games:
        met = {entry.player for entry in game.entries} & best
        joined = [table for table in tables if table & met]
        tables = [table for table in tables if not table & met] + [met.union(*joined)]
    at_table = {
        player: number
        for table in tables
        for number, player in enumerate(row.player for row in rows if row.player in table)
    }
    order = sorted((row.player for row in rows), key=at_table.__getitem__)
    return {player: place for place, player in enumerate(order, start=1)}


def _games_of(
    in_order: Iterable[int], results: Iterable[GameResult], most: int
) -> tuple[set[int], list[GameResult]]:
    """Who plays a final, and its games, of all those of its session.

    Finalists are the best so many of those who had a place and played in that session. Games of the
    final are those at which they are more than half of the players whose results count; who played
    in none of them was no finalist. Others at such a table are opponents, no more.
    """
    played = list(results)
    came = {entry.player for game in played for entry in game.entries}
    best = {*qualified([player for player in in_order if player in came], most)}
    return best, [
        game
        for game in played
        if 2 * sum(entry.player in best for entry in game.entries) > len(game.entries)
    ]
