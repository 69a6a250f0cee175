"""Why a player stands where they stand, as numbers; the words are made elsewhere."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from leagues.season_rules import FEWEST_BEST, SUMMED, SeasonRules
from leagues.standings.scoring.head_to_head import marks, meetings
from leagues.standings.scoring.table import PointAdjustment, figure
from leagues.standings.scoring.tally import (
    UNIT,
    Absence,
    AbsencePoints,
    GameResult,
    Record,
    Tally,
    TallyLine,
    absence_points,
    does_count,
    lines_by_player,
    session_value,
    sessions_in_order,
)


class GameLine(NamedTuple):
    """What a game gave a player.

    worth: by the season's preset. expected_heads: those of an average
    player of that table. win: a first place shared by m is one m-th. counts: False if dropped.
    """

    game: int
    session: int
    size: int
    place: int
    heads: int
    expected_heads: Fraction
    win: Fraction
    worth: Fraction
    counts: bool


class SessionLine(NamedTuple):
    """What a session gave a player, where only the best sessions count.

    worth: the mean of its games, or their sum where the figure is a sum. counts: False if dropped.
    """

    session: int
    games: int
    worth: Fraction
    counts: bool


class Account(NamedTuple):
    """How the figure of a player comes about.

    lines: in the order of play. sessions: best first, empty where all sessions count. total: the
    worth of the games that count. divisor: how many these are, None where the sum is the figure.
    absences: byes and no-shows that count, in the order of play; absence_points: what they come to.
    points: what adjustments and absences add. figure: what comes out.
    """

    lines: tuple[GameLine, ...]
    total: Fraction
    divisor: int | None
    adjustments: tuple[PointAdjustment, ...]
    absences: tuple[Absence, ...]
    absence_points: AbsencePoints
    points: Fraction
    figure: Fraction
    sessions: tuple[SessionLine, ...] = ()


class MeetingLine(NamedTuple):
    """A game at which a player met others who are level with them; mark: 0..1."""

    game: int
    session: int
    places: Mapping[int, int]
    mark: Fraction


class HeadToHead(NamedTuple):
    """What decides among players who are level in all else.

    lines: the meetings of one of them, in the order of play. marks: the mean mark of each.
    """

    lines: tuple[MeetingLine, ...]
    marks: Mapping[int, Fraction]


def account_of(
    player: int,
    results: Iterable[GameResult],
    rules: SeasonRules,
    adjustments: Iterable[PointAdjustment] = (),
    absences: Iterable[Absence] = (),
) -> Account:
    """The account of a player; games, adjustments and absences of others are ignored."""
    played = lines_by_player(results, rules).get(player, [])
    record = Record(Tally().with_lines(played), played)
    dropped = frozenset(record.not_counting(rules))
    own = tuple(sorted(adjustment for adjustment in adjustments if adjustment.player == player))
    sign = -1 if rules.preset is FEWEST_BEST else 1
    total = sign * sum(line.value for line in record.lines if line not in dropped)
    counted = len(record.lines) - len(dropped)
    tally = record.tally(rules)
    counting = [
        absence
        for absence in absences
        if absence.player == player and does_count(absence, tally, rules)
    ]
    absent = absence_points(counting, tally, rules)
    points = sum((adjustment.points for adjustment in own), absent.total)
    in_order = sorted(record.lines, key=lambda line: (line.session, line.game))
    return Account(
        lines=tuple(_game_line(line, sign, line not in dropped) for line in in_order),
        total=Fraction(total, UNIT),
        divisor=None if rules.preset is SUMMED else counted,
        adjustments=own,
        absences=tuple(sorted(counting, key=lambda absence: absence.session)),
        absence_points=absent,
        points=points,
        figure=figure(total, counted, rules.preset) + points,
        sessions=_session_lines(record.lines, rules, sign),
    )


def head_to_head_of(
    player: int, group: Collection[int], results: Iterable[GameResult], rules: SeasonRules
) -> HeadToHead:
    """The meetings of a player with the others of their tied group, which they are part of."""
    played = lines_by_player(results, rules)
    lines_of = {each: played.get(each, []) for each in group}
    lines = [
        MeetingLine(each.game, each.session, each.places, Fraction(each.marks[player], UNIT))
        for each in meetings(lines_of)
        if player in each.places
    ]
    return HeadToHead(
        lines=tuple(sorted(lines, key=lambda line: (line.session, line.game))),
        marks=marks(lines_of),
    )


def _session_lines(
    lines: Iterable[TallyLine], rules: SeasonRules, sign: int
) -> tuple[SessionLine, ...]:
    if not rules.best_sessions:
        return ()
    best_first = reversed(sessions_in_order(lines, rules.preset))
    return tuple(
        SessionLine(
            session=played[0].session,
            games=len(played),
            worth=sign * session_value(played, rules.preset) / UNIT,
            counts=index < rules.best_sessions,
        )
        for index, played in enumerate(best_first)
    )


def _game_line(line: TallyLine, sign: int, counts: bool) -> GameLine:
    return GameLine(
        game=line.game,
        session=line.session,
        size=line.size,
        place=line.place,
        heads=line.heads,
        expected_heads=Fraction(line.expected_heads, UNIT),
        win=Fraction(line.win, UNIT),
        worth=Fraction(sign * line.value, UNIT),
        counts=counts,
    )
