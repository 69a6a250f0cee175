from collections.abc import Iterator

import pytest

from tests.drills.stage import Stage, staged


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long drills to `make drills`; every other run does the short ones."""
    if "drill" in config.getoption("markexpr"):
        return
    long = [item for item in items if item.get_closest_marker("drill")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Two server processes on a PostgreSQL and a Redis of their own."""
    with staged(tmp_path_factory.mktemp("drill")) as stage:
        yield stage
