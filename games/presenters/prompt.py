"""The private part of a page: what its viewer is asked, and their hand."""

from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from accounts import names
from games import decks
from games.access import Viewer
from games.bot_words import bot_levels
from games.live.regions import Region, region, render_part
from games.models import Table
from games.pause.presenter import PauseShown, away_sentences, paused_prompt, present_pause
from games.presenters.special_question import SpecialQuestion, present_question
from games.result.placing import placing_sentence
from games.rules.actions import ChooseCard, TakeRow
from games.rules.cards import total_heads
from games.rules.options import FEWEST_PLAYERS
from games.rules.projection import View
from games.rules.state import Awaited
from games.snapshot import Snapshot
from games.time_limits import day_and_time
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

    rows: to take one of them. question: what special cards ask. away: what happens while this
    viewer is away. pause: what may be done about one. next_turn: the code of a table by
    correspondence at which nothing is asked now, to lead to the next one. fast_forward: for a
    viewer who is out, "finish" where only bots play on, "watch" where people do. waiting: what may
    be done while the table is open. ended: what may be done after it.
    """

    rows: tuple[RowOffer, ...] = ()
    question: SpecialQuestion | None = None
    away: tuple[str, ...] = ()
    pause: PauseShown | None = None
    next_turn: str = ""
    fast_forward: str = ""
    waiting: "Waiting | None" = None
    ended: "Ended | None" = None


NO_BUTTONS = Buttons()


@dataclass(frozen=True, slots=True)
class Ended:
    """A table whose game is over. origin, origin_url: what the game belonged to, and its page.

    may_ask: the viewer may open the next table. asked_by: who waits for the viewer there, or "".
    rematch_code: of the next table, if there is one to look at. replay_url: empty where no card was
    dealt.
    """

    may_ask: bool
    asked_by: str
    rematch_code: str | None
    origin: str
    origin_url: str
    replay_url: str
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    """A seat before the deal; name empty: it is free. level: of its bot, in words, else empty."""

    index: int
    name: str
    level: str
    is_own: bool
    is_host: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for its players, as the viewer sees it.

    code: of the table. host: the name of who deals. client_seed: the viewer's text for the deal.
    bot_levels: (level, words) a host may seat. held: (player id, name) of those for whom seats are
    held; held_names: all of them in a sentence; held_until: the moment in words, empty where it is
    a matter of minutes. invites_guests: the viewer may make links for
    people without an account. is_guest: they are one.
    """

    code: str
    is_seated: bool
    is_member: bool
    is_host: bool
    host: str
    client_seed: str
    bot_levels: tuple[tuple[str, str], ...]
    seats: tuple[WaitingSeat, ...]
    held: tuple[tuple[int, str], ...]
    held_names: str
    held_until: str = ""
    invites_guests: bool = False
    is_guest: bool = False

    @property
    def first_free(self) -> int | None:
        """The index of the first free seat."""
        return next((seat.index for seat in self.seats if not seat.name), None)

    @property
    def has_free_seat(self) -> bool:
        return self.first_free is not None

    @property
    def is_ready(self) -> bool:
        """Whether enough sit there for a game."""
        return sum(bool(seat.name) for seat in self.seats) >= FEWEST_PLAYERS


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand: its picture, whether it is the one chosen, whether it may be chosen now."""

    number: int
    picture: SafeString
    is_chosen: bool
    is_playable: bool


@dataclass(frozen=True, slots=True)
class More:
    """Rare commands: leave one's seat to the bot, propose a pause, abandon the game."""

    can_step_away: bool
    can_pause: bool
    can_break_off: bool


def present_more(snapshot: Snapshot, viewer: Viewer) -> More:
    """The rare commands that a viewer may use."""
    play, seat = snapshot.play, viewer.seat
    is_playing = snapshot.status == Table.Status.PLAYING
    plays_on = is_playing and play is not None and seat in snapshot.still_play(play)
    return More(
        can_step_away=plays_on,
        can_pause=plays_on and _may_be_paused(snapshot),
        can_break_off=(viewer.is_host or viewer.is_organizer) and not snapshot.has_ended,
    )


def _may_be_paused(snapshot: Snapshot) -> bool:
    """Whether no pause is proposed or begun, and none was refused in this turn."""
    play = snapshot.play
    return play is not None and play.pause is None and play.pause_refused != play.since


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
    if snapshot.is_paused:
        decision = None
    is_special = decision is not None and decision.kind in {Awaited.SPECIAL, Awaited.EXCHANGE}
    is_urgent = decision is not None and seat in decision.seats
    question = present_question(view, deck) if is_special else None
    buttons = Buttons(
        rows=_row_offers(view, deck),
        question=question,
        away=away_sentences(snapshot) if is_away else (),
        pause=(
            present_pause(snapshot, seat, is_organizer=viewer.is_organizer)
            if snapshot.pause and not (is_away and snapshot.pause.waits_for_return)
            else None
        ),
        next_turn="" if is_urgent else _next_turn(snapshot, view, seat),
        fast_forward=_fast_forward(snapshot, view, seat),
        waiting=_waiting(snapshot, viewer) if snapshot.status == Table.Status.OPEN else None,
        ended=_ended(snapshot, viewer) if snapshot.has_ended else None,
    )
    return Prompt(
        seat=seat,
        sentence=_prompt_sentence(snapshot, view, seat, question),
        is_urgent=is_urgent,
        buttons=_buttons_html(buttons, viewer.language),
    )


def _prompt_sentence(
    snapshot: Snapshot, view: View | None, seat: int | None, question: SpecialQuestion | None
) -> str:
    if snapshot.is_paused and seat is not None:
        return paused_prompt(snapshot)
    return question.sentence if question else _sentence(snapshot, view, seat)


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


def _next_turn(snapshot: Snapshot, view: View | None, seat: int | None) -> str:
    if view is None or seat is None or snapshot.has_ended:
        return ""
    return snapshot.code if snapshot.is_by_correspondence else ""


def _waiting(snapshot: Snapshot, viewer: Viewer) -> Waiting:
    seat = viewer.seat
    levels = dict(bot_levels())
    seats = tuple(
        WaitingSeat(
            index=one.index,
            name=one.name,
            level=levels.get(one.bot, one.bot),
            is_own=one.index == seat,
            is_host=one.player_id is not None and one.player_id == snapshot.host_id,
        )
        for one in snapshot.seats
    )
    return Waiting(
        code=snapshot.code,
        is_seated=seat is not None,
        is_member=viewer.is_member,
        is_host=viewer.is_host,
        host=next((one.name for one in seats if one.is_host), ""),
        client_seed="" if seat is None else snapshot.seats[seat].client_seed,
        bot_levels=tuple(levels.items()),
        seats=seats,
        held=tuple((one.player_id, one.name) for one in snapshot.held),
        held_names=names.join_names([one.name for one in snapshot.held]),
        held_until=_held_until(snapshot),
        invites_guests=settings.GUEST_SEATS and viewer.is_host,
        is_guest=viewer.is_guest,
    )


def _held_until(snapshot: Snapshot) -> str:
    if not snapshot.held or not snapshot.is_by_correspondence:
        return ""
    return day_and_time(max(one.until for one in snapshot.held))


def _ended(snapshot: Snapshot, viewer: Viewer) -> Ended:
    seat = viewer.seat
    following = snapshot.next_table
    is_gone = following is not None and following.is_closed
    code = None if is_gone else snapshot.rematch_code
    is_asked = (
        following is not None
        and following.is_open
        and seat is not None
        and snapshot.seats[seat].player_id in following.held
    )
    return Ended(
        may_ask=seat is not None and code is None and not viewer.is_guest,
        asked_by=names.shown(following.host) if following and is_asked else "",
        rematch_code=code,
        origin=snapshot.origin,
        origin_url=snapshot.origin_url,
        replay_url=reverse("games:replay", args=[snapshot.code]) if snapshot.play else "",
        is_guest=viewer.is_guest,
    )


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
        return placing_sentence(view, seat, was_away=seat is not None and snapshot.away[seat])
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
