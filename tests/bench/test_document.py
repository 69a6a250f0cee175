"""docs/performance.md and its plots are renewed from figures."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench.live import document
from bench.live.results import Results
from tests.support.project import ROOT

FIGURES = {"A": {"players_ms": {"p50": 0.96, "p95": 4.3}}}


@pytest.fixture
def results() -> Results:
    machine = {
        "measured_on": "2026-01-02",
        "cores": 2,
        "server_cores": 1,
        "python": "3.11.7",
        "node": "20.20.2",
        "runs": 1,
    }
    titles = {"site": "Sixième, SQLite", "boardgame": "boardgame.io & Node"}
    return Results(machine, titles, [{"site": FIGURES, "boardgame": FIGURES}])


def test_every_block_of_the_document_is_known_and_renewed(results: Results) -> None:
    text = (ROOT / "docs/performance.md").read_text()
    names = re.findall(r"<!-- bench: (\w+) -->", text)
    assert set(names) == {*document.blocks(results), "frames"}
    renewed = document.renewed(text, dict.fromkeys(names, "fresh"))
    assert renewed.count("\nfresh\n") == len(names)
    assert document.renewed(renewed, dict.fromkeys(names, "fresh")) == renewed
    assert document.renewed(text, {}) == text


def test_figures_and_ratios_stand_in_tables(results: Results) -> None:
    blocks = document.blocks(results)
    assert "| Sixième, SQLite | 0.96 | 4.30 |" in blocks["times"]
    assert "| Sixième, SQLite | 1.00 | 1.00 |" in blocks["ratios"]
    assert "2 processors" in blocks["machine"]


def test_the_plots_are_well_formed_and_all_shown(results: Results, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("")
    document.write(results, page, tmp_path / "plots")
    plots = sorted((tmp_path / "plots").glob("*.svg"))
    for plot in plots:
        ET.parse(plot)  # noqa: S314
    shown = re.findall(r"\(performance/(\w+\.svg)\)", (ROOT / "docs/performance.md").read_text())
    assert sorted(shown) == [plot.name for plot in plots]
