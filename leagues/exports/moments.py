"""Times as every export writes them."""

from datetime import UTC, datetime


def moment(at: datetime) -> str:
    """ISO 8601, in UTC and whole seconds."""
    return at.astimezone(UTC).isoformat(timespec="seconds")
