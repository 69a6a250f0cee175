"""Convert computed standings to rows and stored rows to sums; write the rows that differ."""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from leagues.models import Standing
from leagues.standings.scoring.game_result import GameResult
from leagues.standings.scoring.table import ComputedStanding
from leagues.standings.scoring.tally import Tally

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


def lack_sums(rows: Kept) -> bool:
    """Whether some of these rows were written before sums were kept with them."""
    return any(map(_lacks_sums, rows.values()))


def _lacks_sums(row: RowValues) -> bool:
    return row["value"] is None or row["sessions"] is None


def rows_of(found: Sequence[ComputedStanding], older: Kept, forms: Forms) -> dict[int, RowValues]:
    """The rows of standings by player. older: those after the session before."""
    before = {player: row["place"] for player, row in older.items()}
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
            "byes": row.byes,
            "no_shows": row.no_shows,
            **dict(zip(_SUMS, row.tally, strict=False)),
        }
        for order, row in enumerate(found)
    }


def in_order_of_places(rows: Kept) -> list[int]:
    """The players of these rows who have a place, best first."""
    placed = [(row["order"], player) for player, row in rows.items() if row["place"] is not None]
    return [player for _order, player in sorted(placed)]


def _change(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def form_of(results: Iterable[GameResult]) -> dict[int, list[list[int]]]:
    """The last games of each player, results being in the order of play."""
    games: defaultdict[int, deque[list[int]]] = defaultdict(lambda: deque(maxlen=GAMES_OF_FORM))
    for result in results:
        for entry in result.entries:
            games[entry.player].append([result.game, entry.place, result.size])
    return {player: list(last) for player, last in games.items()}


def count_differences(kept: Kept, wanted: Mapping[int, RowValues]) -> int:
    """How many rows of a session `write_differences` would say that it changed."""
    return _differences(kept, wanted)[1]


def _differences(kept: Kept, wanted: Mapping[int, RowValues]) -> tuple[list[int], int]:
    """The players whose rows are to be written, and how many rows change for readers.

    An old row that only lacked its sums is written but not counted: nobody sees them.
    """
    differing, shown = [], len(kept.keys() - wanted.keys())
    for player, row in wanted.items():
        old = kept.get(player)
        names = {name for name in _WRITTEN if old and old[name] != row[name]}
        if old is None or names:
            differing.append(player)
            shown += old is None or not _lacks_sums(old) or not names <= _UNSHOWN
    return differing, shown


def write_differences(
    season_id: int, session_id: int, kept: Kept, wanted: Mapping[int, RowValues]
) -> int:
    """Write the rows of a session that differ from the stored ones; returns how many changed."""
    players, shown = _differences(kept, wanted)
    differing = [
        Standing(season_id=season_id, session_id=session_id, player_id=player, **wanted[player])
        for player in players
    ]
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
    return shown
