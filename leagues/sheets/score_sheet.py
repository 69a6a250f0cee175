"""A score sheet as a league keeps it: the pad with its players, and whom they replaced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.rules.options import FEWEST_PLAYERS, Options
from leagues.season_rules import Preset, SeasonRules
from leagues.sheets.pad.check import check
from leagues.sheets.pad.pad import Pad
from leagues.sheets.pad.problems import Code, Problem


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The pad of a game; its columns are ids of players.

    replaced: for each column whose place its player took, None where nobody's.
    """

    pad: Pad
    replaced: tuple[int | None, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(int(column) for column in self.pad.columns)

    @property
    def named(self) -> set[int]:
        """Its players, and those they replaced."""
        return {*self.players, *(absent for absent in self.replaced if absent is not None)}

    def with_players(self, ids: Mapping[str, int]) -> "ScoreSheet":
        """The same with ids in place of the texts that stand for new players."""
        columns = (ids.get(str(column), column) for column in self.pad.columns)
        return replace(self, pad=replace(self.pad, columns=tuple(columns)))


def check_sheet(
    sheet: ScoreSheet, options: Options, rules: SeasonRules, *, complete: bool = True
) -> tuple[Problem, ...]:
    """What is wrong with a sheet for this season; `pad.check` says it of the pad alone."""
    return (
        *_check_size(sheet.pad, rules, complete),
        *_check_replaced(sheet),
        *check(sheet.pad, options, complete=complete),
    )


def _check_size(pad: Pad, rules: SeasonRules, complete: bool) -> Iterator[Problem]:
    """Totals of heads compare only between tables of one size."""
    if rules.preset is not Preset.TOTAL:
        return
    if len(pad.columns) > rules.most:
        yield Problem(Code.TOO_MANY_PLAYERS, column=rules.most, facts={"most": rules.most})
    if complete and FEWEST_PLAYERS <= len(pad.columns) < rules.fewest:
        yield Problem(Code.TOO_FEW_PLAYERS, facts={"least": rules.fewest})


def _check_replaced(sheet: ScoreSheet) -> Iterator[Problem]:
    """Nobody is replaced who sits there, nor twice."""
    for column, absent in enumerate(sheet.replaced):
        if absent is None:
            continue
        taken = (*sheet.pad.columns, *sheet.replaced[:column])
        if absent in taken:
            first = taken.index(absent) % len(sheet.pad.columns)
            yield Problem(Code.PLAYER_TWICE, column=column, facts={"first": first})
