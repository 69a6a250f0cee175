"""Tables at which one answer of Camille's makes much move.

Their addresses by name: for each special card, for rows that become too long, for
five rows and for Cabriole's chain of takes. Oliver has chosen already and holds no special card.
"""

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.cards import SpecialKind
from games.rules.options import Options
from games.rules.state import Row
from games.table import store
from tests.rules.builders import position
from tests.support.special_tables import put, reveal, special_table
from tests.support.tables import act, start_table

FULL = Row((3, 5, 11, 13, 27))
ROWS = (FULL, Row((30, 41)), Row((51, 54, 62)), Row((70,)))
SIX = Row((20, 21, 24, 28, 29, 33), seven_takes=True)
FIVE = (SIX, Row((7, 17)), Row((51, 54), stopped=True), Row((62,)), Row((70,)))

# By name: Camille's number, the rows, and the special card they hold.
SPECIALS: dict[str, tuple[int, tuple[Row, ...], SpecialKind]] = {
    "fifth_row": (28, ROWS, SpecialKind.FIFTH_ROW),
    "seven_takes": (43, ROWS, SpecialKind.SEVEN_TAKES),
    "insert": (26, ROWS[::-1], SpecialKind.INSERT),
    "insert too many": (12, ROWS, SpecialKind.INSERT),
    "replace": (28, ROWS, SpecialKind.REPLACE),
    "shift": (28, ROWS, SpecialKind.SHIFT),
    "shift too many": (42, ROWS[::-1], SpecialKind.SHIFT),
    "shift with five rows": (71, FIVE[::-1], SpecialKind.SHIFT),
    "stop": (28, ROWS, SpecialKind.STOP),
    "minus_is_plus": (28, ROWS, SpecialKind.MINUS_IS_PLUS),
}


def special_tables(players: list[Player]) -> Iterator[tuple[str, Table]]:
    for name, (number, rows, kind) in SPECIALS.items():
        hands = ((number, 44, 60), (99, 100, 101))
        table = special_table(players, rows, hands, ((kind,), ()))
        reveal(table, number, 99)
        yield name, table


def cabriole_table(players: list[Player]) -> Table:
    """Camille's 15 takes, and takes again where Cabriole lands."""
    options = Options(cabriole=True)
    table = start_table(*players, options=options)
    rows = (
        Row((6, 9, 10, 13), cabriole=True),
        Row((22, 25, 31, 33, 38)),
        Row((70, 78)),
        Row((41, 44, 47, 50, 53)),
    )
    # A third card each: the round goes on, so no new deal lands while the reveal is watched.
    put(table, position(rows, ((15, 60, 61), (99, 100, 101)), options=options))
    act(table.pk, ChooseCard(1, 99), store.fresh(table.pk).version, timezone.now())
    return table


def stage_tables() -> dict[str, str]:
    players = list(Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name"))
    tables = dict(special_tables(players)) | {"cabriole": cabriole_table(players)}
    return {name: table.get_absolute_url() for name, table in tables.items()}
