"""Who may be checked in, found as somebody types."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import Player
from accounts.names import FormerName
from games.plain_text import plain
from leagues.models import Attendance, GameSeat, Session
from leagues.people.find import is_like, people_of
from leagues.sessions.overview import Here, SessionOverview
from leagues.standings.counted_games import withdrawn_players

LONGEST_LIST = 60
MOST_SIMILAR = 6
# A guest who has not played for so long is found by name, and not in the list of the club.
LATELY = timedelta(days=365)
# A season that had fewer players before this session is filled from the whole club.
FEW_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The lists of the check-in page; who comes keeps their place in them, and others move nobody.

    here: who is here, the latest first. regulars: players of the season. others: people of the club
    who had not played in it before this session, while something is searched or the season has few
    players: then without guests who have not played for a year. newcomers: who came to the season
    here and stands in no other list, the latest last. more: how many others there are beyond
    the list. similar: who has almost the name that was typed, where nobody has it. guest_name: what
    was typed, where nobody has that very name.
    """

    here: tuple[Here, ...]
    regulars: tuple[Player, ...] = ()
    others: tuple[Player, ...] = ()
    more: int = 0
    newcomers: tuple[Player, ...] = ()
    similar: tuple[Player, ...] = ()
    guest_name: str = ""

    @property
    def here_ids(self) -> frozenset[int]:
        return frozenset(person.player.pk for person in self.here)

    @property
    def all_are_here(self) -> bool:
        """Whether nobody is left to tap."""
        listed = (*self.regulars, *self.others, *self.newcomers, *self.similar)
        return self.here_ids.issuperset(player.pk for player in listed)

    @property
    def found_one_here(self) -> bool:
        """Whether somebody who was found is here already."""
        found = (*self.regulars, *self.others)
        return not self.here_ids.isdisjoint(player.pk for player in found)


def present_check_in(session: Session, overview: SessionOverview, sought: str = "") -> CheckIn:
    """The lists for what is typed (without a text: everybody of the season).

    Accents and capitals do not matter, any part of a name may be typed, and a slip is forgiven.
    """
    here = tuple(sorted(overview.present, key=lambda one: one.attendance.arrived_at, reverse=True))
    playing = session.season.entrants.exclude(player__in=withdrawn_players(session.season))
    joined = list(
        session.attendances.filter(has_joined=True).select_related("player").order_by("pk")
    )
    of_season = (
        _replying(session, Player.objects.all())
        .filter(entries__in=playing)
        .exclude(pk__in=[attendance.player_id for attendance in joined])
    )
    if sought:
        return _searched(session, here, of_season, sought)
    return _offered(session, here, of_season, joined)


def _offered(
    session: Session,
    here: tuple[Here, ...],
    of_season: Iterable[Player],
    joined: Sequence[Attendance],
) -> CheckIn:
    """Everybody of the season, and of the club while the season has few players."""
    regulars = _found(of_season, "")
    if len(regulars) >= FEW_PLAYERS:
        newcomers = [attendance.player for attendance in joined]
        return CheckIn(here, tuple(regulars), newcomers=tuple(_named(newcomers)))
    newcomers = [attendance.player for attendance in joined if _was_made_here(attendance)]
    known = [*regulars, *newcomers]
    others = _found(_others(session, known).filter(_is_about(session)), "")
    return CheckIn(here, tuple(regulars), *_cut(others), newcomers=tuple(_named(newcomers)))


def _is_about(session: Session) -> Q:
    """Who is offered to be tapped: members, and guests who have lately sat at a table."""
    lately = GameSeat.objects.filter(game__session__starts_at__gt=session.starts_at - LATELY)
    return Q(user__isnull=False) | Q(pk__in=lately.values("player"))


def _was_made_here(attendance: Attendance) -> bool:
    """Whether this is a guest of whom nobody knew before they came."""
    player = attendance.player
    return player.user_id is None and player.created_at >= attendance.arrived_at


def _searched(
    session: Session, here: tuple[Here, ...], of_season: Iterable[Player], sought: str
) -> CheckIn:
    """Who has this in their name; where nobody has, who is called almost so."""
    regulars = _found(of_season, sought)
    others = _found(_others(session, regulars), sought)
    found = [*regulars, *others]
    is_known = plain(sought) in {plain(player.name) for player in found}
    similar = [] if found else _similar(_others(session, ()), sought)
    return CheckIn(
        here,
        tuple(regulars),
        *_cut(others),
        similar=tuple(similar[:MOST_SIMILAR]),
        guest_name="" if is_known else sought,
    )


def _others(session: Session, known: Iterable[Player]) -> QuerySet[Player]:
    """The people of the club without those."""
    people = _replying(session, people_of(session.season.league))
    return people.exclude(pk__in=[player.pk for player in known])


def _replying(session: Session, players: QuerySet[Player]) -> QuerySet[Player]:
    """The players, each with `comes`: what they have said beforehand, None for nothing.

    waits: they are on the waiting list.
    """
    said = session.replies.filter(player=OuterRef("pk"))
    return players.annotate(
        comes=Subquery(said.values("comes")), waits=Subquery(said.values("waits"))
    )


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
