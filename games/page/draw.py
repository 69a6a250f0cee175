"""The HTML of what changes at every turn: status, players, rows, seen cards, score pad, hand.

A drawing gets the look of its reader and the values that `describe` lists, such as a sentence.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.live.regions import PARTS, Look, Shown, draw, in_its_language, render_flat, render_part
from games.page.words import (
    Sentence,
    cabriole,
    card,
    count_heads,
    fan_face,
    head,
    moment,
    name_of,
    special_face,
)
from games.rules.cards import FLIPPED, LAST_CARD, SpecialKind
from games.rules.options import FIRST_ROWS
from games.rules.state import Awaited, Cards, Row

KEPT_WORDS = 4000


def text_of(look: Look, sentence: Sentence) -> str:
    """A sentence in the words of the look."""
    text: str = sentence[0](look, *sentence[1:])
    return text


# --- The line above the table -----------------------------------------------------------


@cache
@in_its_language
def draw_status(_look: Look) -> str:
    """The frame of its two halves: a choice changes one of them."""
    return render_flat("games/table/status.html", {"parts": PARTS})


def draw_status_place(
    look: Look, place: Sentence, has_deadline: bool = False, until: datetime | None = None
) -> str:
    """Round and turn, and the time left.

    until: the deadline, where a day and a time say more than seconds do.
    """
    at = moment(look, until) if until else ""
    return render_part(look, "status_place", text_of(look, place), has_deadline, at)


@lru_cache(maxsize=KEPT_WORDS)
def draw_status_sentence(look: Look, sentence: Sentence) -> str:
    """What is awaited, and of whom."""
    text = escape(text_of(look, sentence))
    return f'<p class="status__sentence" data-part="status-sentence">{text}</p>'


@lru_cache(maxsize=KEPT_WORDS)
def draw_own_status(look: Look, sentence: Sentence) -> str:
    """The same for a viewer who is awaited; js/table.js shows it in place of the status."""
    return f'<p id="own_status" data-region hidden>{escape(text_of(look, sentence))}</p>'


# --- The people round the table ----------------------------------------------------------

BACK = 0


class PlayerFacts(NamedTuple):
    """A seat as all see it.

    lies: the card before it, BACK for one that is secret, None for nothing. state: "free",
    "awaited", "chosen", "out" or "". awaited: what the table waits for. round_heads: of the round
    in play. total: of the finished rounds. limit: the total beyond which the game, or its part in
    it, ends. out_in: the round that put it out. specials: how many special cards it holds. None
    stands for what there is not, as before the first deal. has_flip: whether its Flip card is
    unused. lies is below 0 for a card that is flipped.
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
    has_flip: bool = False

    @property
    def with_choice(self) -> "PlayerFacts":
        """The same seat once its card is chosen."""
        return self._replace(lies=BACK, state="chosen", awaited=None)


@cache
@in_its_language
def draw_players(_look: Look, is_plain: bool) -> str:
    """The frame of all seats. is_plain: nothing can lie before anybody now."""
    return render_flat("games/table/players.html", {"is_plain": is_plain, "parts": PARTS})


# The same seat is drawn in turn as awaited and as having chosen, as long as it takes nothing.
@lru_cache(maxsize=5000)
def draw_player(look: Look, facts: PlayerFacts) -> str:
    """One seat, also for who cannot see it."""
    lies: SafeString | str = ""
    if facts.lies is not None:
        lies = card(look, facts.lies)
    state = _state_text(look, facts.state, facts.awaited, facts.out_in)
    heads = _heads_text(look, facts.total, facts.round_heads)
    return render_part(
        look,
        "player",
        name_of(look, facts.written) or look.gettext("Free seat"),
        lies,
        f"{state}, {heads}" if state and heads else state or heads,
        _specials_text(look, facts.specials),
        (facts.total or 0) + (facts.round_heads or 0),
        *facts,
    )


@lru_cache(maxsize=KEPT_WORDS)
def _heads_text(look: Look, total: int | None, round_heads: int | None) -> str:
    if total is None:
        return ""
    words = count_heads(look, total)
    if not round_heads:
        return words
    return look.gettext("%(total)s and %(round)d in this round") % {
        "total": words,
        "round": round_heads,
    }


@lru_cache(maxsize=KEPT_WORDS)
def _specials_text(look: Look, count: int | None) -> str:
    if count is None:
        return ""
    words = {"number": count}
    return look.ngettext("%(number)s special card", "%(number)s special cards", count) % words


@lru_cache(maxsize=KEPT_WORDS)
def _state_text(look: Look, state: str, awaited: Awaited | None, out_in: int | None) -> str:
    if state == "out":
        return look.gettext("out since round %(number)d") % {"number": out_in}
    if state == "chosen":
        return look.gettext("has chosen")
    match awaited:
        case None:
            return ""
        case Awaited.PICK:
            return look.gettext("is picking")
        case Awaited.ROW:
            return look.gettext("takes a row")
        case Awaited.SPECIAL:
            return look.gettext("may play a special card")
        case Awaited.EXCHANGE:
            return look.gettext("may exchange a special card")
        case _:
            return look.gettext("is choosing")


# --- The rows, and the cards seen --------------------------------------------------------

PLACES = 5
PLACES_WITH_SEVEN = 6


@cache
@in_its_language
def draw_board(_look: Look, has_rows: bool, is_open: bool, is_drafting: bool) -> str:
    """The frame of the rows. is_open: it waits for its first deal. is_drafting: it is hidden."""
    context = {"has_rows": has_rows, "is_open": is_open, "is_drafting": is_drafting, "parts": PARTS}
    return render_flat("games/table/board.html", context)


class LaidRow(NamedTuple):
    """Pictures of what lies in a row: its numbers, the Cabriole or "", cards that act there.

    empty: how many places are left.
    """

    cards: list[SafeString]
    cabriole: SafeString | str
    marks: list[SafeString]
    empty: int

    @property
    def is_full(self) -> bool:
        return not self.empty


def lay_row(look: Look, index: int, row: Row) -> LaidRow:
    """The pictures of a row, from 0."""
    places = PLACES_WITH_SEVEN if row.seven_takes else PLACES
    return LaidRow(
        cards=[card(look, -number if number in row.flipped else number) for number in row.cards],
        cabriole=cabriole(look) if row.cabriole else "",
        marks=list(_marks(look, index, row)),
        empty=places - len(row.cards) - row.cabriole,
    )


def draw_row(look: Look, index: int, row: Row) -> str:
    """A row, from 0: what lies in it, the places still empty, what taking it costs."""
    heads = row.heads
    return render_part(
        look,
        "row",
        index,
        *lay_row(look, index, row),
        heads,
        head(look),
        count_heads(look, heads),
        row.stopped,
        row.seven_takes,
    )


def _marks(look: Look, index: int, row: Row) -> Iterator[SafeString]:
    """The cards that lie with a row while they act."""
    if index >= FIRST_ROWS:
        yield special_face(look, SpecialKind.FIFTH_ROW)
    if row.seven_takes:
        yield special_face(look, SpecialKind.SEVEN_TAKES)
    if row.stopped:
        yield special_face(look, SpecialKind.STOP)
    if row.fan is not None:
        yield fan_face(look, row.fan)


# Where a number is, as all know; js/seen.js reads these letters.
UNSEEN, HELD, TAKEN, ON_TABLE = ".", "h", "x", "t"


class SeenFacts(NamedTuple):
    """What all know of the cards of a round: those that lie on the table, were taken, or are held.

    A number may be among several; where it lies counts first, then whether it was taken.
    """

    numbers: range
    rows: tuple[Row, ...]
    revealed: tuple[tuple[int, int], ...]
    piles: tuple[Cards, ...]
    boxed: Cards
    shown: Cards
    drafted: frozenset[int]


@cache
@in_its_language
def draw_seen(_look: Look, numbers: range, is_draft: bool) -> str:
    """The frame of the grid. numbers: those of the deck. is_draft: all lay face up at the start."""
    context = {"numbers": numbers, "is_draft": is_draft, "parts": PARTS}
    return render_flat("games/table/seen.html", context)


def draw_seen_cards(_look: Look, facts: SeenFacts) -> str:
    """A letter for each number of the deck; the page adds the viewer's own hand."""
    letters = [UNSEEN] * (LAST_CARD + 1)
    revealed = [card for _seat, card in facts.revealed]
    for letter, places in (
        (HELD, (facts.drafted, facts.shown)),
        (TAKEN, (*facts.piles, facts.boxed)),
        (ON_TABLE, (*[row.cards for row in facts.rows], revealed)),
    ):
        for cards in places:
            for number in cards:
                letters[number] = letter
    known = "".join([letters[number] for number in facts.numbers])
    return f'<i data-part="seen-cards" data-cards="{known}" hidden></i>'


# --- The score pad of the leaflet: players by columns, rounds by rows ---------------------


class PadFacts(NamedTuple):
    """names, out (whether out), out_in (the round that put it out) and the rest are by seat.

    rounds: the heads of the finished ones. number: of the round in play, None at the end. running:
    its heads.
    """

    names: tuple[str, ...]
    out: tuple[bool, ...]
    out_in: tuple[int | None, ...]
    rounds: tuple[tuple[int, ...], ...]
    number: int | None
    running: tuple[int, ...]
    totals: tuple[int, ...]


def draw_pad(look: Look, facts: PadFacts | None) -> str:
    """The pad; hidden before the first deal."""
    if facts is None:
        return render_part(look, "pad", None, (), "", ())
    columns = [(name_of(look, name), out) for name, out in zip(facts.names, facts.out, strict=True)]
    running = _scores(facts.number or 0, facts.running, facts.out_in)
    rounds = _rounds(look, facts.rounds, facts.out_in)
    return render_part(look, "pad", facts, columns, rounds, running)


# They hold no words, and stay while a round is played.
@lru_cache(maxsize=500)
def _rounds(
    look: Look, rounds: tuple[tuple[int, ...], ...], out_in: tuple[int | None, ...]
) -> SafeString:
    shown = [_scores(number, scores, out_in) for number, scores in enumerate(rounds, start=1)]
    return render_part(look, "rounds", shown)


def _scores(
    number: int, scores: tuple[int, ...], out_in: tuple[int | None, ...]
) -> list[int | None]:
    """The heads of a round; None for a seat that was out before it."""
    return [
        score if out is None or number <= out else None
        for score, out in zip(scores, out_in, strict=True)
    ]


# --- The private part: the viewer's hand, and what they are asked --------------------------


@cache
@in_its_language
def draw_hand(_look: Look, has_cards: bool, is_closed: bool = False, may_flip: bool = False) -> str:
    """The frame of the viewer's cards.

    is_closed: none of them may be chosen now. may_flip: one of them may be chosen flipped.
    """
    context = {"hand": has_cards, "is_closed": is_closed, "may_flip": may_flip, "parts": PARTS}
    return render_flat("games/table/hand.html", context)


# Every card of three decks in two languages, chosen, playable and with a Flip card, or not.
@lru_cache(maxsize=5000)
def draw_card(
    look: Look, number: int, is_chosen: bool, is_playable: bool, may_flip: bool = False
) -> str:
    """A card in hand.

    number: below 0 where it is chosen flipped. is_playable: False where others may be chosen now.
    may_flip: the viewer's Flip card is left.
    """
    picture = card(look, number)
    flipped = FLIPPED[abs(number)] if may_flip else 0
    return render_part(look, "hand_card", abs(number), picture, is_chosen, is_playable, flipped)


@lru_cache(maxsize=KEPT_WORDS)
def draw_prompt(
    look: Look, seat: int | None, is_urgent: bool, sentence: Sentence, buttons: tuple[Shown, ...]
) -> str:
    """What is asked. buttons: none where a card of the hand answers.

    seat: None for a spectator. is_urgent: the table waits for this viewer.
    """
    drawn = "".join([draw(look, shown) for shown in buttons])
    return render_part(look, "prompt", seat, is_urgent, text_of(look, sentence), drawn)


@cache
@in_its_language
def draw_more(
    _look: Look, can_step_away: bool, can_pause: bool, can_abandon: bool, can_share: bool
) -> str:
    """Rare commands: leave one's seat to the bot, propose a pause, abandon or share the game."""
    context = {
        "can_step_away": can_step_away,
        "can_pause": can_pause,
        "can_abandon": can_abandon,
        "can_share": can_share,
    }
    return render_flat("games/table/more.html", {"more": context})
