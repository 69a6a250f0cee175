"""What a player can do, and its JSON form."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple

from games.rules.cards import OxKind, SpecialKind
from games.rules.errors import ErrorCode, IllegalAction

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


# What is done, as JSON names it.
KINDS: dict[str, type[Action]] = {
    "pick": PickCard,
    "choose": ChooseCard,
    "take": TakeRow,
    "special": PlaySpecial,
    "pass": PassSpecial,
    "exchange": ExchangeSpecial,
    "keep": KeepSpecials,
    "propose": Propose,
    "agree": Agree,
    "decline": Decline,
    "ready": Ready,
}


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_NUMBERS:
        raise ValueError(value)
    return tuple(map(_number, value))


# By the type of a field: what reads its JSON, or raises TypeError or ValueError.
_READERS: dict[Any, Callable[[Any], object]] = {
    int: _number,
    int | None: _number,
    bool: _flag,
    tuple[int, ...]: _numbers,
    SpecialKind: SpecialKind,
    OxKind: OxKind,
}


class _Field(NamedTuple):
    """A field of an action: its names there and in JSON, its default or MISSING, what reads it."""

    name: str
    key: str
    default: object
    read: Callable[[Any], object]


# By class: how JSON names it, and its fields.
_FORMS: dict[type[Action], tuple[str, list[_Field]]] = {
    action: (
        kind,
        [
            _Field(
                one.name,
                "special" if one.name == "kind" else one.name,
                one.default,
                _READERS[one.type],
            )
            for one in fields(action)
        ],
    )
    for kind, action in KINDS.items()
}


def action_to_json(action: Action) -> dict[str, Any]:
    """The action as a JSON object: `kind`, `seat` and what else differs from its default."""
    kind, form = _FORMS[type(action)]
    data: dict[str, Any] = {"kind": kind}
    for name, key, default, _read in form:
        value = getattr(action, name)
        if value != default:
            data[key] = list(value) if isinstance(value, tuple) else value
    return data


def play_to_json(action: PlaySpecial | Propose) -> dict[str, Any]:
    """The same without the kind, where it is known to be the play of a special card."""
    data = action_to_json(action)
    del data["kind"]
    return data


def action_from_json(data: object) -> Action:
    """The action of a JSON object.

    Raises IllegalAction(BAD_ACTION) for wrong types (true is no number), missing and unknown keys.
    """
    if not isinstance(data, Mapping):
        raise IllegalAction(ErrorCode.BAD_ACTION, field=None)
    left = dict(data)
    kind = left.pop("kind", None)
    cls: Any = KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise IllegalAction(ErrorCode.BAD_ACTION, field="kind")
    values: dict[str, object] = {}
    for name, key, default, read in _FORMS[cls][1]:
        if key in left:
            try:
                values[name] = read(left.pop(key))
            except (TypeError, ValueError):
                raise IllegalAction(ErrorCode.BAD_ACTION, field=key) from None
        elif default is MISSING:
            raise IllegalAction(ErrorCode.BAD_ACTION, field=key)
    for key in left:
        raise IllegalAction(ErrorCode.BAD_ACTION, field=key)
    action: Action = cls(**values)
    return action
