"""The sheet of one table for whoever has its link, and the link for those who run the league."""

from datetime import datetime
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.access import player_or_none
from accounts.models import Player
from accounts.qr import qr_uri
from leagues.models import Game
from leagues.people.find import Candidates
from leagues.sheets.entering import SheetPage
from leagues.sheets.form import GUEST
from leagues.sheets.score_links import service
from leagues.sheets.stored import draft_of, read_revision


class LinkPage(SheetPage):
    """The page of a sheet that knows the people of its table, and names nobody else.

    Its addresses are relative: it repeats nothing of its own, which is a secret.
    """

    def __init__(self, request: HttpRequest, game: Game) -> None:
        super().__init__(request, player_or_none(request))
        if request.method == "POST":
            # Without ids of anybody else: a draft that held them would name them.
            people = self.people(game)
            merged = {guest for guest, member in people.merged.items() if member in people.names}
            known = {*map(str, {*people.names, *merged}), GUEST, ""}
            self.fields = {
                name: "" if _names_a_player(name) and text not in known else text
                for name, text in request.POST.dict().items()
            }

    def people(self, game: Game) -> Candidates:
        merged = game.session.season.league.merged_guests()
        here = people_at(game)
        return Candidates(here, here, {}, {}, merged)

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


class LinkView(NamedTuple):
    """The link of a table for its scorers; refusal: why it opens nothing, then address is ""."""

    address: str
    qr: str
    refusal: str
    generation: int
    is_revoked: bool


def present_link(game: Game, request: HttpRequest, now: datetime) -> LinkView:
    """The link of a game as its page and its printed sheet show it."""
    link = service.link_of(game)
    code = service.refusal(game, link, now)
    address = "" if code else service.address_of(game, request)
    return LinkView(
        address=address,
        qr=qr_uri(address) if address else "",
        refusal=str(code.label) if code else "",
        generation=link.generation,
        is_revoked=link.revoked_at is not None,
    )
