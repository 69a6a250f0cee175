"""The page of one's notices, and the link that turns their mails off."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.account_page import part
from games.talk import reports
from games.whole_numbers import whole_number
from leagues.models import Notice
from leagues.notices import sending, service
from leagues.notices.forms import NoticeChoicesForm
from leagues.notices.texts import lines_of
from leagues.pages.access import acting_player
from leagues.pages.shared import command, open_page

ON_A_PAGE = 50


@open_page
def notices(request: HttpRequest) -> HttpResponse:
    """What the reader was told, the unread first, then the newest; what became of their reports."""
    player = acting_player(request)
    found = Notice.objects.of_reader(player).select_related(*Notice.ABOUT)
    unread_first = Case(When(read_at=None, then=0), default=1)
    pages = Paginator(found.order_by(unread_first, "-at", "-pk"), ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = lines_of(page.object_list)
    made = player.reports.select_related("case")
    context: dict[str, Any] = {
        "page": page,
        "lines": lines,
        "has_unread": any(not line.is_read for line in lines),
        "newest": max((notice.pk for notice in page.object_list), default=0),
        "about_me": reports.decided_about(player)[: reports.SHOWN],
        "made": made.order_by("-at", "-pk")[: reports.SHOWN],
    }
    return render(request, "leagues/notices/notices.html", context)


@open_page
def follow(request: HttpRequest, notice_id: int) -> HttpResponseBase:
    """Open what a notice is about, and mark it as read; one that is gone leads to the page."""
    player = acting_player(request)
    found = Notice.objects.of_reader(player).filter(pk=notice_id)
    notice = found.select_related(*Notice.ABOUT).first()
    if notice is None:
        return redirect("leagues:notices")
    service.mark_read(found, timezone.now())
    return redirect(lines_of([notice])[0].url)


@command("notices")
def mark_read(request: HttpRequest) -> None:
    """All is read that the page showed or could have shown: not what has come since."""
    own = Notice.objects.of_reader(acting_player(request))
    service.mark_read(
        own.filter(pk__lte=whole_number(request.POST.get("newest"), 0)), timezone.now()
    )


@command("notices")
def choose(request: HttpRequest) -> HttpResponseBase:
    """How the reader wants to be told; sent by the page of their account."""
    form = NoticeChoicesForm(request.POST, player=acting_player(request))
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, gettext("That did not work. Please try again."))
    return redirect(part("notices"))


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn off the mails of the person whom the token names, signed in or not.

    A mail program may send the POST by itself. Opening the link asks first: programs that check
    mails open every link.
    """
    player_id = sending.TURN_OFF.pk_of(token)
    if player_id is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        sending.turn_off(player_id)
    return render(request, "leagues/notices/off.html", {"is_done": is_done, "token": token})
