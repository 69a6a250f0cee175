"""Every page of leagues at size: 500 members, 50,000 games, against pages that show nothing.

    .venv/bin/python -m bench.every_league_page [FOLDER] [WORD]

Its data is built in FOLDER, by default one of its own, and is found there the next time. Each page
whose name has the WORD is made in this process, by the views and middleware of the site, for
an owner of the league and for a stranger: the median of the milliseconds of processor once it was
made before, what the first time took, the statements and the size. Two empty pages are made in
between, so that all meet the same machine: one without a league, and the same page in a club of
four with one game, by a process of its own. What takes more than twice as long as the one (T) or
the other (G: it grows), or more than 12 statements (S), is marked.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import Player
    from leagues.models import Season

GAMES = 50_000
MEMBERS = 500
SESSIONS = 50
TIMES = 15
MOST_STATEMENTS = 12
MOST_RATIO = 2.0
ALL = ("an owner", "a stranger")
# What the process of the small club is started with, and what it says of a page it does not have.
SMALL = "--small"
NONE = "none"
READY = "ready\n"


def build(games: int, members: int, sessions: int) -> "Season":
    """A season of so much."""
    from django.core.management import call_command

    from bench.league_pages import build as build_season

    call_command("migrate", verbosity=0)
    return build_season("Size", games, sessions, members, is_rebuilt=False)


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
        "team_id": next(iter(season.teams.order_by("pk").values_list("pk", flat=True)), 0),
    }
    for pattern in urlpatterns:
        wanted = pattern.pattern.converters
        if wanted.keys() <= ids.keys():
            name = str(pattern.name)
            yield name, reverse(f"leagues:{name}", kwargs={each: ids[each] for each in wanted})


class Cost(NamedTuple):
    """Milliseconds of processor the first time, then, and of both empty pages meanwhile; small:
    None where the small club has no such page."""

    status: int
    first: float
    then: float
    empty: float
    small: float | None
    statements: int
    size: int


def measured(
    client: "Client", path: str, empty: str, ask_small: Callable[[], float | None]
) -> Cost:
    """What a page costs."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    first, status, size = ask(client, path)
    if status != HTTPStatus.OK:
        return Cost(status, first, first, first, None, 0, size)
    ask_small()
    all_of_it = [(ask(client, path)[0], ask(client, empty)[0], ask_small()) for _ in range(TIMES)]
    then, nothing, small = zip(*all_of_it, strict=True)
    with CaptureQueriesContext(connection) as statements:
        ask(client, path)
    return Cost(
        status,
        first,
        statistics.median(then),
        statistics.median(nothing),
        None if small[0] is None else statistics.median(small),
        len(statements),
        size,
    )


def ask(client: "Client", path: str) -> tuple[float, int, int]:
    """The ms of processor that a page took, its status and its bytes."""
    from tests.leagues.exports.files import body

    began = time.process_time()
    answer = client.get(path)
    text = body(answer) if getattr(answer, "streaming", False) else answer.content
    return (time.process_time() - began) * 1000, answer.status_code, len(text)


class Asked(NamedTuple):
    """The pages of a season by their names, and the browsers of those who ask for them."""

    pages: dict[str, str]
    browsers: dict[str, "Client"]


def asked() -> Asked:
    """Those of the season that was built."""
    from django.test import Client

    from leagues.models import Role, Season

    season = Season.objects.select_related("league").get(league__name="Size")
    owner = Role.objects.get(league=season.league, kind=Role.Kind.OWNER).player
    assert owner.user is not None  # noqa: S101 - it was built so
    signed_in, stranger = Client(), Client()
    signed_in.force_login(owner.user, "allauth.account.auth_backends.AuthenticationBackend")
    browsers = dict(zip(ALL, (signed_in, stranger), strict=True))
    return Asked(dict(addresses(season, owner)), browsers)


def answer() -> None:
    """Make each page that the input names, as "name,who", and print its milliseconds."""
    pages, browsers = asked()
    for line in sys.stdin:
        name, _comma, who = line.strip().partition(",")
        took, status, _size = ask(browsers[who], pages[name])
        print(took if status == HTTPStatus.OK else NONE, flush=True)


@contextmanager
def small_club() -> Iterator[Callable[[str, str], float | None]]:
    """A function that has the page of this name made for somebody in a club of four."""
    command = [sys.executable, "-m", "bench.every_league_page", SMALL]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [*command, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        sent, said = process.stdin, process.stdout
        assert sent is not None  # noqa: S101 - both are pipes
        assert said is not None  # noqa: S101
        while said.readline() != READY:
            pass

        def made(name: str, who: str) -> float | None:
            print(name, who, sep=",", file=sent, flush=True)
            took = said.readline().strip()
            return None if took == NONE else float(took)

        yield made
        sent.close()


def tell(word: str) -> None:
    """Print what each page costs."""
    from django.urls import reverse

    pages, browsers = asked()
    empty = reverse("games:rules", args=["rating"])
    with small_club() as made:
        for who, browser in browsers.items():
            print(who, flush=True)
            for name, path in pages.items():
                if word not in name:
                    continue
                cost = measured(browser, path, empty, partial(made, name, who))
                if cost.status == HTTPStatus.OK:
                    print(line_of(name, cost), flush=True)


def line_of(name: str, cost: Cost) -> str:
    """What a page costs in a line of text."""
    grown = cost.then / cost.small if cost.small else 0
    marks = (
        "T" * (cost.then > MOST_RATIO * cost.empty)
        + "G" * (grown > MOST_RATIO)
        + "S" * (cost.statements > MOST_STATEMENTS)
    )
    return (
        f"{name:<22} {cost.then:7.1f} ms ({cost.then / cost.empty:5.1f}, {grown:5.1f})  "
        f"first {cost.first:7.0f} ms  {cost.statements:3} statements {cost.size / 1000:6.0f} kB  "
        f"{marks}"
    )


def set_up(folder: Path) -> bool:
    """Use the data in this folder; whether there is none yet."""
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
    return is_new


def main() -> None:
    arguments = sys.argv[1:]
    if arguments[:1] == [SMALL]:
        set_up(Path(arguments[1]))
        build(games=1, members=4, sessions=1)
        print(READY, end="", flush=True)
        answer()
        return
    with tempfile.TemporaryDirectory() as own:
        if set_up(Path(arguments[0] if arguments else own)):
            add_teams_and_tables(build(GAMES, MEMBERS, SESSIONS))
        tell(arguments[1] if len(arguments) > 1 else "")


if __name__ == "__main__":
    main()
