"""The final of a season: whose results decide the first places."""

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
    Finalists are the best so many of those who had a place and played in that session. Games of the
    final are those at which they are more than half of the players whose results count; who played
    in none of them was no finalist. Others at such a table are opponents, no more.
    """
    played = list(results)
    came = {entry.player for game in played for entry in game.entries}
    best = {*qualified([player for player in in_order if player in came], rules.final)}
    games = [
        game
        for game in played
        if 2 * sum(entry.player in best for entry in game.entries) > len(game.entries)
    ]
    rows = [row for row in ranking_of_session(games, rules) if row.player in best]
    places = [row.place or 0 for row in rows]
    return {
        row.player: 1 + sum(other < own for other in places)
        for row, own in zip(rows, places, strict=True)
    }
