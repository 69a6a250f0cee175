"""The score pad of the leaflet: players by columns, rounds by rows."""

from dataclasses import dataclass

from games.presenters.players import round_out
from games.rules.projection import View
from games.snapshot import Snapshot

Scores = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """rounds: (number, heads by seat) of finished rounds. running: the round being played.

    Heads are None after the round that put a seat out; out: by seat, whether it is.
    """

    names: tuple[str, ...]
    out: tuple[bool, ...]
    rounds: tuple[tuple[int, Scores], ...]
    running_number: int | None
    running: Scores
    totals: tuple[int, ...]

    @property
    def columns(self) -> list[tuple[str, bool]]:
        """(name, whether out) by seat."""
        return list(zip(self.names, self.out, strict=True))


def present_pad(snapshot: Snapshot, view: View | None) -> Pad | None:
    """The pad; None before the first deal."""
    if view is None:
        return None
    return Pad(
        names=tuple(seat.name for seat in snapshot.seats),
        out=tuple(round_out(view, seat) is not None for seat in range(view.player_count)),
        rounds=tuple(
            (number, _scores(view, number, scores))
            for number, scores in enumerate(view.round_scores, start=1)
        ),
        running_number=None if view.ranks else view.round_number,
        running=_scores(view, view.round_number, view.pile_heads),
        totals=view.totals,
    )


def _scores(view: View, number: int, scores: tuple[int, ...]) -> Scores:
    """The heads of a round; None for a seat that was out before it."""
    return tuple(
        score if out_in is None or number <= out_in else None
        for score, out_in in zip(scores, view.eliminated_in, strict=True)
    )
