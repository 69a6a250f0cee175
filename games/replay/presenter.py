"""The page of one position: the regions of the table, everybody's hand, and where one can go."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts import names
from accounts.names import isolated
from games.live.regions import PARTS, Look, Region, View, in_its_language, render_flat
from games.page import special_cards
from games.page.describe import (
    describe_board,
    describe_players,
    describe_supply,
    pad_of,
    status_region,
    status_sentence,
    story_of,
)
from games.page.draft import describe_picks, describe_pool
from games.page.draw import PadFacts, draw_pad
from games.page.ox import names_of, tally_of
from games.page.story import draw_story
from games.page.words import Sentence, say
from games.page.words import card as draw_face
from games.replay.positions import Key, Position, is_end_of_round, present_ways
from games.replay.replays import Replay
from games.replay.threads import draw_threads, threads_of
from games.rules.cards import SpecialKind
from games.rules.engine import view_for
from games.rules.events import Took
from games.rules.held_cards import Specials
from games.rules.state import Awaited, Decision
from games.rules.state import View as GameView
from games.table.snapshot import Snapshot

NOBODY = Decision(Awaited.CARD, ())


class OpenHand(NamedTuple):
    """A player's hand, open. out_in: the round that put the player out, or None."""

    seat: int
    name: str
    out_in: int | None
    specials: Specials


def describe_position(replay: Replay, index: int, own: int | None = None) -> View:
    """All regions of the page of one position; own: the seat whose threads are drawn, if any."""
    position = replay.course.positions[index]
    table = replay.at(index)
    view = _view(position)
    return {
        "status": status_region(_place(position), _sentence(table, position), tally=tally_of(view)),
        "players": describe_players(table, view),
        "board": describe_board(table, view),
        "story": Region((draw_story, story_of(table, view)._replace(is_replayed=True))),
        "picks": describe_picks(table, view),
        "supply": describe_supply(view),
        "pad": Region((draw_pad, _pad(table, position, view))),
        "pool": describe_pool(view),
        "ways": Region((_draw_ways, replay, index)),
        **({} if own is None else {"threads": _threads(position, view, own)}),
        **{f"hand_{seat}": _hand(table, position, view, seat) for seat in range(view.player_count)},
    }


@in_its_language
def _draw_ways(_look: Look, replay: Replay, index: int) -> SafeString:
    return render_flat("games/replay/ways.html", {"ways": present_ways(replay.course, index)})


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
    view = view._replace(decision=NOBODY)
    if is_end_of_round(position.state) and not position.state.is_over:
        # The heads of the round are part of the totals now.
        view = view._replace(pile_heads=(0,) * view.player_count)
    return view


def _place(position: Position) -> Sentence:
    options = position.state.options
    return _say_place, position.key, options.hand_size, options.draft


@in_its_language
def _say_place(_look: Look, key: Key, hand_size: int, is_draft: bool) -> str:
    return place_text(key, hand_size, is_draft=is_draft)


def _sentence(table: Snapshot, position: Position) -> Sentence:
    """What is awaited within a turn; what came of a whole one."""
    key, state = position.key, position.state
    if key.step is not None or state.is_over:
        return status_sentence(table, view_for(state, None))
    if key.turn == 0:
        if state.options.draft:
            return say, _("Every hand is complete.")
        return say, _("Round %(number)d begins."), ("number", key.round)
    taken: Counter[int] = Counter()
    for event in position.story:
        if isinstance(event, Took):
            taken[event.seat] += event.heads
    written = names_of(table, view_for(state, None))
    return _say_taken, *((written[seat], heads) for seat, heads in sorted(taken.items()))


@in_its_language
def _say_taken(_look: Look, *taken: tuple[str, int]) -> str:
    if not taken:
        return gettext("Nobody takes a row.")
    takes = ", ".join(
        f"{isolated(names.shown(name))}\N{NO-BREAK SPACE}{heads}" for name, heads in taken
    )
    return gettext("Taken in this turn: %(takes)s.") % {"takes": takes}


def _pad(table: Snapshot, position: Position, view: GameView) -> PadFacts | None:
    pad = pad_of(table, view)
    if pad is not None and is_end_of_round(position.state):
        return pad._replace(number=None)
    return pad


def _threads(position: Position, view: GameView, seat: int) -> Region:
    """Only where a card is chosen: within a turn, and after a round, there is nothing to choose."""
    round = position.state.round
    is_choice = position.key.step is None and not is_end_of_round(position.state)
    hand = round.hands[seat] if is_choice else ()
    return Region((draw_threads, threads_of(view, hand, round.choices[seat])))


# --- Hands ------------------------------------------------------------------------------


def _hand(table: Snapshot, position: Position, view: GameView, seat: int) -> Region:
    """The cards of a seat, a part each; the one it plays next is marked."""
    round = position.state.round
    hand = OpenHand(
        seat=seat,
        name=table.seats[seat].written,
        out_in=view.out_in(seat),
        specials=round.specials.hands[seat] if round.specials else (),
    )
    flipped = round.choices[seat] if round.is_flipped(seat) else None
    parts = {
        f"hand-{seat}-{card}": (
            _draw_card,
            seat,
            -card if card == flipped else card,
            card == round.choices[seat],
        )
        for card in round.hands[seat]
    }
    return Region((_draw_hand, hand, bool(parts)), parts)


@lru_cache(maxsize=2000)
@in_its_language
def _draw_hand(_look: Look, hand: OpenHand, has_cards: bool) -> SafeString:
    kinds = sorted(hand.specials, key=list(SpecialKind).index)
    context = {
        "hand": hand,
        "name": names.shown(hand.name),
        "specials": [special_cards.face(kind) for kind in kinds],
        "parts": PARTS if has_cards else "",
    }
    return render_flat("games/replay/hand.html", context)


@lru_cache(maxsize=2000)
@in_its_language
def _draw_card(look: Look, seat: int, card: int, is_next: bool) -> SafeString:
    """card: below 0 where it is played flipped."""
    picture = draw_face(look, card)
    shown = {"seat": seat, "card": abs(card), "is_next": is_next, "picture": picture}
    return render_flat("games/replay/card.html", shown)
