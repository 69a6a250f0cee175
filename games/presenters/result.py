"""How a game ended."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy

from games import decks
from games.presenters.players import round_out
from games.rules.projection import View
from games.snapshot import Snapshot

CAME = {
    2: gettext_lazy("You came second."),
    3: gettext_lazy("You came third."),
    4: gettext_lazy("You came fourth."),
    5: gettext_lazy("You came fifth."),
    6: gettext_lazy("You came sixth."),
    7: gettext_lazy("You came seventh."),
    8: gettext_lazy("You came eighth."),
    9: gettext_lazy("You came ninth."),
    10: gettext_lazy("You came tenth."),
}


@dataclass(frozen=True, slots=True)
class Placing:
    """A player in the final order; is_shared: others have the same rank.

    out_in: the round that put the player out, or None.
    """

    rank: int
    name: str
    heads_text: str
    is_shared: bool
    out_in: int | None


def present_result(snapshot: Snapshot, view: View | None, deck: str) -> tuple[Placing, ...]:
    """The final order, best first; empty while the game goes on."""
    if view is None or view.ranks is None:
        return ()
    ranks = view.ranks
    placings = [
        Placing(
            rank=ranks[seat.index],
            name=seat.name,
            heads_text=decks.count_heads(view.totals[seat.index], deck),
            is_shared=ranks.count(ranks[seat.index]) > 1,
            out_in=round_out(view, seat.index),
        )
        for seat in snapshot.seats
    ]
    return tuple(sorted(placings, key=lambda placing: placing.rank))


def placing_sentence(view: View, seat: int | None) -> str:
    """What the result means for a seat; nothing for a spectator or where there is no result."""
    if view.ranks is None or seat is None:
        return ""
    rank = view.ranks[seat]
    if rank > 1:
        return str(CAME[rank])
    if view.ranks.count(1) > 1:
        return gettext("You share first place.")
    return gettext("You win!")
