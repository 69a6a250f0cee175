"""How long the standings of a large season take: `python -m bench.standings [games]`."""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.table import standings
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks
from tests.support.seasons import places_by_heads

PLAYERS = 200
SESSIONS = 50
TABLE = 4


def season(games: int, seed: int = 1) -> list[GameResult]:
    """Games of four out of 200 players, spread over 50 sessions."""
    chance = random.Random(seed)
    return [_game(number, 1 + number * SESSIONS // games, chance) for number in range(games)]


def _game(number: int, session: int, chance: random.Random) -> GameResult:
    heads = [chance.randrange(90) for _seat in range(TABLE)]
    places = places_by_heads(heads)
    seats = zip(
        chance.sample(range(PLAYERS), TABLE), heads, places, twice_ranks(places), strict=True
    )
    entries = tuple(Entry(*seat) for seat in seats)
    return GameResult(number, session, TABLE, sum(heads), 8, entries)


def measure(words: str, work: Callable[[], Any]) -> None:
    started = time.perf_counter()
    work()
    print(f"{words:<48} {time.perf_counter() - started:6.2f} s")


def main(games: int) -> None:
    results = season(games)
    index = SeasonRules()
    dropping = SeasonRules(drop_percent=20)
    best = SeasonRules(preset=Preset.BEST)
    print(f"{games} games of {TABLE}, {PLAYERS} players, {SESSIONS} sessions")
    measure("standings, index", lambda: standings(results, index))
    measure("standings, index, a fifth dropped", lambda: standings(results, dropping))
    measure("standings, best 10", lambda: standings(results, best))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
