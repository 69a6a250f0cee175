"""How many files somebody must open to follow a score sheet from its form to the stored result."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from leagues.models import Game, Role
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session
from tests.support.project import ROOT
from tests.support.tables import people

pytestmark = pytest.mark.django_db

# The standings, which follow from what is stored, are not counted.
MOST_FILES = 23
MOST_RETURNS = 76


@contextmanager
def watched(visits: list[str]) -> Iterator[None]:
    """Note the files of leagues whose functions are called, each time one follows another."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT / "leagues"):
            name = str(path.relative_to(ROOT / "leagues"))
            if not name.startswith("standings/") and visits[-1:] != [name]:
                visits.append(name)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def test_a_sheet_passes_through_few_files() -> None:
    season, players = make_season(), people(3)
    game = make_game(make_session(season), players)
    browser = signed_in(make_member_with(Role.Kind.SCORER, season.league))
    typed = fields(players, [[5, 5, 40], [10, 20, 30]])
    # What is imported, compiled or cached the first time is no part of the way.
    browser.post(address(game, "game_submit"), typed | {"r1c2": "x"})

    visits: list[str] = []
    with watched(visits):
        browser.post(address(game, "game_submit"), typed)

    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    files = dict.fromkeys(visits)
    assert len(files) <= MOST_FILES, "\n".join(files)
    assert len(visits) - len(files) <= MOST_RETURNS, "\n".join(visits)
