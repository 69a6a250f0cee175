"""Renews docs/performance.md between its markers, and the plots beside it."""

import re
from collections.abc import Mapping
from pathlib import Path

from bench.live.goals import goal_rows
from bench.live.plots import PLOTS, svg
from bench.live.results import Results
from bench.live.table import COSTS, LOAD, TIMES, markdown, ratio_rows, rows
from tests.support.project import ROOT

DOCUMENT = ROOT / "docs/performance.md"
PLOT_FOLDER = ROOT / "docs/performance"
BLOCK = re.compile(r"(<!-- bench: (\w+) -->\n)(.*?)(<!-- bench end -->)", re.DOTALL)


def write(results: Results, document: Path = DOCUMENT, folder: Path = PLOT_FOLDER) -> None:
    """Put the figures and the plots of these results in the place of the former ones."""
    folder.mkdir(exist_ok=True)
    for plot in PLOTS:
        (folder / f"{plot.name}.svg").write_text(svg(plot, results))
    document.write_text(renewed(document.read_text(), blocks(results)))


def blocks(results: Results) -> dict[str, str]:
    """What stands between the markers, by their names."""
    return {
        "machine": machine(results),
        "goals": markdown(goal_rows(results)),
        "times": markdown(rows(results, TIMES)),
        "ratios": markdown(ratio_rows(results)),
        "costs": markdown(rows(results, COSTS)),
        "load": markdown(rows(results, LOAD)),
    }


def renewed(text: str, found: Mapping[str, str]) -> str:
    """The text with these blocks in the place of the former ones; others stay."""
    return BLOCK.sub(
        lambda match: f"{match[1]}{found[match[2]]}\n{match[4]}" if match[2] in found else match[0],
        text,
    )


def machine(results: Results) -> str:
    facts = results.machine
    runs = facts["runs"]
    return (
        f"Measured on {facts['measured_on']}: {facts['cores']} processors, of which the servers "
        f"had {facts['server_cores']} and the load client another; Python {facts['python']}, "
        f"Node {facts['node'] or 'missing'}; "
        + (f"medians of {runs} runs." if runs > 1 else "one run.")
    )
