"""The short way from one version to the next shows what a whole description would."""

import random
from dataclasses import replace

import pytest
from django.utils import timezone

from games.live.regions import Region
from games.models import ActionLog
from games.page.table_views import TableViews
from games.rules.actions import ChooseCard
from games.rules.engine import legal_actions, new_game
from games.rules.options import Options, Variant
from games.rules.state import Awaited
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from games.table.transition import Step, transition
from tests.pages.tables import table_in_play
from tests.rules.builders import dealer

PLAYERS = 4
KINDS = {
    "base": Options(),
    "cabriole": Options(cabriole=True),
    "known cards": Options(known_cards=True),
    "draft": Options(draft=True),
    "flip": Options(flip=True),
    "mountain": Options(mountain=True),
    "special": Options(variant=Variant.SPECIAL),
    "ox": Options(variant=Variant.OX),
}
VIEWERS = [
    Viewer(seat=seat, is_member=True, is_host=seat == 0, language=language)
    for seat in (None, *range(PLAYERS))
    for language in ("en", "fr")
]


def dealt(options: Options, time_per_choice: int | None) -> Snapshot:
    """A table whose players want to be asked, so that no profile must be read."""
    game, _events = new_game(options, PLAYERS, dealer())
    table = table_in_play(game)
    seats = tuple(replace(seat, user_id=None) for seat in table.seats)
    return replace(table, seats=seats, time_per_choice=time_per_choice)


def shown(views: TableViews, viewer: Viewer) -> dict[str, Region]:
    """All regions but the story, which a page is not told again when bots begin to be awaited."""
    return {name: region for name, region in views.whole(viewer).items() if name != "story"}


@pytest.mark.parametrize("time_per_choice", [None, 60, 2 * 86400])
@pytest.mark.parametrize("kind", KINDS)
def test_the_short_way_shows_the_same(kind: str, time_per_choice: int | None) -> None:
    chance = random.Random(f"{kind} {time_per_choice}")
    table = dealt(KINDS[kind], time_per_choice)
    followed = TableViews(table.table_id, table)
    choices = 0
    for _action in range(120):
        assert table.game is not None
        decision = table.game.decision
        if decision is None or table.game.round.number > 1:
            break
        is_choice = decision.kind is Awaited.CARD
        # Some change their card, others are away.
        seat = chance.choice(range(PLAYERS) if is_choice else decision.seats)
        by = chance.choice([*[ActionLog.By.PLAYER] * 8, ActionLog.By.DEADLINE])
        actions = legal_actions(table.game, seat)
        if not actions:
            continue
        action = chance.choice(actions)
        choices += isinstance(action, ChooseCard)
        table = transition(table, [Step(action, by)], timezone.now(), lambda _id: bytes(32)).after
        if table.play is not None and not table.has_ended and chance.random() < 0.2:
            # A pause is proposed and refused, and nobody looks in between.
            table = table.with_play(table.play._replace(pause_refused=table.play.since))
        followed._change_to(table)
        described = TableViews(table.table_id, table)
        # Not all of them look at each version.
        for viewer in chance.sample(VIEWERS, 6):
            assert shown(followed, viewer) == shown(described, viewer)
    assert choices > PLAYERS
