"""Team standings, from the games of players and the time they were in a team.

A game counts for the team that its player was in at the session, if it counts for the player as
well. The figure of a team is the mean of these games, also where the season adds points up.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from leagues.season_rules import SUMMED, Preset, SeasonRules
from leagues.standings.scoring.table import Circumstances, ComputedStanding, ranked
from leagues.standings.scoring.tally import GameResult, Record, Tally, TallyLine, lines_by_player

# So many members must have the games that a place needs, and so many must be in the team.
MEMBERS_NEEDED = 2
MORE_THAN_ANYBODY_PLAYS = 1_000_000


class Stay(NamedTuple):
    """A player's time in a team, by places of sessions in the order of play.

    until: the first session that counts no more, None while they are in the team.
    """

    team: int
    player: int
    since: int
    until: int | None = None

    def includes(self, session: int) -> bool:
        return self.since <= session and (self.until is None or session < self.until)


class Needed(NamedTuple):
    """What a member must have played for the team: games, and sessions with a game."""

    games: int
    sessions: int


class MemberGames(NamedTuple):
    """The games of a player for one team, in the order of play.

    dropped: those that do not count for the player, nor for the team.
    """

    player: int
    lines: tuple[TallyLine, ...]
    dropped: frozenset[TallyLine]

    @property
    def tally(self) -> Tally:
        return _tally_of([self])

    def is_ready(self, needed: Needed) -> bool:
        """Whether the player has played what a place of the team needs."""
        tally = self.tally
        return tally.games >= needed.games and tally.sessions >= needed.sessions


class TeamStanding(NamedTuple):
    """Where a team stands.

    standing: as that of a player, with the id of the team in place of the player's. present: who is
    in the team as of the session. ready: how many have played what a place needs.
    """

    standing: ComputedStanding
    present: frozenset[int]
    ready: int

    @property
    def team(self) -> int:
        return self.standing.player


def team_standings(
    results: Iterable[GameResult],
    rules: SeasonRules,
    teams: Iterable[int],
    stays: Sequence[Stay],
    until: int,
    needed: Needed,
) -> tuple[TeamStanding, ...]:
    """The standings of teams as of the session at place `until`, best first.

    results: with the entries of everybody who has been in a team, also where they were in none.
    Teams with a place come first; who shares one comes in the order of the ids.
    """
    parts = parts_by_team(results, rules, stays, until)
    present: dict[int, set[int]] = {team: set() for team in teams}
    for stay in stays:
        if stay.includes(until):
            present[stay.team].add(stay.player)
    tallies = {team: _tally_of(parts.get(team, [])) for team in present}
    ready = {team: sum(part.is_ready(needed) for part in parts.get(team, [])) for team in present}
    placed = {team for team in present if min(ready[team], len(present[team])) >= MEMBERS_NEEDED}
    rows = _ranked({team: tallies[team] for team in placed}, rules, needed=0)
    rest = {team: tally for team, tally in tallies.items() if team not in placed}
    rows += _ranked(rest, rules, needed=MORE_THAN_ANYBODY_PLAYS)
    return tuple(
        TeamStanding(row, frozenset(present[row.player]), ready[row.player]) for row in rows
    )


def parts_by_team(
    results: Iterable[GameResult], rules: SeasonRules, stays: Iterable[Stay], until: int
) -> dict[int, list[MemberGames]]:
    """What everybody has played for each team up to the session at place `until`.

    Which games count for a player all of their games of the season tell.
    """
    stays_of: defaultdict[int, list[Stay]] = defaultdict(list)
    for stay in sorted(stays, key=lambda stay: stay.since):
        stays_of[stay.player].append(stay)
    played = (result for result in results if result.session <= until)
    parts: defaultdict[int, list[MemberGames]] = defaultdict(list)
    for player, lines in lines_by_player(played, rules).items():
        in_order = sorted(lines, key=lambda line: (line.session, line.game))
        dropped = frozenset(Record(lines=lines).not_counting(rules))
        for_team: defaultdict[int, list[TallyLine]] = defaultdict(list)
        for line in in_order:
            team = _team_at(stays_of[player], line.session)
            if team is not None:
                for_team[team].append(line)
        for team, own in for_team.items():
            parts[team].append(MemberGames(player, tuple(own), dropped.intersection(own)))
    return dict(parts)


def _team_at(stays: Iterable[Stay], session: int) -> int | None:
    """The team of a player at a session; of two that overlap, since a session moved, the later."""
    found = [stay.team for stay in stays if stay.includes(session)]
    return found[-1] if found else None


def _tally_of(parts: Iterable[MemberGames]) -> Tally:
    lines = [(line, line in part.dropped) for part in parts for line in part.lines]
    every = Tally().with_lines([line for line, _is_dropped in lines])
    counting = Tally().with_lines([line for line, is_dropped in lines if not is_dropped])
    return counting._replace(
        games=every.games, heads=every.heads, rounds=every.rounds, sessions=every.sessions
    )


def _ranked(
    tallies: dict[int, Tally], rules: SeasonRules, *, needed: int
) -> list[ComputedStanding]:
    """Teams in order. Points for places are divided as well: a sum would reward large teams."""
    preset = Preset.WEIGHTS if rules.preset is SUMMED else rules.preset
    around = Circumstances(needed, tallies.keys(), (), {}, {})
    # Several members of both teams may sit at one table: there is no head to head between them.
    return list(
        ranked(
            tallies,
            replace(rules, preset=preset, min_sessions=0),
            around,
            lambda level: dict.fromkeys(level, ()),
        )
    )
