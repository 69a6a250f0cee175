"""Long work that somebody may watch."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

Step = TypeVar("Step")


class Watch(Protocol):
    """Gives the steps of a work one by one, and may show how far it has come."""

    def __call__(self, steps: Sequence[Step], words: str) -> Iterable[Step]: ...


def unwatched(steps: Sequence[Step], words: str) -> Iterable[Step]:  # noqa: ARG001
    """The steps as they are."""
    return steps
