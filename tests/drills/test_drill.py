"""A short drill on SQLite; and what a drill must notice, shown on what it leaves."""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tqdm import tqdm

from tests.drills.crowd import Crowd, StandsStill, wish
from tests.drills.evening import Note
from tests.drills.evidence import check_integrity, compare, evidence_of
from tests.drills.pages import APPLIED
from tests.drills.performance import Faults, perform
from tests.drills.report import DOCUMENT, Figures, markdown, write
from tests.drills.stage import on_sqlite
from tests.drills.stories import KILL

TABLES = 4
KILLS = 1
# What does not come within this never comes: a busy machine is slow, not wrong.
PATIENCE = 300.0


@dataclass
class Performed:
    """A drill that is over; its site still runs."""

    crowd: Crowd
    figures: Figures
    faults: Faults


@pytest.fixture(scope="module")
def performed(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, club: Path
) -> Iterator[Performed]:
    folder = tmp_path_factory.mktemp("drill")
    with on_sqlite(folder, wish(TABLES), migrated, static=club / "static") as stage:
        crowd, faults = Crowd(stage, random.Random(6)), Faults()
        with tqdm(total=KILLS, disable=True) as bar:
            performing = perform(crowd, [(KILL, KILLS)], "SQLite", faults, bar, patience=PATIENCE)
            (figures,) = asyncio.run(performing)
        yield Performed(crowd, figures, faults)


def test_nothing_is_lost_by_kills_under_load_and_every_table_goes_on(performed: Performed) -> None:
    assert performed.faults.words == []
    assert performed.figures.instants == KILLS
    assert performed.figures.lost == 0
    assert len(performed.figures.seconds) == KILLS * TABLES
    assert performed.figures.acknowledged > 0
    assert performed.crowd.scorer.notes


def test_a_table_that_stands_still_is_named(performed: Performed) -> None:
    crowd = Crowd(performed.crowd.stage, random.Random(6))
    before = crowd.reveals()
    for player in crowd.players:
        player.reveals += player not in crowd.tables["t2"]
    with pytest.raises(StandsStill, match=r"after 0 s: t2 \([^,]+, [^,]+\)$"):
        asyncio.run(crowd.goes_on(before, 0.2))


def test_a_line_removed_from_the_log_is_missed_and_the_log_no_longer_replays(
    performed: Performed,
) -> None:
    crowd = performed.crowd
    assert asyncio.run(compare(crowd)).lost == []
    applied = (name for name, told in crowd.answers.items() if APPLIED & set(told))
    command = next(applied)
    crowd.stage.rows("DELETE FROM games_actionlog WHERE command = %s", command)
    assert asyncio.run(compare(crowd)).lost == [f"command {command}"]
    assert check_integrity(crowd.stage).wrong != []


def test_a_sheet_that_differs_from_what_was_accepted_is_lost() -> None:
    note = Note(1, "Drill 7", (1, 2, 3, 70))
    assert evidence_of({}, [note], [], {note}).lost == []
    assert evidence_of({}, [note], [], {replace(note, totals=(1, 2, 4, 70))}).lost
    assert evidence_of({}, [note], [], {replace(note, reason="Drill 8")}).lost


def test_what_is_in_the_log_twice_or_was_refused_is_wrong() -> None:
    answers = {"a.1": {"done"}, "a.2": {"refused"}, "a.3": {"refused", "repeated"}}
    fine = evidence_of(answers, [], ["a.1", "a.3"], [])
    assert (fine.acknowledged, fine.lost, fine.wrong) == (2, [], [])
    assert evidence_of(answers, [], ["a.1", "a.1", "a.3"], []).wrong
    assert evidence_of(answers, [], ["a.1", "a.2", "a.3"], []).wrong


def test_the_document_has_a_place_for_the_figures(tmp_path: Path) -> None:
    copy = tmp_path / "reliability.md"
    copy.write_text(DOCUMENT.read_text())
    told = Figures("SQLite", "Kills", 2, 1234, 0, 1, [0.5, 1.5, 4.25])
    skipped = Figures("SQLite", "Disk full", skipped="no root")
    write(markdown([told, skipped]), copy)
    assert "| SQLite: Kills | 2 | 1,234 | 0 | 1 | 1.5 s | 4.2 s |\n" in copy.read_text()
    assert "| SQLite: Disk full (skipped: no root) | – |" in copy.read_text()
