"""Kept standings and the pure ones: one made of the other, and what differs written."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from leagues.models import Standing
from leagues.season_rules import SeasonRules
from leagues.standings.scoring import table as pure
from leagues.standings.scoring.game_result import GameResult
from leagues.standings.scoring.tally import Record, Tally, lines_by_player

GAMES_OF_FORM = 5
# In the order of a Tally.
_SUMS = ("games", "counted", "heads", "rounds", "counted_heads", "value", "due", "win")
_UNSHOWN = {"counted_heads", "value", "due", "win"}
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
    *_SUMS,
)

# What is written of a standing by the names of its fields, of a kept one also its id. Objects of
# the model would take most of the time of a change.
Row = dict[str, Any]
Kept = Mapping[int, Row]
# The last games of players, each as [game id, place, size].
Forms = Mapping[int, list[list[int]]]


def kept_rows(standings: QuerySet[Standing]) -> dict[int, Row]:
    """These standings of one session, by player."""
    rows = standings.order_by("player").values("pk", "player_id", *_WRITTEN)
    return {row["player_id"]: row for row in rows}


def forward(
    rules: SeasonRules,
    kept: Kept,
    older: Kept,
    results: Sequence[GameResult],
    players: Collection[int],
) -> tuple[dict[int, Tally], Forms]:
    """The sums and the form of everybody after a session, of these players made anew.

    kept, older: the rows after the session, and after the one before; where rows are kept, the
    older ones of these players are enough. results: of these players, of that session alone, or of
    all sessions where the rules drop games.
    """
    rows = {**older, **kept}
    tallies = {player: _tally(row) for player, row in rows.items() if row["games"]}
    forms = {player: row["form"] for player, row in rows.items()}
    lines = lines_by_player(results, rules)
    played = form_of(results)
    for player in players:
        before = older.get(player)
        own = lines.get(player, [])
        if rules.has_drops:
            record = Record()
            record.add(own)
            tallies[player] = record.tally(rules)
            forms[player] = played.get(player, [])
        else:
            tallies[player] = (_tally(before) if before else Tally()).with_lines(own)
            earlier = before["form"] if before else []
            forms[player] = [*earlier, *played.get(player, [])][-GAMES_OF_FORM:]
        if not tallies[player].games:
            del tallies[player]
    return tallies, forms


def _tally(row: Row) -> Tally:
    return Tally(*(row[name] for name in _SUMS))


def places_of(standings: QuerySet[Standing]) -> dict[int, int]:
    """The places of those who have one."""
    rows = standings.values_list("player_id", "place")
    return {player: place for player, place in rows if place is not None}


def rows_of(
    found: Sequence[pure.Standing], before: Mapping[int, int], forms: Forms
) -> dict[int, Row]:
    """The rows of standings by player. before: places after the session before it."""
    return {
        row.player: {
            "order": order,
            "kind": row.kind.value,
            "place": row.place,
            "change": _change(before.get(row.player), row.place),
            "figure": float(row.figure),
            "adjustment": float(row.adjustment),
            "share": float(row.share),
            "wins": float(row.wins),
            "decided_by": row.decided_by.value if row.decided_by else "",
            "form": forms.get(row.player, []),
            **dict(zip(_SUMS, row.tally, strict=False)),
        }
        for order, row in enumerate(found)
    }


def _change(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def form_of(results: Iterable[GameResult]) -> dict[int, list[list[int]]]:
    """The last games of each player, results being in the order of play."""
    games: defaultdict[int, deque[list[int]]] = defaultdict(lambda: deque(maxlen=GAMES_OF_FORM))
    for result in results:
        for entry in result.entries:
            games[entry.player].append([result.game, entry.place, result.size])
    return {player: list(last) for player, last in games.items()}


def forms_by_session(results: Iterable[GameResult], sessions: Iterable[int]) -> dict[int, Forms]:
    """The same as of each session, both in the order of play."""
    coming = deque(results)
    now: dict[int, list[list[int]]] = {}
    forms: dict[int, Forms] = {}
    for session in sessions:
        played = []
        while coming and coming[0].session <= session:
            played.append(coming.popleft())
        for player, games in form_of(played).items():
            now[player] = [*now.get(player, []), *games][-GAMES_OF_FORM:]
        forms[session] = dict(now)
    return forms


def write_differences(
    season_id: int, session_id: int, kept: Kept, wanted: Mapping[int, Row]
) -> int:
    """Write the rows of a session that are not among the kept ones; how many were not so before.

    To give an old row its sums changes nothing that anybody was shown.
    """
    differing, shown = [], 0
    for player, row in wanted.items():
        old = kept.get(player)
        names = {name for name in _WRITTEN if old and old[name] != row[name]}
        if old is None or names:
            differing.append(
                Standing(season_id=season_id, session_id=session_id, player_id=player, **row)
            )
            shown += old is None or old["value"] is not None or not names <= _UNSHOWN
    gone = [old["pk"] for player, old in kept.items() if player not in wanted]
    if gone:
        Standing.objects.filter(pk__in=gone).delete()
    # An upsert: a bulk_update of so many fields takes thirty times as long.
    Standing.objects.bulk_create(
        differing,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["session", "player"],
        update_fields=_WRITTEN,
    )
    return shown + len(gone)
