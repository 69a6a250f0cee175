"""Guest seats on other pages."""

from typing import Any

from django import template

from accounts.club.current import club
from games.seats import guests
from games.table.access import COOKIE

register = template.Library()


@register.inclusion_tag("games/guests/here.html", takes_context=True)
def guest_games_here(context: dict[str, Any]) -> dict[str, bool]:
    """has_games: somebody played as a guest in this browser; asked only if it has the cookie."""
    key = context["request"].COOKIES.get(COOKIE)
    return {"has_games": bool(key and club().has_guests and guests.guests_of(key))}
