"""Chromium's trace of each kind of take on a slow phone: `python -m bench.reveal_frames`.

The page has a quarter of a processor. While its main thread is busy with one piece of work, no
frame comes: the longest pieces of each reveal, from the press on. Nothing else should run beside.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import Browser, ViewportSize

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from tests.browser import takes
from tests.browser.pictured_pages import Who
from tests.browser.screenshots import enter
from tests.support.browsing import launch_chromium
from tests.support.site import SteadySite

SLOWNESS = 4
PHONE: ViewportSize = {"width": 360, "height": 640}
TOO_LONG = 50  # milliseconds in which no frame comes
TASK = "ThreadControllerImpl::RunTask"
CATEGORIES = ["toplevel", "blink.user_timing"]
LONGEST = 5


def main() -> None:
    print(f"{'ms':<12} reveal >{TOO_LONG}   longest work, and when")
    with tempfile.TemporaryDirectory(prefix="sixieme-") as data, launch_chromium() as browser:
        site = SteadySite(Path(data))
        site.start()
        try:
            addresses = site.do(takes.stage_tables)
            for name, (table, presses) in takes.FILMS.items():
                print(
                    f"{name:<12} {told(trace(browser, site, addresses[table], presses))}",
                    flush=True,
                )
        finally:
            site.stop()


def trace(
    browser: Browser, site: SteadySite, address: str, presses: tuple[str, ...]
) -> list[dict[str, Any]]:
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
            if press == presses[-1]:
                browser.start_tracing(page=page, categories=CATEGORIES)
            page.locator(press).first.click()
        page.wait_for_selector("#table[data-revealing]", state="attached")
        page.evaluate("performance.mark('revealing')")
        page.wait_for_selector("#table:not([data-revealing])", state="attached")
        page.evaluate("performance.mark('revealed')")
        noted: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
        return noted


def told(events: list[dict[str, Any]]) -> str:
    """How long a reveal was, how many pieces of work too long, and the longest with their times."""
    marks = {event["name"]: event for event in events if event["cat"] == "blink.user_timing"}
    begun, ended = marks["revealing"], marks["revealed"]
    work = [
        (event["dur"] / 1000, (event["ts"] - begun["ts"]) / 1000)
        for event in events
        if event["name"] == TASK
        and event["ph"] == "X"
        and (event["pid"], event["tid"]) == (begun["pid"], begun["tid"])
    ]
    long = sum(length > TOO_LONG for length, _at in work)
    longest = ", ".join(
        f"{length:.0f} at {at:.0f}" for length, at in sorted(work)[: -LONGEST - 1 : -1]
    )
    return f"{(ended['ts'] - begun['ts']) / 1000:6.0f} {long:3}   {longest}"


if __name__ == "__main__":
    main()
