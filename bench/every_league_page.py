"""Every page of leagues at size: 500 members, 50,000 games, against a page that shows nothing.

    .venv/bin/python -m bench.every_league_page [FOLDER] [WORD]

Its data is built in FOLDER, by default one of its own, and is found there the next time. Each page
whose name has the WORD is made in this process, by the views and middleware of the site, for
an owner of the league and for a stranger: the median of the milliseconds of processor once it was
made before, what the first time took, the statements and the size. A page without a league is made
in between, so that both meet the same machine; what takes more than twice as long (T), or more than
12 statements (S), is marked.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import Player
    from leagues.models import Season

GAMES = 50_000
MEMBERS = 500
TIMES = 15
MOST_STATEMENTS = 12
MOST_RATIO = 2.0
ALL = ("an owner", "a stranger")


def build() -> None:
    """The season, with ten teams and a round of twenty tables in play."""
    from django.core.management import call_command

    from bench.league_pages import build as build_season

    call_command("migrate", verbosity=0)
    add_teams_and_tables(build_season("Size", GAMES, players=MEMBERS, is_rebuilt=False))


def add_teams_and_tables(season: "Season") -> None:
    """What the pages of teams, sheets and tables show."""
    from django.utils import timezone

    from leagues.models import Game, GameSeat, Round, Team, TeamMember

    people = list(season.entrants.order_by("pk").values_list("player_id", flat=True))
    last = season.sessions.in_order().last()
    assert last is not None  # noqa: S101 - it was built
    for number in range(1, 11):
        team = Team.objects.create(season=season, name=f"Team {number}")
        TeamMember.objects.bulk_create(
            TeamMember(team=team, season=season, player_id=player)
            for player in people[number * 10 : number * 10 + 8]
        )
    drawn = Round.objects.create(session=last, number=1, seed=1, released_at=timezone.now())
    options = season.season_rules.options.to_json()
    for table in range(1, 21):
        game = Game.objects.create(
            session=last, number=5000 + table, round=drawn, table_number=table, options=options
        )
        GameSeat.objects.bulk_create(
            GameSeat(game=game, index=index, player_id=player)
            for index, player in enumerate(people[table * 4 : table * 4 + 4])
        )


def addresses(season: "Season", owner: "Player") -> Iterator[tuple[str, str]]:
    """(name, path) of each page of leagues that can be looked at."""
    from django.urls import reverse

    from leagues.models import Game
    from leagues.urls import urlpatterns

    session = season.sessions.in_order().last()
    assert session is not None  # noqa: S101 - it was built
    counting = Game.objects.counting().filter(session__season=season)
    ids: dict[str, Any] = {
        "slug": season.league.slug,
        "number": season.number,
        "session": session.number,
        "game": counting.filter(session=session).order_by("pk")[0].number,
        "round": 1,
        "player_id": owner.pk,
        "team_id": season.teams.order_by("pk")[0].pk,
    }
    for pattern in urlpatterns:
        wanted = pattern.pattern.converters
        if wanted.keys() <= ids.keys():
            name = str(pattern.name)
            yield name, reverse(f"leagues:{name}", kwargs={each: ids[each] for each in wanted})


def measured(client: "Client", path: str, empty: str) -> tuple[int, float, float, float, int, int]:
    """Status, ms of processor the first time, then, and of an empty page, statements, bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    first, status, size = ask(client, path)
    if status != HTTPStatus.OK:
        return status, first, first, first, 0, size
    pairs = [(ask(client, path)[0], ask(client, empty)[0]) for _ in range(TIMES)]
    then, nothing = map(statistics.median, zip(*pairs, strict=True))
    with CaptureQueriesContext(connection) as statements:
        ask(client, path)
    return status, first, then, nothing, len(statements), size


def ask(client: "Client", path: str) -> tuple[float, int, int]:
    """The ms of processor that a page took, its status and its bytes."""
    from tests.leagues.exports.files import body

    began = time.process_time()
    answer = client.get(path)
    text = body(answer) if getattr(answer, "streaming", False) else answer.content
    return (time.process_time() - began) * 1000, answer.status_code, len(text)


def tell(word: str) -> None:
    """Print what each page costs."""
    from django.test import Client
    from django.urls import reverse

    from leagues.models import Role, Season

    season = Season.objects.select_related("league").get(league__name="Size")
    owner = Role.objects.get(league=season.league, kind=Role.Kind.OWNER).player
    assert owner.user is not None  # noqa: S101 - it was built so
    signed_in, stranger = Client(), Client()
    signed_in.force_login(owner.user, "allauth.account.auth_backends.AuthenticationBackend")
    for who, client in zip(ALL, (signed_in, stranger), strict=True):
        print(who, flush=True)
        for name, path in addresses(season, owner):
            if word not in name:
                continue
            found = measured(client, path, reverse("games:rules", args=["rating"]))
            status, first, then, empty, statements, size = found
            if status != HTTPStatus.OK:
                continue
            marks = "T" * (then > MOST_RATIO * empty) + "S" * (statements > MOST_STATEMENTS)
            print(
                f"{name:<22} {then:7.1f} ms ({then / empty:5.1f})  first {first:7.0f} ms  "
                f"{statements:3} statements {size / 1000:6.0f} kB  {marks}",
                flush=True,
            )


def main() -> None:
    with tempfile.TemporaryDirectory() as own:
        folder = Path(sys.argv[1] if sys.argv[1:] else own)
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["SIXIEME_VAR"] = str(folder)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/sixieme.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["ALLOWED_HOSTS"] = "testserver,localhost"
        is_new = not (folder / "sixieme.sqlite3").exists()
        # It sets the garbage collector as in the server.
        from django.core.management import call_command

        import config.asgi  # noqa: F401

        call_command("collectstatic", interactive=False, verbosity=0)
        if is_new:
            build()
        tell(sys.argv[2] if len(sys.argv) > 2 else "")


if __name__ == "__main__":
    main()
