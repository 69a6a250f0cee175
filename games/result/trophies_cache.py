"""The trophies of a finished game, found once a process by playing its log again."""

from games.bounded_cache import BoundedCache
from games.models import ActionLog, Table
from games.result.trophies import Trophies, trophies_of
from games.rules.actions import action_from_json
from games.rules.errors import RulesError
from games.rules.options import Options
from games.stored_deal import dealer_of

KEPT_GAMES = 1000
_known: BoundedCache[tuple[Trophies | None]] = BoundedCache(KEPT_GAMES)


def trophies_at(table: Table) -> Trophies | None:
    """The trophies of a finished game; None if nobody took anything."""
    key = table.pk, table.code, table.ended_at
    return _known.get_or_make(key, lambda: (_trophies(table),))[0]


def _trophies(table: Table) -> Trophies | None:
    log = ActionLog.objects.filter(table=table).order_by("number")
    texts = tuple(table.seats.order_by("index").values_list("client_seed", flat=True))
    actions = map(action_from_json, log.values_list("action", flat=True))
    try:
        return trophies_of(
            Options.from_json(table.options), len(texts), dealer_of(table, texts), actions
        )
    except RulesError:
        # A result must be shown whatever an older version of the site has logged.
        return None
