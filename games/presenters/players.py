"""The people round the table: what lies before each, and how they stand."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks
from games.rules.projection import View
from games.rules.state import Awaited
from games.store import SeatInfo, Snapshot


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One seat. lies: the card before it, its back while secret, empty before the choice.

    state: "free", "awaited", "chosen", "out" or "" for a class; state_text says the same.
    round_heads: of the round in play. total: of the finished rounds. None before the first deal.
    """

    index: int
    name: str
    is_bot: bool
    is_away: bool
    is_host: bool
    lies: SafeString
    state: str
    state_text: str
    round_heads: int | None = None
    total: int | None = None
    rank: int | None = None

    @property
    def heads_text(self) -> str:
        """The figures in words, for who cannot see them."""
        total = decks.count_heads(self.total or 0)
        if self.round_heads is None:
            return total
        return gettext("%(total)s and %(round)d in this round") % {
            "total": total,
            "round": self.round_heads,
        }


def present_players(snapshot: Snapshot, view: View | None, deck: str) -> list[PlayerShown]:
    """All seats in their order."""
    if view is None:
        return [_sitting(snapshot, seat) for seat in snapshot.seats]
    revealed = dict(view.revealed)
    return [
        PlayerShown(
            index=seat.index,
            name=seat.name,
            is_bot=bool(seat.bot),
            is_away=seat.away,
            is_host=_is_host(snapshot, seat),
            lies=_lying(view, seat.index, revealed, deck),
            state=(state := _state(view, seat.index)),
            state_text=_state_text(view, state),
            # At the end the last pile is part of the total already.
            round_heads=None if view.ranks else view.pile_heads[seat.index],
            total=view.totals[seat.index],
            rank=view.ranks[seat.index] if view.ranks else None,
        )
        for seat in snapshot.seats
    ]


def _sitting(snapshot: Snapshot, seat: SeatInfo) -> PlayerShown:
    return PlayerShown(
        index=seat.index,
        name=seat.name or gettext("Free seat"),
        is_bot=bool(seat.bot),
        is_away=False,
        is_host=_is_host(snapshot, seat),
        lies=SafeString(""),
        state="free" if seat.is_free else "",
        state_text="",
    )


def _is_host(snapshot: Snapshot, seat: SeatInfo) -> bool:
    return seat.player_id is not None and seat.player_id == snapshot.host_id


def _lying(view: View, seat: int, revealed: dict[int, int], deck: str) -> SafeString:
    if seat in revealed:
        return decks.card(revealed[seat], deck)
    return decks.back(deck) if seat in view.chosen else SafeString("")


def _state(view: View, seat: int) -> str:
    if view.eliminated_in[seat] is not None:
        return "out"
    if view.decision is not None and seat in view.decision.seats:
        return "awaited"
    return "chosen" if seat in view.chosen else ""


def _state_text(view: View, state: str) -> str:
    match state:
        case "out":
            return gettext("out of the game")
        case "awaited" if view.decision and view.decision.kind is Awaited.ROW:
            return gettext("takes a row")
        case "awaited":
            return gettext("is choosing")
        case "chosen":
            return gettext("has chosen")
        case _:
            return ""
