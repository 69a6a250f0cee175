"""Measure the live path beside other servers of the same game.

    python -m bench.live --quick --minutes 8                   what `make bench` calls
    python -m bench.live                                       everything, about half an hour
    python -m bench.live --servers site,boardgame --scenarios A,B --runs 1 --turns 40
    python -m bench.live --report var/bench/live.json          renew the documents from a file

Each server runs on the server's processors, the load client on one of its own.
"""

import argparse
import json
import math
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bench.live import document
from bench.live.fleet import NAMES, QUICK, gather
from bench.live.goals import goal_rows
from bench.live.jobs import Job
from bench.live.results import Results
from bench.live.servers import Server
from bench.live.shapes import SHAPES, Shape
from bench.live.table import print_rows, print_table
from tests.support.project import ROOT

OUTPUT = ROOT / "var/bench"
LONGEST_SCENARIO_SECONDS = 180
# Bytes are the same in each run, and memory nearly so.
MEASURED_ONCE = "MS"


def main() -> None:
    wanted = arguments()
    if wanted.report:
        results = Results.from_json(json.loads(wanted.report.read_text()))
    else:
        # What was started ends with this process, however that ends.
        signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("ended by SIGTERM"))
        results = measure(wanted)
    print_table(results)
    print_rows("Goals", goal_rows(results))
    if wanted.report or wanted.write_docs:
        document.write(results)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cores = sorted(os.sched_getaffinity(0))
    parser.add_argument("--servers", type=names_of(NAMES), default=list(NAMES))
    parser.add_argument("--scenarios", type=names_of(SHAPES), default=list(SHAPES))
    parser.add_argument("--quick", action="store_true", help="only what the goals need")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no step after")
    parser.add_argument("--turns", type=int, help="measured turns of each table in A, B, D and S")
    parser.add_argument("--seconds", type=float, help="measured seconds of E")
    parser.add_argument(
        "--server-cores",
        type=lambda text: {int(part) for part in text.split(",")},
        # Two where the client still has another one: what a second process gains is measured then.
        default=set(cores[: min(2, max(1, len(cores) - 1))]),
        help="processors of the server, its database and its Redis",
    )
    parser.add_argument("--client-core", type=int, default=cores[-1])
    parser.add_argument("--write-docs", action="store_true", help="renew docs/performance.md")
    parser.add_argument("--report", type=Path, help="measure nothing, show this file")
    return parser.parse_args()


def names_of(known: Any) -> Any:
    """A parser of names with commas between them."""

    def names(text: str) -> list[str]:
        found = text.split(",")
        if unknown := set(found) - set(known):
            raise argparse.ArgumentTypeError(
                f"{', '.join(unknown)}: choose from {', '.join(known)}"
            )
        return found

    return names


def measure(wanted: argparse.Namespace) -> Results:
    """All wanted servers and scenarios, one run after the other."""
    last_begin = time.monotonic() + wanted.minutes * 60
    # Whatever is started inherits it; the client then moves to its own.
    os.sched_setaffinity(0, wanted.server_cores)
    shapes = {name: shape_of(name, wanted) for name in wanted.scenarios}
    results = Results(machine_facts(wanted), {}, [])
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    with tempfile.TemporaryDirectory(prefix="sixieme-bench-") as name, ExitStack() as stack:
        names = [name for name in wanted.servers if name in QUICK or not wanted.quick]
        servers = gather(names, shapes, Path(name), stack, tqdm.write)
        results.titles |= {name: server.title for name, server in servers.items()}
        # All servers one after the other, so that what is compared is measured at one time.
        steps = [
            (run, name, scenario)
            for run in range(wanted.runs)
            for scenario in wanted.scenarios
            for name, server in servers.items()
            if scenario in (QUICK[name] if wanted.quick else server.scenarios)
            and (run == 0 or scenario not in MEASURED_ONCE)
        ]
        results.runs += [{name: {} for name in servers} for _run in range(wanted.runs)]
        with tqdm(steps, file=sys.stderr, unit="step") as bar:
            for run, name, scenario in bar:
                if time.monotonic() > last_begin:
                    tqdm.write("the time is up: the rest is left out")
                    break
                bar.set_postfix_str(f"run {run + 1}: {name} {scenario}")
                figures = measure_one(servers[name], scenario, shapes[scenario], wanted.client_core)
                results.runs[run][name][scenario] = figures
                save(results, moment)
    return results


def shape_of(name: str, wanted: argparse.Namespace) -> Shape:
    shape = SHAPES[name]
    if wanted.turns and shape.turns:
        shape = replace(shape, turns=wanted.turns)
    if wanted.seconds and shape.seconds:
        shape = replace(shape, seconds=wanted.seconds)
    return shape


def measure_one(server: Server, scenario: str, shape: Shape, core: int) -> dict[str, Any]:
    """The figures of one scenario; {"error": ...} where the server did not get through it."""
    with server.serve(scenario, shape) as running:
        job = Job(
            protocol=running.protocol,
            scenario=scenario,
            ports=running.ports,
            pids=running.pids,
            helper_pids=running.helper_pids,
            tables=running.tables,
            onlookers=shape.onlookers,
            turns=shape.turns,
            seconds=shape.seconds,
            core=core,
            bare_path=running.bare_path,
            is_spread=running.is_spread,
        )
        try:
            done = subprocess.run(
                [sys.executable, "-m", "bench.live.client"],
                cwd=ROOT,
                input=json.dumps(job.to_json()).encode(),
                capture_output=True,
                timeout=LONGEST_SCENARIO_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            tqdm.write(
                f"{server.title}, scenario {scenario}: not done in {LONGEST_SCENARIO_SECONDS} s"
            )
            return {"error": "took too long"}
    if done.returncode:
        error = done.stderr.decode(errors="replace").strip()
        tqdm.write(f"{server.title}, scenario {scenario}:\n{error[-2000:]}")
        return {"error": error.splitlines()[-1] if error else "the client failed"}
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def machine_facts(wanted: argparse.Namespace) -> Mapping[str, Any]:
    try:
        node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
        node_version = node.stdout.strip().lstrip("v")
    except (OSError, subprocess.CalledProcessError):
        node_version = ""
    return {
        "measured_on": datetime.now(UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "server_cores": len(wanted.server_cores),
        "python": platform.python_version(),
        "node": node_version,
        "runs": wanted.runs,
    }


def save(results: Results, moment: str) -> None:
    """The figures so far, as a file of the moment when the run began, and as the newest."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    text = json.dumps(results.to_json(), indent=1)
    for name in (f"live-{moment}.json", "live.json"):
        (OUTPUT / name).write_text(text)


if __name__ == "__main__":
    main()
