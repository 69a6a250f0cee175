"""Lock a season, change it, and tell everybody who looks at it.

Locks are taken in one order, so that no two changes deadlock: docs/architecture.md, The order of
locks. Drafts are saved under the lock of their game alone, so whatever deletes a game, moves its
players or deals it must lock that game too.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import F

from accounts.locks import locked
from accounts.models import Player
from games.live import executor, publishing
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Season

T = TypeVar("T")

# How often a season is read that changes while it is read.
TRIES = 3
NO_VERSION = -1

# The topics of the rooms: every change of a season, and those that its standings show.
TOPIC = "season"
STANDINGS = "standings"


@contextmanager
def locked_season(season_id: int) -> Iterator[Season]:
    """Lock the row of a season; when the block ends without an error its version has grown.

    After the commit the new version is published. A block that changes nothing on the page of the
    standings sets `standings_unchanged`: then that page is neither told nor rendered again. Raises
    LeagueError(LATE) where the season, or a row that the block gets in it, has just been deleted.
    """
    try:
        with transaction.atomic():
            season = locked(Season.objects.select_related("league")).get(pk=season_id)
            yield season
            version = F("version") + 1
            changed: dict[str, Any] = {"version": version}
            if not season.standings_unchanged:
                changed["standings_version"] = version
            # What the block noted (standings/store.py).
            changed |= {
                "outdated_standings": season.outdated_standings,
                "standings_notes": season.standings_notes,
            }
            Season.objects.filter(pk=season.pk).update(**changed)
            for topic in (TOPIC,) if season.standings_unchanged else (TOPIC, STANDINGS):
                # A failed publish must not fail a committed write.
                transaction.on_commit(
                    partial(publishing.publish, season.pk, season.version + 1, topic), robust=True
                )
    except ObjectDoesNotExist as gone:
        raise LeagueError(LeagueErrorCode.LATE) from gone


@contextmanager
def locked_unfinished_season(season_id: int) -> Iterator[Season]:
    """Lock a season that is being prepared or runs. Raises LeagueError(SEASON_NOT_OPEN)."""
    with locked_season(season_id) as season:
        if not season.is_unfinished:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        yield season


@contextmanager
def locked_open_season(season_id: int) -> Iterator[Season]:
    """Lock a season that runs. Raises LeagueError(SEASON_NOT_OPEN)."""
    with locked_season(season_id) as season:
        if not season.is_open:
            raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
        yield season


def hold_players(player_ids: Collection[int], *, joining: bool = False) -> None:
    """Lock these players, whom a sheet or a list is about to name: none of them is deleted then.

    joining: nor do they leave the club meanwhile. Under the season's lock. Raises
    LeagueError(PLAYER_GONE) where one has been deleted, or is joining and has left the club.
    """
    wanted = Player.objects.filter(pk__in=player_ids)
    if joining:
        wanted = wanted.filter(erased_at=None)
    found = locked(wanted).values_list("pk", flat=True)
    if set(found) != set(player_ids):
        raise LeagueError(LeagueErrorCode.PLAYER_GONE)


def read_at_rest(
    season_id: int, read: Callable[[Season], T], version: str = "version"
) -> tuple[int, Season, T]:
    """A season with its league, and what is read of it in several statements at one version.

    A page that has a version already is not sent it again: were something newer read under it, the
    page would never see that. So where a season changes each time, what was read last has
    NO_VERSION, which no page has. version: the field whose value tells the versions apart, and is
    returned first. Raises Season.DoesNotExist.
    """
    seasons = Season.objects.select_related("league")
    for _try in range(TRIES):
        season = seasons.get(pk=season_id)
        found = read(season)
        read_at: int = getattr(season, version)
        if Season.objects.values_list(version, flat=True).get(pk=season_id) == read_at:
            return read_at, season, found
    return NO_VERSION, season, found


def after_commit(work: Callable[[], object]) -> None:
    """Do work that follows from a change on another thread, once the change is committed."""
    transaction.on_commit(lambda: executor.run_later(work), robust=True)
