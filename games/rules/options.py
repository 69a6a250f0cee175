"""What a table agrees on before the first deal (RULES.md, Limits of options)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from games.rules.cards import LAST_CARD, FanCard
from games.rules.errors import ErrorCode, InvalidOptions

FEWEST_PLAYERS = 2
MOST_PLAYERS_AGAINST_OX = 6
MOST_PLAYERS = 10
MOST_PLAYERS_WITH_SPECIALS = 8
FIRST_ROWS = 4
HIGHEST_LIMIT = 1000
MOST_ROUNDS = 100
ONE_OF = ("cabriole", *FanCard)
"""Options of which a game has at most one."""


class Variant(StrEnum):
    BASE = "base"
    SPECIAL = "special"
    OX = "ox"


class Ending(StrEnum):
    LIMIT = "limit"
    ELIMINATION = "elimination"


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one game; an impossible combination raises InvalidOptions.

    variant: BASE; SPECIAL (S4), which leaves every other option at its default; or OX, all against
    the ox (S2), which goes with known cards only.
    known_cards: play with 1..10n+4 only. draft: players pick their hands.
    cabriole: with the jumping cow. ending: LIMIT, or ELIMINATION (S1).
    even_odd, mountain, flip: with a fan card (S2), at most one and not beside the Cabriole.
    limit: 1..1000. max_rounds: None or 1..100.
    What every turn asks is found once: fan, the fan card of the game; hand_size; stored, what
    `to_json` gives, which nobody changes.
    """

    variant: Variant = Variant.BASE
    known_cards: bool = False
    draft: bool = False
    cabriole: bool = False
    ending: Ending = Ending.LIMIT
    limit: int = 66
    max_rounds: int | None = None
    even_odd: bool = False
    mountain: bool = False
    flip: bool = False
    fan: FanCard | None = field(init=False, repr=False, compare=False)
    hand_size: int = field(init=False, repr=False, compare=False)
    stored: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= HIGHEST_LIMIT:
            raise InvalidOptions(ErrorCode.OPTION_VALUE, option="limit")
        if self.max_rounds is not None and not 1 <= self.max_rounds <= MOST_ROUNDS:
            raise InvalidOptions(ErrorCode.OPTION_VALUE, option="max_rounds")
        if self.variant is not Variant.BASE:
            self._refuse_options_beside_variant()
        self._refuse_cards_beside_each_other()
        object.__setattr__(self, "fan", self._find_fan())
        object.__setattr__(self, "hand_size", 12 if self.variant is Variant.SPECIAL else 10)
        object.__setattr__(self, "stored", self.to_json())

    def _refuse_options_beside_variant(self) -> None:
        allowed = {"known_cards"} if self.variant is Variant.OX else set()
        for one in CHOICES[1:]:
            if getattr(self, one.name) != one.default and one.name not in allowed:
                raise InvalidOptions(ErrorCode.OPTIONS_NOT_TOGETHER, option=one.name)

    def _refuse_cards_beside_each_other(self) -> None:
        """One card of the anniversary box a game: the Cabriole or a fan card."""
        chosen = [name for name in ONE_OF if getattr(self, name)]
        if len(chosen) > 1:
            raise InvalidOptions(ErrorCode.OPTIONS_NOT_TOGETHER, option=chosen[-1])

    def _find_fan(self) -> FanCard | None:
        if self.flip:
            return FanCard.FLIP
        if self.even_odd:
            return FanCard.EVEN_ODD
        return FanCard.MOUNTAIN if self.mountain else None

    @property
    def min_players(self) -> int:
        return 1 if self.variant is Variant.OX else FEWEST_PLAYERS

    @property
    def max_players(self) -> int:
        if self.variant is Variant.OX:
            return MOST_PLAYERS_AGAINST_OX
        return MOST_PLAYERS_WITH_SPECIALS if self.variant is Variant.SPECIAL else MOST_PLAYERS

    @property
    def last_round(self) -> int | None:
        """Number of the round that ends the game whatever the totals; None when there is none."""
        if self.variant is Variant.OX:
            return 1
        return 2 if self.variant is Variant.SPECIAL else self.max_rounds

    def deck(self, players: int) -> range:
        """The numbers of a round of that many players, ascending (S0, variante pro 1)."""
        hands = players + (self.variant is Variant.OX)
        last = self.hand_size * hands + FIRST_ROWS if self.known_cards else LAST_CARD
        return range(1, last + 1)

    def check_players(self, count: int) -> None:
        """Raise InvalidOptions unless that many can play."""
        least, most = self.min_players, self.max_players
        if not least <= count <= most:
            raise InvalidOptions(ErrorCode.PLAYER_COUNT, count=count, least=least, most=most)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object; of the fan cards only the one that is played is named."""
        data: dict[str, Any] = {
            "variant": self.variant.value,
            "known_cards": self.known_cards,
            "draft": self.draft,
            "cabriole": self.cabriole,
            "ending": self.ending.value,
            "limit": self.limit,
            "max_rounds": self.max_rounds,
        }
        if self.fan is not None:
            data[self.fan.value] = True
        return data

    @classmethod
    def from_json(cls, data: object) -> "Options":
        """Options of a JSON object; what is left out has its default.

        Raises InvalidOptions: no object, unknown keys, wrong types, wrong values.
        """
        if not isinstance(data, Mapping):
            raise InvalidOptions(ErrorCode.OPTION_TYPE, option=None)
        values: dict[str, Any] = {}
        for name, value in data.items():
            reader = _READERS.get(name)
            if reader is None:
                raise InvalidOptions(ErrorCode.UNKNOWN_OPTION, option=name)
            values[name] = reader(name, value)
        return cls(**values)


CHOICES = tuple(one for one in fields(Options) if one.init)
"""What is chosen, as fields of the class."""


def _read_bool(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidOptions(ErrorCode.OPTION_TYPE, option=name)
    return value


def _read_int(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidOptions(ErrorCode.OPTION_TYPE, option=name)
    return value


def _read_int_or_none(name: str, value: object) -> int | None:
    return None if value is None else _read_int(name, value)


def _read_text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidOptions(ErrorCode.OPTION_TYPE, option=name)
    return value


def _read_variant(name: str, value: object) -> Variant:
    try:
        return Variant(_read_text(name, value))
    except ValueError:
        raise InvalidOptions(ErrorCode.OPTION_VALUE, option=name) from None


def _read_ending(name: str, value: object) -> Ending:
    try:
        return Ending(_read_text(name, value))
    except ValueError:
        raise InvalidOptions(ErrorCode.OPTION_VALUE, option=name) from None


_READERS = {
    "variant": _read_variant,
    "known_cards": _read_bool,
    "draft": _read_bool,
    "cabriole": _read_bool,
    "ending": _read_ending,
    "limit": _read_int,
    "max_rounds": _read_int_or_none,
    "even_odd": _read_bool,
    "mountain": _read_bool,
    "flip": _read_bool,
}
