"""The program that docs/records.md gives to players checks a deal, and can find it false."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.replay.record_words import WORDS
from games.rules.errors import ErrorCode
from tests.support.project import ROOT
from tests.support.records import Data, sample

# A record is replayed seat by seat: nobody acts out of turn.
OF_LIVE_TABLES = {
    ErrorCode.BAD_ACTION,
    ErrorCode.GAME_OVER,
    ErrorCode.NO_SUCH_SEAT,
    ErrorCode.SEAT_ELIMINATED,
    ErrorCode.OTHER_ACTION_AWAITED,
    ErrorCode.NOT_AWAITED,
}
GUIDE = (ROOT / "docs/records.md").read_text(encoding="utf-8")


def run_the_program(folder: Path, data: Data) -> subprocess.CompletedProcess[str]:
    program = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert program is not None
    (folder / "check_deal.py").write_text(program[1])
    (folder / "game.json").write_text(json.dumps(data))
    return subprocess.run(
        [sys.executable, "check_deal.py", "game.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", ["base-9", "base-10", "base-5", "special-9"])
def test_it_agrees_with_the_golden_records(name: str, tmp_path: Path) -> None:
    assert run_the_program(tmp_path, sample(name)).stdout == "every card was dealt as promised\n"


@pytest.mark.parametrize(
    ("key", "words"),
    [("rows", "other rows"), ("hands", "other hands"), ("seed", "not the promised")],
)
def test_it_finds_another_deal(key: str, words: str, tmp_path: Path) -> None:
    data = sample("base-9")
    if key == "seed":
        data["fairness"]["server_seed"] = "00" * 32
    else:
        data["rounds"][2][key].reverse()

    assert words in run_the_program(tmp_path, data).stderr


def test_the_guide_names_every_code_that_can_be_answered() -> None:
    chapter = GUIDE.split("### Error codes")[1].split("\n## ")[0]
    named = set(re.findall(r"`([a-z_0-9]+)`", chapter))

    assert named == {*map(str, WORDS)} - OF_LIVE_TABLES
