"""The pages of replays: of a table whose game is over, and of a record that a member uploaded."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.access import chosen_deck, current_player, current_user
from accounts.page_cache import cached_for_strangers
from accounts.rate_limit import too_many
from games.live.regions import active_language, changes, drawn_all, look_of, stamp, whole
from games.models import Table, UploadedRecord
from games.page import decks
from games.page.facts import describe_options
from games.replay import replays
from games.replay.positions import Key
from games.replay.presenter import describe_position, place_patterns, place_text
from games.replay.replays import Replay
from games.table.access import get_asked_table, player_at, sign_in_to_see
from games.table.errors import TableError
from games.table.snapshot import Snapshot

# --- The replay of a table ---------------------------------------------------------------


@login_not_required
@cached_for_strangers
@require_safe
@sign_in_to_see
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """A position of a game that was played here, for all who may see its table."""
    replay = _replay_of_table(request, code)
    is_sealed = replay.table.is_sealed(timezone.now())
    own = _own_seat(request, replay.table)
    return _page(
        request,
        replay,
        frames_url=reverse("games:replay_frame", args=[code]),
        record_url="" if is_sealed else reverse("games:record", args=[code]),
        coach_url="" if is_sealed else _coach_url(replay.table, own),
        own=own,
        back_url=reverse("games:table", args=[code]),
        back_text=gettext("See the result"),
    )


def _own_seat(request: HttpRequest, table: Snapshot) -> int | None:
    """Where the reader sat."""
    player = player_at(request, table.code)
    return table.seat_of(player.pk if player else None)


def _coach_url(table: Snapshot, seat: int | None) -> str:
    """Where the choices of a finished game are analysed, for who may see that; else empty.

    seat: where the reader sat.
    """
    is_shown = seat is not None or table.visibility == Table.Visibility.PUBLIC
    is_over = table.status == Table.Status.FINISHED
    return reverse("games:coach", args=[table.code, seat or 0]) if is_shown and is_over else ""


@login_not_required
@cached_for_strangers
@require_safe
def table_frame(request: HttpRequest, code: str) -> HttpResponse:
    """What changes on that page from one position to another."""
    replay = _replay_of_table(request, code)
    return _frame(request, replay, _own_seat(request, replay.table))


def _replay_of_table(request: HttpRequest, code: str) -> Replay:
    """The replay of a table that may be seen by who asks; Http404, also while its game runs."""
    replay = replays.of_table(get_asked_table(request, code))
    if replay is None:
        raise Http404
    return replay


# --- Uploaded records --------------------------------------------------------------------


@require_safe
@never_cache
def upload(request: HttpRequest, code: str) -> HttpResponseBase:
    """A position of an uploaded record, for members who have its address."""
    try:
        replay = _replay_of_upload(request, code)
    except TableError:
        return too_many(request)
    return _page(
        request,
        replay,
        frames_url=reverse("games:upload_frame", args=[code]),
        record_url=reverse("games:upload_record", args=[code]),
        back_url=reverse("games:uploads"),
        back_text=gettext("Uploaded records"),
    )


@require_safe
@never_cache
def upload_frame(request: HttpRequest, code: str) -> HttpResponse:
    """What changes on that page from one position to another."""
    try:
        return _frame(request, _replay_of_upload(request, code))
    except TableError:
        return too_many(request)


@require_safe
@never_cache
def upload_record(request: HttpRequest, code: str) -> HttpResponse:
    """The record, as it was uploaded."""
    found = _get_upload(request, code)
    return JsonResponse(
        found.record,
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": f'attachment; filename="sixieme-{found.code}.json"'},
    )


@require_POST
def delete_upload(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a record that one has uploaded; nothing if that was done before."""
    replays.delete(current_player(request), code)
    messages.success(request, gettext("The record is deleted."))
    return redirect("games:uploads")


def _get_upload(request: HttpRequest, code: str) -> UploadedRecord:
    """An uploaded record, for any member who knows its address; its text is read when needed."""
    current_user(request)
    return get_object_or_404(UploadedRecord.objects.defer("text"), code=code)


def _replay_of_upload(request: HttpRequest, code: str) -> Replay:
    """The replay of an uploaded record. Raises Http404, TableError(BUSY)."""
    found = _get_upload(request, code)
    if not replays.is_kept(found):
        replays.count_check(current_user(request).pk)
    return replays.of_upload(found)


# --- Pages and frames ---------------------------------------------------------------------


def _page(
    request: HttpRequest,
    replay: Replay,
    *,
    frames_url: str,
    record_url: str,
    coach_url: str = "",
    back_url: str,
    back_text: str,
    own: int | None = None,
) -> HttpResponseBase:
    """own: the seat of the reader, whose cards are shown with where they would go."""
    course = replay.course
    last = len(course.keys) - 1
    asked = request.GET.get("position", "")
    if asked.isascii() and asked.isdigit():
        index = min(int(asked[:9]), last)
        return redirect(f"{request.path}?{urlencode({'turn': str(course.keys[index])})}")
    wanted = request.GET.get("turn")
    found = 0 if wanted is None else _index(replay, wanted)
    if found is None:
        return redirect(request.path)
    deck = _deck(request, replay)
    options = replay.table.options
    look = look_of(active_language(), deck)
    regions = drawn_all(look, describe_position(replay, found, own))
    shown = {
        "name": replay.table.title,
        "options": tuple(describe_options(options)),
        "agreed": options,
        "index": found,
        "last": last,
        "keys": " ".join(map(str, course.keys)),
        "rounds": tuple(
            (at, known.round)
            for at, known in enumerate(course.keys)
            if at == 0 or course.keys[at - 1].round != known.round
        ),
        "place": place_text(course.keys[found], options.hand_size, is_draft=options.draft),
        "patterns": place_patterns(options.hand_size, is_draft=options.draft),
        "has_hidden_hands": course.has_hidden_hands,
        "sprite": decks.sprite(deck),
        "frames_url": frames_url,
        "record_url": record_url,
        "coach_url": coach_url,
        "back_url": back_url,
        "back_text": back_text,
    }
    context = {
        "shown": shown,
        "regions": regions,
        "hands": [html for name, html in regions.items() if name.startswith("hand_")],
    }
    return render(request, "games/replay/page.html", context)


def _frame(request: HttpRequest, replay: Replay, own: int | None = None) -> HttpResponse:
    """The frame (games/live/regions.py) that leads from one position, or from none, to another."""
    index = _index(replay, request.GET.get("turn", ""))
    before = _index(replay, request.GET.get("from", ""))
    if index is None:
        raise Http404
    look = look_of(active_language(), _deck(request, replay))
    view = describe_position(replay, index, own)
    if before is None:
        changed = whole(look, view)
    else:
        changed = changes(look, describe_position(replay, before, own), view)
    return HttpResponse(stamp(index, None, changed.gone) + changed.elements)


def _index(replay: Replay, text: str) -> int | None:
    key = Key.parse(text)
    return None if key is None else replay.course.find(key)


def _deck(request: HttpRequest, replay: Replay) -> str:
    return chosen_deck(request) or replay.table.deck
