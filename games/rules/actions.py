"""What a player can do, and its JSON form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.rules.cards import OxKind, SpecialKind
from games.rules.errors import ErrorCode, IllegalAction

Kind = TypeVar("Kind", SpecialKind, OxKind)

MOST_NUMBERS = 7
"""Revealed numbers of a turn against the ox, its own included."""


@dataclass(frozen=True, slots=True)
class PickCard:
    """Draft: take a card from the pool."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class ChooseCard:
    """Choose the card of this turn; it may be changed until the last choice is in.

    flipped: with one's Flip card (S2), where that is played.
    """

    seat: int
    card: int
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class TakeRow:
    """Take a row with a low card (Rule 4)."""

    seat: int
    row: int


@dataclass(frozen=True, slots=True)
class PlaySpecial:
    """Play a special card before one's number is placed.

    card: the number placed instead (replace), moved (shift) or cancelled (minus_is_plus).
    row: the row inserted into, moved to, stopped, or, with a low card, taken (minus_is_plus).
    """

    seat: int
    kind: SpecialKind
    card: int | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class PassSpecial:
    """Play no special card for this number."""

    seat: int


@dataclass(frozen=True, slots=True)
class ExchangeSpecial:
    """After a take: give back a special card and draw another."""

    seat: int
    kind: SpecialKind


@dataclass(frozen=True, slots=True)
class KeepSpecials:
    """After a take: exchange nothing (more)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Propose:
    """Council against the ox: propose to play a special card that lies face up.

    card: the number of the hand that is placed instead (replace), the revealed one that is inserted
    or placed first or last, or the one on the table that is moved (shift).
    row: the row inserted into, moved to, stopped, or that will hold six.
    order: all revealed numbers as they are to be placed (sort).
    """

    seat: int
    kind: OxKind
    card: int | None = None
    row: int | None = None
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Agree:
    """Council: agree to what is proposed; once all do, the card is played."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Council: what is proposed is not done; also to take one's own proposal back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Council: place the numbers; once all are ready, they are."""

    seat: int


CouncilAction = Propose | Agree | Decline | Ready
Action = (
    PickCard
    | ChooseCard
    | TakeRow
    | PlaySpecial
    | PassSpecial
    | ExchangeSpecial
    | KeepSpecials
    | CouncilAction
)


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as a JSON object: `kind`, `seat` and what the kind needs."""
    match action:
        case PickCard(seat, card):
            return {"kind": "pick", "seat": seat, "card": card}
        case ChooseCard(seat, card, flipped):
            data = {"kind": "choose", "seat": seat, "card": card}
            return data | {"flipped": True} if flipped else data
        case TakeRow(seat, row):
            return {"kind": "take", "seat": seat, "row": row}
        case PlaySpecial(seat, special, card_or_none, row_or_none):
            data = {"kind": "special", "seat": seat, "special": special.value}
            if card_or_none is not None:
                data["card"] = card_or_none
            if row_or_none is not None:
                data["row"] = row_or_none
            return data
        case PassSpecial(seat):
            return {"kind": "pass", "seat": seat}
        case ExchangeSpecial(seat, special):
            return {"kind": "exchange", "seat": seat, "special": special.value}
        case KeepSpecials(seat):
            return {"kind": "keep", "seat": seat}
        case _:
            return _council_to_json(action)


def _council_to_json(action: CouncilAction) -> dict[str, Any]:
    match action:
        case Propose():
            return {"kind": "propose", "seat": action.seat, **proposal_to_json(action)}
        case Agree(seat):
            return {"kind": "agree", "seat": seat}
        case Decline(seat):
            return {"kind": "decline", "seat": seat}
        case Ready(seat):
            return {"kind": "ready", "seat": seat}


def proposal_to_json(proposal: Propose) -> dict[str, Any]:
    """What a proposal plays: `special` and what that kind needs."""
    data: dict[str, Any] = {"special": proposal.kind.value}
    if proposal.card is not None:
        data["card"] = proposal.card
    if proposal.row is not None:
        data["row"] = proposal.row
    if proposal.order:
        data["order"] = list(proposal.order)
    return data


def action_from_json(data: object) -> Action:
    """The action of a JSON object.

    Raises IllegalAction(BAD_ACTION) for wrong types (true is no number), missing and unknown keys.
    """
    fields = _Fields(data)
    kind = fields.text("kind")
    seat = fields.number("seat")
    action: Action
    match kind:
        case "pick":
            action = PickCard(seat, fields.number("card"))
        case "choose":
            action = ChooseCard(seat, fields.number("card"), fields.flag("flipped"))
        case "take":
            action = TakeRow(seat, fields.number("row"))
        case "special":
            action = PlaySpecial(
                seat,
                fields.kind("special", SpecialKind),
                fields.number_or_none("card"),
                fields.number_or_none("row"),
            )
        case "pass":
            action = PassSpecial(seat)
        case "exchange":
            action = ExchangeSpecial(seat, fields.kind("special", SpecialKind))
        case "keep":
            action = KeepSpecials(seat)
        case _:
            action = _council_action(kind, seat, fields)
    fields.refuse_unread()
    return action


def _council_action(kind: str, seat: int, fields: "_Fields") -> CouncilAction:
    match kind:
        case "propose":
            return Propose(
                seat,
                fields.kind("special", OxKind),
                fields.number_or_none("card"),
                fields.number_or_none("row"),
                fields.numbers("order"),
            )
        case "agree":
            return Agree(seat)
        case "decline":
            return Decline(seat)
        case "ready":
            return Ready(seat)
        case _:
            raise IllegalAction(ErrorCode.BAD_ACTION, field="kind")


class _Fields:
    """The fields of a JSON object, each read once and with its type."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, Mapping):
            raise IllegalAction(ErrorCode.BAD_ACTION, field=None)
        self._left: dict[object, object] = dict(data)

    def text(self, name: str) -> str:
        value = self._left.pop(name, None)
        if not isinstance(value, str):
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
        return value

    def number(self, name: str) -> int:
        value = self._left.pop(name, None)
        if not isinstance(value, int) or isinstance(value, bool):
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
        return value

    def number_or_none(self, name: str) -> int | None:
        return self.number(name) if name in self._left else None

    def flag(self, name: str) -> bool:
        """True or false; false where it is left out."""
        value = self._left.pop(name, False)
        if not isinstance(value, bool):
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
        return value

    def kind(self, name: str, kinds: type[Kind]) -> Kind:
        try:
            return kinds(self.text(name))
        except ValueError:
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name) from None

    def numbers(self, name: str) -> tuple[int, ...]:
        """A short list of numbers; empty where it is left out."""
        values = self._left.pop(name, [])
        if not isinstance(values, list) or len(values) > MOST_NUMBERS:
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
        if any(not isinstance(value, int) or isinstance(value, bool) for value in values):
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
        return tuple(values)

    def refuse_unread(self) -> None:
        for name in self._left:
            raise IllegalAction(ErrorCode.BAD_ACTION, field=name)
