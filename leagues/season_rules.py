"""What a season agrees on before it opens; frozen then, so that no result changes its worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from games.rules.errors import InvalidOptions
from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS, Options

FORMAT = 1
MOST_POINTS = 1000
MOST_GAMES = 1000
MOST_DROPPED_PERCENT = 50


class Preset(StrEnum):
    """How a season is won.

    INDEX: the mean of 100 * (n - rank) / (n - 1). BEST: the mean index of the best `best_of` games.
    TOTAL: heads per game as on the leaflet's pad, one table size only. PLACEMENT: the sum of
    points for places. WEIGHTS: the mean of a mixture of the season's own.
    """

    INDEX = "index"
    BEST = "best"
    TOTAL = "total"
    PLACEMENT = "placement"
    WEIGHTS = "weights"


class Substitutes(StrEnum):
    """For whom the result of a substitute counts."""

    SUBSTITUTE = "substitute"
    ABSENT = "absent"
    NOBODY = "nobody"


class Bots(StrEnum):
    """Whether bots at a table are opponents like others, or people are ranked among themselves."""

    OPPONENTS = "opponents"
    LEFT_OUT = "left_out"


class Away(StrEnum):
    """What becomes of a seat that the bot played for its absent player.

    IF_PLAYED: it counts for who played at least one decision of the game themself. LEFT_OUT: not
    where the bot played on to the end.
    """

    IF_PLAYED = "if_played"
    COUNTS = "counts"
    LEFT_OUT = "left_out"


class Abandoned(StrEnum):
    """What becomes of an online game that was broken off."""

    VOID = "void"
    AS_IT_STOOD = "as_it_stood"


class RulesProblem(StrEnum):
    """Why rules of a season are refused; the value is stable."""

    FORMAT = "format"
    TYPE = "type"
    UNKNOWN = "unknown"
    VALUE = "value"
    TABLE_SIZES = "table_sizes"
    FIXED_SIZE = "fixed_size"
    TOO_MANY_PLAYERS = "too_many_players"
    OPTIONS = "options"


class InvalidSeasonRules(ValueError):
    """Rules that cannot be; `field` names the one that is wrong."""

    def __init__(self, code: RulesProblem, field: str = "") -> None:
        super().__init__(f"{code} {field}".strip())
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True)
class Weights:
    """Points of one game under Preset.WEIGHTS: whole numbers, -1000..1000.

    index: for a first place, less in proportion down to the last. win: for a first place alone or
    shared. presence: for having played. heads: for each head, so usually negative.
    """

    index: int = 100
    win: int = 0
    presence: int = 0
    heads: int = 0


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season; an impossible combination raises InvalidSeasonRules.

    best_of: 1..1000, for BEST. placement: points of the first, second ... place, for PLACEMENT;
    1..10 whole numbers 0..1000, none more than the one before, a place beyond the last gets 0.
    min_games: fewer leave a player unclassed; None for a number that grows, see `games_needed`.
    drop_percent: 0..50, so many of a player's games are dropped, the worst ones, rounded down.
    fewest, preferred, most: players at a table. second_person: whoever entered a sheet may not
    confirm it. options: the rules of its games.
    """

    preset: Preset = Preset.INDEX
    best_of: int = 10
    placement: tuple[int, ...] = (10, 6, 4, 3, 2, 1)
    weights: Weights = field(default_factory=Weights)
    min_games: int | None = None
    drop_percent: int = 0
    substitutes: Substitutes = Substitutes.SUBSTITUTE
    bots: Bots = Bots.OPPONENTS
    away: Away = Away.IF_PLAYED
    abandoned: Abandoned = Abandoned.VOID
    fewest: int = 3
    preferred: int = 4
    most: int = 6
    second_person: bool = False
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        _require(1 <= self.best_of <= MOST_GAMES, "best_of")
        _require(1 <= len(self.placement) <= MOST_PLAYERS, "placement")
        _require(all(0 <= points <= MOST_POINTS for points in self.placement), "placement")
        _require(list(self.placement) == sorted(self.placement, reverse=True), "placement")
        for name in ("index", "win", "presence", "heads"):
            _require(abs(getattr(self.weights, name)) <= MOST_POINTS, name)
        _require(0 <= (self.min_games or 0) <= MOST_GAMES, "min_games")
        _require(0 <= self.drop_percent <= MOST_DROPPED_PERCENT, "drop_percent")
        if not FEWEST_PLAYERS <= self.fewest <= self.preferred <= self.most <= MOST_PLAYERS:
            raise InvalidSeasonRules(RulesProblem.TABLE_SIZES, "preferred")
        if self.most > self.options.max_players:
            raise InvalidSeasonRules(RulesProblem.TOO_MANY_PLAYERS, "most")
        if self.preset is Preset.TOTAL and self.fewest != self.most:
            raise InvalidSeasonRules(RulesProblem.FIXED_SIZE, "most")

    @property
    def has_growing_minimum(self) -> bool:
        """Whether the games needed for a place grow with the sessions; sums need no minimum."""
        return self.min_games is None and self.preset is not Preset.PLACEMENT

    @property
    def has_drops(self) -> bool:
        """Whether some games of a player may not count: which, only all their games tell."""
        return self.drop_percent > 0 or self.preset is Preset.BEST

    def games_needed(self, held: int) -> int:
        """How many games a place needs after so many sessions with results, at least 1.

        Where it grows they must be more than a third of the sessions: 1 at first, 2 from the third
        session on, 4 from the ninth.
        """
        if self.has_growing_minimum:
            return held // 3 + 1
        return max(1, self.min_games or 0)

    def to_json(self) -> dict[str, Any]:
        """JSON with the format's version; `from_json` reads it back."""
        return {
            "format": FORMAT,
            "preset": self.preset.value,
            "best_of": self.best_of,
            "placement": list(self.placement),
            "weights": {
                "index": self.weights.index,
                "win": self.weights.win,
                "presence": self.weights.presence,
                "heads": self.weights.heads,
            },
            "min_games": self.min_games,
            "drop_percent": self.drop_percent,
            "substitutes": self.substitutes.value,
            "bots": self.bots.value,
            "away": self.away.value,
            "abandoned": self.abandoned.value,
            "fewest": self.fewest,
            "preferred": self.preferred,
            "most": self.most,
            "second_person": self.second_person,
            "options": self.options.to_json(),
        }

    @classmethod
    def from_json(cls, data: object) -> "SeasonRules":
        """Rules of a JSON object; what is left out has its default.

        Raises InvalidSeasonRules: another format, unknown keys, wrong types, wrong values.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise InvalidSeasonRules(RulesProblem.FORMAT)
        values: dict[str, Any] = {}
        for name, value in data.items():
            if name == "format":
                continue
            reader = _READERS.get(name) if isinstance(name, str) else None
            if reader is None:
                raise InvalidSeasonRules(RulesProblem.UNKNOWN, str(name))
            values[name] = reader(name, value)
        return cls(**values)


def _require(holds: bool, field: str) -> None:
    if not holds:
        raise InvalidSeasonRules(RulesProblem.VALUE, field)


def _read_int(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidSeasonRules(RulesProblem.TYPE, name)
    return value


def _read_int_or_none(name: str, value: object) -> int | None:
    return None if value is None else _read_int(name, value)


def _read_bool(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidSeasonRules(RulesProblem.TYPE, name)
    return value


def _read_placement(name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise InvalidSeasonRules(RulesProblem.TYPE, name)
    return tuple(_read_int(name, points) for points in value)


def _read_weights(name: str, value: object) -> Weights:
    if not isinstance(value, Mapping) or not set(value) <= {"index", "win", "presence", "heads"}:
        raise InvalidSeasonRules(RulesProblem.TYPE, name)
    return Weights(**{key: _read_int(key, points) for key, points in value.items()})


def _read_options(name: str, value: object) -> Options:
    try:
        return Options.from_json(value)
    except InvalidOptions:
        raise InvalidSeasonRules(RulesProblem.OPTIONS, name) from None


def _reader_of(words: type[StrEnum]) -> Any:
    def read(name: str, value: object) -> StrEnum:
        if not isinstance(value, str):
            raise InvalidSeasonRules(RulesProblem.TYPE, name)
        try:
            return words(value)
        except ValueError:
            raise InvalidSeasonRules(RulesProblem.VALUE, name) from None

    return read


_READERS = {
    "preset": _reader_of(Preset),
    "best_of": _read_int,
    "placement": _read_placement,
    "weights": _read_weights,
    "min_games": _read_int_or_none,
    "drop_percent": _read_int,
    "substitutes": _reader_of(Substitutes),
    "bots": _reader_of(Bots),
    "away": _reader_of(Away),
    "abandoned": _reader_of(Abandoned),
    "fewest": _read_int,
    "preferred": _read_int,
    "most": _read_int,
    "second_person": _read_bool,
    "options": _read_options,
}
