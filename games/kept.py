"""What is made once and shown to many."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

Made = TypeVar("Made")


class Kept:
    """What was made for so many keys, the newest; all threads of the process share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was made for this key before, or is made now; a None is made again each time."""
        with self._lock:
            kept = self._made.get(key)
        if kept is not None:
            return cast("Made", kept)
        made = make()
        if made is not None:
            with self._lock:
                self._made[key] = made
                while len(self._made) > self._most:
                    self._made.popitem(last=False)
        return made

    def forget(self) -> None:
        """Drop all."""
        with self._lock:
            self._made.clear()
