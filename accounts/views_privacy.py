"""What is kept of a person: to take along, and to have erased."""

from __future__ import annotations

from http import HTTPStatus

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access, privacy
from accounts.account_page import account_page, part
from accounts.club import sign_up_requests
from accounts.forms import EraseForm
from accounts.models import Player
from accounts.portions import AT_ONCE

FORM = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
def own_data(request: HttpRequest) -> HttpResponse:
    """All that the site keeps about who is signed in."""
    response = JsonResponse(
        privacy.personal_data(access.current_player(request)), json_dumps_params={"indent": 2}
    )
    response["Content-Disposition"] = 'attachment; filename="sixieme-my-data.json"'
    return response


@require_http_methods(FORM)
@never_cache
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def leave(request: HttpRequest) -> HttpResponse:
    """Leave the club: who is signed in erases themself, with their password as a last question.

    It is asked for on the page of the account, to which GET leads.
    """
    player = access.current_player(request)
    if request.method != "POST":
        return redirect(part("leave"))
    form = EraseForm(request.POST)
    if not form.is_valid():
        return account_page(request, HTTPStatus.UNPROCESSABLE_ENTITY, erase_form=form)
    privacy.erase(player)
    logout(request)
    messages.success(request, _("Your account and your name are deleted. Goodbye!"))
    return redirect("games:home")


@require_http_methods(FORM)
@never_cache
def people(request: HttpRequest) -> HttpResponse:
    """The organizers' list of everybody of the club, with and without a login, and of who waits.

    Sent, the answer to those who wait.
    """
    access.require_organizer(request)
    if request.method == "POST":
        return _answer_sign_ups(request)
    found = Player.objects.filter(erased_at=None).select_related("user")
    context = {
        "people": found,
        "waiting": sign_up_requests.waiting()[:AT_ONCE],
        "refused": sign_up_requests.refused()[:AT_ONCE],
        "email_is_sent": settings.EMAIL_IS_SENT,
    }
    return render(request, "accounts/people.html", context)


def _answer_sign_ups(request: HttpRequest) -> HttpResponse:
    """Approve or refuse one who waits, by their own button, those who are ticked, or all shown.

    Nobody is answered who came after the page was loaded.
    """
    ways = {"approve": sign_up_requests.approve, "refuse": sign_up_requests.refuse}
    way = next((name for name in ways if name in request.POST), "")
    if not way:
        return HttpResponseBadRequest()
    which = request.POST[way]
    if which == "ticked":
        texts = request.POST.getlist("shown" if "all" in request.POST else "ticked")
    else:
        texts = [which]
    pks = {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 10}
    done = ways[way](sorted(pks)[:AT_ONCE], request)
    if not pks:
        messages.info(request, _("Tick somebody first."))
    elif not done:
        messages.info(request, _("They are answered already, or have withdrawn."))
    elif way == "approve":
        told = ngettext("%(count)d person is in.", "%(count)d people are in.", done)
        messages.success(request, told % {"count": done})
    else:
        told = ngettext("%(count)d request is refused.", "%(count)d requests are refused.", done)
        messages.success(request, told % {"count": done})
    return redirect("accounts:people")


@require_http_methods(FORM)
@never_cache
def erase(request: HttpRequest, player_id: int) -> HttpResponse:
    """Erase somebody who has left the club."""
    player = access.get_player_for_organizer(request, player_id)
    form = EraseForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"form": form, "player": player}
        return render(request, "accounts/erase.html", context, status=_status(form))
    privacy.erase(player)
    if player == access.current_player(request):
        logout(request)
        return redirect("games:home")
    messages.success(request, _("The account and the name are deleted; the results stay."))
    return redirect("accounts:people")


def _status(form: EraseForm) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
