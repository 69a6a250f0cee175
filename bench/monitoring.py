"""What monitoring adds to a choice, a reveal and a request: python -m bench.monitoring."""

import logging
import os
import time
import timeit
from collections.abc import Callable
from contextvars import Context
from io import StringIO

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
import django

django.setup()

from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import resolve  # noqa: E402

from games.play import commands  # noqa: E402
from monitoring import metrics  # noqa: E402
from monitoring.logs import JsonFormatter  # noqa: E402
from monitoring.requests import RequestsMiddleware  # noqa: E402

ROUNDS, REPEATS = 20_000, 15


def choice() -> None:
    """What play/commands.py and live/publishing.py do beside their work for a choice."""
    arrived = time.perf_counter()
    token = metrics.ARRIVED.set(arrived)
    metrics.ARRIVED.reset(token)
    metrics.COMMANDS.labels("done").inc()
    commands.logger.isEnabledFor(logging.INFO)
    Context()
    metrics.ARRIVED.get()


def reveal() -> None:
    """The same for the last choice of a turn."""
    choice()
    metrics.REVEAL_SECONDS.observe(time.perf_counter() - time.perf_counter() + 0.004)


def request_of_table() -> HttpRequest:
    request = HttpRequest()
    request.method, request.path = "GET", "/tables/abcdefghjk/"
    request.resolver_match = resolve(request.path)
    return request


def microseconds(work: Callable[[], object]) -> float:
    """Of the processor, for one of ROUNDS, when it was quickest: other programs only add to it."""
    took = timeit.repeat(work, timer=time.process_time, number=ROUNDS, repeat=REPEATS)
    return min(took) / ROUNDS * 1e6


def main() -> None:
    request, answer = request_of_table(), HttpResponse()
    middleware = RequestsMiddleware(lambda _request: answer)
    lines = {
        "a choice": choice,
        "a reveal": reveal,
        "a request": lambda: middleware(request),
    }
    for words, work in lines.items():
        tell(words, work)
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(JsonFormatter())
    for name in ("monitoring.requests", "games.play.commands"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.addHandler(handler)
    tell("a request that is logged as JSON", lambda: middleware(request))


def tell(words: str, work: Callable[[], object]) -> None:
    print(f"{words:<34} {microseconds(work):6.1f} µs")


if __name__ == "__main__":
    main()
