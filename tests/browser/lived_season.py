"""What a season comes to, worked out beside its pages: for test_a_lived_season.py.

The book has what people at the tables wrote down. Nothing in it was read from results of the site.
"""

import csv
import io
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from openskill.models import BradleyTerryPart
from playwright.sync_api import Page

from tests.leagues.exports.by_hand import Absent, Played, Wanted, place
from tests.leagues.exports.by_hand import standings as by_hand

RATED_AFTER = 5
MODEL = BradleyTerryPart(window_size=9)

Rows = list[dict[str, Any]]


@dataclass
class Book:
    """The games by session and number, who sat out or stayed away, and since when one is gone."""

    wanted: Wanted
    games: dict[tuple[int, int], Played] = field(default_factory=dict)
    absent: list[Absent] = field(default_factory=list)
    gone_since: dict[str, int] = field(default_factory=dict)

    def write(self, session: int, game: int, heads: dict[str, int]) -> None:
        self.games[session, game] = Played(session, game, heads, rounds=0)

    def sit_out(self, session: int, names: Collection[str], *, is_no_show: bool = False) -> None:
        self.absent += [Absent(session, name, is_no_show) for name in names]

    def until(self, session: int) -> list[Played]:
        return [self.games[key] for key in sorted(self.games) if key[0] <= session]

    def sessions(self) -> list[int]:
        return sorted({session for session, _game in self.games})

    def standings(self, session: int) -> Rows:
        """The rows after a session, with the places that each has won or lost in it."""
        rows = self._standings(session)
        if session == self.sessions()[0]:
            return [row | {"change": None} for row in rows]
        before = {row["player"]: row["place"] for row in self._standings(session - 1)}
        return [row | {"change": moved(before.get(row["player"]), row["place"])} for row in rows]

    def _standings(self, session: int) -> Rows:
        gone = [name for name, since in self.gone_since.items() if since <= session]
        absent = [each for each in self.absent if each.session <= session]
        return by_hand(self.until(session), self.wanted, {}, gone, absent=absent)

    def results(self) -> Iterator[dict[str, Any]]:
        """The seats of all games, in the order of play and of names."""
        for game in self.until(self.sessions()[-1]):
            for name in sorted(game.heads):
                shared = [other for other in game.heads.values() if other == game.heads[name]]
                yield {
                    "session": game.session,
                    "game": game.table,
                    "player": name,
                    "heads": game.heads[name],
                    "place": place(game, name),
                    "rank": place(game, name) + (len(shared) - 1) / 2,
                    "size": len(game.heads),
                }

    def ratings(self) -> list[tuple[str, str, str, str]]:
        """Name, rating, estimate and games of whoever has five, the strongest first."""
        now: dict[str, Any] = {}
        games: dict[str, int] = {}
        for game in self.until(self.sessions()[-1]):
            names = sorted(game.heads)
            teams = [[now.get(name, MODEL.rating())] for name in names]
            after = MODEL.rate(teams, ranks=[float(place(game, name)) for name in names])
            now |= {name: team[0] for name, team in zip(names, after, strict=True)}
            games |= {name: games.get(name, 0) + 1 for name in names}
        shown = [name for name in now if games[name] >= RATED_AFTER]
        shown.sort(key=lambda name: (3 * now[name].sigma - now[name].mu, name))
        return [
            (
                name,
                figure(now[name].mu - 3 * now[name].sigma),
                f"{figure(now[name].mu)} ± {figure(2 * now[name].sigma)}",
                str(games[name]),
            )
            for name in shown
        ]


def moved(before: int | None, now: int | None) -> int | None:
    """By how many places somebody has come up; None where there was no place, or is none."""
    return before - now if before and now else None


def figure(value: float) -> str:
    return f"{value:.1f}".replace("-", "\N{MINUS SIGN}")


# --- What the site says ----------------------------------------------------------------------


def csv_rows(page: Page, address: str) -> list[dict[str, str]]:
    text = page.request.get(address).text().removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def as_text(row: dict[str, Any]) -> dict[str, str]:
    return {key: "" if value is None else str(value) for key, value in row.items()}


def assert_standings_are(book: Book, page: Page, season: str) -> None:
    """The files of standings after each session, row by row."""
    for session in book.sessions():
        wanted = book.standings(session)
        rows = csv_rows(page, f"{season}standings.csv?session={session}")
        found = [{key: row[key] for key in row if key != "player_id"} for row in rows]
        assert found == [as_text(row) for row in wanted], f"CSV after session {session}"
        data = page.request.get(f"{season}standings.json?session={session}").json()
        found = [{k: row[k] for k in row if k != "player_id"} for row in data["standings"]]
        assert found == wanted, f"JSON after session {session}"


def assert_results_are(book: Book, page: Page, season: str) -> None:
    """The files of results, seat by seat."""
    wanted = list(book.results())
    rows = csv_rows(page, f"{season}results.csv")
    rows.sort(key=lambda row: (int(row["session"]), int(row["game"]), row["player"]))
    found = [{key: row[key] for key in wanted[0]} for row in rows]
    assert found == [as_text(row) for row in wanted]
    games = page.request.get(f"{season}results.json").json()["games"]
    heads = {
        (game["session"], game["game"]): {seat["player"]: seat["heads"] for seat in game["seats"]}
        for game in games
    }
    assert heads == {key: game.heads for key, game in book.games.items()}


def assert_ratings_are(book: Book, page: Page, league: str) -> None:
    page.goto(f"{league}ratings/")
    rows = page.locator("main table").first.locator("tbody tr")
    found = [
        tuple(cell.strip() for cell in row.locator("th, td").all_inner_texts())
        for row in rows.all()
    ]
    assert found == book.ratings()
