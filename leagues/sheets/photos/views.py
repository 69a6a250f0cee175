"""Photos of paper sheets: sent by who may enter the sheet, seen by scorers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.pictures import files
from accounts.rate_limit import RateLimit, too_many
from leagues.models import Game, SheetPhoto
from leagues.pages.access import Level, acting_player, get_entering, get_game
from leagues.pages.shared import command, open_page
from leagues.sheets.photos import service

# A photo takes up to a second to read, also one that is refused.
BY_MEMBER = RateLimit("photo", 20, 60)


@command("game")
def add(request: HttpRequest, slug: str, number: int, session: int, game: int) -> HttpResponseBase:
    """Attach a photo of the sheet."""
    entering = get_entering(request, slug, number, session, game)
    if not BY_MEMBER.is_allowed(str(entering.player.pk)):
        return too_many(request)
    service.add(entering.game, request.FILES.get("photo"), entering.player, timezone.now())
    messages.success(request, gettext("The photo is attached."))
    return redirect(entering.game)


@open_page
def photo(
    request: HttpRequest, slug: str, number: int, session: int, game: int, photo_id: int
) -> HttpResponse:
    """The picture itself."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    data = files.read(_photo_of(found, photo_id).file)
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type="image/jpeg")
    response["Content-Disposition"] = 'inline; filename="sheet.jpg"'
    response["X-Robots-Tag"] = "noindex"
    return response


@command("game")
def delete(
    request: HttpRequest, slug: str, number: int, session: int, game: int, photo_id: int
) -> HttpResponseBase:
    """Delete a photo at once."""
    found = get_game(request, slug, number, session, game, Level.ORGANIZER)
    service.delete(_photo_of(found, photo_id), acting_player(request))
    messages.success(request, gettext("The photo is deleted."))
    return redirect(found)


def _photo_of(game: Game, photo_id: int) -> SheetPhoto:
    photo = get_object_or_404(SheetPhoto, game=game, pk=photo_id)
    photo.game = game
    return photo
