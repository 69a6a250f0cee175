"""How many rooms leagues have, and how many of these import from one another."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.project import ROOT

LEAGUES = ROOT / "leagues"
MOST_ROOMS = 17
MOST_ARROWS = 72


def room_of(path: Path) -> str:
    """The folder or module at the top of leagues in which a file lies."""
    return path.relative_to(LEAGUES).parts[0].removesuffix(".py")


def imported_by(path: Path) -> Iterator[str]:
    """The rooms of leagues that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module == "leagues":
            names = [f"leagues.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            app, _dot, rest = name.partition(".")
            if app == "leagues" and rest:
                yield rest.partition(".")[0]


def test_leagues_have_few_rooms_and_few_doors_between_them() -> None:
    files = [path for path in LEAGUES.rglob("*.py") if "migrations" not in path.parts]
    rooms = {room_of(path) for path in files} - {"__init__"}
    arrows = {(room_of(path), room) for path in files for room in imported_by(path)}
    arrows = {(one, other) for one, other in arrows if one != other and other in rooms}
    assert len(rooms) <= MOST_ROOMS, sorted(rooms)
    assert len(arrows) <= MOST_ARROWS, sorted(arrows)
    # What is counted is there: a door that everybody knows.
    assert ("sessions", "models") in arrows
