"""`python -m tests.drills.club`: a club in the database of this environment.

Plan as JSON on stdin; on stdout, as JSON too, the tables by name and the league's evening.
"""

import json
import sys
from dataclasses import asdict, dataclass, field
from typing import Any

# Members with a password, who play nowhere.
OWNER, STRANGER = "owner@club.example", "stranger@club.example"
PASSWORD = "a-password-of-ours"


@dataclass(frozen=True)
class TableWish:
    """A public table in play. seconds: for a choice, None for as many as one likes."""

    rounds: int
    people: int = 4
    bots: int = 0
    seconds: int | None = None


@dataclass(frozen=True)
class ClubWish:
    """The tables by name, and how many games of score sheets are played this evening."""

    tables: dict[str, TableWish]
    sheets: int = 0


@dataclass(frozen=True)
class Place:
    """A table: its row, its address, and the cookie of the browser at each seat."""

    id: int
    code: str
    cookies: list[str]

    @property
    def path(self) -> str:
        """Where its pages open their sockets."""
        return socket_path(self.code)


@dataclass(frozen=True)
class SheetGame:
    """A game that is typed from paper: its row, its address and the ids of its players."""

    id: int
    path: str
    players: list[int]


@dataclass(frozen=True)
class Club:
    """scorer: the cookie of the one who types the sheets."""

    places: dict[str, Place]
    scorer: str = ""
    sheets: list[SheetGame] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Club":
        places = {name: Place(**place) for name, place in data["places"].items()}
        return cls(places, data["scorer"], [SheetGame(**game) for game in data["sheets"]])


def socket_path(code: str) -> str:
    """Where the pages of a table open their sockets."""
    return f"/ws/tables/{code}/?language=en"


def open_table(name: str, wish: TableWish) -> Place:
    """A table that has been dealt."""
    from django.utils import timezone

    from bench.live.site_data import sign_up
    from games.models import Table
    from games.rules.options import Options
    from games.seats import seating

    people, cookies = zip(*(sign_up(f"{name}-{seat}") for seat in range(wish.people)), strict=True)
    plan = seating.TablePlan(
        name,
        Options(limit=1000, max_rounds=wish.rounds),
        wish.people + wish.bots,
        bot_levels=("gap",) * wish.bots,
        visibility=Table.Visibility.PUBLIC,
        time_per_choice=wish.seconds,
    )
    table = seating.open_table(people[0], plan, timezone.now())
    for person in people[1:]:
        seating.sit(table.pk, person)
    table.refresh_from_db()
    if table.status == Table.Status.OPEN:
        seating.start(table.pk, people[0], timezone.now())
    return Place(table.pk, table.code, list(cookies))


def open_evening(count: int) -> tuple[str, list[SheetGame]]:
    """A session of a league with so many games of four; the cookie of its scorer, and the games."""
    from django.utils import timezone

    from accounts.models import Player
    from bench.live.site_data import sign_up
    from leagues.models import League
    from leagues.season_rules import SeasonRules
    from leagues.sessions.session_life import SessionPlan, plan_session
    from leagues.setup.league_life import create_league
    from leagues.setup.season_life import open_season
    from leagues.sheets import new_games
    from leagues.standings.season_lock import locked_open_season

    owner, cookie = sign_up("scorer")
    people = [Player.objects.create(name=f"Evening {number}") for number in range(12)]
    season = create_league(owner, League(name="Drill"), "Season", SeasonRules())
    open_season(season.pk, timezone.now())
    session = plan_session(season.pk, SessionPlan(starts_at=timezone.now()))
    games = []
    for number in range(count):
        seated = [people[(number * 5 + seat) % len(people)].pk for seat in range(4)]
        with locked_open_season(season.pk):
            game = new_games.seat(session, seated)
        games.append(SheetGame(game.pk, game.get_absolute_url(), seated))
    return cookie, games


def make_club(wish: ClubWish) -> Club:
    """All that a drill plays at."""
    from django.utils import timezone

    from accounts.models import Player, User
    from tests.support.puzzles import make_present_puzzles

    make_present_puzzles(timezone.now())
    places = {name: open_table(name, table) for name, table in wish.tables.items()}
    scorer, sheets = open_evening(wish.sheets) if wish.sheets else ("", [])
    for email in (OWNER, STRANGER):
        Player.objects.create(name=email, user=User.objects.create_user(email, PASSWORD))
    return Club(places, scorer, sheets)


def main() -> None:
    import django

    django.setup()

    from django.core.management import call_command

    from config.static_storage import collect

    call_command("migrate", verbosity=0)
    collect()
    sent = json.load(sys.stdin)
    tables = {name: TableWish(**table) for name, table in sent["tables"].items()}
    club = make_club(ClubWish(tables, sent["sheets"]))
    print(json.dumps(asdict(club)))


if __name__ == "__main__":
    main()
