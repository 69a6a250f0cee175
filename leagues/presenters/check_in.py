"""Who may be checked in, found as somebody types."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Player
from accounts.names import FormerName
from leagues.models import Session
from leagues.name_search import plain
from leagues.presenters.evening import Here, present_evening

LONGEST_LIST = 60


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The lists of the check-in page.

    here: who is here, the latest first. regulars: other players of the season. others: people of
    the club who have not played in it, only while something is searched. guest_name: what was
    typed, where nobody has that very name. already: who is here with that in their name. more: how
    many others were found beyond the list.
    """

    here: tuple[Here, ...]
    regulars: tuple[Player, ...]
    others: tuple[Player, ...]
    guest_name: str
    already: tuple[Player, ...]
    more: int


def present_check_in(session: Session, sought: str) -> CheckIn:
    """The lists for what is typed (without a text: everybody of the season).

    Accents and capitals do not matter, and any part of a name may be typed.
    """
    here = [person for person in present_evening(session).here if not person.is_gone]
    taken = {person.player.pk for person in here}
    already = _found([person.player for person in here], sought, set()) if sought else []
    of_season = Q(entries__season=session.season, entries__withdrawn_from=None)
    regulars = _found(Player.objects.filter(of_season), sought, taken)
    others: list[Player] = []
    if sought:
        known = taken | {player.pk for player in regulars}
        others = _found(Player.objects.all(), sought, known)
    names = {plain(player.name) for player in [*regulars, *others, *already]}
    return CheckIn(
        here=tuple(sorted(here, key=lambda person: person.attendance.arrived_at, reverse=True)),
        regulars=tuple(regulars),
        others=tuple(others[:LONGEST_LIST]),
        guest_name=sought if sought and plain(sought) not in names else "",
        already=tuple(already),
        more=max(0, len(others) - LONGEST_LIST),
    )


def _found(players: Iterable[Player], sought: str, without: set[int]) -> list[Player]:
    """Those with the text in their name: first where it begins a word of it, then by name."""
    wanted = plain(sought)

    def order(player: Player) -> tuple[bool, str]:
        name = plain(player.name)
        begins = any(word.startswith(wanted) for word in name.split()) or name.startswith(wanted)
        return not begins, name

    found = [
        player
        for player in players
        if player.pk not in without
        and wanted in plain(player.name)
        and not isinstance(player.name, FormerName)
    ]
    return sorted(found, key=order)
