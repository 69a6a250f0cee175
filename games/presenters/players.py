"""The people round the table: what lies before each, how they stand, and their score pad."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from accounts import names
from games import decks
from games.live.regions import Region, region, render_part
from games.rules.options import Variant
from games.rules.projection import View
from games.rules.state import Awaited
from games.snapshot import SeatInfo, Snapshot

KEPT_PLAYERS = 4000
KEPT_ROUNDS = 500
BACK = 0


class SeatFacts(NamedTuple):
    """What follows from the game and the seat alone, without words: the key of a player's HTML.

    lies: the card before it, 0 for a card's back, None for nothing. state: "free", "awaited",
    "chosen", "out" or "". awaited: what the table waits for. round_heads: of the round in play.
    total: of the finished rounds. limit: the total beyond which the game, or its part in it, ends.
    out_in: the round that put it out. specials: how many special cards it holds. None stands for
    what there is not, as before the first deal.
    """

    seat: int
    written: str
    is_bot: bool
    is_away: bool = False
    lies: int | None = None
    state: str = ""
    awaited: Awaited | None = None
    round_heads: int | None = None
    total: int | None = None
    limit: int | None = None
    out_in: int | None = None
    specials: int | None = None
    is_winner: bool = False

    @property
    def heads(self) -> int:
        """The running total: with the round in play."""
        return (self.total or 0) + (self.round_heads or 0)


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One seat. lies: the card before it, its back while secret, empty before the choice.

    unseen: the state and the heads in words, for who cannot see them. The other texts are facts in
    words too: specials; out_in.
    """

    facts: SeatFacts
    name: str
    lies: SafeString
    unseen: str
    specials_text: str
    out_text: str


@dataclass(frozen=True, slots=True)
class Players:
    """All seats together. is_plain: nothing can lie before anybody now."""

    count: int
    is_plain: bool


def present_players(snapshot: Snapshot, view: View | None, deck: str, language: str) -> Region:
    """The people round the table, a part each."""
    parts = {
        f"player-{seat.index}": _player_html(
            _sitting(seat)
            if view is None
            else _playing(view, seat, snapshot.away[seat.index] and not snapshot.has_ended),
            deck,
            language,
        )
        for seat in snapshot.seats
    }
    players = Players(len(parts), is_plain=view is None or view.decision is None)
    return region("players", players, language, parts)


def _sitting(seat: SeatInfo) -> SeatFacts:
    return SeatFacts(seat.index, seat.written, bool(seat.bot), state="free" if seat.is_free else "")


def _playing(view: View, seat: SeatInfo, is_away: bool) -> SeatFacts:
    index = seat.index
    state = state_of(view, index)
    out_in = round_out(view, index)
    has_specials = view.options.variant is Variant.SPECIAL and not view.ranks
    return SeatFacts(
        seat=index,
        written=seat.written,
        is_bot=bool(seat.bot),
        is_away=is_away,
        lies=_lying(view, index),
        state=state,
        awaited=view.decision.kind if state == "awaited" and view.decision else None,
        # At the end the last pile is part of the total already.
        round_heads=None if view.ranks or out_in else view.pile_heads[index],
        total=view.totals[index],
        limit=None if view.options.variant is Variant.SPECIAL else view.options.limit,
        out_in=out_in,
        specials=view.special_counts[index] if has_specials else None,
        is_winner=view.ranks is not None and view.ranks[index] == 1,
    )


@lru_cache(maxsize=KEPT_PLAYERS)
def _player_html(facts: SeatFacts, deck: str, _language: str) -> SafeString:
    name = names.shown(facts.written)
    shown = PlayerShown(
        facts=facts,
        name=name or gettext("Free seat"),
        lies=_face(facts.lies, deck),
        unseen=", ".join(filter(None, (_state_text(facts), _heads_text(facts, deck)))),
        specials_text="" if facts.specials is None else _specials_text(facts.specials),
        out_text=gettext("out, round %(number)s") % {"number": facts.out_in},
    )
    return render_part("player", shown)


def _heads_text(facts: SeatFacts, deck: str) -> str:
    if facts.total is None:
        return ""
    words = decks.count_heads(facts.total, deck)
    if not facts.round_heads:
        return words
    return gettext("%(total)s and %(round)d in this round") % {
        "total": words,
        "round": facts.round_heads,
    }


def _specials_text(count: int) -> str:
    return ngettext("%(number)s special card", "%(number)s special cards", count) % {
        "number": count
    }


def _lying(view: View, seat: int) -> int | None:
    for owner, card in view.revealed:
        if owner == seat:
            return card
    return BACK if seat in view.chosen else None


def _face(lies: int | None, deck: str) -> SafeString:
    if lies is None:
        return SafeString("")
    return decks.back(deck) if lies == BACK else decks.card(lies, deck)


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


def _state_text(facts: SeatFacts) -> str:
    if facts.state == "out":
        return gettext("out since round %(number)d") % {"number": facts.out_in}
    if facts.state == "chosen":
        return gettext("has chosen")
    match facts.awaited:
        case None:
            return ""
        case Awaited.PICK:
            return gettext("is picking")
        case Awaited.ROW:
            return gettext("takes a row")
        case Awaited.SPECIAL:
            return gettext("may play a special card")
        case Awaited.EXCHANGE:
            return gettext("may exchange a special card")
        case _:
            return gettext("is choosing")


# --- The score pad of the leaflet: players by columns, rounds by rows -------------------

Scores = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """rounds: finished ones, as rows of the table. running: the round being played, heads by seat.

    Heads are None after the round that put a seat out; out: by seat, whether it is.
    """

    names: tuple[str, ...]
    out: tuple[bool, ...]
    rounds: SafeString
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
        rounds=_rounds_html(
            tuple(
                _scores(view, number, scores)
                for number, scores in enumerate(view.round_scores, start=1)
            )
        ),
        running_number=None if view.ranks else view.round_number,
        running=_scores(view, view.round_number, view.pile_heads),
        totals=view.totals,
    )


# They hold no words, and stay while a round is played.
@lru_cache(maxsize=KEPT_ROUNDS)
def _rounds_html(rounds: tuple[Scores, ...]) -> SafeString:
    return render_part("rounds", rounds)


def _scores(view: View, number: int, scores: tuple[int, ...]) -> Scores:
    """The heads of a round; None for a seat that was out before it."""
    return tuple(
        score if out_in is None or number <= out_in else None
        for score, out_in in zip(scores, view.eliminated_in, strict=True)
    )
