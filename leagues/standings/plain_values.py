"""Numbers and moments as exports, the API and webhooks tell them to programs."""

from datetime import UTC, datetime
from fractions import Fraction

DECIMALS = 6


def number(value: float | Fraction) -> float:
    """A number with six decimals at most."""
    return round(float(value), DECIMALS)


def moment(at: datetime) -> str:
    """ISO 8601, in UTC and whole seconds."""
    return at.astimezone(UTC).isoformat(timespec="seconds")
