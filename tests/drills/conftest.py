from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drills.club import ClubWish, TableWish
from tests.drills.party import LIMITS
from tests.drills.stage import PairStage, on_postgresql

# By name, and how many rounds they are played.
ROUNDS = {"short": 4, "long": 12, "joins": 60, "commits": 20}


@pytest.fixture(scope="session", autouse=True)
def _limits(request: pytest.FixtureRequest) -> None:
    LIMITS["hold"] = "drill" in request.config.getoption("markexpr")


@pytest.fixture(scope="session")
def stage(
    tmp_path_factory: pytest.TempPathFactory, postgres_cluster: Path, club: Path
) -> Iterator[PairStage]:
    """Two server processes on a PostgreSQL and a Redis of their own."""
    wish = ClubWish({name: TableWish(rounds) for name, rounds in ROUNDS.items()})
    folder = tmp_path_factory.mktemp("drill")
    static = club / "static"
    with on_postgresql(folder, wish, migrated=postgres_cluster, static=static) as stage:
        yield stage
