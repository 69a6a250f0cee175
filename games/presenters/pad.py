"""The score pad of the leaflet: players by columns, rounds by rows."""

from dataclasses import dataclass

from games.rules.projection import View
from games.store import Snapshot


@dataclass(frozen=True, slots=True)
class Pad:
    """rounds: (number, heads by seat) of finished rounds. running: the round being played."""

    names: tuple[str, ...]
    rounds: tuple[tuple[int, tuple[int, ...]], ...]
    running_number: int | None
    running: tuple[int, ...]
    totals: tuple[int, ...]


def present_pad(snapshot: Snapshot, view: View | None) -> Pad | None:
    """The pad; None before the first deal."""
    if view is None:
        return None
    return Pad(
        names=tuple(seat.name for seat in snapshot.seats),
        rounds=tuple(enumerate(view.round_scores, start=1)),
        running_number=None if view.ranks else view.round_number,
        running=view.pile_heads,
        totals=view.totals,
    )
