"""The private part of a page: what its viewer is asked, and their hand."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games import decks
from games.access import Viewer
from games.bot_words import bot_levels
from games.live.regions import Region, region, render_part
from games.models import Table
from games.presenters.result import placing_sentence
from games.presenters.special_question import SpecialQuestion, present_question
from games.rules.actions import ChooseCard, TakeRow
from games.rules.cards import total_heads
from games.rules.projection import View
from games.rules.state import Awaited
from games.snapshot import Snapshot
from games.transition import is_left_to_bots

# Every card of three decks in two languages, chosen or not, playable or not.
KEPT_CARDS = 2500
KEPT_BUTTONS = 2000


@dataclass(frozen=True, slots=True)
class RowOffer:
    """A row one may take with a low card, and what it costs: a figure, a picture, words."""

    index: int
    heads: int
    head: SafeString
    heads_text: str

    @property
    def number(self) -> int:
        return self.index + 1


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked. buttons: what buttons it (Buttons), empty where a card of the hand does.

    seat: None for a spectator. is_urgent: the table waits for this viewer.
    """

    seat: int | None
    sentence: str
    is_urgent: bool
    buttons: SafeString


@dataclass(frozen=True, slots=True)
class Buttons:
    """What one may do beside choosing a card. It names the table only where that matters.

    rows: to take one of them. question: what special cards ask. is_away: the bot plays for this
    viewer. fast_forward: for a viewer who is out, "finish" where only bots play on, "watch" where
    people do. waiting: what may be done while the table is open. ended: what may be done after it.
    """

    rows: tuple[RowOffer, ...] = ()
    question: SpecialQuestion | None = None
    is_away: bool = False
    fast_forward: str = ""
    waiting: "Waiting | None" = None
    ended: "Ended | None" = None


NO_BUTTONS = Buttons()


@dataclass(frozen=True, slots=True)
class Ended:
    """A table whose game is over. origin, origin_url: what the game belonged to, and its page."""

    is_seated: bool
    rematch_code: str | None
    origin: str
    origin_url: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for its players, as the viewer sees it.

    code: of the table. host: the name of who deals. client_seed: the viewer's text for the deal.
    bot_levels: (level, words) a host may seat. others: (index, name) of the seats a host may free.
    """

    code: str
    is_seated: bool
    is_member: bool
    is_host: bool
    host: str
    has_free_seat: bool
    client_seed: str
    bot_levels: tuple[tuple[str, str], ...]
    others: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand: its picture, whether it is the one chosen, whether it may be chosen now."""

    number: int
    picture: SafeString
    is_chosen: bool
    is_playable: bool


@dataclass(frozen=True, slots=True)
class More:
    """Rare commands: let the bot play for oneself, abandon the game."""

    can_step_away: bool
    can_break_off: bool


def present_more(snapshot: Snapshot, viewer: Viewer) -> More:
    """The rare commands that a viewer may use."""
    is_playing = snapshot.status == Table.Status.PLAYING
    seat = viewer.seat
    return More(
        can_step_away=is_playing and seat is not None and not snapshot.away[seat],
        can_break_off=(viewer.is_host or viewer.is_organizer) and not snapshot.has_ended,
    )


def present_hand(snapshot: Snapshot, view: View | None, deck: str, language: str) -> Region:
    """The viewer's cards in ascending order, a part each; none for a spectator."""
    if view is None or snapshot.has_ended:
        return region("hand", False, language)
    playable = {action.card for action in view.actions if isinstance(action, ChooseCard)}
    parts = {
        f"card-{card}": _card_html(card, card == view.choice, card in playable, deck, language)
        for card in view.hand
    }
    return region("hand", bool(parts), language, parts)


@lru_cache(maxsize=KEPT_CARDS)
def _card_html(
    number: int,
    is_chosen: bool,
    is_playable: bool,
    deck: str,
    _language: str,
) -> SafeString:
    picture = decks.card(number, deck)
    return render_part("hand_card", HandCard(number, picture, is_chosen, is_playable))


def present_prompt(snapshot: Snapshot, view: View | None, viewer: Viewer) -> Prompt:
    """What is asked of a viewer, in play and around it."""
    seat, deck = viewer.seat, viewer.deck
    is_away = _bot_plays(snapshot, view, seat)
    if is_away:
        view = None  # a player for whom the bot plays is asked nothing
    decision = view.decision if view and not snapshot.has_ended else None
    is_special = decision is not None and decision.kind in {Awaited.SPECIAL, Awaited.EXCHANGE}
    question = present_question(view, deck) if is_special else None
    buttons = Buttons(
        rows=_row_offers(view, deck),
        question=question,
        is_away=is_away,
        fast_forward=_fast_forward(snapshot, view, seat),
        waiting=_waiting(snapshot, viewer) if snapshot.status == Table.Status.OPEN else None,
        ended=_ended(snapshot, seat) if snapshot.has_ended else None,
    )
    return Prompt(
        seat=seat,
        sentence=question.sentence if question else _sentence(snapshot, view, seat),
        is_urgent=decision is not None and seat in decision.seats,
        buttons=_buttons_html(buttons, viewer.language),
    )


@lru_cache(maxsize=KEPT_BUTTONS)
def _buttons_html(buttons: Buttons, _language: str) -> SafeString:
    return SafeString("") if buttons == NO_BUTTONS else render_part("buttons", buttons)


def _fast_forward(snapshot: Snapshot, view: View | None, seat: int | None) -> str:
    if view is None or seat is None or snapshot.has_ended or view.eliminated_in[seat] is None:
        return ""
    return "finish" if is_left_to_bots(snapshot) else "watch"


def _bot_plays(snapshot: Snapshot, view: View | None, seat: int | None) -> bool:
    if view is None or seat is None or snapshot.has_ended:
        return False
    return snapshot.away[seat] and view.eliminated_in[seat] is None


def _waiting(snapshot: Snapshot, viewer: Viewer) -> Waiting:
    seat = viewer.seat
    return Waiting(
        code=snapshot.code,
        is_seated=seat is not None,
        is_member=viewer.is_member,
        is_host=viewer.is_host,
        host=next((one.name for one in snapshot.seats if one.player_id == snapshot.host_id), ""),
        has_free_seat=any(other.is_free for other in snapshot.seats),
        client_seed="" if seat is None else snapshot.seats[seat].client_seed,
        bot_levels=tuple(bot_levels()),
        others=tuple(
            (other.index, other.name)
            for other in snapshot.seats
            if other.index != seat and not other.is_free
        ),
    )


def _ended(snapshot: Snapshot, seat: int | None) -> Ended:
    return Ended(seat is not None, snapshot.rematch_code, snapshot.origin, snapshot.origin_url)


def _row_offers(view: View | None, deck: str) -> tuple[RowOffer, ...]:
    if view is None:
        return ()
    return tuple(
        _row_offer(action.row, total_heads(view.rows[action.row].cards), deck)
        for action in view.actions
        if isinstance(action, TakeRow)
    )


def _row_offer(index: int, heads: int, deck: str) -> RowOffer:
    return RowOffer(index, heads, decks.head(deck), decks.count_heads(heads, deck))


def _sentence(snapshot: Snapshot, view: View | None, seat: int | None) -> str:
    if view is None:
        return ""
    if snapshot.has_ended:
        return placing_sentence(view, seat)
    if seat is None:
        return gettext("You are watching: hands stay hidden.")
    if view.eliminated_in[seat] is not None:
        return gettext("You have been out since round %(number)d, and can watch the others.") % {
            "number": view.eliminated_in[seat]
        }
    decision = view.decision
    if decision and decision.kind is Awaited.PICK:
        return _pick_sentence(view, decision.seats[0], seat)
    if decision and decision.kind is Awaited.ROW and seat in decision.seats:
        return gettext("Your %(card)d is lower than every row. Which row do you take?") % {
            "card": decision.card
        }
    if view.choice is not None:
        return gettext("You chose %(card)d; you may still change.") % {"card": view.choice}
    if any(isinstance(action, ChooseCard) for action in view.actions):
        if len(view.hand) == 1:
            return gettext("Your last card plays itself.")
        return gettext("Choose your card.")
    return gettext("Your hand")


def _pick_sentence(view: View, picker: int, seat: int) -> str:
    """In a draft: when it is this seat's turn."""
    if picker == seat:
        return gettext("Your pick: take a card.")
    if len(view.hand) == view.options.hand_size:
        return gettext("Your hand is complete.")
    others = (view.seats.index(seat) - view.seats.index(picker)) % len(view.seats)
    if others == 1:
        return gettext("You pick next.")
    return ngettext(
        "You pick after %(count)d other player.", "You pick after %(count)d other players.", others
    ) % {"count": others}
