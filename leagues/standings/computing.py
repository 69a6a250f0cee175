"""Compute the rows of standings session after session, beside those that are stored."""

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from leagues.models import Standing
from leagues.season_rules import SeasonRules
from leagues.standings import counted_games
from leagues.standings.counted_games import BesideGames, Calendar
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
    calendar: Calendar, beside: BesideGames, places: Sequence[int], players: Collection[int] | None
) -> Iterator[SessionRows]:
    """The rows after the sessions at these places, which ascend.

    players: those whose sums are computed, from the row after the session before and the results
    since; None for everybody. The sums of the others are taken from their stored rows.
    """
    if not places:
        return
    held, rules = calendar.held, beside.rules
    if players is not None and rules.best_sessions:
        # Which of their byes count only all of their games tell.
        players = {*players, *(absence.player for absence in beside.absences)}
    before = [held[place] for place in held if place < places[0]][-1:]
    first_two = kept_rows([*before, held[places[0]]])
    older: Kept = first_two[before[0]] if before else {}
    sums = _Sums(calendar, rules, players, older, places[0])
    final = semi_final = None
    if calendar.final:
        final = _Final(calendar, rules, calendar.final, final_places)
    if calendar.semi_final:
        semi_final = _Final(calendar, rules, calendar.semi_final, semi_final_places)
    deciding = [each for each in (final, semi_final) if each]
    for each in deciding:
        each.note(max((place for place in held if place < places[0]), default=0), older)
    for place in places:
        session_id = held[place]
        is_read = session_id in first_two
        kept = (first_two if is_read else kept_rows([session_id]))[session_id]
        sums.bring_to(place, {**older, **kept})
        around = circumstances(
            beside.needed[place],
            beside.adjustments,
            calendar.roster,
            place,
            final.places_by(place) if final else NO_FINAL,
            beside.absences,
            semi_final.places_by(place) if semi_final else NO_FINAL,
            is_newest=place == max(held),
        )
        found = ranked(sums.tallies, rules, around, partial(sums.lines_of, place))
        wanted = rows_of(found, older, sums.forms)
        yield SessionRows(session_id, kept, wanted)
        older = wanted
        for each in deciding:
            each.note(place, older)


class _Final:
    """The final or semi-final of a season: its places, once the sessions before it are ranked.

    place: that of its session. decide: what its games decide.
    """

    def __init__(self, calendar: Calendar, rules: SeasonRules, place: int, decide: _Decide) -> None:
        self._calendar, self._rules, self._place, self._decide = calendar, rules, place, decide
        before = (each for each in calendar.held if each < place)
        self._before = max(before, default=0)
        self._rows: Kept | None = None
        self._places: dict[int, int] | None = None

    def note(self, place: int, rows: Kept) -> None:
        """Remember the rows after a session if they tell who qualifies."""
        if self._before and place == self._before:
            self._rows = rows

    def places_by(self, place: int) -> Mapping[int, int]:
        """The places in it that count by a session; empty before it."""
        final = self._place
        if place < final or not self._before:
            return NO_FINAL
        if self._places is None:
            if self._rows is None:
                session_id = self._calendar.held[self._before]
                self._rows = kept_rows([session_id])[session_id]
            season, order, *_others = self._calendar
            played = counted_games.results_among(season, order, None, final)
            of_final = [result for result in played if result.session == final]
            self._places = self._decide(places_in(self._rows), of_final, self._rules)
        return self._places


class _Sums:
    """The sums over the games of all players, brought forward session by session.

    tallies: of those who have played. forms: their last games. older: the rows after the session
    before the place `since`. Sums begin with these rows, or with the first game where the rules
    drop games: which are dropped only all games of a player tell.
    """

    def __init__(
        self,
        calendar: Calendar,
        rules: SeasonRules,
        players: Collection[int] | None,
        older: Kept,
        since: int,
    ) -> None:
        self._season, self._order, self._rules = calendar.season, calendar.order, rules
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
