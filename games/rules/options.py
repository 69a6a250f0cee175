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


# Players at least and at most, cards of a hand, and the last round, 0 where the totals tell.
_BY_VARIANT = {
    Variant.BASE: (FEWEST_PLAYERS, MOST_PLAYERS, 10, 0),
    Variant.SPECIAL: (FEWEST_PLAYERS, MOST_PLAYERS_WITH_SPECIALS, 12, 2),
    Variant.OX: (1, MOST_PLAYERS_AGAINST_OX, 10, 1),
}


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
    What follows from these is found once: fan, the fan card of the game; hand_size; min_players,
    max_players; last_round, which ends the game whatever the totals, None when there is none;
    stored, what `to_json` gives, which nobody changes.
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
    min_players: int = field(init=False, repr=False, compare=False)
    max_players: int = field(init=False, repr=False, compare=False)
    last_round: int | None = field(init=False, repr=False, compare=False)
    stored: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.limit <= HIGHEST_LIMIT:
            raise InvalidOptions(ErrorCode.OPTION_VALUE, option="limit")
        if self.max_rounds is not None and not 1 <= self.max_rounds <= MOST_ROUNDS:
            raise InvalidOptions(ErrorCode.OPTION_VALUE, option="max_rounds")
        if self.variant is not Variant.BASE:
            self._refuse_options_beside_variant()
        # One card of the anniversary box a game: the Cabriole or a fan card.
        chosen = [name for name in ONE_OF if getattr(self, name)]
        if len(chosen) > 1:
            raise InvalidOptions(ErrorCode.OPTIONS_NOT_TOGETHER, option=chosen[-1])
        fan = FanCard(chosen[0]) if chosen and not self.cabriole else None
        object.__setattr__(self, "fan", fan)
        least, most, hand_size, last_round = _BY_VARIANT[self.variant]
        object.__setattr__(self, "hand_size", hand_size)
        object.__setattr__(self, "min_players", least)
        object.__setattr__(self, "max_players", most)
        object.__setattr__(self, "last_round", last_round or self.max_rounds)
        object.__setattr__(self, "stored", self.to_json())

    def _refuse_options_beside_variant(self) -> None:
        allowed = {"known_cards"} if self.variant is Variant.OX else set()
        for one in CHOICES[1:]:
            if getattr(self, one.name) != one.default and one.name not in allowed:
                raise InvalidOptions(ErrorCode.OPTIONS_NOT_TOGETHER, option=one.name)

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
        return cls(**{name: _read(name, value) for name, value in data.items()})


CHOICES = tuple(one for one in fields(Options) if one.init)
"""What is chosen, as fields of the class."""


_KINDS: dict[str, Any] = {one.name: type(one.default) for one in CHOICES} | {"max_rounds": int}


def _read(name: str, value: object) -> Any:
    """An option of a JSON object as a value of its kind."""
    kind = _KINDS.get(name)
    if kind is None:
        raise InvalidOptions(ErrorCode.UNKNOWN_OPTION, option=name)
    if value is None and name == "max_rounds":
        return None
    # A bool is no number, though Python takes it for one; a choice is stored as its text.
    is_choice = isinstance(value, str) and issubclass(kind, StrEnum)
    if type(value) is not kind and not is_choice:
        raise InvalidOptions(ErrorCode.OPTION_TYPE, option=name)
    try:
        return kind(value)
    except ValueError:
        raise InvalidOptions(ErrorCode.OPTION_VALUE, option=name) from None
