"""The page on which organizers choose for the club, and the style sheet with its colours."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import access
from accounts.club import service, usual
from accounts.club.colours import style_sheet
from accounts.club.current import read_again
from accounts.club.forms import ClubForm, form_of
from accounts.club.kept import would_go
from accounts.club.models import ClubSettings, Guests, Openers, SignUp
from accounts.made_once import FILES, BusyError, made_once, may_be_busy
from accounts.models import Player
from accounts.pictures import files
from accounts.pictures.drawing import Kind, NotAPicture, drawn_anew
from accounts.pictures.files import is_logo
from accounts.rate_limit import RateLimit, limited

# Each change stays for years.
CHANGES = RateLimit("club_settings", 30, 300)
CHANGES_SHOWN = 20


@never_cache
@limited(CHANGES)
@may_be_busy
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest) -> HttpResponseBase:
    """The settings of the club; sent, a preview of others, others, or those of before."""
    organizer = access.require_organizer(request)
    if request.method != "POST":
        return _page(request, form_of(read_again()))
    try:
        if request.POST.get("action") == "undo":
            return _undo(request, organizer)
        form = ClubForm(request.POST, request.FILES)
        if not form.is_valid():
            return _page(request, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        if request.POST.get("action") == "preview":
            return _page(request, form, preview=ClubSettings(**form.values()))
        if service.change(organizer, form.values(), form.cleaned_data["seen"]):
            messages.success(request, _("Saved. It counts for everybody from now on."))
        else:
            messages.info(request, _("Nothing has changed."))
    except service.ChangedMeanwhileError:
        return _changed_meanwhile(request)
    return redirect("accounts:club_settings")


def _undo(request: HttpRequest, organizer: Player) -> HttpResponse:
    seen = request.POST.get("seen", "")
    is_number = seen.isascii() and seen.isdigit() and len(seen) < 10
    if service.undo(organizer, int(seen) if is_number else -1):
        messages.success(request, _("The last change is undone."))
    return redirect("accounts:club_settings")


def _changed_meanwhile(request: HttpRequest) -> HttpResponse:
    """The settings as somebody else has just left them."""
    messages.error(
        request, _("Somebody has changed the settings meanwhile. This is how they are now.")
    )
    return _page(request, form_of(read_again()), status=HTTPStatus.CONFLICT)


def _page(
    request: HttpRequest,
    form: ClubForm,
    *,
    preview: ClubSettings | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The page; preview: the settings in whose name and colours it is shown."""
    now = read_again()
    context = {
        "form": form,
        "seen": now.number,
        "history": [(one.settings, _told(one)) for one in service.history(CHANGES_SHOWN)],
        "is_preview": preview is not None,
        "would_go": would_go(preview.kept, timezone.now()) if preview else [],
        "club": preview or now,
    }
    return render(request, "accounts/club_settings.html", context, status=status)


def _told(change: service.Change) -> list[tuple[str, str, str]]:
    """(label, before, after) of each difference, in words."""
    labels = {name: str(field.label) for name, field in ClubForm.base_fields.items()}
    labels["logo"] = labels["picture"]
    labels |= {name: str(part.label) for name, part in usual.PARTS.items()}
    return [
        (labels[name], _in_words(name, before), _in_words(name, after))
        for name, before, after in change.differences
    ]


def _in_words(field: str, value: str) -> str:
    """A value as the form calls it."""
    if field == "logo":
        return _logo(value)
    words = {
        "signup": dict(SignUp.choices),
        "guests": dict(Guests.choices),
        "openers": dict(Openers.choices),
    }
    if field in usual.PARTS:
        return usual.in_words(field, value)
    if field in {"language", "languages"}:
        named = dict(settings.LANGUAGES)
        return ", ".join(str(_(str(named.get(code, code)))) for code in value.split(","))
    return str(words.get(field, {}).get(value, value))


def _logo(name: str) -> str:
    """The picture itself, as far as it is still kept."""
    if not name:
        return _("none")
    context = {"club": ClubSettings(logo=name), "alt": _("a picture"), "is_lazy": True}
    # A comma may follow.
    return SafeString(render_to_string("brand_logo.html", context).strip())


@login_not_required
@cache_control(public=True, max_age=31_536_000, immutable=True)
@require_safe
def logo(_request: HttpRequest, name: str) -> HttpResponse:
    """A logo, by the name of its file. One of before stays for the pages that still show it."""
    data = files.read(name) if is_logo(name) else None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp")


@login_not_required
@may_be_busy
@cache_control(public=True, max_age=31_536_000, immutable=True)
@require_safe
def icon(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """An icon made of a logo, for a browser that adds the site to the programs of its system."""
    data = files.read(name) if is_logo(name) and kind in ClubSettings.ICONS else None
    if data is None:
        raise Http404
    try:
        made = made_once(request, ("icon", name, kind), lambda: drawn_anew(data, Kind(kind)), FILES)
    except NotAPicture:
        # It was one when it was stored: the machine had no time for it.
        raise BusyError from None
    return HttpResponse(made, content_type="image/png")


@login_not_required
@cache_control(public=True, max_age=31_536_000, immutable=True)
@require_safe
def colours(_request: HttpRequest, accent: str, cloth: str, **_mark: str) -> HttpResponse:
    """The sheet for two colours, which stand in its address with a mark of what it holds.

    It is made of the address alone, so a page that was shown before a change keeps its colours.
    """
    return HttpResponse(_sheet(f"#{accent}", f"#{cloth}"), content_type="text/css; charset=utf-8")


@lru_cache(maxsize=16)
def _sheet(accent: str, cloth: str) -> str:
    return style_sheet(accent, cloth)
