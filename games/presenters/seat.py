"""What one viewer has before them: what is asked of them, and their hand."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import bots, decks
from games.forms import bot_level_name
from games.rules.actions import ChooseCard, TakeRow
from games.rules.cards import total_heads
from games.rules.projection import View
from games.store import Snapshot


@dataclass(frozen=True, slots=True)
class RowOffer:
    """A row one may take with a low card, and what it costs."""

    index: int
    heads: int

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def heads_text(self) -> str:
        return decks.count_heads(self.heads)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked. is_urgent: the table waits for this viewer. rows: to take one of them.

    bot_levels: (level, words) a host may seat. others: (index, name) of seats a host may free.
    """

    sentence: str
    is_urgent: bool
    rows: list[RowOffer]
    is_away: bool
    has_free_seat: bool
    client_seed: str
    bot_levels: list[tuple[str, str]]
    others: list[tuple[int, str]]
    can_start: bool


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand: its picture, whether it is the one chosen, whether it may be chosen now."""

    number: int
    picture: SafeString
    is_chosen: bool
    is_playable: bool


def present_hand(snapshot: Snapshot, view: View | None, deck: str) -> list[HandCard]:
    """The viewer's cards in ascending order; none for a spectator."""
    if view is None or snapshot.has_ended:
        return []
    playable = {action.card for action in view.actions if isinstance(action, ChooseCard)}
    return [
        HandCard(
            number=card,
            picture=decks.card(card, deck),
            is_chosen=card == view.choice,
            is_playable=card in playable,
        )
        for card in view.hand
    ]


def present_prompt(snapshot: Snapshot, view: View | None, seat: int | None) -> Prompt:
    """What is asked of a viewer, in play and around it."""
    decision = view.decision if view and not snapshot.has_ended else None
    rows = _row_offers(view)
    others = [(other.index, other.name) for other in snapshot.seats if other.index != seat]
    taken = [(index, name) for index, name in others if name]
    return Prompt(
        sentence=_sentence(snapshot, view, seat, rows),
        is_urgent=decision is not None and seat in decision.seats,
        rows=rows,
        is_away=seat is not None and snapshot.seats[seat].away and not snapshot.has_ended,
        has_free_seat=any(other.is_free for other in snapshot.seats),
        client_seed="" if seat is None else snapshot.seats[seat].client_seed,
        bot_levels=[(level, bot_level_name(level)) for level in bots.LEVELS],
        others=taken,
        can_start=bool(taken) and seat is not None,
    )


def _row_offers(view: View | None) -> list[RowOffer]:
    if view is None:
        return []
    return [
        RowOffer(action.row, total_heads(view.rows[action.row].cards))
        for action in view.actions
        if isinstance(action, TakeRow)
    ]


def _sentence(snapshot: Snapshot, view: View | None, seat: int | None, rows: list[RowOffer]) -> str:
    if view is None or snapshot.has_ended:
        return ""
    if seat is None:
        return gettext("You are watching: hands stay hidden.")
    if rows and view.decision:
        return gettext("Your %(card)d is lower than every row. Which row do you take?") % {
            "card": view.decision.card
        }
    if view.choice is not None:
        return gettext("You chose %(card)d; you may still change.") % {"card": view.choice}
    if any(isinstance(action, ChooseCard) for action in view.actions):
        return gettext("Choose your card.")
    return gettext("Your hand")
