"""What byes are worth and what no-shows cost, by the rules of the season.

Neither is a game: they change the figure alone. A bye belongs to its session and counts as long as
that does; so of several `best_sessions` only byes in these count.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from leagues.season_rules import ByeWorth, SeasonRules
from leagues.standings.scoring.presets import UNIT, is_fewest_best
from leagues.standings.scoring.tally import Tally


class Absence(NamedTuple):
    """A round in which a player had no seat; session: its place in the order of play."""

    player: int
    session: int
    is_no_show: bool


class AbsencePoints(NamedTuple):
    """What the absences of a player come to.

    byes, no_shows: how many count. bye, no_show: the points for each, as they are added to the
    figure.
    """

    byes: int = 0
    no_shows: int = 0
    bye: Fraction = Fraction(0)
    no_show: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        return self.byes * self.bye + self.no_shows * self.no_show


NO_ABSENCES = AbsencePoints()


def absence_points(own: Iterable[Absence], tally: Tally, rules: SeasonRules) -> AbsencePoints:
    """What the absences of one player, whose games come to `tally`, are worth."""
    counting = [absence for absence in own if does_count(absence, tally, rules)]
    no_shows = sum(absence.is_no_show for absence in counting)
    sign = 1 if is_fewest_best(rules.preset) else -1
    return AbsencePoints(
        byes=len(counting) - no_shows,
        no_shows=no_shows,
        bye=_worth_of_bye(tally, rules),
        no_show=Fraction(sign * rules.no_show),
    )


def does_count(absence: Absence, tally: Tally, rules: SeasonRules) -> bool:
    """Whether an absence changes the figure of the player whose games come to `tally`."""
    if absence.is_no_show:
        return rules.no_show > 0
    return rules.counts_byes and (tally.best is None or absence.session in tally.best)


def _worth_of_bye(tally: Tally, rules: SeasonRules) -> Fraction:
    if not rules.counts_byes:
        return Fraction(0)
    if rules.bye is ByeWorth.POINTS:
        return Fraction(rules.bye_points)
    return Fraction(tally.value, UNIT * tally.counted) if tally.counted else Fraction(0)
