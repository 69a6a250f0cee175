"""The picture of a result, and what the result counts for."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access
from games.guests.access import player_at
from games.models import Table
from games.page.describe import status_sentence
from games.page.draw import text_of
from games.page.regions import active_language, look_of
from games.picture import Picture, PictureLine, picture_response
from games.result.presenter import present_steps
from games.rules.engine import view_for
from games.signals import notes_asked
from games.snapshot import Snapshot
from games.whole_numbers import whole_number

# A page asks so many times whether the standings are up to date.
MOST_ASKED = 6


@login_not_required
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """How a finished game ended, as PNG, for everybody who may look at its table."""
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    if snapshot.status != Table.Status.FINISHED:
        raise Http404
    return picture_response(request, picture_of(snapshot))


@login_not_required
@require_safe
@never_cache
def notes(request: HttpRequest, code: str) -> HttpResponse:
    """What a finished game counts for, as HTML that the page of the table puts below the result.

    `?again=2`: asked for the third time, since it was not known before.
    """
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    if snapshot.status != Table.Status.FINISHED:
        raise Http404
    answers = notes_asked.send(Table, table_id=snapshot.table_id, user=request.user)
    found: list[Any] = [note for _receiver, note in answers if note is not None]
    before = whole_number(request.GET.get("again", "0"), None, 1)
    asked = MOST_ASKED if before is None else before + 1
    is_pending = any(note.is_pending for note in found) and asked < MOST_ASKED
    context = {"notes": found, "again": f"{request.path}?again={asked}" if is_pending else ""}
    return render(request, "games/result/notes.html", context)


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
    sentence = text_of(look_of(active_language()), status_sentence(snapshot, view)) or gettext(
        "The result"
    )
    return Picture(snapshot.title, sentence, tuple(lines))
