"""Stored tables with special cards, at a chosen point of the game."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.cards import SpecialKind
from games.rules.options import Options, Variant
from games.rules.state import Cards, GameState, Row
from games.table import store
from games.table.snapshot import Snapshot
from tests.rules.builders import position
from tests.support.tables import act, start_table

SPECIAL = Options(variant=Variant.SPECIAL)


def special_table(
    players: Sequence[Player],
    rows: Sequence[Row],
    hands: Sequence[Cards],
    specials: Sequence[Sequence[SpecialKind]],
    **plan: Any,
) -> Table:
    """A table with special cards at which these hands are to be played, the last ones by bots."""
    table = start_table(*players, bots=len(hands) - len(players), options=SPECIAL, **plan)
    put(table, position(rows, hands, specials=specials))
    return table


def put(table: Table, game: GameState) -> None:
    """Put this game on the table, as if it had come to it."""
    snapshot = store.load(table.pk)
    play = snapshot.play._replace(game=game, story=())
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    store.forget(table.pk)


def reveal(table: Table, *cards: int) -> Snapshot:
    """All choose, in the order of their seats."""
    for seat, card in enumerate(cards):
        version = store.fresh(table.pk).version
        snapshot = act(table.pk, ChooseCard(seat, card), version, timezone.now()).snapshot
    return snapshot
