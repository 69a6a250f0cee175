"""A sheet that is written as rows is read as it was."""

import pytest
from django.utils import timezone

from leagues.models import SheetRevision
from leagues.sheets.score_sheet import Pad, ScoreSheet
from leagues.sheets.stored import read_revision, read_revisions, write_revision
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session

pytestmark = pytest.mark.django_db

ROUNDS = ((5, 70, 0), (9, None, 66))
TOTALS = (14, 70, 66)


@pytest.mark.parametrize(
    "written",
    [
        {"rounds": ROUNDS},
        {"rounds": ROUNDS, "totals": TOTALS},
        {"rounds": ROUNDS, "totals": (14, None, 66)},
        {"totals": TOTALS},
        {"totals": TOTALS, "round_count": 7},
        {"rounds": ROUNDS[:1], "is_cut_short": True},
    ],
)
def test_rounds_totals_and_people_are_read_in_their_order(written: dict[str, object]) -> None:
    people = PlayerFactory.create_batch(4)
    columns = tuple(player.pk for player in reversed(people[:3]))
    game = make_game(make_session(make_season()), people[:3])
    sheet = ScoreSheet(Pad(columns, **written), (None, people[3].pk, None))  # type: ignore[arg-type]
    revision = write_revision(game, sheet, people[0], timezone.now())
    found = SheetRevision.objects.all()
    assert read_revision(found.get()) == sheet
    assert read_revisions(found) == {revision.pk: sheet}
