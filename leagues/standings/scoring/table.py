"""Who stands where in a season: a function of confirmed results and its rules alone.

Of two players one stands before the other, criterion by criterion, in the printed order: the final
and the semi-final, where the season has them; the figure of the season; the tie-breaks in the order
that its rules name. Whoever is then still level shares the place.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from math import inf
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import NamedTuple

from leagues.season_rules import (
    FEWEST_BEST,
    MOST_GAMES,
    SUMMED,
    Preset,
    SeasonRules,
    TieBreak,
)
from leagues.standings.scoring.head_to_head import marks
from leagues.standings.scoring.tally import (
    NO_ABSENCES,
    UNIT,
    Absence,
    GameResult,
    Record,
    Tally,
    TallyLine,
    absence_points,
    lines_by_player,
)

NO_POINTS: Mapping[int, Fraction] = MappingProxyType({})
NO_FINAL: Mapping[int, int] = MappingProxyType({})
NOBODY_ABSENT: Mapping[int, Sequence[Absence]] = MappingProxyType({})


class Criterion(StrEnum):
    """What sets players apart; the value is stable. The others are those of `TieBreak`.

    FINAL, SEMI_FINAL: the place in that of the season, where there was one. FIGURE: as the preset
    of the season measures.
    """

    FINAL = "final"
    SEMI_FINAL = "semi_final"
    FIGURE = "figure"
    SHARE = "share"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"


# What each looks at in a row.
_VALUE_OF = {each: attrgetter(each) for each in Criterion}
_VALUE_OF[Criterion.WINS] = attrgetter("wins_per_game")


def figure(tally: Tally, preset: Preset) -> Fraction:
    """The figure of a season that games come to."""
    total = -tally.value if preset is FEWEST_BEST else tally.value
    if preset is SUMMED:
        return Fraction(total, UNIT)
    return Fraction(total, UNIT * tally.counted) if tally.counted else Fraction(0)


def share_of(heads: int, expected_heads: int) -> Fraction:
    """Own heads for each head that an average player of the same tables took.

    heads: own heads of all games that count. expected_heads: the sum over those of the table's
    heads divided by its size, in UNITs. Games of different sizes so weigh by their heads alone. 1
    where nobody took any.
    """
    return Fraction(heads * UNIT, expected_heads) if expected_heads else Fraction(1)


class Kind(StrEnum):
    """Whether a player has a place; the value is stable."""

    CLASSED = "classed"
    UNCLASSED = "unclassed"
    WITHDRAWN = "withdrawn"


class PointAdjustment(NamedTuple):
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
class ComputedStanding:
    """Where a player stands.

    place: None where not classed. figure: as the season's preset measures, adjustment included.
    adjustment: points given or taken, those for byes and no-shows too. tally: what it is made of.
    share, wins, wins_per_game: over the games that count. head_to_head: the mark among those level
    before it, None where nobody was. final: the place in the final, None for who was not in it or
    has no place; semi_final: the same, None for finalists too.
    decided_by: what set the player apart from the row above of the same kind; None where they are
    level, on the first row, and for who has not played. byes, no_shows: how many count.
    """

    player: int
    kind: Kind
    place: int | None
    figure: Fraction
    adjustment: Fraction
    tally: Tally
    share: Fraction
    wins_per_game: Fraction
    head_to_head: Fraction | None = None
    final: int | None = None
    semi_final: int | None = None
    decided_by: Criterion | None = None
    byes: int = 0
    no_shows: int = 0


class Circumstances(NamedTuple):
    """What the standings as of a session depend on beside games.

    needed: games for a place. listed: who is listed even without a game. withdrawn: who has no
    place. points: adjustments by player. final, semi_final: the places of those who were in it.
    absences: of those who had any, by player.
    """

    needed: int
    listed: Collection[int] = ()
    withdrawn: Collection[int] = ()
    points: Mapping[int, Fraction] = NO_POINTS
    final: Mapping[int, int] = NO_FINAL
    semi_final: Mapping[int, int] = NO_FINAL
    absences: Mapping[int, Sequence[Absence]] = NOBODY_ABSENT


# The games of some players who are level, by player.
LinesOf = Callable[[Collection[int]], Mapping[int, Sequence[TallyLine]]]


def standings(results: Iterable[GameResult], rules: SeasonRules) -> tuple[ComputedStanding, ...]:
    """The standings that follow from results alone, in the order of `ranked`."""
    played = list(results)
    lines_of = lines_by_player(played, rules)
    tallies = {
        player: Record(Tally().with_lines(lines), lines).tally(rules)
        for player, lines in lines_of.items()
    }
    held = {result.session for result in played}
    around = Circumstances(rules.games_needed(len(held)))
    return ranked(tallies, rules, around, lambda level: {each: lines_of[each] for each in level})


def ranking_of_session(
    results: Iterable[GameResult], rules: SeasonRules
) -> tuple[ComputedStanding, ...]:
    """The ranking of one session, from its games: all count, nobody is unclassed or adjusted."""
    every = replace(
        rules, min_games=0, drop_percent=0, best_of=MOST_GAMES, best_sessions=0, min_sessions=0
    )
    return standings(results, every)


def circumstances(
    needed: int,
    adjustments: Iterable[PointAdjustment],
    roster: Iterable[Member],
    session: int,
    final: Mapping[int, int],
    absences: Iterable[Absence],
    semi_final: Mapping[int, int],
    *,
    is_newest: bool,
) -> Circumstances:
    """Adjustments, absences and roster as of a session."""
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    for adjustment in adjustments:
        if adjustment.session <= session:
            points[adjustment.player] += adjustment.points
    absent: defaultdict[int, list[Absence]] = defaultdict(list)
    for absence in absences:
        if absence.session <= session:
            absent[absence.player].append(absence)
    members = list(roster)
    listed = {member.player for member in members if member.joined <= session}
    withdrawn = {
        member.player for member in members if member.has_withdrawn(session, is_newest=is_newest)
    }
    return Circumstances(needed, listed, withdrawn, points, final, semi_final, absent)


def ranked(
    tallies: Mapping[int, Tally], rules: SeasonRules, around: Circumstances, lines_of: LinesOf
) -> tuple[ComputedStanding, ...]:
    """The standings that follow from the sums of players, best first.

    Classed players come first, then those with too few games, then the withdrawn, in each part
    those without a game last. Players who share a place come in the order of their ids. Neither the
    order of results nor that of entries matters.
    """
    parts: defaultdict[tuple[Kind, bool], list[ComputedStanding]] = defaultdict(list)
    for player in {*around.listed, *tallies}:
        row = _row(player, tallies.get(player, Tally()), rules, around)
        parts[row.kind, row.tally.games > 0].append(row)
    return tuple(
        row
        for kind in Kind
        for has_played in (True, False)
        for row in _ordered(parts[kind, has_played], rules, lines_of)
    )


def _row(player: int, tally: Tally, rules: SeasonRules, around: Circumstances) -> ComputedStanding:
    absences, points = NO_ABSENCES, around.points.get(player, Fraction(0))
    if player in around.absences:
        absences = absence_points(around.absences[player], tally, rules)
        points += absences.total
    earned = figure(tally, rules.preset)
    has_enough = tally.games >= around.needed and tally.sessions >= rules.min_sessions
    kind = Kind.CLASSED if has_enough else Kind.UNCLASSED
    if player in around.withdrawn:
        kind = Kind.WITHDRAWN
    final = around.final.get(player) if kind is Kind.CLASSED else None
    is_behind = kind is Kind.CLASSED and final is None
    return ComputedStanding(
        player=player,
        kind=kind,
        place=None,
        figure=earned + points if points else earned,
        adjustment=points,
        tally=tally,
        share=share_of(tally.counted_heads, tally.expected_heads),
        wins_per_game=Fraction(tally.win, UNIT * max(1, tally.counted)),
        final=final,
        semi_final=around.semi_final.get(player) if is_behind else None,
        byes=absences.byes,
        no_shows=absences.no_shows,
    )


def _ordered(
    rows: Sequence[ComputedStanding], rules: SeasonRules, lines_of: LinesOf
) -> list[ComputedStanding]:
    """Rows of one part in order, with what decided and, where classed, their places."""
    asked = rules.tie_breaks
    meet = asked.index(TieBreak.HEAD_TO_HEAD) if TieBreak.HEAD_TO_HEAD in asked else len(asked)
    before, after = asked[:meet], asked[meet + 1 :]
    keyed = []
    for row in rows:
        # Ascending: the better row first, as far as criteria of one player go.
        final = inf if row.final is None else row.final
        semi_final = inf if row.semi_final is None else row.semi_final
        best_first = row.figure if rules.preset is FEWEST_BEST else -row.figure
        # The nearest float of a greater fraction is never a smaller one, and compares much faster.
        key = (final, semi_final, float(best_first), best_first, *_own(row, before))
        keyed.append((key, row))
    keyed.sort(key=lambda one: (one[0], one[1].player))
    ordered: list[ComputedStanding] = []
    for _key, group in groupby(keyed, key=itemgetter(0)):
        level = [row for _key, row in group]
        is_decided = len(level) == 1 or meet == len(asked) or not level[0].tally.games
        ordered += level if is_decided else _by_meetings(level, lines_of, after)
    first = Criterion.FINAL, Criterion.SEMI_FINAL, Criterion.FIGURE
    return _placed(ordered, [*first, *map(Criterion, asked)])


def criteria_of_level(rules: SeasonRules) -> Collection[str]:
    """What can set apart those who meet because they are level: `Standing.decided_by`.

    Blank where they share a place. Empty where the rules do not ask for meetings.
    """
    asked = rules.tie_breaks
    if TieBreak.HEAD_TO_HEAD not in asked:
        return []
    return ["", *asked[asked.index(TieBreak.HEAD_TO_HEAD) :]]


def _own(row: ComputedStanding, tie_breaks: Iterable[TieBreak]) -> tuple[Fraction, ...]:
    """What the share and the wins of one player tell, the better first."""
    return tuple(row.share if each is TieBreak.SHARE else -row.wins_per_game for each in tie_breaks)


def _by_meetings(
    level: list[ComputedStanding], lines_of: LinesOf, after: Sequence[TieBreak]
) -> list[ComputedStanding]:
    """Rows level so far, in the order of their marks.

    after: what is asked of those whose marks are equal too.
    """
    mark = marks(lines_of([row.player for row in level]))
    marked = [replace(row, head_to_head=mark[row.player]) for row in level]
    return sorted(marked, key=lambda row: (-mark[row.player], *_own(row, after), row.player))


def _placed(
    rows: Sequence[ComputedStanding], criteria: Sequence[Criterion]
) -> list[ComputedStanding]:
    asked = [(each, _VALUE_OF[each]) for each in criteria]
    placed: list[ComputedStanding] = []
    for index, row in enumerate(rows):
        decided_by = None
        if placed and row.tally.games:
            above = placed[-1]
            apart = (each for each, value in asked if value(above) != value(row))
            decided_by = next(apart, None)
        place = None
        if row.kind is Kind.CLASSED:
            place = placed[-1].place if placed and decided_by is None else index + 1
        placed.append(replace(row, place=place, decided_by=decided_by))
    return placed
