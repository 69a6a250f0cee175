"""How far tables in play have come: what everybody may know, read for many tables at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from django.db.models import Q

from games.bounded_cache import BoundedCache
from games.models import ActionLog, Table
from games.rules.engine import view_for
from games.rules.state import Row
from games.table import store
from games.table.snapshot import Play


@dataclass(frozen=True, slots=True)
class Progress:
    """A game in play as a spectator sees it; turn 0 is a draft.

    heads: by seat, those of the finished rounds and of the round in play. awaited: the seats that
    must answer; none in a pause. out: the seats that are eliminated.
    """

    round: int
    turn: int
    turns: int
    rows: tuple[Row, ...]
    heads: tuple[int, ...]
    awaited: frozenset[int]
    out: frozenset[int]
    is_paused: bool


# By table: its version, and how far it had come then.
_known: BoundedCache[tuple[int, Progress]] = BoundedCache(500)


def progress_of(tables: Iterable[Table]) -> Mapping[int, Progress]:
    """The progress of tables in play, by id; two statements for those that have changed.

    Only the id and the version of a table are read; one that was not dealt yet is left out.
    """
    found: dict[int, Progress] = {}
    missing: list[int] = []
    for table in tables:
        known = _known.get(table.pk)
        if known is None or known[0] < table.version:
            known = _cached_by_the_store(table)
        if known is None:
            missing.append(table.pk)
        else:
            _known.put(table.pk, known)
            found[table.pk] = known[1]
    if missing:
        for pk, stored in _stored(missing).items():
            _known.put(pk, stored)
            found[pk] = stored[1]
    return found


def _cached_by_the_store(table: Table) -> tuple[int, Progress] | None:
    snapshot = store.kept(table.pk)
    if snapshot is None or snapshot.play is None or snapshot.version < table.version:
        return None
    return snapshot.version, _progress(snapshot.play)


def _stored(table_ids: Iterable[int]) -> dict[int, tuple[int, Progress]]:
    """The stored states, less those who have chosen since."""
    rows = Table.objects.filter(pk__in=table_ids).exclude(state="")
    plays = {
        pk: (version, Play.from_json(state))
        for pk, version, state in rows.values_list("pk", "version", "state")
    }
    since = (Q(table=pk, number__gt=play.logged) for pk, (_version, play) in plays.items())
    lines = ActionLog.objects.filter(reduce(or_, since, Q(pk=None)))
    chosen: dict[int, set[int]] = {pk: set() for pk in plays}
    for table_id, action in lines.values_list("table_id", "action"):
        chosen[table_id].add(action["seat"])
    return {
        pk: (version, replace(known, awaited=known.awaited - chosen[pk]))
        for pk, (version, play) in plays.items()
        for known in [_progress(play)]
    }


def _progress(play: Play) -> Progress:
    view = view_for(play.game, None)
    is_over = view.ranks is not None
    decision = None if play.is_paused else view.decision
    return Progress(
        round=view.round_number,
        turn=view.turn_number,
        turns=view.options.hand_size,
        rows=tuple(row for row in view.rows if row.cards),
        heads=tuple(
            total if is_over else total + pile
            for total, pile in zip(view.totals, view.pile_heads, strict=True)
        ),
        awaited=frozenset(decision.seats) if decision else frozenset(),
        out=frozenset(seat for seat, out in enumerate(view.eliminated_in) if out is not None),
        is_paused=play.is_paused,
    )
