"""Why a player stands where they stand, as numbers; the words are made elsewhere."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from leagues.season_rules import SeasonRules
from leagues.standings.scoring.table import PointAdjustment, figure
from leagues.standings.scoring.tally import (
    Absence,
    AbsencePoints,
    GameResult,
    Record,
    Tally,
    TallyLine,
    absence_points,
    does_count,
    lines_by_player,
    points_of,
    session_value,
    sessions_in_order,
)


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

    lines: in the order of play. dropped: those that do not count. tally: what the others come to.
    sessions: best first, empty where all sessions count. absences: byes and no-shows that count, in
    the order of play; absence_points: what they come to. points: what adjustments and absences add.
    figure: what comes out.
    """

    lines: list[TallyLine]
    dropped: frozenset[TallyLine]
    tally: Tally
    sessions: list[SessionLine]
    absences: list[Absence]
    absence_points: AbsencePoints
    points: Fraction
    figure: Fraction


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
    tally = record.tally(rules)
    own = [each for each in absences if each.player == player and does_count(each, tally, rules)]
    absent = absence_points(own, tally, rules)
    given = (adjustment.points for adjustment in adjustments if adjustment.player == player)
    points = sum(given, absent.total)
    return Account(
        lines=sorted(played, key=lambda line: (line.session, line.game)),
        dropped=frozenset(record.not_counting(rules)),
        tally=tally,
        sessions=_session_lines(played, rules) if rules.best_sessions else [],
        absences=sorted(own, key=lambda absence: absence.session),
        absence_points=absent,
        points=points,
        figure=figure(tally, rules.preset) + points,
    )


def _session_lines(lines: Iterable[TallyLine], rules: SeasonRules) -> list[SessionLine]:
    best_first = reversed(sessions_in_order(lines, rules.preset))
    return [
        SessionLine(
            session=played[0].session,
            games=len(played),
            worth=points_of(session_value(played, rules.preset), rules.preset),
            counts=index < rules.best_sessions,
        )
        for index, played in enumerate(best_first)
    ]
