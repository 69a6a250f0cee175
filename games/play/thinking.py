"""Choices of slow bots, made one after the other by a process beside this one.

A choice follows from the view of its seat and the secret of the game alone, so it does not matter
who makes it, nor how often. Whoever needs one that is not made yet gets `StillThinking`: the writer
of plays must not wait, since other tables need it.
"""

import atexit
import logging
import pickle
import random
import selectors
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path

from games import bots
from games.bounded_cache import BoundedCache
from games.rules.actions import Action
from games.rules.state import View

logger = logging.getLogger(__name__)

WORKER = Path(bots.__file__).with_name("worker.py")
# A choice takes up to 150 ms; the first one loads numpy, perhaps on a busy machine.
MOST_SECONDS = 10.0
# Far more than can be asked at once: a choice that is forgotten is made again.
KEPT_CHOICES = 5000


class StillThinking(Exception):
    """A bot has not chosen yet; `choice` is done when it has."""

    def __init__(self, choice: Future[Action]) -> None:
        super().__init__()
        self.choice = choice


_choices: BoundedCache[Future[Action]] = BoundedCache(KEPT_CHOICES)


def choose(view: View, level: str, secret: bytes) -> Action:
    """What a slow bot does. Raises StillThinking if it has not chosen yet; it then begins to."""
    asked = bots.as_asked(view)
    rng = bots.rng_of(secret, view)
    key = asked, level, secret
    choice = _choices.get_or_make(key, lambda: _thinker().submit(_answer, asked, level, rng))
    if not choice.done():
        raise StillThinking(choice)
    return choice.result()


@cache
def _thinker() -> ThreadPoolExecutor:
    """The one thread that asks the worker: so one slow bot of this process thinks at a time."""
    return ThreadPoolExecutor(1, thread_name_prefix="thinker")


def _answer(view: View, level: str, rng: random.Random) -> Action:
    """The worker's answer; that of this thread if the worker fails, which is the same, but slow.

    A bot that cannot choose at all plays as if its time were up: its table must not stand still.
    """
    question = pickle.dumps((view, level, rng))
    for _try in range(2):
        try:
            return _ask(_worker(), question)
        except Exception:
            # Whatever it is: an answer that was not read would be taken for the next one's.
            logger.warning("the process in which bots think has failed", exc_info=True)
            end_worker()
    try:
        return bots.choose(view, level, rng)
    except Exception:
        logger.exception("a bot of level %s could not choose", level)
        return bots.deadline_action(view)


def _ask(worker: "subprocess.Popen[bytes]", question: bytes) -> Action:
    assert worker.stdin is not None  # noqa: S101 - both are pipes
    assert worker.stdout is not None  # noqa: S101
    worker.stdin.write(question)
    worker.stdin.flush()
    # Not select.select, which takes no file above 1,023.
    with selectors.PollSelector() as selector:
        selector.register(worker.stdout, selectors.EVENT_READ)
        if not selector.select(MOST_SECONDS):
            raise TimeoutError
    action: Action = pickle.load(worker.stdout)  # noqa: S301 - of our own program
    return action


@cache
def _worker() -> "subprocess.Popen[bytes]":
    """The process; it ends by itself with the one that started it, whose pipe then closes."""
    return subprocess.Popen(  # noqa: S603 - our own program
        # Isolated, and without an environment, which may hold the site's secrets.
        [sys.executable, "-I", WORKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"OPENBLAS_NUM_THREADS": "1"},
        cwd="/",
    )


@atexit.register
def end_worker() -> None:
    """End the process; the next slow bot starts another."""
    if _worker.cache_info().currsize:
        worker = _worker()
        _worker.cache_clear()
        worker.kill()
        with suppress(BrokenPipeError):
            worker.communicate()


def stop() -> None:
    """Forget the choices that are not made yet, so that the server need not wait for them."""
    if _thinker.cache_info().currsize:
        thinker = _thinker()
        _thinker.cache_clear()
        thinker.shutdown(wait=False, cancel_futures=True)
    _choices.clear()
    end_worker()
