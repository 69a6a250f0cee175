"""Who says beforehand that they come, who has a place, and who is on the waiting list.

Who has a place keeps it, also where an organizer takes places away; a place that is free goes to
the first in line. All of it happens under the season's lock, so of two people who want the last
place exactly one gets it.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import FormerName
from games.plain_text import plain
from leagues.models import Reply, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.places import give_places, places_left
from leagues.standings.season_lock import hold_players, locked_unfinished_season

Status = Session.Status


def reply(session: Session, player: Player, now: datetime, *, comes: bool) -> Reply:
    """Somebody says beforehand whether they come; where all places are taken they wait for one.

    The same answer again changes nothing. Raises LeagueError(SEASON_NOT_OPEN, LATE,
    PLAYER_GONE).
    """
    with locked_unfinished_season(session.season_id) as season:
        hold_players([player.pk], joining=True)
        found = _planned(season, session)
        said = found.replies.filter(player=player).first()
        if said is not None and said.comes is comes:
            return said
        waits = comes and places_left(found) == 0
        said, _is_new = Reply.objects.update_or_create(
            session=found,
            player=player,
            defaults={"comes": comes, "at": now, "waits": waits, "put_first_at": None},
        )
        give_places(found)
        return said


def put_first(session: Session, player: Player, now: datetime) -> None:
    """Put somebody first on the waiting list.

    Raises LeagueError(SEASON_NOT_OPEN, LATE where they are not on it any more).
    """
    with locked_unfinished_season(session.season_id) as season:
        found = _planned(season, session)
        if not found.replies.waiting().filter(player=player).update(put_first_at=now):
            raise LeagueError(LeagueErrorCode.LATE)


def _planned(season: Season, session: Session) -> Session:
    """The session as it is stored. Raises LeagueError(LATE) once it has begun or is cancelled."""
    found = Session.objects.filter(pk=session.pk, status=Status.PLANNED).first()
    if found is None:
        raise LeagueError(LeagueErrorCode.LATE)
    found.season = season
    season.standings_unchanged = True
    return found


class Replies(NamedTuple):
    """Names by what they said; said: the same by player. coming: those who have a place.

    waiting: ids and names of the waiting list, the first in line first. left: how many places are
    free, None where there is room for everybody.
    """

    said: Mapping[int, bool]
    coming: tuple[str, ...]
    waiting: tuple[tuple[int, str], ...]
    away: tuple[str, ...]
    left: int | None

    def number_of(self, player: int) -> int | None:
        """Somebody's number on the waiting list; None for whoever is not on it."""
        line = [waits for waits, _name in self.waiting]
        return line.index(player) + 1 if player in line else None


def present_replies(session: Session) -> Replies:
    """The replies to a session; two statements, one where nobody can wait."""
    replies = _replies(session.pk)
    coming = [reply for reply in replies if reply.comes and not reply.waits]
    waiting: Iterable[Reply] = ()
    if len(coming) < sum(reply.comes for reply in replies):
        waiting = session.replies.waiting().select_related("player")
    return Replies(
        said={reply.player_id: reply.comes for reply in replies},
        coming=_names(coming),
        waiting=tuple((reply.player_id, reply.player.name) for reply in waiting),
        away=_names(reply for reply in replies if not reply.comes),
        left=None if session.places is None else max(0, session.places - len(coming)),
    )


@compiled_once
def _replies(session_id: int) -> QuerySet[Reply]:
    return Reply.objects.filter(session=session_id).select_related("player").order_by("pk")


def _names(replies: Iterable[Reply]) -> tuple[str, ...]:
    names = [reply.player.name for reply in replies]
    return tuple(sorted((name for name in names if not isinstance(name, FormerName)), key=plain))
