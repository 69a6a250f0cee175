"""The page of one position: the regions of the table, everybody's hand, and where one can go."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.names import isolated
from games import decks, special_cards
from games.live.regions import (
    PLACE_FOR_PARTS,
    Region,
    View,
    fresh_region,
    region,
    render_flat,
)
from games.presenters.board import present_board
from games.presenters.players import present_pad, present_players, round_out
from games.presenters.pool import present_picks, present_pool
from games.presenters.special_hand import present_supply
from games.presenters.status import Status, present_status, status_region
from games.presenters.story import present_story
from games.replay.navigation import present_ways
from games.replay.positions import Key, Position, is_end_of_round
from games.replay.replays import Replay
from games.rules.cards import SpecialKind
from games.rules.events import Took
from games.rules.projection import View as GameView
from games.rules.projection import view_for
from games.rules.state import Awaited, Decision
from games.snapshot import Snapshot

KEPT_CARDS = 2000
KEPT_HANDS = 2000
NOBODY = Decision(Awaited.CARD, ())


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A player's hand, open. out_in: the round that put the player out, or None."""

    seat: int
    name: str
    out_in: int | None
    specials: tuple[SafeString, ...]


def present_position(replay: Replay, index: int, deck: str, language: str) -> View:
    """All regions of the page of one position."""
    position = replay.course.positions[index]
    snapshot = replay.at(index)
    with translation.override(language):
        view = _view(position)
        is_drafting = bool(view.pool)
        return {
            "status": status_region(_status(snapshot, position), language),
            "players": present_players(snapshot, view, deck, language),
            "board": present_board(snapshot, view, deck, language),
            "story": fresh_region(
                "story", replace(present_story(snapshot, view, deck), is_replayed=True)
            ),
            "picks": region(
                "picks", present_picks(snapshot, view) if is_drafting else (), language
            ),
            "supply": region(
                "supply", present_supply(view) if snapshot.has_specials else None, language
            ),
            "pad": fresh_region("pad", _pad(snapshot, position, view)),
            "pool": region("pool", present_pool(view, deck) if is_drafting else None, language),
            "ways": Region(
                render_flat("games/replay/ways.html", {"ways": present_ways(replay.course, index)})
            ),
            **{
                f"hand_{seat}": _hand(snapshot, position, view, seat, deck, language)
                for seat in range(view.player_count)
            },
        }


def place_text(key: Key, hand_size: int, *, is_draft: bool) -> str:
    """Where a position is, in words."""
    turn, deal, step = place_patterns(hand_size, is_draft=is_draft)
    place = (turn if key.turn else deal).format(round=key.round, turn=key.turn)
    return step.format(place=place, step=key.step) if key.step else place


def place_patterns(hand_size: int, *, is_draft: bool) -> tuple[str, str, str]:
    """The words for a turn, for a deal and for a step within one, with {round}, {turn}, {step}."""
    turn = gettext("Round %(round)d, turn %(turn)d of %(turns)d")
    deal = (
        gettext("Round %(round)d, the draft") if is_draft else gettext("Round %(round)d, the deal")
    )
    names = {"%(round)d": "{round}", "%(turn)d": "{turn}", "%(turns)d": str(hand_size)}
    for name, value in names.items():
        turn, deal = turn.replace(name, value), deal.replace(name, value)
    return turn, deal, gettext("{place}, step {step}")


def _view(position: Position) -> GameView:
    """The game as everybody sees it; between turns nobody is awaited, as all have chosen."""
    view = view_for(position.state, None)
    if position.key.step is not None:
        return view
    view = replace(view, decision=NOBODY)
    if is_end_of_round(position.state) and not position.state.is_over:
        # The heads of the round are part of the totals now.
        view = replace(view, pile_heads=(0,) * view.player_count)
    return view


def _status(snapshot: Snapshot, position: Position) -> Status:
    options = position.state.options
    place = place_text(position.key, options.hand_size, is_draft=options.draft)
    return Status(place, _sentence(snapshot, position))


def _sentence(snapshot: Snapshot, position: Position) -> str:
    """What is awaited within a turn; what came of a whole one."""
    key, state = position.key, position.state
    if key.step is not None or state.is_over:
        return present_status(snapshot, view_for(state, None)).sentence
    if key.turn == 0:
        if state.options.draft:
            return gettext("Every hand is complete.")
        return gettext("Round %(number)d begins.") % {"number": key.round}
    taken: Counter[int] = Counter()
    for event in position.story:
        if isinstance(event, Took):
            taken[event.seat] += event.heads
    if not taken:
        return gettext("Nobody takes a row.")
    takes = ", ".join(
        f"{isolated(snapshot.seats[seat].name)}\N{NO-BREAK SPACE}{heads}"
        for seat, heads in sorted(taken.items())
    )
    return gettext("Taken in this turn: %(takes)s.") % {"takes": takes}


def _pad(snapshot: Snapshot, position: Position, view: GameView) -> object:
    pad = present_pad(snapshot, view)
    if pad is not None and is_end_of_round(position.state):
        return replace(pad, running_number=None)
    return pad


# --- Hands ------------------------------------------------------------------------------


def _hand(
    snapshot: Snapshot, position: Position, view: GameView, seat: int, deck: str, language: str
) -> Region:
    """The cards of a seat, a part each; the one it plays next is marked."""
    round = position.state.round
    shown = OpenHand(
        seat=seat,
        name=snapshot.seats[seat].name,
        out_in=round_out(view, seat),
        specials=tuple(_specials(position, seat)),
    )
    parts = {
        f"hand-{seat}-{card}": _card(seat, card, card == round.choices[seat], deck, language)
        for card in round.hands[seat]
    }
    return Region(_hand_html(shown, language), parts)


def _specials(position: Position, seat: int) -> Iterator[SafeString]:
    specials = position.state.round.specials
    if specials is not None:
        for kind in sorted(specials.hands[seat], key=list(SpecialKind).index):
            yield special_cards.face(kind)


@lru_cache(maxsize=KEPT_HANDS)
def _hand_html(hand: OpenHand, _language: str) -> SafeString:
    return render_flat("games/replay/hand.html", {"hand": hand, "parts": PLACE_FOR_PARTS})


@lru_cache(maxsize=KEPT_CARDS)
def _card(seat: int, card: int, is_next: bool, deck: str, _language: str) -> SafeString:
    picture = decks.card(card, deck)
    shown = {"seat": seat, "card": card, "is_next": is_next, "picture": picture}
    return render_flat("games/replay/card.html", shown)
