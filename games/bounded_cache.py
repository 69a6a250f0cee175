"""A cache that holds the newest entries only."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """Thread-safe cache that holds the newest `most` entries."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        """The entry of a key; None if there is none."""
        with self._lock:
            return self._entries.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        """Set an entry, which is now the newest; the oldest goes if there are too many."""
        with self._lock:
            self._entries[key] = value
            self._entries.move_to_end(key)
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The entry of a key, made if there is none; a None is made again each time."""
        value = self.get(key)
        if value is None:
            value = make()
            if value is not None:
                self.put(key, value)
        return value

    def clear(self) -> None:
        """Drop all entries."""
        with self._lock:
            self._entries.clear()
