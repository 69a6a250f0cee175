"""How long the bots of a running site let people watch what they do."""

from datetime import timedelta

from games.play import keeper
from games.table import transition

USUAL = dict(transition.BEATS), transition.THINKING, transition.PICKING, keeper.POLL_SECONDS


def pace_bots(*, are_hasty: bool) -> None:
    """Hasty ones wait for nobody; otherwise they are as everywhere."""
    hasty = dict.fromkeys(transition.BEATS, 0), timedelta(), timedelta(), 0.02
    beats, transition.THINKING, transition.PICKING, keeper.POLL_SECONDS = (
        hasty if are_hasty else USUAL
    )
    transition.BEATS.update(beats)
