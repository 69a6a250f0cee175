"""What happened, in order: public information only, enough to tell and to replay a turn.

A choice has no event. Where a full row is taken, Took comes before Placed; with `insert`, `shift`
and the Cabriole it comes after the card that made the row too long. With five rows the number just
played is among the cards of Took, and RowRemoved follows instead of Placed.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from games.rules.cards import FanFace, OxKind, SpecialKind


class TakeReason(StrEnum):
    """Why a row was taken."""

    SIXTH = "sixth"
    SEVENTH = "seventh"
    LOW = "low"
    INSERT = "insert"
    SHIFT = "shift"
    CABRIOLE = "cabriole"


# The number that somebody played causes the take; the event of its card follows that of the take.
BY_A_NUMBER = frozenset({TakeReason.SIXTH, TakeReason.SEVENTH, TakeReason.LOW})


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A deal; `rows` are the four first cards, none before a draft."""

    number: int
    seats: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """Draft: a card left the pool."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class RowsLaid:
    """Draft: the hands are complete and the four first cards lie."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """All choices of a turn, (seat, card) in the order of placing.

    flipped: the cards that are played flipped.
    """

    cards: tuple[tuple[int, int], ...]
    flipped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A number joined a row or started it."""

    seat: int
    card: int
    row: int


placed = cache(Placed)
"""Placed, made once each: there is one for every card of every turn."""


@dataclass(frozen=True, slots=True)
class Took:
    """Cards went from a row to a pile; `heads` is what these cards show."""

    seat: int
    row: int
    cards: tuple[int, ...]
    heads: int
    why: TakeReason


@dataclass(frozen=True, slots=True)
class Jumped:
    """The Cabriole jumped, because of this seat's card."""

    seat: int
    from_row: int
    to_row: int


@dataclass(frozen=True, slots=True)
class FanCardMoved:
    """After a take the Even/Odd or the Mountain card goes to a row, or shows something else."""

    from_row: int
    to_row: int
    shows: FanFace


@dataclass(frozen=True, slots=True)
class SpecialPlayed:
    """A special card was played; card and row as in PlaySpecial."""

    seat: int
    kind: SpecialKind
    card: int | None
    row: int | None


@dataclass(frozen=True, slots=True)
class Shifted:
    """`shift` moved a number between two rows."""

    seat: int
    card: int
    from_row: int
    to_row: int


@dataclass(frozen=True, slots=True)
class RowRemoved:
    """One of five rows is gone; the rows after it moved up."""

    row: int


@dataclass(frozen=True, slots=True)
class StopsLifted:
    """A take freed these rows (positions before a removal)."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeadsCancelled:
    """`minus_is_plus` put a card of the pile away; `pile_heads` is what the pile counts now."""

    seat: int
    card: int
    pile_heads: int


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A special was given back face up; the one drawn is secret."""

    seat: int
    kind: SpecialKind


@dataclass(frozen=True, slots=True)
class PileRebuilt:
    """The discard was shuffled to be the pile of special cards, of this size."""

    size: int


@dataclass(frozen=True, slots=True)
class Proposed:
    """Council against the ox: somebody proposes a special card; fields as in Propose."""

    seat: int
    special: OxKind
    card: int | None
    row: int | None
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """Council: this seat does not want what is proposed."""

    seat: int


@dataclass(frozen=True, slots=True)
class TeamPlayed:
    """Council: all agreed, and the card that this seat had proposed is played."""

    seat: int
    special: OxKind
    card: int | None
    row: int | None
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OxScored:
    """Against the ox: what both piles count at the end; the team's not yet doubled."""

    team: int
    ox: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The heads of the round and the totals, by seat."""

    number: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eliminated:
    """These seats passed the limit in the round just scored."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Totals and ranks by seat."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


Event = (
    RoundStarted
    | Picked
    | RowsLaid
    | Revealed
    | Placed
    | Took
    | Jumped
    | FanCardMoved
    | SpecialPlayed
    | Shifted
    | RowRemoved
    | StopsLifted
    | HeadsCancelled
    | Exchanged
    | PileRebuilt
    | Proposed
    | Declined
    | TeamPlayed
    | OxScored
    | RoundScored
    | Eliminated
    | GameEnded
)
Events = tuple[Event, ...]
