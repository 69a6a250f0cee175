"""The places of a season: who plays in it, and who comes in from its waiting list.

All of it happens under the season's lock, so of two people who want the last place exactly one gets
it. A player whom an organizer adds takes a place too, also one more than there are.
"""

from django.db.models import Max
from django.utils import timezone

from leagues.models import Season, SignUp
from leagues.notices.service import players_of, tell_joined
from leagues.standings.store import enter_players, update_standings


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
    tell_joined(season, [player for player in ids if player != but_tell])
