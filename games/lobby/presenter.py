"""A table of a list as a card: HTML that is cached by all it shows."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.names import isolated, join_names
from games.live.regions import active_language
from games.lobby.lists import LobbyTable

# More names do not fit in a line of a card.
MOST_NAMES = 2


def table_card(table: LobbyTable, deck: str) -> SafeString:
    """The card of a table, in the active language and the reader's deck."""
    return _table_card(table, deck, active_language())


@lru_cache(maxsize=2000)
def _table_card(table: LobbyTable, deck: str, _language: str) -> SafeString:
    context = {
        "table": table,
        "deck": deck,
        "standing": standing_text(table),
        "awaited": awaited_text(table),
    }
    return mark_safe(render_to_string("games/lobby/table_card.html", context))  # noqa: S308


def standing_text(table: LobbyTable) -> str:
    """Who leads, or who has won: "Ada leads", "Ada and Ben won together".

    The winner is always named: the bot may have finished the game of the reader, who was away.
    """
    leaders = table.leaders
    if table.is_against_ox and table.ended_at:
        return gettext("The team wins!") if leaders else gettext("The ox wins.")
    if not leaders or (len(leaders) == len(table.seats) > 1 and not table.ended_at):
        return ""
    if leaders == (table.own,) and not table.ended_at:
        return gettext("You lead")
    words = {"names": _names([seat.name for seat in leaders])}
    if table.ended_at:
        one, more = gettext("%(names)s won"), gettext("%(names)s won together")
    else:
        one, more = gettext("%(names)s leads"), gettext("%(names)s lead")
    return (one if len(leaders) == 1 else more) % words


def awaited_text(table: LobbyTable) -> str:
    """Who is awaited, apart from the reader, or that the game is paused; else empty."""
    if table.is_paused:
        return gettext("The game is paused.")
    awaited = [seat.name for seat in table.awaited if not seat.is_own]
    if not awaited or table.your_turn:
        return ""
    if len(awaited) == len(table.seats) > MOST_NAMES:
        return gettext("Everybody is choosing a card")
    return gettext("Waiting for %(names)s") % {"names": _names(awaited)}


def _names(people: list[str]) -> str:
    more = len(people) - MOST_NAMES
    if more < 2:
        return join_names(people)
    first = ", ".join(isolated(name) for name in people[:MOST_NAMES])
    return gettext("%(names)s and %(count)d others") % {"names": first, "count": more}
