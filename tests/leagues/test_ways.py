"""How far somebody reads who follows a click from its request to the stored standings.

Of the whole project are counted the files and functions that are called, how often one comes back
to a file that one had left, each function being read once, and the statements of SQL, those that
begin and commit included. What follows a commit is done at once, in the same thread.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import signals
from games.live import executor
from games.models import Table
from leagues.models import Game, Role
from leagues.sessions import online, seats
from tests.leagues.sessions.pages import url
from tests.leagues.sessions.rooms import check_in, short_season, start, table_of
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session
from tests.support.project import ROOT
from tests.support.tables import named, people, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

# Neither the libraries nor the tests are read.
NOT_READ = tuple(str(ROOT / folder) for folder in (".venv", "tests"))


class Figures(NamedTuple):
    files: int
    functions: int
    returns: int
    statements: int


class Way:
    """The functions of the project that are called, as (file, name), each once, in their order."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], None] = {}

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        is_read = code.co_filename.startswith(str(ROOT)) and not code.co_filename.startswith(
            NOT_READ
        )
        # Comprehensions and the like stand in the function around them.
        if event == "call" and is_read and not code.co_name.startswith("<"):
            file = code.co_filename.removeprefix(f"{ROOT}/")
            self.functions.setdefault((file, code.co_qualname))

    def figures(self, statements: int) -> Figures:
        files = [file for file, _name in self.functions]
        visits = [file for before, file in zip(["", *files], files, strict=False) if before != file]
        read = len(set(files))
        return Figures(read, len(files), len(visits) - read, statements)

    def __str__(self) -> str:
        return "\n".join(f"{file} {name}" for file, name in self.functions)


@contextmanager
def no_longer_than(most: Figures) -> Iterator[None]:
    """Fails where what is done inside the block passes more of anything."""
    way = Way()
    with CaptureQueriesContext(connection) as queries:
        sys.setprofile(way.note)
        try:
            yield
        finally:
            sys.setprofile(None)
    found = way.figures(len(queries))
    assert all(one <= other for one, other in zip(found, most, strict=True)), f"{found}\n{way}"


@pytest.fixture(autouse=True)
def followed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(work: Callable[[], object]) -> None:
        work()

    monkeypatch.setattr(executor, "run_later", run)


def test_a_score_sheet_that_is_sent() -> None:
    season, players = make_season(), people(3)
    game = make_game(make_session(season), players)
    browser = signed_in(make_member_with(Role.Kind.SCORER, season.league))
    typed = fields(players, [[5, 5, 40], [10, 20, 30]])
    # What is imported, compiled or cached the first time is no part of the way.
    browser.post(address(game, "game_submit"), typed | {"r1c2": "x"})
    with no_longer_than(Figures(files=35, functions=143, returns=33, statements=41)):
        browser.post(address(game, "game_submit"), typed)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_somebody_who_is_checked_in() -> None:
    season, (ada, ben) = make_season(), people(2)
    session = make_session(season)
    browser = signed_in(make_member_with(Role.Kind.SCORER, season.league))
    browser.post(url("arrive", session), {"player": ada.pk})
    with no_longer_than(Figures(files=18, functions=45, returns=10, statements=23)):
        browser.post(url("arrive", session), {"player": ben.pk})
    assert session.attendances.count() == 2


def test_a_draw_that_is_accepted() -> None:
    season, players = make_season(), people(8)
    session = make_session(season)
    check_in(session, *players)
    browser = signed_in(make_member_with(Role.Kind.ORGANIZER, season.league))
    ids = [player.pk for player in players]
    tables = seats.propose(session, ids, 5, seats.meetings(season)).text
    sent = {"seed": 5, "player": ids, "kind": "everybody"}
    browser.post(url("draw", session), sent | {"tables": "others"})
    with no_longer_than(Figures(files=24, functions=71, returns=15, statements=27)):
        browser.post(url("draw", session), sent | {"tables": tables})
    assert session.games.count() == 2


def test_an_online_game_that_has_ended() -> None:
    # The same cards each time, which follow from the names too: who is level is asked for more.
    session = make_session(short_season(), deal_secret=bytes(32))
    game = table_of(session, *named("Ada", "Ben", "Cleo"))
    table = start(game)
    with mock.patch.object(online, "record_table"):
        play_to_the_end(table)
    with no_longer_than(Figures(files=22, functions=94, returns=16, statements=35)):
        signals.game_ended.send_robust(sender=Table, table_id=table.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
