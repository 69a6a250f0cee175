"""A league of 200 players with 500 and with 50,000 games: its pages, and what a change costs.

    .venv/bin/python -m bench.league_pages

Builds both in a database of its own; pages are asked for in this process, signed in.
"""

import os
import random
import statistics
import tempfile
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from leagues.models import Season

PLAYERS = 200
SESSIONS = 50
SIZES = (3, 4, 4, 4, 5, 6)
REPEATS = 60


def build(name: str, games: int) -> "Season":
    """An open season with so many confirmed games; standings are computed once."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import Player
    from leagues.models import Game, GameSeat, Session
    from leagues.scoring.results import places_by_heads, twice_ranks
    from leagues.scoring.season_rules import SeasonRules
    from leagues.services.founding import found_league, open_season
    from leagues.services.standings import recompute

    chance = random.Random(games)
    players = Player.objects.bulk_create(Player(name=f"{name} {n}") for n in range(PLAYERS))
    season = found_league(players[0], name, "Season", SeasonRules())
    open_season(season.pk, timezone.now())
    sessions = Session.objects.bulk_create(
        Session(season=season, number=number, starts_at=timezone.now())
        for number in range(1, SESSIONS + 1)
    )
    rows, seats = [], []
    for number in range(games):
        size = chance.choice(SIZES)
        heads = [chance.randrange(90) for _seat in range(size)]
        places = places_by_heads(heads)
        game = Game(
            session=sessions[number * SESSIONS // games],
            number=number,
            status=Game.Status.CONFIRMED,
            size=size,
            heads=sum(heads),
            rounds=8,
            options=season.season_rules.options.to_json(),
        )
        rows.append(game)
        for index, (player, own, place, twice) in enumerate(
            zip(chance.sample(players, size), heads, places, twice_ranks(places), strict=True)
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
    season.refresh_from_db()
    tell("every standing and rating from nothing", lambda: recompute(season), games)
    tell("the same with nothing to write", lambda: recompute(season), games)
    tell("after a change of the last session", lambda: recompute(season, SESSIONS), games)
    return season


def tell(words: str, work: object, games: int) -> None:
    """Run once and print the seconds."""
    from django.db import transaction

    started = time.perf_counter()
    with transaction.atomic():
        work()  # type: ignore[operator]
    print(f"{games:>6} games  {words:<44} {time.perf_counter() - started:7.2f} s")


def median_ms(client: "Client", path: str) -> float:
    """The middle time of a page in milliseconds, the first ones left out."""
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        answer = client.get(path)
        times.append((time.perf_counter() - started) * 1000)
        if answer.status_code != 200:
            raise SystemExit(f"{path}: {answer.status_code}")
    return statistics.median(times[5:])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIXIEME_VAR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client
        from django.urls import reverse

        from accounts.models import User

        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        small, large = build("Small", 500), build("Large", 50_000)
        client = Client(headers={"host": "localhost"})
        client.force_login(
            User.objects.create_user("bench@example.org"),
            "allauth.account.auth_backends.AuthenticationBackend",
        )
        empty = median_ms(client, reverse("games:rules"))
        print(f"an empty page, signed in: {empty:.2f} ms")
        for season in (small, large):
            page = median_ms(client, season.get_absolute_url())
            print(f"{season.league}: standings {page:.2f} ms, {page / empty:.2f} of the empty page")


if __name__ == "__main__":
    main()
