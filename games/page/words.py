"""The words of a table: those that follow from a few values, and the sentences of its status."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts import names
from games.live.regions import Look, in_its_language
from games.page import decks, fan_cards, special_cards
from games.rules.cards import FLIPPED, LAST_CARD, FanFace, OxKind, SpecialKind
from games.rules.options import Options
from games.rules.state import Awaited
from games.table.time_limits import day_and_time

KEPT = 4000

# (say, *values): say(look, *values) is the text.
Sentence = tuple[Any, ...]


@lru_cache(maxsize=KEPT)
@in_its_language
def name_of(_look: Look, written: str) -> str:
    """A name that is kept (accounts.names) as it is shown."""
    return names.shown(written)


@lru_cache(maxsize=KEPT)
def _isolated(look: Look, written: str) -> str:
    return names.isolated(name_of(look, written))


def row_name(index: int) -> str:
    """A row by its number on the cloth, in the language of the moment; index: from 0."""
    return gettext("row %(number)d") % {"number": index + 1}


@lru_cache(maxsize=KEPT)
def bold(look: Look, written: str) -> SafeString:
    """A name inside a sentence that is HTML."""
    return format_html("<b>{}</b>", name_of(look, written))


def join(look: Look, written: Sequence[str]) -> str:
    """Names as a sentence lists them: "Ana, Bob and Chloé"."""
    shown = [_isolated(look, name) for name in written]
    if len(shown) < 2:
        return "".join(shown)
    words = {"others": ", ".join(shown[:-1]), "last": shown[-1]}
    return look.gettext("%(others)s and %(last)s") % words


@lru_cache(maxsize=KEPT)
@in_its_language
def count_heads(look: Look, count: int) -> str:
    """So many penalties in the words of the deck: "5 bull heads"."""
    return decks.count_heads(count, look.deck)


def card(look: Look, number: int) -> SafeString:
    """The face of a card; 0: its back. Below 0 the card of that number lies flipped."""
    return faces(look)[number] if number >= 0 else _flipped_face(look, -number)


@cache
@in_its_language
def faces(look: Look) -> Sequence[SafeString]:
    """The back of the cards, and their faces by their numbers."""
    numbers = range(1, LAST_CARD + 1)
    return [decks.back(look.deck), *[decks.card(number, look.deck) for number in numbers]]


@lru_cache(maxsize=KEPT)
@in_its_language
def _flipped_face(look: Look, number: int) -> SafeString:
    return decks.flipped(number, look.deck)


@lru_cache(maxsize=KEPT)
@in_its_language
def head(look: Look) -> SafeString:
    """One head, beside a figure."""
    return decks.head(look.deck)


@lru_cache(maxsize=KEPT)
@in_its_language
def cabriole(_look: Look) -> SafeString:
    """The jumping cow."""
    return decks.cabriole()


@lru_cache(maxsize=KEPT)
@in_its_language
def special_face(_look: Look, kind: SpecialKind) -> SafeString:
    """The face of a special card."""
    return special_cards.face(kind)


@lru_cache(maxsize=KEPT)
@in_its_language
def special_chip(_look: Look, kind: SpecialKind | OxKind) -> SafeString:
    """The name of a special card inside a sentence that is HTML."""
    return special_cards.chip(kind)


@lru_cache(maxsize=KEPT)
@in_its_language
def fan_face(_look: Look, shows: FanFace) -> SafeString:
    """The face of a fan card at a row."""
    return fan_cards.face(shows)


@lru_cache(maxsize=KEPT)
@in_its_language
def flipped_chip(_look: Look, number: int) -> SafeString:
    """A flipped number inside a sentence that is HTML."""
    return decks.flipped_chip(number)


@in_its_language
def moment(_look: Look, at: datetime) -> str:
    """A day and a time."""
    return day_and_time(at)


# --- The line above the table ---------------------------------------------------------------

# More names do not fit on a phone; those who are awaited are marked in the list of players too.
MOST_NAMES = 3


def nothing(_look: Look) -> str:
    """No sentence."""
    return ""


def say(look: Look, text: str, *values: tuple[str, object]) -> str:
    """A sentence of a fixed text. values: what its places hold, by their names."""
    words = look.gettext(text)
    return words % dict(values) if values else words


NOTHING: Sentence = (nothing,)
# In place of round and turn.
OPEN: Sentence = (say, _("The table is open"))
OPEN_RATED: Sentence = (say, _("The table is open, rated"))
END: Sentence = (say, _("The end"))
# Of a table at which nobody has dealt, and of a game without a result.
CLOSED: Sentence = (say, _("This table was closed before the first deal."))
ABANDONED: Sentence = (say, _("This game was abandoned."))
# While the game stands still; because everybody has left; in the last seconds of a pause.
PAUSED: Sentence = (say, _("The game is paused."))
ALL_AWAY: Sentence = (say, _("The game is paused: everybody is away."))
GOES_ON: Sentence = (say, _("The game resumes."))
# At the start of a turn of many.
EVERYBODY_CHOOSES: Sentence = (say, _("Everybody chooses a card."))


def say_place(look: Look, number: int, turn: int, options: Options) -> str:
    """Round and turn; turn 0 is a draft."""
    if turn == 0:
        return look.gettext("Round %(round)d, the draft") % {"round": number}
    words = {"round": number, "turn": turn, "turns": options.hand_size}
    return look.gettext("Round %(round)d, turn %(turn)d of %(turns)d") % words


def say_rated_place(look: Look, number: int, turn: int, options: Options) -> str:
    """The same of a rated game."""
    return f"{look.gettext('Rated')} · {say_place(look, number, turn, options)}"


def say_free_seats(look: Look, free: int, held: int) -> str:
    """Before the first deal. free: without the seats that are held for somebody."""
    if free:
        words = {"count": free}
        return look.ngettext("%(count)d seat is free.", "%(count)d seats are free.", free) % words
    if held:
        words = {"count": held}
        return look.ngettext("%(count)d seat is kept.", "%(count)d seats are kept.", held) % words
    return look.gettext("Every seat is taken: the host may start.")


def say_winners(look: Look, *winners: str) -> str:
    """At the end."""
    words = {"names": join(look, winners)}
    return look.ngettext("%(names)s wins.", "%(names)s win together.", len(winners)) % words


def awaited_cards(awaited: Sequence[str], players: int) -> Sentence:
    """The sentence about those whose card is missing, out of so many players."""
    if len(awaited) == players > MOST_NAMES:
        return EVERYBODY_CHOOSES
    return say_waiting, *awaited


def say_waiting(look: Look, *awaited: str) -> str:
    """Whose card is missing."""
    more = len(awaited) - MOST_NAMES
    if more < 2:
        return look.gettext("Waiting for %(names)s.") % {"names": join(look, awaited)}
    first = ", ".join([join(look, [name]) for name in awaited[:MOST_NAMES]])
    words = {"names": first, "count": more}
    return look.gettext("Waiting for %(names)s and %(count)d others.") % words


def say_takes_row(look: Look, name: str, card: int) -> str:
    """Of a card below every row."""
    words = {"names": join(look, [name]), "card": card}
    return (
        look.gettext("%(card)d is too low for every row: %(names)s chooses a row to take.") % words
    )


def say_fits_no_row(look: Look, name: str, card: int) -> str:
    """The same beside a fan card, where such a card need not be low."""
    words = {"names": join(look, [name]), "card": card}
    return look.gettext("%(card)d fits no row: %(names)s chooses a row to take.") % words


def say_yours_fits_no_row(look: Look, card: int) -> str:
    """To the player of such a card."""
    return look.gettext("%(card)d fits no row: choose one to take.") % {"card": card}


def say_council(look: Look, *awaited: str) -> str:
    """Against the ox, before the numbers are placed: who has not said anything yet."""
    if len(awaited) > MOST_NAMES:
        return look.gettext("The team talks.")
    return look.gettext("The team talks: waiting for %(names)s.") % {"names": join(look, awaited)}


def say_against_ox(look: Look, is_won: bool) -> str:
    """At the end of a game against the ox."""
    return look.gettext("The team wins!") if is_won else look.gettext("The ox wins.")


def say_picks(look: Look, name: str, number: int, count: int) -> str:
    """In a draft."""
    words = {"names": join(look, [name]), "number": number, "count": count}
    return look.gettext("%(names)s picks a card (%(number)d of %(count)d).") % words


def say_may_play_special(look: Look, name: str, card: int) -> str:
    """Before a number is placed."""
    words = {"names": join(look, [name]), "card": card}
    return look.gettext("%(names)s may play a special card with the %(card)d.") % words


def say_may_exchange(look: Look, name: str) -> str:
    """After a take."""
    return look.gettext("%(names)s may exchange a special card.") % {"names": join(look, [name])}


def say_your_turn(look: Look, kind: Awaited, card: int | None, number: int, count: int) -> str:
    """To the player who is awaited; number: of the pick in a draft, out of count."""
    match kind:
        case Awaited.ROW:
            sentence = look.gettext("%(card)d is too low for every row: choose one to take.")
        case Awaited.PICK:
            sentence = look.gettext("Pick a card (%(number)d of %(count)d).")
        case Awaited.SPECIAL:
            sentence = look.gettext("You may play a special card with the %(card)d.")
        case Awaited.EXCHANGE:
            sentence = look.gettext("You may exchange a special card.")
        case Awaited.COUNCIL:
            sentence = look.gettext("The team talks: what do you say?")
        case _:
            sentence = look.gettext("Your turn.")
    return sentence % {"card": card, "number": number, "count": count}


# --- The sentence above the hand -----------------------------------------------------------------


def say_chosen(look: Look, card: int) -> str:
    """To somebody who has chosen a card."""
    return look.gettext("You chose %(card)d; you may still change.") % {"card": card}


def say_chosen_flipped(look: Look, card: int) -> str:
    """The same of a card that is to be flipped."""
    words = {"card": card, "flipped": FLIPPED[card]}
    sentence = look.gettext("You chose %(card)d, flipped to %(flipped)d; you may still change.")
    return sentence % words
