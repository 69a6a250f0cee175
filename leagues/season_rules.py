"""The rules of a season as plain values; when it is open, they change by an amendment alone."""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from games.rules.options import Options

FORMAT = 1
MOST_POINTS = 1000
MOST_GAMES = 1000
MOST_DROPPED_PERCENT = 50
MOST_FINALISTS = 20
MOST_SEMI_FINALISTS = 60
MOST_SESSIONS = 1000
WEIGHT = "weight_"


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


# Heads are counted: the lower of two figures is the better one.
FEWEST_BEST = Preset.TOTAL
# The figure is the sum of the games that count; under the other presets it is their mean.
SUMMED = Preset.PLACEMENT


class ByeWorth(StrEnum):
    """What a bye is worth under PLACEMENT; a mean has no need of it, as it is the same without.

    AVERAGE: the mean of the player's games that count. POINTS: `bye_points`.
    """

    NOTHING = "nothing"
    AVERAGE = "average"
    POINTS = "points"


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
    """Whether a seat counts for its player where the bot played for them.

    IF_PLAYED: if they made at least one decision of the game themselves. COUNTS: always. LEFT_OUT:
    unless the bot was still playing at the end.
    """

    IF_PLAYED = "if_played"
    COUNTS = "counts"
    LEFT_OUT = "left_out"


class Abandoned(StrEnum):
    """Whether an abandoned online game counts, or a paper game that was cut short."""

    VOID = "void"
    AS_IT_STOOD = "as_it_stood"


class TieBreak(StrEnum):
    """What decides between players with the same figure.

    SHARE: own heads for each head of an average player of the same tables, fewest first. WINS:
    first places for each game, one shared by m being one m-th. HEAD_TO_HEAD: the mean mark at
    shared tables among those level so far.
    """

    SHARE = "share"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season, as scoring reads them; each is a column of the same name.

    What may be chosen is said there: leagues/models/rules.py.

    best_of: for BEST. placement: points of the first, second ... place, for PLACEMENT; a place
    beyond the last gets 0. weight_*: points of one game, for WEIGHTS; of index for a first place,
    less in proportion down to the last; of win for a first place alone or shared; of presence for
    having played; of heads for each head, so usually negative.
    min_games: fewer leave a player unclassed; None for a number that grows, see `games_needed`.
    drop_percent: so many of a player's games are dropped, the worst ones, rounded down.
    final: so many players decide the first places among themselves in the final, 0 without one.
    semi_final: so many decide among themselves who plays the final, 0 without a semi-final.
    best_sessions: so many of a player's sessions count at most, the best ones; 0 for all.
    min_sessions: a place takes so many sessions, whatever the number of games; 0 asks for games.
    bye: what a bye is worth, for PLACEMENT; bye_points: the points of one, for ByeWorth.POINTS.
    no_show: so many points are taken from the figure for each round somebody did not show up for.
    tie_breaks: in the order in which they are asked; whoever is level in all shares the place.
    fewest, preferred, most: players at a table. second_person: whoever entered a sheet may not
    confirm it. options: the rules of its games.
    """

    preset: Preset = Preset.INDEX
    best_of: int = 10
    placement: tuple[int, ...] = (10, 6, 4, 3, 2, 1)
    weight_index: int = 100
    weight_win: int = 0
    weight_presence: int = 0
    weight_heads: int = 0
    min_games: int | None = None
    drop_percent: int = 0
    final: int = 0
    semi_final: int = 0
    best_sessions: int = 0
    min_sessions: int = 0
    bye: ByeWorth = ByeWorth.NOTHING
    bye_points: int = 0
    no_show: int = 0
    substitutes: Substitutes = Substitutes.SUBSTITUTE
    bots: Bots = Bots.OPPONENTS
    away: Away = Away.IF_PLAYED
    abandoned: Abandoned = Abandoned.VOID
    tie_breaks: tuple[TieBreak, ...] = tuple(TieBreak)
    fewest: int = 3
    preferred: int = 4
    most: int = 6
    second_person: bool = False
    options: Options = field(default_factory=Options)

    @property
    def has_growing_minimum(self) -> bool:
        """Whether the games needed for a place grow with the sessions; sums need no minimum."""
        is_open = self.min_games is None and not self.min_sessions
        return is_open and self.preset is not Preset.PLACEMENT

    @property
    def has_drops(self) -> bool:
        """Whether some games of a player may not count; only all of their games tell which."""
        return bool(self.drop_percent or self.best_sessions) or self.preset is Preset.BEST

    @property
    def counts_byes(self) -> bool:
        """Whether a bye is worth something: only a sum grows with the games that are played."""
        return self.preset is Preset.PLACEMENT and self.bye is not ByeWorth.NOTHING

    def games_needed(self, held: int) -> int:
        """How many games a place needs after `held` sessions with results; at least 1.

        A growing minimum is more than a third of these sessions: 1 at first, 2 from the third
        session on, 4 from the ninth. Where a place takes sessions, one game is enough.
        """
        if self.min_sessions:
            return 1
        if self.has_growing_minimum:
            return held // 3 + 1
        return max(1, self.min_games or 0)

    def to_json(self) -> dict[str, Any]:
        """The rules as exports show them, with the version of that format."""
        rules = asdict(self) | {"options": self.options.to_json()}
        names = [name for name in rules if name.startswith(WEIGHT)]
        weights = {name.removeprefix(WEIGHT): rules.pop(name) for name in names}
        return {"format": FORMAT, **rules, "weights": weights}
