"""Change a season under its lock and tell everybody who looks at it.

Locks are taken in one order, so that no two changes wait for each other: seasons by their ids,
their games by their ids, players by their ids, the league, live tables. Whoever needs none of the
earlier ones begins later.
Drafts are saved under their game's lock alone: who deletes a game, moves its players or deals it
locks the game as well.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import F

from games.live import executor, publishing
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Season
from leagues.models.game import GameQuerySet

# What every change is told under, and what only those are that the standings show.
TOPIC = "season"
STANDINGS = "standings"


@contextmanager
def changing(season_id: int) -> Iterator[Season]:
    """The season's row, locked; its next version is announced when the block ends well.

    The block sets `keeps_standings` where it changes nothing that the standings show: then nobody
    who looks at them is told, and they are not rendered again.
    """
    with transaction.atomic():
        season = (
            Season.objects.select_for_update(of=("self",))
            .select_related("league")
            .get(pk=season_id)
        )
        yield season
        version = F("version") + 1
        changed = {"version": version}
        if not season.keeps_standings:
            changed["standings_version"] = version
        Season.objects.filter(pk=season.pk).update(**changed)
        for topic in (TOPIC,) if season.keeps_standings else (TOPIC, STANDINGS):
            # A failed publish must not fail a committed write.
            transaction.on_commit(
                partial(publishing.publish, season.pk, season.version + 1, topic), robust=True
            )


@contextmanager
def going_on(season_id: int) -> Iterator[Season]:
    """The same for what happens until a season is over. Raises LeagueError(SEASON_NOT_OPEN)."""
    with changing(season_id) as season:
        if season.status not in {Season.Status.DRAFT, Season.Status.OPEN}:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        yield season


@contextmanager
def playing(season_id: int) -> Iterator[Season]:
    """The same for what only happens in a running season. Raises LeagueError(SEASON_NOT_OPEN)."""
    with changing(season_id) as season:
        if not season.is_open:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        yield season


def after_commit(work: Callable[[], object]) -> None:
    """Do work that follows from a change once that is written, and nobody waits for it."""
    transaction.on_commit(lambda: executor.run_later(work), robust=True)


def locked(games: GameQuerySet) -> GameQuerySet:
    """The same games, locked as they are read, under their season's lock only."""
    return games.select_for_update(of=("self",)).order_by("pk")
