"""What is stored, beside what the site has acknowledged."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tests.drills.crowd import Crowd
from tests.drills.evening import Note, stored_sheets
from tests.drills.pages import APPLIED
from tests.drills.stage import Stage
from tests.support.project import ROOT

COMMANDS = "SELECT command FROM games_actionlog WHERE command <> ''"
FORCED = "SELECT count(*) FROM games_actionlog WHERE \"by\" = 'deadline'"


@dataclass
class Evidence:
    """lost: what was acknowledged and is not stored. wrong: other sentences about what is stored.

    acknowledged: commands and sheets.
    """

    acknowledged: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def compare(crowd: Crowd) -> Evidence:
    """Look for every command and every sheet of which somebody was told that it was accepted."""
    # Before the log is read: what is acknowledged meanwhile is for the next time.
    answers = {name: set(told) for name, told in crowd.answers.items()}
    notes = list(crowd.scorer.notes)
    found = await asyncio.to_thread(crowd.stage.rows, COMMANDS)
    sheets = await asyncio.to_thread(stored_sheets, crowd.stage)
    return evidence_of(answers, notes, [command for (command,) in found], sheets)


def evidence_of(
    answers: Mapping[str, set[str]],
    notes: Sequence[Note],
    rows: Sequence[str],
    sheets: Collection[Note],
) -> Evidence:
    """What was answered beside the commands in the log and the sheets that are stored."""
    logged = set(rows)
    applied = {name for name, told in answers.items() if APPLIED & told}
    found = Evidence(len(applied) + len(notes))
    found.lost = [f"command {name}" for name in sorted(applied - logged)]
    found.lost += [f"sheet {note}" for note in notes if note not in sheets]
    if len(rows) > len(logged):
        found.wrong.append(f"{len(rows) - len(logged)} commands are in the log twice")
    refused = {name for name, told in answers.items() if told} - applied
    found.wrong += [f"{name} was refused, yet is in the log" for name in sorted(refused & logged)]
    return found


def moves_of_the_clock(stage: Stage) -> int:
    """How many moves were made since somebody's time was up."""
    ((count,),) = stage.rows(FORCED)
    return int(count)


@dataclass(frozen=True)
class Integrity:
    """The report of `manage.py check_integrity`: what was checked, and what is wrong."""

    checked: dict[str, int]
    wrong: list[str]


def check_integrity(stage: Stage) -> Integrity:
    """Replay every log, verify every finished deal, compute the standings again."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check_integrity", "--json"],
        cwd=ROOT,
        env=stage.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return Integrity({}, [f"check_integrity failed: {done.stderr[-500:]}"])
    wrong = [f"{found['kind']}: {found['where']}: {found['words']}" for found in report["problems"]]
    if done.returncode and not wrong:
        wrong = [f"check_integrity ended with {done.returncode}: {done.stderr[-500:]}"]
    return Integrity(report["checked"], wrong)
