"""A league of 200 players with 500 and with 50,000 games: its pages, and what a change costs.

    .venv/bin/python -m bench.league_pages [sqlite | postgresql]

Builds both in a database of its own, without a name in one of each kind. Pages are asked for signed
in, from the server that `make run` starts, over a connection that stays open; a time ends with the
first byte of the answer's body. What a change costs is measured by bench/league_changes.py.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.databases import throw_away_postgresql
from tests.support.processes import free_port, start, stop, wait_for
from tests.support.project import ROOT
from tests.support.seasons import places_by_heads

if TYPE_CHECKING:
    from leagues.models import Season

PLAYERS = 200
SESSIONS = 50
SIZES = (3, 4, 4, 4, 5, 6)
REPEATS = 200


def build(
    name: str,
    games: int,
    session_count: int = SESSIONS,
    players: int = PLAYERS,
    *,
    is_rebuilt: bool = True,
) -> "Season":
    """An open season of members with so many confirmed games; standings are computed once.

    is_rebuilt: the command that computes all of it again is measured too.
    """
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import Player, User
    from leagues.models import Game, GameSeat, League, Session
    from leagues.season_rules import SeasonRules
    from leagues.setup.league_life import create_league
    from leagues.setup.season_life import open_season
    from leagues.standings import rating_store, store
    from leagues.standings.scoring.tally import twice_ranks
    from leagues.standings.store import enter_players

    chance = random.Random(games)
    logins = User.objects.bulk_create(
        User(email=f"{name}{n}@example.org".lower()) for n in range(players)
    )
    people = Player.objects.bulk_create(
        Player(name=f"{name} {n}", user=login) for n, login in enumerate(logins)
    )
    season = create_league(people[0], League(name=name), "Season", SeasonRules())
    open_season(season.pk, timezone.now())
    sessions = Session.objects.bulk_create(
        Session(season=season, number=number, starts_at=timezone.now())
        for number in range(1, session_count + 1)
    )
    rows, seats = [], []
    for number in range(games):
        size = chance.choice(SIZES)
        heads = [chance.randrange(90) for _seat in range(size)]
        places = places_by_heads(heads)
        game = Game(
            session=sessions[number * session_count // games],
            number=number % (games // session_count) + 1,
            status=Game.Status.CONFIRMED,
            confirmed_at=timezone.now(),
            size=size,
            heads=sum(heads),
            rounds=8,
            options=season.season_rules.options.to_json(),
        )
        rows.append(game)
        for index, (player, own, place, twice) in enumerate(
            zip(chance.sample(people, size), heads, places, twice_ranks(places), strict=True)
        ):
            seats.append(
                GameSeat(
                    game=game,
                    index=index,
                    player=player,
                    counts_for=player,
                    heads=own,
                    place=place,
                    twice_rank=twice,
                )
            )
    with transaction.atomic():
        Game.objects.bulk_create(rows, batch_size=2000)
        GameSeat.objects.bulk_create(seats, batch_size=2000)
    enter_players(season, [player.pk for player in people], 1)
    season.refresh_from_db()
    tell("every standing from nothing", lambda: store.rebuild(season.pk), games)
    tell("every rating from nothing", lambda: rating_store.rebuild(season.league_id), games)
    if is_rebuilt:
        tell("rebuild_league", lambda: call_command("rebuild_league", season.league.slug), games)
    return season


def tell(words: str, work: Callable[[], object], games: int) -> None:
    """Run once and print the seconds."""
    started = time.perf_counter()
    work()
    print(f"{games:>6} games  {words:<44} {time.perf_counter() - started:7.2f} s")


def first_byte_ms(connection: HTTPConnection, path: str, headers: dict[str, str]) -> float:
    """Milliseconds until a page's first byte."""
    started = time.perf_counter()
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read(1)
    took = (time.perf_counter() - started) * 1000
    answer.read()
    if answer.status != HTTPStatus.OK:
        raise SystemExit(f"{path}: {answer.status}")
    return took


def tell_pages(port: int, session: str, pages: dict[str, str]) -> None:
    """Print the middle time of each page; they take turns, so that all meet the same machine."""
    connection = HTTPConnection("127.0.0.1", port)
    headers = {"Cookie": f"sessionid={session}", "Accept-Language": "en"}
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(REPEATS):
        for name, path in pages.items():
            times[name].append(first_byte_ms(connection, path, headers))
    empty, *_others = middles = [statistics.median(times[name][5:]) for name in pages]
    for name, middle in zip(pages, middles, strict=True):
        print(f"{name:<40} {middle:6.2f} ms to the first byte, {middle / empty:.2f} of the first")


@contextmanager
def served(folder: str) -> Iterator[int]:
    """The site on this data; its port."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    log = Path(folder) / "log"
    process = start(command, log, env=dict(os.environ), cwd=ROOT)
    try:
        wait_for(process, log, lambda: "http://" in log.read_text())
        yield port
    finally:
        stop(process)


def main() -> None:
    kinds = sys.argv[1:]
    if not kinds:
        for kind in ("sqlite", "postgresql"):
            subprocess.run([sys.executable, "-m", "bench.league_pages", kind], check=True)
    elif kinds == ["postgresql"]:
        with throw_away_postgresql() as url:
            measure_on(url)
    else:
        measure_on("")


def measure_on(url: str) -> None:
    """Measure on the database with this URL, an empty one for a SQLite file of our own."""
    print(f"on {'PostgreSQL' if url else 'SQLite'}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIXIEME_VAR"] = folder
        os.environ["DATABASE_URL"] = url or f"sqlite:///{folder}/sixieme.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client
        from django.urls import reverse

        from accounts.models import User

        call_command("migrate", verbosity=0)
        small, large = build("Small", 500), build("Large", 50_000)
        from bench.league_changes import tell_changes

        tell_changes(small, 500)
        tell_changes(large, 50_000)
        client = Client()
        client.force_login(
            User.objects.create_user("bench@example.org"),
            "allauth.account.auth_backends.AuthenticationBackend",
        )
        session = client.cookies["sessionid"].value
        pages = {
            "an empty page, signed in": reverse("games:rules", args=["rating"]),
            "the profile": reverse("accounts:profile"),
            "standings of 500 games": small.get_absolute_url(),
            "standings of 50,000 games": large.get_absolute_url(),
        }
        with served(folder) as port:
            tell_pages(port, session, pages)


if __name__ == "__main__":
    main()
