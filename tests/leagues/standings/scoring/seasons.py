"""Seasons as one writes them on paper: players are letters, and standings lines of text."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from games.strength import Strength
from leagues.season_rules import SeasonRules
from leagues.standings.rating_store import StrengthAfter
from leagues.standings.scoring.table import (
    NO_FINAL,
    ComputedStanding,
    Member,
    PointAdjustment,
    circumstances,
    ranked,
)
from leagues.standings.scoring.tally import (
    Absence,
    Entry,
    GameResult,
    Record,
    Tally,
    lines_by_player,
    twice_ranks,
)
from tests.support.seasons import places_by_heads

BOT = "z"
AFTER_ALL = 1000


def latest(history: Iterable[StrengthAfter]) -> dict[int, Strength]:
    """The present strength of each player of a history."""
    return {after.player: after.strength for after in history}


def player(letter: str) -> int:
    return ord(letter) - ord("a") + 1


def letter(player: int) -> str:
    return chr(ord("a") + player - 1)


def game(number: int, session: int = 1, rounds: int = 5, **heads: int) -> GameResult:
    """A game by the heads of its players: game(1, a=10, b=20). The bot z is ranked, no more."""
    totals = list(heads.values())
    places = places_by_heads(totals)
    columns = zip(heads, totals, places, twice_ranks(places), strict=True)
    entries = tuple(
        Entry(player(name), own, place, twice) for name, own, place, twice in columns if name != BOT
    )
    return GameResult(number, session, len(totals), sum(totals), rounds, entries)


def placed(*groups: str) -> dict[int, int]:
    """The places of players, best first; those of a group share one."""
    ahead = ["".join(groups[:number]) for number in range(len(groups))]
    return {
        player(name): 1 + len(before)
        for before, group in zip(ahead, groups, strict=True)
        for name in group
    }


def adjust(who: str, points: int | str, session: int = 1) -> PointAdjustment:
    return PointAdjustment(player(who), session, Fraction(points))


def member(who: str, joined: int = 1, withdrawn: int | None = None) -> Member:
    return Member(player(who), joined, withdrawn)


def standings(
    results: Iterable[GameResult],
    rules: SeasonRules,
    adjustments: Iterable[PointAdjustment] = (),
    roster: Iterable[Member] = (),
    until: int | None = None,
    final: Mapping[int, int] = NO_FINAL,
    absences: Iterable[Absence] = (),
    semi_final: Mapping[int, int] = NO_FINAL,
) -> tuple[ComputedStanding, ...]:
    """The standings as of session `until`, or of all of them; final: places that count by then."""
    session = AFTER_ALL if until is None else until
    played = [result for result in results if result.session <= session]
    records = {
        player: Record(Tally().with_lines(lines), lines)
        for player, lines in lines_by_player(played, rules).items()
    }
    around = circumstances(
        rules.games_needed(len({result.session for result in played})),
        adjustments,
        roster,
        session,
        final,
        absences,
        semi_final,
        is_newest=until is None,
    )
    return ranked(
        {player: record.tally(rules) for player, record in records.items()},
        rules,
        around,
        lambda level: {player: records[player].lines for player in level},
    )


def lines(rows: Iterable[ComputedStanding]) -> list[str]:
    """Each row as "place player figure decided_by", a dash for what is none."""
    return [
        f"{row.place or '-'} {letter(row.player)} {row.figure} {row.decided_by or '-'}"
        for row in rows
    ]


def table(
    games: Iterable[GameResult],
    rules: SeasonRules | None = None,
    adjustments: Iterable[PointAdjustment] = (),
    roster: Iterable[Member] = (),
    until: int | None = None,
) -> list[str]:
    return lines(standings(games, rules or SeasonRules(), adjustments, roster, until))


def row_of(who: str, rows: Iterable[ComputedStanding]) -> ComputedStanding:
    return next(row for row in rows if row.player == player(who))
