"""A limit of how much may be used: so much at once, and so much more of each second after that."""

import time


class TokenBucket:
    """What one visitor may use, in any unit. Not thread-safe."""

    def __init__(self, most: float, per_second: float) -> None:
        self._most = self._left = most
        self.per_second = per_second
        self._counted_at = time.monotonic()

    @property
    def left(self) -> float:
        """What may be used now; less than nothing where more was taken."""
        now = time.monotonic()
        self._left = min(self._left + (now - self._counted_at) * self.per_second, self._most)
        self._counted_at = now
        return self._left

    def take(self, amount: float) -> None:
        """Count what has been used, or is about to be."""
        self._left -= amount
