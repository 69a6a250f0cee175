"""The cards of a stored game, dealt again, and what was done with them."""

from collections.abc import Iterator, Sequence

from games.models import ActionLog, Table
from games.rules.actions import Action, action_from_json
from games.rules.deal import SeededDealer
from games.rules.dealer import Dealer
from games.rules.record_read import parse_record
from games.rules.recorded_deal import RecordedDealer


def dealer_of(table: Table, client_seeds: Sequence[str]) -> Dealer:
    """The dealer of a table: by its seed, and by its record once a player's text was erased."""
    if not table.record:
        return SeededDealer(bytes(table.server_seed), tuple(client_seeds))
    players = [f"{seat + 1}" for seat in range(len(client_seeds))]
    return RecordedDealer(parse_record({**table.record, "players": players}))


def logged_actions(table_id: int) -> Iterator[Action]:
    """All that was done in the game of a table, in its order; one statement."""
    log = ActionLog.objects.filter(table_id=table_id).order_by("number")
    return map(action_from_json, log.values_list("action", flat=True))
