"""Long work is done by a process of its own, which ends with the server."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.practice import apart
from tests.support.processes import until

pytestmark = pytest.mark.apart

LONG = 600.0


@pytest.fixture(autouse=True)
def _goes_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(apart, "_is_over", False)
    yield
    assert not apart._working


def test_it_tells_what_a_function_returns_or_yields() -> None:
    assert list(apart.run("math:comb", 10, 3, seconds=LONG)) == [120]
    assert list(apart.run("itertools:chain", "ab", "c", seconds=LONG)) == ["a", "b", "c"]


def test_it_knows_nothing_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "a secret")
    assert list(apart.run("os:getenv", "SECRET_KEY", seconds=LONG)) == [None]


def test_it_lets_all_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "CHILD", Path(apart.__file__).with_name("child.py"))
    (priority,) = apart.run("os:getpriority", os.PRIO_PROCESS, 0, seconds=LONG)
    assert priority == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 15)


def test_one_that_fails_or_hangs_is_an_error() -> None:
    for function, argument in (("math:sqrt", -1), ("time:sleep", LONG)):
        with pytest.raises(subprocess.CalledProcessError):
            list(apart.run(function, argument, seconds=2))


@pytest.mark.parametrize("sent", [0, 1, 20])
def test_a_server_that_was_killed_while_it_asked_leaves_no_trace(sent: int) -> None:
    asked = pickle.dumps(("math:comb", (10, 3)))[:sent]
    child = subprocess.run(
        [sys.executable, "-I", apart.CHILD], input=asked, capture_output=True, check=False
    )
    assert (child.returncode, child.stdout, child.stderr) == (1, b"", b"")


def test_the_end_of_the_server_ends_it_at_once() -> None:
    with ThreadPoolExecutor() as threads:
        works = [threads.submit(list, apart.run("time:sleep", LONG, seconds=LONG)) for _ in "ab"]
        until(lambda: len(apart._working) == len(works))
        apart.end()
        for work in works:
            with pytest.raises(apart.Over):
                work.result(timeout=30)
    with pytest.raises(apart.Over):
        list(apart.run("math:comb", 10, 3, seconds=LONG))
