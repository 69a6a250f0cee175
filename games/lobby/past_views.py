"""One's own games: those one has played to the end, and records of others that one has uploaded."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import current_player, current_user
from games.coach.jobs import skill_of
from games.lobby.history import HistoryForm, figures_of, games_of, page_of
from games.models import UploadedRecord
from games.play.commands import LIMIT
from games.replay import replays
from games.replay.forms import UploadForm
from games.seats.fitting import fit_of
from games.table.errors import TableError, refusal_text


@require_safe
@never_cache
def past(request: HttpRequest) -> HttpResponse:
    """The games one has played to the end, those looked for, with the figures of all of these."""
    return _page(request, UploadForm())


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def uploads(request: HttpRequest) -> HttpResponse:
    """Store a record and lead to its replay; what is refused is told on the page of one's games."""
    if request.method != "POST":
        return redirect(f"{reverse('games:past')}#records")
    player = current_player(request)
    form = UploadForm(request.POST, request.FILES)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        LIMIT.count(player.pk)
        replays.count_check(current_user(request).pk)
        if form.is_valid():
            upload = replays.store(player, form.cleaned_data["record"])
            return redirect("games:upload", upload.code)
    except replays.TooManyUploads:
        words = gettext("You have uploaded %(count)d records; delete one first.")
        form.add_error(None, words % {"count": replays.MOST_UPLOADS})
    except TableError as error:
        status = HTTPStatus.TOO_MANY_REQUESTS
        form.add_error(None, refusal_text(error))
    return _page(request, form, status)


def _page(
    request: HttpRequest, upload_form: UploadForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    player = current_player(request)
    form = HistoryForm(player, request.GET)
    wanted = form.wanted()
    games = games_of(player, wanted, timezone.now())
    tables, page = page_of(games, player, request.GET.get("page", "1"))
    chosen = {name: request.GET[name] for name in form.fields if request.GET.get(name)}
    context = {
        "form": form,
        "tables": tables,
        "page": page,
        "figures": figures_of(games, player),
        "fit": fit_of(player),
        "skill": skill_of(player),
        "is_filtered": bool(chosen),
        "query": urlencode(chosen),
        "upload_form": upload_form,
        "uploads": UploadedRecord.objects.filter(uploader=player).defer("text"),
    }
    response = render(request, "games/past.html", context, status=status)
    if chosen:
        # The page repeats its address beside those of private tables: compressed, its length would
        # tell of them (docs/architecture.md).
        response.headers["Content-Encoding"] = "identity"
    return response
