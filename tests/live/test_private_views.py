"""What a player has said changes their own view, also where the card or the question stays."""

from dataclasses import replace

import pytest

from games.page.table_views import TableViews
from games.rules.actions import Action, ChooseCard, Ready
from games.rules.cards import OxKind
from games.rules.engine import apply
from games.rules.held_cards import FlipCards
from games.rules.options import Options
from games.rules.state import GameState
from games.table.access import viewer_at
from tests.pages.tables import table_in_play
from tests.rules.builders import dealer, position
from tests.rules.ox_builders import ROWS, against


def own_views(game: GameState, action: Action) -> list[object]:
    """What seat 0 is shown before and after its action, by the views of one process."""
    before = table_in_play(game)
    views = TableViews(1, before)
    viewer = viewer_at(before, 1, is_organizer=False, language="en", deck="bulls")
    assert viewer
    shown: list[object] = [views.whole(viewer)]
    game, _ = apply(game, action, dealer())
    assert before.play is not None
    views._change_to(replace(before, version=2, play=before.play._replace(game=game)))
    return [*shown, views.whole(viewer)]


def test_the_same_card_may_be_chosen_flipped() -> None:
    state = position(ROWS, [(64, 1), (45, 2)], options=Options(flip=True))
    flips = FlipCards((None, None), (False, False))
    game = state.with_round(state.round._replace(flips=flips, choices=(64, None)))
    before, after = own_views(game, ChooseCard(0, 64, flipped=True))
    assert before != after


@pytest.mark.parametrize("kind", [OxKind.STOP, OxKind.SORT])
def test_who_is_ready_in_a_council_sees_it(kind: OxKind) -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), kind)
    game.reveal(14, 44)
    before, after = own_views(game.state, Ready(0))
    assert before != after
