"""The worst take of a finished game, found once a process by playing its log again."""

from games.bounded_cache import BoundedCache
from games.models import ActionLog, Table
from games.result.worst_take import WorstTake, worst_take_of
from games.rules.actions import action_from_json
from games.rules.errors import RulesError
from games.rules.options import Options
from games.stored_deal import dealer_of

KEPT_TAKES = 1000
_takes: BoundedCache[tuple[WorstTake | None]] = BoundedCache(KEPT_TAKES)


def worst_take_at(table: Table) -> WorstTake | None:
    """The worst take of a finished game; None if nobody took anything."""
    key = table.pk, table.code, table.ended_at
    return _takes.get_or_make(key, lambda: (_worst_take(table),))[0]


def _worst_take(table: Table) -> WorstTake | None:
    log = ActionLog.objects.filter(table=table).order_by("number")
    texts = tuple(table.seats.order_by("index").values_list("client_seed", flat=True))
    actions = map(action_from_json, log.values_list("action", flat=True))
    try:
        return worst_take_of(
            Options.from_json(table.options), len(texts), dealer_of(table, texts), actions
        )
    except RulesError:
        # A result must be shown whatever an older version of the site has logged.
        return None
