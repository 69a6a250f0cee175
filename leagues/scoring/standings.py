"""Who stands where in a season: a function of confirmed results and frozen rules alone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from leagues.scoring.presets import UNIT, figure, is_fewest_best
from leagues.scoring.results import GameResult
from leagues.scoring.season_rules import MOST_GAMES, SeasonRules
from leagues.scoring.tally import Record, lines_by_player, sums_of
from leagues.scoring.tiebreaks import Criterion, marks, share


class Kind(StrEnum):
    """Whether a player has a place; the value is stable."""

    CLASSED = "classed"
    UNCLASSED = "unclassed"
    WITHDRAWN = "withdrawn"


class Adjustment(NamedTuple):
    """Points added to the figure of a player from a session on, below 0 to take some.

    Under Preset.TOTAL the figure is heads per game, so that a penalty is above 0.
    """

    player: int
    session: int
    points: Fraction


class Member(NamedTuple):
    """Somebody who is listed even without a game.

    joined: the session from which on. withdrawn: the session from which on without a place, and
    without one in the present standings even if it is still to come. returned: the session from
    which on they have a place again.
    """

    player: int
    joined: int = 1
    withdrawn: int | None = None
    returned: int | None = None

    def has_withdrawn(self, session: int, *, is_newest: bool) -> bool:
        """Whether they have no place in the standings as of a session."""
        if self.withdrawn is None or not (is_newest or self.withdrawn <= session):
            return False
        return self.returned is None or (not is_newest and session < self.returned)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands.

    place: None where not classed. figure: as the season's preset measures, adjustment included.
    games, heads, rounds: of all games. dropped: ids of those that do not count, worst first. share,
    wins: over those that count. head_to_head: the mark among those level before it, None where
    nobody was. decided_by: what set the player apart from the row above of the same kind; None
    where they are level, on the first row, and for who has not played.
    """

    player: int
    kind: Kind
    place: int | None
    figure: Fraction
    adjustment: Fraction
    games: int
    dropped: tuple[int, ...]
    share: Fraction
    wins: Fraction
    heads: int
    rounds: int
    head_to_head: Fraction | None = None
    decided_by: Criterion | None = None

    @property
    def counted(self) -> int:
        return self.games - len(self.dropped)

    @property
    def wins_per_game(self) -> Fraction:
        return self.wins / self.counted if self.counted else Fraction(0)

    def by(self, criterion: Criterion) -> Fraction | None:
        """What a criterion looks at."""
        match criterion:
            case Criterion.FIGURE:
                return self.figure
            case Criterion.SHARE:
                return self.share
            case Criterion.WINS:
                return self.wins_per_game
        return self.head_to_head


def standings(
    results: Iterable[GameResult],
    rules: SeasonRules,
    adjustments: Iterable[Adjustment] = (),
    roster: Iterable[Member] = (),
    until: int | None = None,
) -> tuple[Standing, ...]:
    """The standings as of session `until`, or of all of them, best first.

    Classed players come first, then those with too few games, then the withdrawn, in each part
    those without a game last. Players who share a place come in the order of their ids. Neither the
    order of results nor that of entries matters.
    """
    books = Books(rules, adjustments, roster)
    books.add([result for result in results if until is None or result.session <= until])
    return books.standings(until)


def standings_by_session(
    results: Iterable[GameResult],
    rules: SeasonRules,
    sessions: Iterable[int],
    adjustments: Iterable[Adjustment] = (),
    roster: Iterable[Member] = (),
) -> dict[int, tuple[Standing, ...]]:
    """The standings as of each of these sessions, ascending; each as `standings` has them.

    The last of them are the present ones: there nobody has a place who has withdrawn by now.
    """
    by_session: defaultdict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        by_session[result.session].append(result)
    books = Books(rules, adjustments, roster)
    coming = sorted(by_session, reverse=True)
    found: dict[int, tuple[Standing, ...]] = {}
    wanted = sorted(sessions)
    for session in wanted:
        while coming and coming[-1] <= session:
            books.add(by_session[coming.pop()])
        found[session] = books.standings(session, is_newest=session == wanted[-1])
    return found


def ranking_of_session(
    results: Iterable[GameResult], rules: SeasonRules, session: int
) -> tuple[Standing, ...]:
    """The ranking of one evening: every game of it counts, nobody is unclassed or adjusted."""
    played = [result for result in results if result.session == session]
    every = replace(rules, min_games=0, drop_percent=0, best_of=MOST_GAMES)
    return standings(played, every)


class Books:
    """What the standings of a season are made from, results added as they come."""

    def __init__(
        self, rules: SeasonRules, adjustments: Iterable[Adjustment], roster: Iterable[Member]
    ) -> None:
        self.rules = rules
        self.adjustments = tuple(adjustments)
        self.roster = {member.player: member for member in roster}
        self.records: defaultdict[int, Record] = defaultdict(Record)
        self.held: set[int] = set()

    def add(self, results: Sequence[GameResult]) -> None:
        self.held.update(result.session for result in results)
        for player, lines in lines_by_player(results, self.rules).items():
            self.records[player].add(lines)

    def standings(self, session: int | None, *, is_newest: bool = False) -> tuple[Standing, ...]:
        """Of all results added; adjustments and roster as of a session, or with None at the end.

        is_newest: these are the present standings, with whoever has withdrawn since.
        """
        points = self._points(session)
        gone = self._withdrawn(session, is_newest=is_newest or session is None)
        rows = [
            self._row(player, points.get(player, Fraction(0)), is_withdrawn=player in gone)
            for player in self._listed(session)
        ]
        parts: defaultdict[tuple[Kind, bool], list[Standing]] = defaultdict(list)
        for row in rows:
            parts[row.kind, row.games > 0].append(row)
        return tuple(
            row
            for kind in Kind
            for has_played in (True, False)
            for row in self._ordered(parts[kind, has_played])
        )

    def _points(self, session: int | None) -> dict[int, Fraction]:
        points: defaultdict[int, Fraction] = defaultdict(Fraction)
        for adjustment in self.adjustments:
            if session is None or adjustment.session <= session:
                points[adjustment.player] += adjustment.points
        return points

    def _listed(self, session: int | None) -> set[int]:
        members = {
            member.player
            for member in self.roster.values()
            if session is None or member.joined <= session
        }
        return members | set(self.records)

    def _withdrawn(self, session: int | None, *, is_newest: bool) -> set[int]:
        return {
            member.player
            for member in self.roster.values()
            if member.has_withdrawn(session or 0, is_newest=is_newest)
        }

    def _row(self, player: int, points: Fraction, *, is_withdrawn: bool) -> Standing:
        record = self.records.get(player) or Record()
        dropped = record.not_counting(self.rules)
        lost = sums_of(dropped)
        sums = record.sums
        games = len(record.lines)
        preset = self.rules.preset
        total = sums.value - lost.value
        earned = figure(-total if is_fewest_best(preset) else total, games - len(dropped), preset)
        return Standing(
            player=player,
            kind=Kind.WITHDRAWN if is_withdrawn else self._kind(games),
            place=None,
            figure=earned + points,
            adjustment=points,
            games=games,
            dropped=tuple(line.game for line in dropped),
            share=share(sums.heads - lost.heads, sums.due - lost.due),
            wins=Fraction(sums.win - lost.win, UNIT),
            heads=sums.heads,
            rounds=sums.rounds,
        )

    def _kind(self, games: int) -> Kind:
        is_classed = games >= self.rules.games_needed(len(self.held))
        return Kind.CLASSED if is_classed else Kind.UNCLASSED

    def _ordered(self, rows: Sequence[Standing]) -> list[Standing]:
        """Rows of one part in order, with what decided and, where classed, their places."""
        ordered: list[Standing] = []
        key = self._key
        for _key, group in groupby(sorted(rows, key=lambda row: (key(row), row.player)), key):
            ordered += self._by_meetings(list(group))
        return _placed(ordered)

    def _key(self, row: Standing) -> tuple[Fraction, Fraction, Fraction]:
        """Ascending: the better row first, as far as criteria of one player go."""
        best_first = row.figure if is_fewest_best(self.rules.preset) else -row.figure
        return best_first, row.share, -row.wins_per_game

    def _by_meetings(self, level: list[Standing]) -> list[Standing]:
        """Rows level so far, in the order of their marks; nothing to decide for one alone."""
        if len(level) == 1 or not level[0].games:
            return level
        mark = marks({row.player: self.records[row.player].lines for row in level})
        marked = [replace(row, head_to_head=mark[row.player]) for row in level]
        return sorted(marked, key=lambda row: (-mark[row.player], row.player))


def _placed(rows: Sequence[Standing]) -> list[Standing]:
    placed: list[Standing] = []
    for index, row in enumerate(rows):
        decided_by = _decided(placed[-1], row) if placed else None
        place = None
        if row.kind is Kind.CLASSED:
            place = placed[-1].place if placed and decided_by is None else index + 1
        placed.append(replace(row, place=place, decided_by=decided_by))
    return placed


def _decided(above: Standing, below: Standing) -> Criterion | None:
    if not below.games:
        return None
    return next((each for each in Criterion if above.by(each) != below.by(each)), None)
