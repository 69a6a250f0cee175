"""Who may be checked in, found as somebody types."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import Player
from accounts.names import FormerName
from leagues.models import Entrant, Session
from leagues.name_search import is_like, plain
from leagues.people import people_of
from leagues.presenters.evening import Here, present_evening
from leagues.services.roster import withdrawn_players

LONGEST_LIST = 60
MOST_SIMILAR = 6
# A season that had fewer players before this session is filled from the whole club.
FEW_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The lists of the check-in page.

    here: who is here, the latest first. regulars: other players of the season. others: people of
    the club who have not played in it, while something is searched or the season has few players.
    more: how many others there are beyond the list. already: who is here with that in their name.
    similar: who has almost the name that was typed, where nobody has it. guest_name: what was
    typed, where nobody has that very name.
    """

    here: tuple[Here, ...]
    regulars: tuple[Player, ...] = ()
    others: tuple[Player, ...] = ()
    more: int = 0
    already: tuple[Player, ...] = ()
    similar: tuple[Player, ...] = ()
    guest_name: str = ""


def present_check_in(session: Session, sought: str) -> CheckIn:
    """The lists for what is typed (without a text: everybody of the season).

    Accents and capitals do not matter, any part of a name may be typed, and a slip is forgiven.
    """
    present = present_evening(session).present
    here = tuple(sorted(present, key=lambda one: one.attendance.arrived_at, reverse=True))
    playing = session.season.entrants.exclude(player__in=withdrawn_players(session.season))
    of_season = (
        _replying(session, Player.objects.all())
        .filter(entries__in=playing)
        .exclude(pk__in=[person.player.pk for person in here])
    )
    if sought:
        return _searched(session, here, of_season, sought)
    return _offered(session, here, of_season, playing)


def _offered(
    session: Session,
    here: tuple[Here, ...],
    of_season: Iterable[Player],
    playing: QuerySet[Entrant],
) -> CheckIn:
    """Everybody of the season, and of the club while the season has few players."""
    regulars = _found(of_season, "")
    came_first = Q(joined_from=session.number, player__in=[person.player.pk for person in here])
    is_small = playing.exclude(came_first).count() < FEW_PLAYERS
    others = _found(_others(session, here, regulars), "") if is_small else []
    return CheckIn(here, tuple(regulars), *_cut(others))


def _searched(
    session: Session, here: tuple[Here, ...], of_season: Iterable[Player], sought: str
) -> CheckIn:
    """Who has this in their name; where nobody has, who is called almost so."""
    people = [person.player for person in here]
    regulars = _found(of_season, sought)
    others = _found(_others(session, here, regulars), sought)
    already = _found(people, sought)
    found = [*regulars, *others, *already]
    is_known = plain(sought) in {plain(player.name) for player in found}
    similar = [] if found else _similar(_others(session, here, ()), sought)
    return CheckIn(
        here,
        tuple(regulars),
        *_cut(others),
        already=tuple(already if found else _similar(people, sought)),
        similar=tuple(similar[:MOST_SIMILAR]),
        guest_name="" if is_known else sought,
    )


def _others(session: Session, here: Iterable[Here], regulars: Iterable[Player]) -> Iterable[Player]:
    """The people of the club without those."""
    known = [*(person.player.pk for person in here), *(player.pk for player in regulars)]
    return _replying(session, people_of(session.season.league)).exclude(pk__in=known)


def _replying(session: Session, players: QuerySet[Player]) -> QuerySet[Player]:
    """The players, each with `comes`: what they have said beforehand, None for nothing."""
    said = session.replies.filter(player=OuterRef("pk")).values("comes")
    return players.annotate(comes=Subquery(said))


def _cut(others: list[Player]) -> tuple[tuple[Player, ...], int]:
    return tuple(others[:LONGEST_LIST]), max(0, len(others) - LONGEST_LIST)


def _found(players: Iterable[Player], sought: str) -> list[Player]:
    """Those with the text in their name: first where it begins a word, who comes, by name."""
    wanted = plain(sought)

    def order(player: Player) -> tuple[bool, bool, str]:
        name = plain(player.name)
        begins = any(word.startswith(wanted) for word in name.split()) or name.startswith(wanted)
        return not begins, not getattr(player, "comes", None), name

    found = [player for player in _named(players) if wanted in plain(player.name)]
    return sorted(found, key=order)


def _similar(players: Iterable[Player], sought: str) -> list[Player]:
    wanted = plain(sought)
    found = [player for player in _named(players) if is_like(wanted, plain(player.name))]
    return sorted(found, key=lambda player: plain(player.name))


def _named(players: Iterable[Player]) -> Iterable[Player]:
    """Those who have not been erased."""
    return (player for player in players if not isinstance(player.name, FormerName))
