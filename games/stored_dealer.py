"""The dealer of a stored table."""

from functools import cached_property

from games.models import Table
from games.rules.deal import SeededDealer
from games.rules.state import Cards, Specials
from games.snapshot import Snapshot


class StoredDealer:
    """The dealer of a stored table; it reads the secret seed only when a round is dealt."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._table_id = snapshot.table_id
        self._client_seeds = tuple(seat.client_seed for seat in snapshot.seats)

    @cached_property
    def _dealer(self) -> SeededDealer:
        seed = Table.objects.values_list("server_seed", flat=True).get(pk=self._table_id)
        return SeededDealer(bytes(seed), self._client_seeds)

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        return self._dealer.numbers(round_number, deck, players, hand_size)

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        return self._dealer.draft_rows(round_number, deck, left)

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        return self._dealer.specials(round_number, supply, players, each)

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        return self._dealer.reshuffle(round_number, count, discard)
