"""Whether a connection takes what it is sent; the server fills it in (config/daphne_server.py)."""

from collections.abc import Callable


def _nothing() -> None:
    """Done where no server is concerned."""


class Flow:
    """is_full: sent messages wait in memory. on_drained: called when they are gone.

    cut: ends the connection at once.
    """

    __slots__ = ("cut", "is_full", "on_drained")

    def __init__(self) -> None:
        self.is_full = False
        self.on_drained: Callable[[], None] = _nothing
        self.cut: Callable[[], None] = _nothing
