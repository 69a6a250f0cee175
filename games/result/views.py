"""The picture of a result, for a link to it on other sites."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services import player_of
from games import access
from games.models import Table
from games.picture import Picture, PictureLine, picture_response
from games.presenters.status import present_status
from games.result.presenter import present_steps
from games.rules.projection import view_for
from games.snapshot import Snapshot


@login_not_required
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """How a finished game ended, as PNG, for everybody who may look at its table."""
    player = player_of(request.user) if isinstance(request.user, User) else None
    snapshot = access.get_table_for_viewer(code, player)
    if snapshot.status != Table.Status.FINISHED:
        raise Http404
    return picture_response(request, picture_of(snapshot))


def picture_of(snapshot: Snapshot) -> Picture:
    """All that the picture of a finished game shows."""
    game = snapshot.game
    assert game is not None  # noqa: S101 - it is finished
    view = view_for(game, None)
    lines = [
        PictureLine(str(placing.rank), placing.name, str(placing.heads))
        for step in present_steps(snapshot, view, snapshot.deck)
        for placing in step.placings
    ]
    sentence = present_status(snapshot, view).sentence or gettext("The result")
    return Picture(snapshot.name, sentence, tuple(lines))
