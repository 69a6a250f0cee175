"""Long work of games/practice/apart.py, done without waiting for all others of the machine."""

import pickle
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

# Instead of `apart.CHILD`.
PROMPT_CHILD = Path(__file__).with_name("prompt_child.py")


def run_here(function: str, *arguments: object, seconds: float) -> Iterator[Any]:
    """What `apart.run` tells, without a process; pickled on both ways as there.

    seconds: not looked at.
    """
    module, _colon, name = function.partition(":")
    answer = getattr(import_module(module), name)(*_sent(arguments))
    for told in answer if isinstance(answer, Iterator) else [answer]:
        yield _sent(told)


def _sent(told: Any) -> Any:
    return pickle.loads(pickle.dumps(told))  # noqa: S301 - of our own
