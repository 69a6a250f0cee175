"""Compute the rows of standings session after session, beside those that are stored."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from leagues.models import Standing
from leagues.season_rules import SeasonRules
from leagues.standings import counted_games
from leagues.standings.counted_games import Calendar
from leagues.standings.scoring.final import final_places, semi_final_places
from leagues.standings.scoring.table import (
    NO_FINAL,
    ComputedStanding,
    circumstances,
    ranked,
)
from leagues.standings.scoring.tally import (
    UNIT,
    GameResult,
    Record,
    Tally,
    TallyLine,
    lines_by_player,
)
from leagues.standings.season_lock import Change

GAMES_OF_FORM = 5
# In the order of a Tally.
_SUMS = (
    "games",
    "counted",
    "heads",
    "rounds",
    "counted_heads",
    "value",
    "expected_heads",
    "win",
    "sessions",
)
_UNSHOWN = {"counted_heads", "value", "expected_heads", "win", "sessions"}
_WRITTEN = (
    "order",
    "kind",
    "place",
    "change",
    "figure",
    "adjustment",
    "share",
    "wins",
    "decided_by",
    "form",
    "byes",
    "no_shows",
    *_SUMS,
)

# The fields of a standing by their names; of a stored one also its id. Instances of the model would
# take most of the time of a change.
RowValues = dict[str, Any]
Kept = Mapping[int, RowValues]
# The last games of players, oldest first, each as [game id, place, size].
Forms = Mapping[int, list[list[int]]]
# The places in a final, of those who had a place before it, its results and the rules.
_Decide = Callable[[Mapping[int, int], Iterable[GameResult], SeasonRules], dict[int, int]]


def kept_rows(session_ids: Collection[int]) -> dict[int, dict[int, RowValues]]:
    """The standings after these sessions, by session and player."""
    found: dict[int, dict[int, RowValues]] = {session: {} for session in session_ids}
    rows = Standing.objects.filter(session__in=session_ids).order_by()
    for row in rows.values("pk", "session_id", "player_id", *_WRITTEN):
        found[row["session_id"]][row["player_id"]] = row
    return found


def tally_of(row: RowValues) -> Tally:
    """The exact sums of a row."""
    return Tally(*(row[name] for name in _SUMS))


def _lacks_sums(row: RowValues) -> bool:
    """Whether a row was written before sums were kept with it."""
    return row["value"] is None or row["sessions"] is None


def rows_of(found: Sequence[ComputedStanding], older: Kept, forms: Forms) -> dict[int, RowValues]:
    """The rows of standings by player. older: those after the session before."""
    before = {player: row["place"] for player, row in older.items() if row["place"]}
    changes = {
        row.player: before[row.player] - row.place
        for row in found
        if row.place and row.player in before
    }
    return {
        row.player: {
            "order": order,
            "kind": row.kind.value,
            "place": row.place,
            "change": changes.get(row.player),
            "figure": float(row.figure),
            "adjustment": float(row.adjustment),
            "share": float(row.share),
            "wins": row.tally.win / UNIT,
            "decided_by": row.decided_by.value if row.decided_by else "",
            "form": forms.get(row.player, []),
            "byes": row.byes,
            "no_shows": row.no_shows,
            **dict(zip(_SUMS, row.tally, strict=False)),
        }
        for order, row in enumerate(found)
    }


def places_in(rows: Kept) -> dict[int, int]:
    """The places of these rows by player, best first."""
    placed = sorted((row["order"], player) for player, row in rows.items() if row["place"])
    return {player: rows[player]["place"] for _order, player in placed}


class SessionRows(NamedTuple):
    """The rows after a session by player: those that are stored, and those that should be."""

    session_id: int
    kept: Kept
    wanted: Mapping[int, RowValues]

    def differences(self, season_id: int) -> tuple[Change, int]:
        """How the stored rows differ, and how many rows change for readers.

        An old row that only lacked its sums is written but not counted: nobody sees them.
        """
        differing = []
        gone = [old["pk"] for player, old in self.kept.items() if player not in self.wanted]
        shown = len(gone)
        for player, row in self.wanted.items():
            old = self.kept.get(player)
            names = {name for name in _WRITTEN if old and old[name] != row[name]}
            if old is None or names:
                own = {"season_id": season_id, "session_id": self.session_id, "player_id": player}
                differing.append(Standing(**own, **row))
                shown += old is None or not _lacks_sums(old) or not names <= _UNSHOWN
        return Change(Standing, ("session", "player"), _WRITTEN, differing, gone), shown


def rows_by_session(
    calendar: Calendar, places: Sequence[int], players: Collection[int] | None
) -> Iterator[SessionRows]:
    """The rows after the sessions at these places, which ascend.

    players: those whose sums are computed, from the row after the session before and the results
    since; None for everybody. The sums of the others are taken from their stored rows.
    """
    if not places:
        return
    held, rules = calendar.held, calendar.season.season_rules
    if players is not None and rules.best_sessions:
        # Which of their byes count only all of their games tell.
        players = {*players, *(absence.player for absence in calendar.absences)}
    before = [place for place in held if place < places[0]][-1:]
    first_two = kept_rows([held[place] for place in (*before, places[0])])
    older: Kept = first_two[held[before[0]]] if before else {}
    sums = _Sums(calendar, players, older, places[0])
    # The rows that tell who qualifies for a final.
    before_finals = {
        _held_before(calendar, at) for at in (calendar.semi_final, calendar.final) if at
    }
    rows_after: dict[int, Kept] = dict.fromkeys(before_finals.intersection(before), older)

    @cache
    def decided(at: int, decide: _Decide) -> Mapping[int, int]:
        """The places in the final or semi-final whose session is at a place."""
        last = _held_before(calendar, at)
        if not last or at not in held:
            return NO_FINAL
        rows = rows_after.get(last) or kept_rows([held[last]])[held[last]]
        return decide(places_in(rows), counted_games.results_of_session(held[at]), rules)

    final = semi_final = NO_FINAL
    for place in places:
        session_id = held[place]
        is_read = session_id in first_two
        kept = (first_two if is_read else kept_rows([session_id]))[session_id]
        sums.bring_to(place, {**older, **kept})
        if calendar.semi_final and place >= calendar.semi_final:
            semi_final = decided(calendar.semi_final, semi_final_places)
        if calendar.final and place >= calendar.final:
            final = decided(calendar.final, final_places)
        around = circumstances(
            calendar.needed[place],
            calendar.adjustments,
            calendar.roster,
            place,
            final,
            calendar.absences,
            semi_final,
            is_newest=place == max(held),
        )
        found = ranked(sums.tallies, rules, around, partial(sums.lines_of, place))
        wanted = rows_of(found, older, sums.forms)
        yield SessionRows(session_id, kept, wanted)
        older = wanted
        if place in before_finals:
            rows_after[place] = wanted


def _held_before(calendar: Calendar, place: int) -> int:
    """The place of the last session with standings before another one; 0 where there is none."""
    return max((each for each in calendar.held if each < place), default=0)


class _Sums:
    """The sums over the games of all players, brought forward session by session.

    tallies: of those who have played. forms: their last games. older: the rows after the session
    before the place `since`. Sums begin with these rows, or with the first game where the rules
    drop games: which are dropped only all games of a player tell.
    """

    def __init__(
        self,
        calendar: Calendar,
        players: Collection[int] | None,
        older: Kept,
        since: int,
    ) -> None:
        self._season, self._order, self._rules = (
            calendar.season,
            calendar.order,
            calendar.season.season_rules,
        )
        self.tallies: dict[int, Tally] = {}
        self.forms: dict[int, list[list[int]]] = {}
        if older and not self._rules.has_drops and not any(map(_lacks_sums, older.values())):
            own = {player: row for player, row in older.items() if _is_of(player, players)}
            self._begin(players, own, since)
        else:
            self._begin(players, {}, 1)

    def _begin(self, players: Collection[int] | None, start: Kept, since: int) -> None:
        self._players = players
        self._has_all_lines = players is None and since == 1
        self._records = defaultdict[int, Record](
            Record, {player: Record(tally_of(row)) for player, row in start.items()}
        )
        self._forms = {player: row["form"] for player, row in start.items()}
        self._coming = deque(counted_games.results_among(self._season, self._order, players, since))

    def bring_to(self, place: int, rows: Kept) -> None:
        """Add the games up to a place. rows: the stored rows, for the players not computed."""
        if self._players is not None and any(map(_lacks_sums, rows.values())):
            self._begin(None, {}, 1)
        played = []
        while self._coming and self._coming[0].session <= place:
            played.append(self._coming.popleft())
        for result in played:
            for entry in result.entries:
                before = self._forms.get(entry.player, [])[1 - GAMES_OF_FORM :]
                self._forms[entry.player] = [*before, [result.game, entry.place, result.size]]
        for player, lines in lines_by_player(played, self._rules).items():
            record = self._records[player]
            record.lines += lines
            record.sums = record.sums.with_lines(lines)
        others = {player: row for player, row in rows.items() if not _is_of(player, self._players)}
        tallies = {player: tally_of(row) for player, row in others.items()} | {
            player: record.tally(self._rules) for player, record in self._records.items()
        }
        self.tallies = {player: tally for player, tally in tallies.items() if tally.games}
        self.forms = {player: row["form"] for player, row in others.items()} | self._forms

    def lines_of(self, place: int, level: Collection[int]) -> Mapping[int, Sequence[TallyLine]]:
        """All games until a place of some who are level."""
        if self._has_all_lines:
            return {player: self._records[player].lines for player in level}
        played = counted_games.results_among(self._season, self._order, level)
        lines = lines_by_player([game for game in played if game.session <= place], self._rules)
        return {player: lines.get(player, []) for player in level}


def _is_of(player: int, players: Collection[int] | None) -> bool:
    return players is None or player in players
