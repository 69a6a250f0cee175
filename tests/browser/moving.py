"""Tables at which Camille's next card makes much move; their addresses by name and number.

Everybody else has chosen
already; Camille's first card leads to what the name says.
"""

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.cards import SpecialKind
from games.rules.options import Options
from games.rules.state import GameState, Row
from games.table import store
from tests.factories import PlayerFactory
from tests.rules.builders import position
from tests.support.special_tables import SPECIAL, put
from tests.support.tables import act, start_table

ROWS = (Row((13, 15, 21, 27, 28)), Row((31, 41)), Row((51, 54, 62)), Row((70,)))
OTHERS = tuple((80 + 2 * seat, 81 + 2 * seat) for seat in range(9))
MORE = (44, 49, 60, 72, 79, 97, 98, 103, 104)
KINDS = (SpecialKind.FIFTH_ROW, SpecialKind.SHIFT, SpecialKind.STOP)


def games() -> Iterator[tuple[str, GameState]]:
    """By name: the games, two cards each at least, so that no card plays itself."""
    yield "row", position(ROWS, ((3, *MORE), *_others(3)))
    yield "row-ten", position(ROWS, ((3, *MORE), *_others(9)))
    heavy = (Row((11, 22, 33, 43, 55)), *ROWS[1:])
    yield "heavy", position(heavy, ((56, *MORE[2:]), *_others(3)))
    yield "take", position(ROWS, ((29, *MORE), *_others(3)))
    specials = (KINDS, *[(SpecialKind.STOP,)] * 3)
    yield "special", position(ROWS, ((29, *MORE), *_others(3)), specials=specials)
    low = ((), *[(SpecialKind.STOP,)] * 3)
    yield "special-row", position(ROWS, ((3, *MORE), *_others(3)), specials=low)
    cow = (Row((13, 15, 21), cabriole=True), *ROWS[1:])
    yield "cabriole", position(cow, ((29, *MORE), *_others(3)), options=Options(cabriole=True))
    # The last two turns of a round; its last card plays itself.
    yield "round", position(ROWS, ((29, 44), *((at, at + 1) for at in (80, 90, 99))))


def _others(count: int) -> tuple[tuple[int, ...], ...]:
    return OTHERS[:count]


def table_at(players: list[Player], game: GameState) -> Table:
    special = game.options.variant == SPECIAL.variant
    people = players[: game.player_count]
    table = start_table(
        *people, options=SPECIAL if special else game.options, visibility=Table.Visibility.PUBLIC
    )
    put(table, game)
    for seat in range(1, game.player_count):
        version = store.fresh(table.pk).version
        card = game.round.hands[seat][0]
        act(table.pk, ChooseCard(seat, card), version, timezone.now())
    return table


def stage_tables(copies: int) -> dict[str, str]:
    """So many of each."""
    camille = Player.objects.get(name="Camille")
    players = [camille, *PlayerFactory.create_batch(9)]
    return {
        f"{name} {copy}": table_at(players, game).get_absolute_url()
        for name, game in games()
        for copy in range(copies)
    }
