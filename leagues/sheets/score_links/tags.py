"""Links and photos of sheets on pages of `sheets` and `sessions`, which know nothing of them."""

from typing import Any

from django import template
from django.db.models import QuerySet
from django.utils import timezone

from accounts.qr import ANY_MASK, qr_uri
from leagues.models import Game, League, Season, Session, SheetPhoto
from leagues.pages.access import Level, level_of
from leagues.sheets.score_links import service
from leagues.sheets.score_links.page import LinkView, present_link

register = template.Library()


@register.simple_tag(takes_context=True)
def link_of_table(context: dict[str, Any], game: Game) -> LinkView | None:
    """The link of a table: {% link_of_table game as link %}; None for who is no scorer."""
    if game.kind != Game.Kind.SHEET or not _may_score(context, game.session.season.league):
        return None
    return present_link(game, context["request"], timezone.now())


@register.simple_tag(takes_context=True)
def links_of_tables(context: dict[str, Any], session: Session) -> dict[int, str]:
    """The QR codes of a session's tables by number, as src of an image; none for others."""
    if not _may_score(context, session.season.league):
        return {}
    addresses = service.addresses_of(session, context["request"])
    return {number: qr_uri(address, ANY_MASK) for number, address in addresses.items()}


@register.filter
def at_table(codes: dict[int, str], number: int) -> str:
    """The QR code of one table: {{ codes|at_table:3 }}; "" where it has none."""
    return codes.get(number, "")


@register.simple_tag
def photos_of(game: Game) -> QuerySet[SheetPhoto]:
    """The photos of a game's sheet: {% photos_of game as photos %}."""
    return game.photos.select_related("by")


@register.simple_tag
def sheets_to_match(season: Season) -> list[Game]:
    """Sheets sent by link on which somebody is only named: {% sheets_to_match season as x %}."""
    games = Game.objects.to_match().filter(session__season=season)
    found = list(games.select_related("session", "round")) if games.exists() else []
    for game in found:
        game.session.season = season
    return found


def _may_score(context: dict[str, Any], league: League) -> bool:
    return level_of(context["request"], league) >= Level.SCORER
