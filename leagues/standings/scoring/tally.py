"""The games of every player as a season values them, and which of them count."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.game_result import GameResult
from leagues.standings.scoring.presets import UNIT, is_fewest_best, worth_by


class TallyLine(NamedTuple):
    """A player's part in a game; in ascending order the worst comes first, of equals the oldest.

    value: the worth in UNITs, negative where fewest is best. expected_heads: those of an average
    player of that table, in UNITs. win: a first place shared by m is one m-th, in UNITs.
    """

    value: int
    session: int
    game: int
    size: int
    place: int
    twice_rank: int
    heads: int
    expected_heads: int
    win: int
    rounds: int


class Tally(NamedTuple):
    """What a player's games come to, exactly.

    games, heads, rounds: of all of them. counted: how many count; counted_heads, value,
    expected_heads, win: sums over those, each in the unit of the line. dropped: ids of the others,
    worst first; empty where a kept row does not tell.
    """

    games: int = 0
    counted: int = 0
    heads: int = 0
    rounds: int = 0
    counted_heads: int = 0
    value: int = 0
    expected_heads: int = 0
    win: int = 0
    dropped: tuple[int, ...] = ()

    def with_lines(self, lines: list[TallyLine]) -> "Tally":
        """With more games, all of which count."""
        heads = sum([line.heads for line in lines])
        return Tally(
            games=self.games + len(lines),
            counted=self.counted + len(lines),
            heads=self.heads + heads,
            rounds=self.rounds + sum([line.rounds for line in lines]),
            counted_heads=self.counted_heads + heads,
            value=self.value + sum([line.value for line in lines]),
            expected_heads=self.expected_heads + sum([line.expected_heads for line in lines]),
            win=self.win + sum([line.win for line in lines]),
        )


@dataclass(slots=True)
class Record:
    """The games of one player.

    sums: what they come to if all of them count. Where all do, they may be of more games than there
    are lines.
    """

    sums: Tally = field(default_factory=Tally)
    lines: list[TallyLine] = field(default_factory=list)

    def add(self, lines: list[TallyLine]) -> None:
        self.lines += lines
        self.sums = self.sums.with_lines(lines)

    def tally(self, rules: SeasonRules) -> Tally:
        """What counts of them by these rules, and what they all come to."""
        dropped = self.not_counting(rules)
        if not dropped:
            return self.sums
        sums, lost = self.sums, Tally().with_lines(dropped)
        return sums._replace(
            counted=sums.counted - lost.counted,
            counted_heads=sums.counted_heads - lost.counted_heads,
            value=sums.value - lost.value,
            expected_heads=sums.expected_heads - lost.expected_heads,
            win=sums.win - lost.win,
            dropped=tuple(line.game for line in dropped),
        )

    def not_counting(self, rules: SeasonRules) -> list[TallyLine]:
        """The lines that do not count, worst first.

        `drop_percent` of the games, rounded down, and under Preset.BEST whatever is left beyond
        `best_of`: the worst ones by the preset's measure, of equally bad ones the oldest.
        """
        games = len(self.lines)
        dropped = games * rules.drop_percent // 100
        if rules.preset is Preset.BEST:
            dropped = max(dropped, games - rules.best_of)
        if not dropped:
            return []
        self.lines.sort()
        return self.lines[:dropped]


def lines_by_player(
    results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, list[TallyLine]]:
    """A line for every entry, by player, in the order of the results."""
    worth = worth_by(rules)
    sign = -1 if is_fewest_best(rules.preset) else 1
    lines: dict[int, list[TallyLine]] = {}
    for game, session, size, heads, rounds, entries in results:
        for entry in entries:
            line = TallyLine(
                sign * worth(size, entry),
                session,
                game,
                size,
                entry.place,
                entry.twice_rank,
                entry.heads,
                heads * (UNIT // size),
                UNIT // entry.sharers if entry.place == 1 else 0,
                rounds,
            )
            lines.setdefault(entry.player, []).append(line)
    return lines
