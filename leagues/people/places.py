"""The places of seasons and of their sessions: given up, and given to those who wait.

All of it happens under the season's lock, so of two people who want the last place exactly one gets
it. A player whom an organizer adds to a season takes a place too, also one more than there are.
"""

from django.db.models import Max
from django.utils import timezone

from accounts.models import Player
from leagues.models import Notice, Reply, Season, Session, SignUp
from leagues.models.session import ReplyQuerySet
from leagues.notices.service import players_of, tell_of_place, tell_of_season
from leagues.standings.store import enter_players, update_standings

Status = Session.Status


def places_left(session: Session) -> int | None:
    """How many more people there is room for; None where there is room for everybody."""
    if session.places is None:
        return None
    return max(0, session.places - session.replies.with_a_place().count())


def give_places(session: Session) -> None:
    """Give the places that are free to those who wait, and tell them, before the session begins."""
    if session.status != Status.PLANNED:
        return
    free = places_left(session)
    first = list(session.replies.waiting()[:free])
    if not first:
        return
    Reply.objects.filter(pk__in=[reply.pk for reply in first]).update(
        waits=False, put_first_at=None
    )
    tell_of_place(session, [reply.player_id for reply in first])


def replies_to_come(season: Season | int, player: Player | int) -> ReplyQuerySet:
    """What somebody replied to sessions of a season that have not begun, cancelled ones too."""
    not_begun = [Status.PLANNED, Status.CANCELLED]
    return Reply.objects.filter(
        session__season=season, session__status__in=not_begun, player=player
    )


def give_up_places(replies: ReplyQuerySet) -> None:
    """Forget these replies of somebody who leaves; their places go to those who wait."""
    for reply in replies.select_related("session__season").order_by("session"):
        reply.delete()
        give_places(reply.session)


def next_session(season: Season) -> int:
    """Number of the first session that is not over, or of the one that would follow the last."""
    coming = season.sessions.not_over(timezone.now()).in_order().first()
    if coming is not None:
        return coming.number
    last: int = season.sessions.aggregate(last=Max("number"))["last"] or 0
    return last + 1


def let_in(season: Season, *, but_tell: int | None = None) -> None:
    """Give the places that are free to those who wait, the first in line first, and tell them.

    but_tell: the id of somebody who is told nothing, since they do this themselves. Who had
    withdrawn plays on as if they had never left.
    """
    waiting = season.sign_ups.filter(state=SignUp.State.WAITING)
    if not season.is_unfinished or not waiting.exists():
        return
    here = players_of(season)
    free = None if season.sign_up_places is None else max(0, season.sign_up_places - len(here))
    first = waiting.exclude(player__in=here).values_list("player", flat=True)[:free]
    ids = list(first)
    if not ids:
        return
    since = next_session(season)
    enter_players(season, ids, since)
    back = season.entrants.filter(player__in=ids, withdrawn_at__isnull=False)
    update_standings(season, 1 if back.update(withdrawn_at=None) else since)
    season.sign_ups.filter(player__in=ids).delete()
    told = [player for player in ids if player != but_tell]
    tell_of_season(Notice.Kind.JOINED, season, told)
