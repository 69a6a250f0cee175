"""The files of the project, for the tests that read them."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {
    ".coverage",
    ".git",
    ".hypothesis",
    ".venv",
    "var",
    "__pycache__",
    "node_modules",
    "htmlcov",
    "mutants",
}


def project_files(*endings: str) -> list[Path]:
    """Every file of the project, or those with one of the `endings` (".py"), sorted."""
    return sorted(path for path in walk(ROOT) if not endings or path.suffix in endings)


def walk(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [
            name for name in folders if name not in NOT_OURS and not name.endswith("_cache")
        ]
        yield from (Path(parent) / name for name in names if name not in NOT_OURS)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
