"""What happened since the last reveal: what was played, where it went, why a row was taken.

The same lines drive the reveal on the page: each is a sentence, and carries what to move and for
how long.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.live.regions import Look, draw_line, render_part
from games.page.decks import CHIPS, chips
from games.page.round_story import ROUND_LINES, moves_numbers
from games.page.special_story import SPECIAL_LINES, in_telling_order
from games.page.words import bold, card, count_heads, flipped_chip, join
from games.rules.cards import FLIPPED, HEADS
from games.rules.events import (
    BY_A_NUMBER,
    Event,
    Events,
    Picked,
    Placed,
    Revealed,
    RoundStarted,
    RowRemoved,
    RowsLaid,
    TakeReason,
    Took,
)
from games.rules.options import Options, Variant
from games.rules.state import Row
from games.table.transition import BEATS, beat, hold


class StoryFacts(NamedTuple):
    """All that the story follows from.

    key: the "round.turn" that is told. rows: those after it. names: as they are kept
    (accounts.names), by seat. forced: seats whose choice was made for them. players: in this round.
    told, following: the turn that is told and the one that can follow it, counted over all rounds;
    the same while the told one is not over. awaits_bots: the version at which a decision began that
    bots answer once this has been watched; None where there is none.
    is_drafting: cards are picked now. is_replayed: it is the turn of a replay that one looks at.
    flipped: the numbers that were flipped in this round.
    """

    key: str
    events: Events
    rows: tuple[Row, ...]
    options: Options
    eliminated_in: tuple[int | None, ...]
    forced: frozenset[int]
    names: tuple[str, ...]
    players: int
    told: int = 0
    following: int = 0
    awaits_bots: int | None = None
    is_drafting: bool = False
    is_replayed: bool = False
    flipped: frozenset[int] = frozenset()


def draw_story(look: Look, facts: StoryFacts) -> SafeString:
    """The last turn, or the last lap of a draft; js/reveal.js plays it."""
    lines = "".join(story_lines(look, facts))
    title = _title(look, facts, bool(lines))
    return render_part(
        look,
        "story",
        facts.key,
        lines,
        _last_lap(facts)[1],
        title,
        facts.told,
        facts.following,
        facts.awaits_bots,
    )


def story_lines(look: Look, facts: StoryFacts) -> Iterator[str]:
    """The lines as items of a list; those of a draft are of its last lap."""
    return Teller(look, facts).lines()


def _title(look: Look, facts: StoryFacts, is_told: bool) -> str:
    if facts.options.draft and (facts.is_drafting or facts.key.endswith(".0")):
        return look.gettext("Latest picks")
    if facts.is_replayed:
        return look.gettext("In this turn")
    turn = facts.key.partition(".")[2]
    if is_told and turn:
        return look.gettext("Turn %(number)s") % {"number": turn}
    return look.gettext("Previous turn")


def _last_lap(facts: StoryFacts) -> tuple[Sequence[Event], int]:
    """The events with the newest picks only, one for each player, and how many were left out."""
    events = facts.events
    if not facts.options.draft:
        return events, 0
    picks = [at for at, event in enumerate(events) if isinstance(event, Picked)]
    old = set(picks[: max(0, len(picks) - facts.players)])
    return [event for at, event in enumerate(events) if at not in old], len(old)


def _raked(took: Took) -> dict[str, object]:
    """Who takes which row; how long it lies still, and what the pile counts after each card."""
    counts = " ".join(map(str, accumulate(map(HEADS.__getitem__, took.cards))))
    told = {"seat": took.seat, "row": took.row, "heads": took.heads}
    return told | {"hold": hold(took), "counts": counts}


class Teller:
    """Tells one story in the active language."""

    def __init__(self, look: Look, facts: StoryFacts) -> None:
        self.facts = facts
        self.look = look
        self.gettext = look.gettext
        self.events, _dropped = _last_lap(facts)
        self._flipped = facts.flipped.union(
            *[told.flipped for told in self.events if isinstance(told, Revealed)]
        )
        self._ends = self._ends_before()

    def lines(self) -> Iterator[str]:
        """The lines of the events; a take and the number that caused it share one."""
        taken: Took | None = None
        events = self.events
        if self.facts.options.variant is not Variant.BASE:
            events = in_telling_order(events)
        for event in events:
            if isinstance(event, Took) and event.why in BY_A_NUMBER:
                taken = event
            elif isinstance(event, Placed):
                yield self._placed(event) if taken is None else self._taken(taken, event)
                taken = None
            elif isinstance(event, RowRemoved) and taken is not None:
                yield self._whole_row(taken)
                taken = None
            else:
                yield _LINES[type(event)](self, event)

    # --- Words ---

    def name(self, seat: int) -> SafeString:
        return bold(self.look, self.facts.names[seat])

    def all_names(self, seats: Iterable[int]) -> str:
        return join(self.look, [self.facts.names[seat] for seat in seats])

    def cost(self, heads: int) -> str:
        return f"<strong>{escape(count_heads(self.look, heads))}</strong>"

    def chip(self, card: int) -> SafeString:
        """A number that was played, with the flipped one where it was."""
        return flipped_chip(self.look, card) if card in self._flipped else CHIPS[card]

    # --- Numbers ---

    def revealed(self, event: Revealed) -> str:
        forced = [seat for seat, _ in event.cards if seat in self.facts.forced]
        text = self.gettext("All cards are revealed.")
        if forced:
            pattern = self.gettext(
                "All cards are revealed. %(names)s ran out of time: the site chose."
            )
            text = pattern % {"names": self.all_names(forced)}
        cards = " ".join([f"{seat}:{number}" for seat, number in event.cards])
        # Copied by js/reveal.js wherever such a card comes to lie.
        faces = "".join([card(self.look, -number) for number in event.flipped])
        hidden = f"<span hidden>{faces}</span>" if faces else ""
        return draw_line("reveal", BEATS[Revealed], escape(text) + hidden, cards=cards)

    def _placed(self, event: Placed) -> str:
        """A number laid in a row, after the card at its end where that is known."""
        seat, card, row = event.seat, event.card, event.row
        end = self._ends.get(card)
        pattern = (
            self.gettext("{player} plays {card}, in row {row}.")
            if end is None
            else self.gettext("{player} plays {card}, after {end} in row {row}.")
        )
        text = pattern.format(player=self.name(seat), card=self.chip(card), end=end, row=row + 1)
        # Beside a fan card a row need not ascend by the numbers printed.
        comes_last = {"last": ""} if self.facts.options.fan else {}
        return draw_line(
            "place",
            BEATS[Placed],
            text,
            seat=seat,
            card=card,
            row=row,
            adds=HEADS[card],
            **comes_last,
        )

    def _taken(self, took: Took, placed: Placed) -> str:
        """A take and the number that caused it."""
        text = self._taken_pattern(took).format(
            player=self.name(took.seat),
            card=self.chip(placed.card),
            row=took.row + 1,
            cards=chips(took.cards),
            heads=self.cost(took.heads),
        )
        return draw_line(
            "take",
            beat(took) + BEATS[Placed],
            text,
            card=placed.card,
            **_raked(took),
            adds=HEADS[placed.card],
            **self._called(took, placed.card),
        )

    def _called(self, took: Took, card: int) -> dict[str, object]:
        """What is said while the card that takes flies, and once it has landed: why who takes."""
        plays = self.gettext("{player} plays {card}.")
        if took.why is TakeReason.SEVENTH:
            pattern = self.gettext("{card}: the seventh! {player} takes row {row}.")
        elif took.why is TakeReason.LOW:
            pattern = (
                self.gettext("{card}: below every row! {player} takes row {row}.")
                if self.facts.options.fan is None
                else self.gettext("{card}: fits no row! {player} takes row {row}.")
            )
        elif self._is_with_cabriole(took):
            pattern = self.gettext("{card}: the sixth, with Cabriole! {player} takes row {row}.")
        else:
            pattern = self.gettext("{card}: the sixth! {player} takes row {row}.")
        card = FLIPPED[card] if card in self._flipped else card
        words = {"player": self.all_names([took.seat]), "card": card, "row": took.row + 1}
        low = {"low": "place--low"} if took.why is TakeReason.LOW else {}
        return {
            "plays": escape(plays.format(**words)),
            "call": escape(pattern.format(**words)),
            **low,
        }

    def _is_with_cabriole(self, took: Took) -> bool:
        return self.facts.options.cabriole and len(took.cards) < 5

    def _taken_pattern(self, took: Took) -> str:
        if took.why is TakeReason.SEVENTH:
            return self.gettext(
                "{player} plays {card}, the seventh card in row {row}, and takes {cards}, {heads}."
            )
        if took.why is TakeReason.LOW and self.facts.options.fan is not None:
            return self.gettext(
                "{player} plays {card}, which fits no row, and takes row {row}: {cards}, {heads}."
            )
        if took.why is TakeReason.LOW:
            return self.gettext(
                "{player} plays {card}, below every row, and takes row {row}: {cards}, {heads}."
            )
        if self._is_with_cabriole(took):
            return self.gettext(
                "{player} plays {card}, the sixth card in row {row} with Cabriole, and takes "
                "{cards}, {heads}."
            )
        return self.gettext(
            "{player} plays {card}, the sixth card in row {row}, and takes {cards}, {heads}."
        )

    def _whole_row(self, took: Took) -> str:
        """A take while there are five rows: the number just played goes too, as the last one."""
        card = took.cards[-1]
        pattern = (
            self.gettext(
                "{player} plays {card}, below every row, and takes row {row} with it: {cards}, "
                "{heads}. The row is gone."
            )
            if took.why is TakeReason.LOW
            else self.gettext(
                "{player} plays {card}, one too many for row {row}, and takes all of it: "
                "{cards}, {heads}. The row is gone."
            )
        )
        text = pattern.format(
            player=self.name(took.seat),
            card=CHIPS[card],
            row=took.row + 1,
            cards=chips(took.cards),
            heads=self.cost(took.heads),
        )
        ms = beat(took) + BEATS[RowRemoved]
        called = self._called(took, card)
        return draw_line("whole", ms, text, card=card, **_raked(took), **called)

    def swept(self, took: Took) -> str:
        """A take that leaves a row its highest number, unless there are five rows."""
        pattern = (
            self.gettext(
                "With Cabriole row {row} has six cards: {player} takes {cards}, {heads}; "
                "the highest stays."
            )
            if took.why is TakeReason.CABRIOLE
            else self.gettext(
                "That is one too many for row {row}: {player} takes {cards}, {heads}."
            )
        )
        text = pattern.format(
            player=self.name(took.seat),
            row=took.row + 1,
            cards=chips(took.cards),
            heads=self.cost(took.heads),
        )
        call = self.gettext("Row {row}: one too many! {player} takes it.").format(
            row=took.row + 1, player=self.all_names([took.seat])
        )
        moved = _raked(took) | {"count": len(took.cards), "call": escape(call)}
        return draw_line("sweep", beat(took), text, **moved)

    def picked(self, event: Picked) -> str:
        text = self.gettext("{player} picks {card}.").format(
            player=self.name(event.seat), card=CHIPS[event.card]
        )
        return draw_line("pick", BEATS[Picked], text, seat=event.seat, card=event.card)

    def rows_laid(self, event: RowsLaid) -> str:
        text = self.gettext("Every hand is complete. The rows begin with {cards}.").format(
            cards=chips(event.rows)
        )
        return draw_line("rows", BEATS[RowsLaid], text, cards=" ".join(map(str, event.rows)))

    def _ends_before(self) -> dict[int, int]:
        """By card placed: the card it was laid after, found by undoing the story on the rows.

        Empty where the rows are gone (a new deal) or special cards moved more than one card.
        """
        variant = self.facts.options.variant
        if variant is Variant.SPECIAL:
            return {}
        if variant is Variant.OX and any(map(moves_numbers, self.events)):
            return {}
        if any(isinstance(event, RoundStarted) for event in self.events):
            return {}
        rows = [list(row.cards) for row in self.facts.rows]
        ends: dict[int, int] = {}
        for event in reversed(self.events):
            if isinstance(event, Placed):
                rows[event.row].pop()
                if rows[event.row]:
                    end = rows[event.row][-1]
                    ends[event.card] = FLIPPED[end] if end in self._flipped else end
            elif isinstance(event, Took):
                # Beside the Cabriole the highest number was left in its row.
                rows[event.row] = [*event.cards, *rows[event.row]]
        return ends


# By kind of event: its line, but for a number that is placed and the take that it causes.
_LINES: dict[type[Event], Callable[[Teller, Any], str]] = {
    Revealed: Teller.revealed,
    Took: Teller.swept,
    Picked: Teller.picked,
    RowsLaid: Teller.rows_laid,
    **ROUND_LINES,
    **SPECIAL_LINES,
}
