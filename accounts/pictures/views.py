"""The picture of a person: changed on the page of the account, shown to members."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import access
from accounts.made_once import may_be_busy
from accounts.models import Player
from accounts.pictures import files, portraits
from accounts.pictures.drawing import NotAPicture
from accounts.pictures.service import NOT_A_PICTURE, TOO_LARGE, PictureTooLarge
from accounts.rate_limit import RateLimit, limited

# A picture takes up to a second to read, also one that is refused.
CHANGES = RateLimit("picture", 10, 60)


@limited(CHANGES)
@may_be_busy
@require_POST
def change_picture(request: HttpRequest) -> HttpResponseBase:
    """Choose one's own picture, or take it away."""
    player = access.current_player(request)
    try:
        if request.POST.get("action") == "remove":
            portraits.take_away(player.pk)
            messages.success(request, _("Your picture is deleted."))
        else:
            portraits.choose(player.pk, request.FILES.get("picture"))
            messages.success(request, _("Your picture is saved."))
    except NotAPicture:
        messages.error(request, NOT_A_PICTURE)
    except PictureTooLarge:
        messages.error(request, TOO_LARGE)
    return redirect("accounts:profile")


@cache_control(private=True, max_age=31_536_000, immutable=True)
@require_safe
def picture(_request: HttpRequest, player_id: int, name: str) -> HttpResponse:
    """The picture that a person has now; one of before is gone."""
    has_it = Player.objects.filter(pk=player_id, picture=name).exclude(picture="").exists()
    data = files.read(name) if has_it else None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp")
