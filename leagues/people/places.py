"""The places of sessions to come: given up by who does not come, and given to those who wait.

All of it happens under the season's lock.
"""

from accounts.models import Player
from leagues.models import Reply, Season, Session
from leagues.models.session import ReplyQuerySet
from leagues.notices.service import tell_of_place

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


def replies_to_come(season: Season, player: Player) -> ReplyQuerySet:
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
