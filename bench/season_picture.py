"""What the season picture of 200 players and 30 sessions costs: `python -m bench.season_picture`.

Drawn from random places in which everybody moves after every session, which no real season does,
and from a season in a database of its own whose games are random, too.
"""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable

from leagues.standings.season_picture.svg import season_svg
from leagues.standings.season_picture.weave import AfterSession, Thread

PLAYERS, SESSIONS, GAMES = 200, 30, 4_500
REPEATS = 7


def shuffled_season() -> list[Thread]:
    """Everybody is anywhere after each session."""
    chance = random.Random(6)
    steps: dict[int, list[AfterSession | None]] = {player: [] for player in range(PLAYERS)}
    for _session in range(SESSIONS):
        for rank, player in enumerate(chance.sample(range(PLAYERS), PLAYERS), 1):
            load = chance.choice([None, 0.3, 0.7, 1.0, 1.3, 2.0])
            wins = chance.choice((0, 0, 1, 2)) if load else 0
            steps[player].append(AfterSession(rank, load, wins))
    return [Thread(player, f"Player {player}", str(player), own) for player, own in steps.items()]


def tell(words: str, work: Callable[[], str | bytes]) -> None:
    """Print the middle time of some runs, and the size of what is made."""
    times, made = [], work()
    for _run in range(REPEATS):
        started = time.process_time()
        made = work()
        times.append(1000 * (time.process_time() - started))
    size = len(made.encode() if isinstance(made, str) else made)
    print(f"{words:<44} {statistics.median(times):7.0f} ms of CPU {size / 1000:7.0f} kB")


def main() -> None:
    threads = shuffled_season()
    names = [str(number) for number in range(1, SESSIONS + 1)]
    print(f"{PLAYERS} players, {SESSIONS} sessions")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIXIEME_VAR"] = folder
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/sixieme.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        from bench.league_pages import build
        from leagues.standings.season_picture import page
        from leagues.standings.season_picture.raster import season_png

        tell(
            "SVG, everybody anywhere each time",
            lambda: season_svg("Season", "", names, threads, "?player="),
        )
        tell("PNG, everybody anywhere each time", lambda: season_png("", "", threads, SESSIONS))
        call_command("migrate", verbosity=0)
        season = build("Season", GAMES, SESSIONS)

        def drawn() -> str:
            page.forget()
            picture = page.picture_of(season)
            return picture.drawn if picture else ""

        def kept() -> str:
            picture = page.picture_of(season)
            return picture.drawn if picture else ""

        tell(f"{GAMES} games: read and drawn as SVG, with table", drawn)
        tell("the same again, from the cache", kept)
        tell("read and drawn as PNG", lambda: page.share_picture(season))


if __name__ == "__main__":
    main()
