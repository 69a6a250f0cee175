"""The QR code of a table, for those who sit in the same room."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.qr import qr_svg
from games import access
from games.guests.access import player_at


@login_not_required
@require_safe
@cache_control(private=True, max_age=3600)
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """The address of a table as a picture, for who may see the table."""
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    address = request.build_absolute_uri(reverse("games:table", args=[snapshot.code]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")
