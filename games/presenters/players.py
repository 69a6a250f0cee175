"""The people round the table: what lies before each, and how they stand."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks
from games.live.regions import Region
from games.presenters.parts import region, render_part
from games.rules.options import Variant
from games.rules.projection import View
from games.rules.state import Awaited
from games.snapshot import SeatInfo, Snapshot


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One seat. lies: the card before it, its back while secret, empty before the choice.

    state: "free", "awaited", "chosen", "out" or "" for a class; state_text says the same.
    round_heads: of the round in play. total: of the finished rounds. None before the first deal.
    heads_text: both in words, for who cannot see them. out_in: the round that put it out.
    specials: how many special cards it holds; None in a game without them.
    """

    index: int
    name: str
    is_bot: bool
    is_away: bool
    lies: SafeString
    state: str
    state_text: str
    round_heads: int | None = None
    total: int | None = None
    heads_text: str = ""
    out_in: int | None = None
    specials: int | None = None
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class Players:
    """All seats together. is_plain: nothing can lie before anybody now."""

    count: int
    is_plain: bool


def present_players(snapshot: Snapshot, view: View | None, deck: str) -> Region:
    """The people round the table, a part each."""
    if view is None:
        shown = [_sitting(seat) for seat in snapshot.seats]
    else:
        shown = [
            _playing(view, seat, deck, is_away=snapshot.away[seat.index]) for seat in snapshot.seats
        ]
    players = Players(len(shown), is_plain=view is None or view.decision is None)
    parts = {f"player-{player.index}": render_part("player", player) for player in shown}
    return region("players", players, parts)


def _sitting(seat: SeatInfo) -> PlayerShown:
    return PlayerShown(
        index=seat.index,
        name=seat.name or gettext("Free seat"),
        is_bot=bool(seat.bot),
        is_away=False,
        lies=SafeString(""),
        state="free" if seat.is_free else "",
        state_text="",
    )


def _playing(view: View, seat: SeatInfo, deck: str, *, is_away: bool) -> PlayerShown:
    index = seat.index
    state = state_of(view, index)
    # At the end the last pile is part of the total already.
    out_in = round_out(view, index)
    has_specials = view.options.variant is Variant.SPECIAL and not view.ranks
    round_heads = None if view.ranks or out_in else view.pile_heads[index]
    return PlayerShown(
        index=index,
        name=seat.name,
        is_bot=bool(seat.bot),
        is_away=is_away,
        lies=_lying(view, index, deck),
        state=state,
        state_text=_state_text(view, state, out_in),
        round_heads=round_heads,
        total=view.totals[index],
        heads_text=_heads_text(view.totals[index], round_heads, deck),
        out_in=out_in,
        specials=view.special_counts[index] if has_specials else None,
        is_winner=view.ranks is not None and view.ranks[index] == 1,
    )


def _heads_text(total: int, round_heads: int | None, deck: str) -> str:
    words = decks.count_heads(total, deck)
    if round_heads is None:
        return words
    return gettext("%(total)s and %(round)d in this round") % {
        "total": words,
        "round": round_heads,
    }


def _lying(view: View, seat: int, deck: str) -> SafeString:
    for owner, card in view.revealed:
        if owner == seat:
            return decks.card(card, deck)
    return decks.back(deck) if seat in view.chosen else SafeString("")


def round_out(view: View, seat: int) -> int | None:
    """The round that put a seat out; None for who is in, and for who won although all passed."""
    is_winner = view.ranks is not None and view.ranks[seat] == 1
    return None if is_winner else view.eliminated_in[seat]


def state_of(view: View, seat: int) -> str:
    """What a seat is doing, as PlayerShown names it."""
    if round_out(view, seat) is not None:
        return "out"
    if view.decision is not None and seat in view.decision.seats:
        return "awaited"
    return "chosen" if seat in view.chosen else ""


def _state_text(view: View, state: str, out_in: int | None) -> str:
    match state:
        case "out":
            return gettext("out since round %(number)d") % {"number": out_in}
        case "awaited" if view.decision and view.decision.kind is Awaited.PICK:
            return gettext("is picking")
        case "awaited" if view.decision and view.decision.kind is Awaited.ROW:
            return gettext("takes a row")
        case "awaited" if view.decision and view.decision.kind is Awaited.SPECIAL:
            return gettext("may play a special card")
        case "awaited" if view.decision and view.decision.kind is Awaited.EXCHANGE:
            return gettext("may exchange a special card")
        case "awaited":
            return gettext("is choosing")
        case "chosen":
            return gettext("has chosen")
        case _:
            return ""
