"""Which tables the page of a session lists: of hundreds those of old rounds are left out."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from accounts.compiled_once import compiled_once
from leagues.models import Game, Session

# A session with more tables shows rounds that are over as a link each; a page of one has as many.
MOST_TABLES = 60
# Where no tables were drawn, so many of the newest results stay on the page of such a session.
NEWEST_SHOWN = 20


# A table with a result for which nothing waits.
SETTLED = Q(status=Game.Status.VOIDED, proposed="") | Q(
    status=Game.Status.CONFIRMED, proposed="", pending=None
)


class Folded(NamedTuple):
    """How many tables each round that is over has, by its id; None: the tables without a round.

    shown: how many of those, the newest, are listed all the same.
    """

    counts: Mapping[int | None, int]
    shown: int = 0


def folded_of(session: Session, with_byes: Collection[int]) -> Folded:
    """What is folded; nothing in a session with few tables.

    The newest round is listed, and those with byes, which can still be changed.
    """
    counted = _counted(session.pk)
    if sum(count for _round, _number, count, _settled in counted) <= MOST_TABLES:
        return Folded({})
    newest = max((number for _round, number, *_counts in counted if number), default=None)
    if newest is None:
        left = sum(settled for *_round, settled in counted) - NEWEST_SHOWN
        return Folded({None: left} if left > 0 else {}, NEWEST_SHOWN)
    return Folded(
        {
            round: settled
            for round, number, count, settled in counted
            if settled and (round is None or settled == count)
            if number != newest and round not in with_byes
        }
    )


@compiled_once
def _counted(session_id: int) -> QuerySet[Game, tuple[int | None, int | None, int, int]]:
    rows = Game.objects.filter(session=session_id).order_by().values_list("round", "round__number")
    return rows.annotate(all=Count("pk"), settled=Count("pk", filter=SETTLED))


def listed_of(session: Session, folded: Folded) -> QuerySet[Game]:
    """The tables of a session but for those that are folded."""
    if not folded.counts:
        return session.games.all()
    is_folded = Q(round__in=[round for round in folded.counts if round])
    if None in folded.counts:
        newest = session.games.filter(SETTLED, round=None).order_by("-number")
        is_folded |= Q(round=None) & ~Q(pk__in=newest.values("pk")[: folded.shown])
    return session.games.exclude(SETTLED & is_folded)
