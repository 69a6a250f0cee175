"""Chromium's trace of each kind of take on a slow phone: `python -m bench.reveal_frames`.

The page has a quarter of a processor. While its main thread is busy with one piece of work, no
frame comes: the longest pieces of each reveal, from the press on, and what the long ones consist
of. Times are those of the processor, so other work beside counts little; of several runs the one
with the least work is shown. `--only sixth` for one kind of take, `--runs 3`, `--write-docs`.

The page counts its own frames meanwhile: how many came, of those that a screen of 60 Hz shows.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Browser, ViewportSize

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from bench.live import document
from bench.live.table import markdown
from tests.browser import takes
from tests.browser.pictured_pages import Who
from tests.browser.screenshots import enter
from tests.support.browsing import launch_chromium
from tests.support.site import SteadySite

SLOWNESS = 4
PHONE: ViewportSize = {"width": 360, "height": 640}
TOO_LONG = 50  # milliseconds in which no frame comes
TASK = "ThreadControllerImpl::RunTask"
FRAMES_A_SECOND = 60
# The page notes itself when a reveal begins and ends: asking it all the time would be work too.
NOTE_REVEAL = """() => {
    let frames = 0;
    const count = () => { frames += 1; requestAnimationFrame(count); };
    requestAnimationFrame(count);
    const table = document.getElementById("table");
    let before = 0;
    new MutationObserver(() => {
        const isRevealing = "revealing" in table.dataset;
        performance.mark(isRevealing ? "revealing" : "revealed");
        if (isRevealing) before = frames;
        else window.framesShown = frames - before;
    }).observe(table, { attributeFilter: ["data-revealing"] });
}"""
BOX = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
}"""
BETWEEN_LOOKS = 300  # milliseconds
CATEGORIES = ["toplevel", "blink.user_timing", "devtools.timeline"]
LONGEST = 5
# What a piece of work consists of, by the names of the trace.
PARTS = {
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "paint",
    "Commit": "paint",
}


def main() -> None:
    """Trace each kind of take, and print its longest pieces of work."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--only", choices=takes.FILMS, action="append")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--write-docs", action="store_true", help="renew docs/performance.md")
    wished = parser.parse_args()
    print(f"{'ms':<12} reveal frames >{TOO_LONG}   longest work, and when")
    with tempfile.TemporaryDirectory(prefix="sixieme-") as data, launch_chromium() as browser:
        site = SteadySite(Path(data))
        site.start()
        try:
            traced: dict[str, list[Trace]] = {}
            for _run in range(wished.runs):
                addresses = site.do(takes.stage_tables)
                for name in wished.only or takes.FILMS:
                    table, presses = takes.FILMS[name]
                    run = trace(browser, site, addresses[table], presses)
                    traced.setdefault(name, []).append(run)
        finally:
            site.stop()
    best = {name: min(runs, key=lambda run: run.longest) for name, runs in traced.items()}
    for name, run in best.items():
        print(f"{name:<12} {run}")
    if wished.write_docs:
        block = {"frames": markdown(rows(best))}
        document.DOCUMENT.write_text(document.renewed(document.DOCUMENT.read_text(), block))


def rows(traces: Mapping[str, "Trace"]) -> list[list[str]]:
    """A line for each kind of take."""
    lines = [
        [name, f"{run.seconds:.1f}", f"{run.shown:.0%}", f"{run.longest:.0f}", str(run.long_pieces)]
        for name, run in traces.items()
    ]
    titles = ["take", "seconds", "frames shown", "longest work, ms", f"pieces over {TOO_LONG} ms"]
    return [titles, *lines]


def trace(browser: Browser, site: SteadySite, address: str, presses: tuple[str, ...]) -> "Trace":
    """What Chromium notes of the reveal that follows these presses."""
    with browser.new_context(base_url=site.url, viewport=PHONE, device_scale_factor=2) as context:
        page = context.new_page()
        enter(page, site, Who.MEMBER, "en")
        page.goto(address)
        slow = context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
        for press in presses:
            page.wait_for_selector("#table:not([data-revealing])")
            page.wait_for_selector(press)
            if press != presses[-1]:
                page.locator(press).first.click()
        left, top, width, height = page.locator(press).first.evaluate(BOX)
        page.evaluate(NOTE_REVEAL)
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.mouse.click(left + width / 2, top + height / 2)
        while (frames := page.evaluate("window.framesShown")) is None:
            page.wait_for_timeout(BETWEEN_LOOKS)
        # What can be tapped comes a frame after the rest.
        page.wait_for_timeout(BETWEEN_LOOKS)
        return Trace(json.loads(browser.stop_tracing())["traceEvents"], frames)


class Trace:
    """The work of the page's main thread from the press to the end of a reveal."""

    def __init__(self, events: list[dict[str, Any]], frames: int) -> None:
        marks = {event["name"]: event for event in events if event["cat"] == "blink.user_timing"}
        self.begun, self.ended = marks["revealing"]["ts"], marks["revealed"]["ts"]
        thread = marks["revealing"]["pid"], marks["revealing"]["tid"]
        self.events = [
            event
            for event in events
            if event["ph"] == "X" and (event["pid"], event["tid"]) == thread and "tdur" in event
        ]
        work = (event for event in self.events if event["name"] == TASK)
        self.work = sorted(work, key=lambda event: -event["tdur"])
        self.seconds = (self.ended - self.begun) / 1e6
        self.shown = frames / (self.seconds * FRAMES_A_SECOND)
        self.longest = self.work[0]["tdur"] / 1000
        self.long_pieces = sum(map(self.is_long, self.work))

    @staticmethod
    def is_long(event: dict[str, Any]) -> bool:
        """Whether no frame comes for too long."""
        return bool(event["tdur"] / 1000 > TOO_LONG)

    def __str__(self) -> str:
        longest = ", ".join(self.told(event) for event in self.work[:LONGEST])
        return f"{self.seconds * 1000:6.0f} {self.shown:6.0%} {self.long_pieces:3}   {longest}"

    def told(self, event: dict[str, Any]) -> str:
        """The milliseconds of a piece of work, and when it began; its parts where it is long."""
        parts = f" ({self.parts(event)})" if self.is_long(event) else ""
        return f"{event['tdur'] / 1000:.0f} at {(event['ts'] - self.begun) / 1000:.0f}{parts}"

    def parts(self, piece: dict[str, Any]) -> str:
        """How many milliseconds went into style, layout and paint; the rest is script."""
        spent = dict.fromkeys(PARTS.values(), 0)
        around: list[tuple[float, str]] = []
        end = piece["ts"] + piece["dur"]
        for event in sorted(self.events, key=lambda event: (event["ts"], -event["dur"])):
            if event["name"] not in PARTS or not piece["ts"] <= event["ts"] < end:
                continue
            while around and around[-1][0] <= event["ts"]:
                around.pop()
            if around:  # what is within another part is not counted there
                spent[around[-1][1]] -= event["tdur"]
            part = PARTS[event["name"]]
            spent[part] += event["tdur"]
            around.append((event["ts"] + event["dur"], part))
        spent["script"] = piece["tdur"] - sum(spent.values())
        return ", ".join(f"{part} {time / 1000:.0f}" for part, time in spent.items())


if __name__ == "__main__":
    main()
