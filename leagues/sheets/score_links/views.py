"""The sheet of a table for whoever has its link; organizers renew and revoke it."""

from collections.abc import Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from accounts.access import player_or_none
from accounts.made_once import may_be_busy
from accounts.models import Player
from accounts.qr import qr_uri
from accounts.rate_limit import RateLimit, address_of, too_many
from games.whole_numbers import whole_number
from leagues.models import Game
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_game, level_of
from leagues.pages.shared import (
    View,
    command,
    just_deleted,
    refusal_text,
    require_form,
    url_of,
)
from leagues.people.find import Candidates
from leagues.sheets import photos
from leagues.sheets.entering import SheetPage
from leagues.sheets.form import GUEST, SheetForm
from leagues.sheets.game_page import needs_two
from leagues.sheets.score_links import service
from leagues.sheets.score_links.service import Found
from leagues.sheets.stored import draft_of, read_revision

# Counted by address.
WRONG_LINKS = RateLimit("wrong_link", 30, 60)
# By table: far more than two phones send that save at every pause.
USES = RateLimit("score_link", 240, 60)
# By table: a photo takes up to a second to read, also one that is refused.
PHOTOS = RateLimit("link_photo", 8, 60)


def by_link(view: View) -> View:
    """Decorate a view that gets the Found of a token instead of the token.

    The address is a secret: no cache keeps the page, no search engine lists it, and no other
    address is told where its reader came from.
    """

    @login_not_required
    @never_cache
    @sensitive_variables("token")
    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponseBase:
        found = service.find(token)
        response: HttpResponseBase
        if found is None:
            allowed = WRONG_LINKS.is_allowed(address_of(request))
            response = _no_sheet(request) if allowed else too_many(request)
        else:
            allowed = USES.is_allowed(str(found.game.pk))
            try:
                response = view(request, found) if allowed else too_many(request)
            except ObjectDoesNotExist:
                response = just_deleted(request)
        # The origin alone: without it browsers send forms that Django must refuse.
        response["Referrer-Policy"] = "strict-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return wrapped


@by_link
@require_form
def sheet(request: HttpRequest, found: Found) -> HttpResponseBase:
    """The sheet of the table, as long as nobody has sent it."""
    page = LinkPage(request, player_or_none(request))
    code = service.refusal_of(found, timezone.now())
    if request.method != "POST":
        return _refused(request, code) if code else page.show(page.stored(found.game))
    form = page.sent(found.game)
    try:
        if not form.is_complete:
            service.require_usable(found, timezone.now())
            page.keep(form)
        elif form.is_valid() or code:
            service.submit(found, form, page.by, timezone.now())
            return redirect("sent/")
    except LeagueError as error:
        if error.code not in service.REFUSALS:
            return page.conflict(form, error)
        more = page.what_is_stored(form)
        if error.code is LeagueErrorCode.LINK_USED and not more["differences"]:
            # Tapped twice: it is what was sent.
            return redirect("sent/")
        return _refused(request, error.code, HTTPStatus.CONFLICT, **more)
    return page.show(form)


@by_link
@require_POST
def draft(request: HttpRequest, found: Found) -> HttpResponseBase:
    """What is wrong with the sheet so far; it is kept, as for members."""
    page = LinkPage(request, player_or_none(request))
    code = service.refusal_of(found, timezone.now())
    if code is None:
        return page.kept(found.game)
    form = page.sent(found.game, as_draft=True)
    stored = page.what_is_stored(form)
    if code is LeagueErrorCode.LINK_USED and not stored["differences"]:
        # The draft of the last pause came in after the sheet: it is what was sent.
        return page.state(form, HTTPStatus.OK, {})
    return page.state(form, HTTPStatus.CONFLICT, {"error": code.label, **stored})


@by_link
@require_safe
def sent(request: HttpRequest, found: Found) -> HttpResponseBase:
    """What happens next with a sheet that was sent."""
    if found.is_replaced or found.link.used_at is None:
        return redirect("../")
    game = found.game
    context = {
        "game": game,
        "takes_photo": _takes_photo(found),
        "takes_two": needs_two(game),
    }
    return render(request, "leagues/score_links/sent.html", context)


@by_link
@may_be_busy
@require_POST
def photo(request: HttpRequest, found: Found) -> HttpResponseBase:
    """A photo of the paper sheet, also after the sheet was sent."""
    if not _takes_photo(found):
        return redirect("../")
    if not PHOTOS.is_allowed(str(found.game.pk)):
        return too_many(request)
    try:
        by = player_or_none(request)
        photos.add(found.game, request.FILES.get("photo"), by, timezone.now())
        messages.success(request, gettext("The photo is attached."))
    except LeagueError as error:
        messages.error(request, refusal_text(error))
    return redirect("../sent/" if found.link.used_at else "../")


# --- For who runs the league -----------------------------------------------------------


@command("game#link")
def renew(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Another address for a table; printed codes stop working."""
    found = get_game(request, slug, number, session, game, Level.ORGANIZER)
    seen = whole_number(request.POST.get("generation"), 1)
    service.renew(found, acting_player(request), timezone.now(), seen)
    messages.success(request, gettext("The table has a new link: print its sheet again."))
    return redirect(url_of("game#link", slug, number, session, game))


@command("game#link")
def revoke(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Take the link of a table back."""
    found = get_game(request, slug, number, session, game, Level.ORGANIZER)
    service.revoke(found, acting_player(request), timezone.now())
    messages.success(request, gettext("The link is revoked."))
    return redirect(url_of("game#link", slug, number, session, game))


# --- Steps -----------------------------------------------------------------------------


def _takes_photo(found: Found) -> bool:
    code = service.refusal_of(found, timezone.now())
    return code is None or code is LeagueErrorCode.LINK_USED


def _no_sheet(request: HttpRequest) -> HttpResponse:
    sentence = gettext("This link leads to no score sheet. It may have been cut short on the way.")
    context = {"sentence": sentence}
    return render(request, "leagues/score_links/refused.html", context, status=HTTPStatus.NOT_FOUND)


def _refused(
    request: HttpRequest,
    code: LeagueErrorCode,
    status: HTTPStatus = HTTPStatus.GONE,
    **more: Any,
) -> HttpResponse:
    """Why the link opens nothing; with what was typed where that differs from what is stored."""
    context = {"sentence": code.label, **more}
    return render(request, "leagues/score_links/refused.html", context, status=status)


# --- The page, and the link for those who run the league -------------------------------


class LinkForm(SheetForm):
    """A sheet without ids of anybody else: a draft that held them would name them."""

    def _texts(self, sent: Mapping[str, str]) -> dict[str, str]:
        known = {*map(str, self.people.names), GUEST, ""}
        return {
            name: "" if _names_a_player(name) and text not in known else text
            for name, text in super()._texts(sent).items()
        }


class LinkPage(SheetPage):
    """The page of a sheet that knows the people of its table, and names nobody else.

    Its addresses are relative: it repeats nothing of its own, which is a secret.
    """

    form = LinkForm

    def people(self, game: Game) -> Candidates:
        here = people_at(game)
        return Candidates(game.session.season.league, here, here, {}, {})

    def sheet_url(self, game: Game) -> str:
        return "./"

    def draft_url(self, game: Game) -> str:
        return "draft/"

    def back_url(self, game: Game) -> str:
        return "../"

    def respond(self, game: Game, context: dict[str, Any], status: HTTPStatus) -> HttpResponse:
        printed_for = self.request.GET.get(service.SEATS)
        context |= {
            "by": self.by,
            "takes_two": service.takes_two(game, self.by),
            "seats_changed": printed_for is not None and printed_for != service.seats_mark(game),
        }
        return render(self.request, "leagues/score_links/sheet.html", context, status=status)

    def who_changed(self, game: Game) -> Player | None:
        return None


def _names_a_player(field: str) -> bool:
    """Whether a field holds an id: p0 (who played) and f0 (who was not there) ..."""
    return field[:1] in {"p", "f"} and field[1:].isdecimal()


def people_at(game: Game) -> dict[int, str]:
    """Ids and names of who sits at a table, is on its sheet or chosen in its draft."""
    seats = list(game.seats.all())
    seated = [seat.player_id for seat in seats] + [seat.substitute_for_id for seat in seats]
    ids = {player for player in seated if player is not None}
    for revision in filter(None, (game.sheet, game.pending)):
        ids |= read_revision(revision).named
    draft = draft_of(game)
    if draft:
        chosen = (text for field, text in draft.texts.items() if field[0] in "pf")
        ids |= {int(text) for text in chosen if text.isdecimal()}
    return dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))


def present_link(request: HttpRequest, game: Game) -> dict[str, Any] | None:
    """The link of a game as its page and its printed sheet show it to those who run the session.

    None for others and for online games. refusal: why it opens nothing, then address is "".
    """
    may_score = level_of(request, game.session.season.league) >= Level.SCORER
    if not may_score or game.kind != Game.Kind.SHEET:
        return None
    link = service.link_of(game)
    code = service.refusal(game, link, timezone.now())
    address = "" if code else service.address_of(game, request)
    return {
        "address": address,
        "qr": qr_uri(address) if address else "",
        "refusal": str(code.label) if code else "",
        "generation": link.generation,
        "is_revoked": link.revoked_at is not None,
    }
