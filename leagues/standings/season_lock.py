"""Lock a season, change it, note what that puts out of date, and tell everybody who looks at it.

Locks are taken in one order, so that no two changes deadlock: docs/architecture.md, The order of
locks. Drafts are saved under the lock of their game alone, so whatever deletes a game, moves its
players or deals it must lock that game too.

What is out of date is noted in the row of the season, or for ratings of its league, and the notes
are counted there. The computation reads without a lock. It locks that row only to write, step by
step, and begins again if the count shows that more was noted since it began to read. Two processes
may compute the same: both write the same values. What a process that died left out of date is found
by `bring_all_up_to_date`.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import F, QuerySet

from accounts.locks import locked
from accounts.models import Player
from games.live import executor, publishing
from leagues.models import League, Rating, RatingPoint, Season, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode

logger = logging.getLogger(__name__)

T = TypeVar("T")

# How often a season is read that changes while it is read.
TRIES = 3
NO_VERSION = -1
_ROWS_AT_ONCE = 500

ANY_STATUS = tuple(Season.Status)

# The topics of the rooms: every change of a season, and those that its standings show.
TOPIC = "season"
STANDINGS = "standings"


@contextmanager
def locked_season(season_id: int, among: Collection[str] = ANY_STATUS) -> Iterator[Season]:
    """Lock the row of a season; when the block ends without an error its version has grown.

    After the commit the new version is published. A block that changes nothing on the page of the
    standings sets `standings_unchanged`: then that page is neither told nor rendered again. Raises
    LeagueError(LATE) where the season, or a row that the block gets in it, has just been deleted,
    and SEASON_NOT_OPEN where its status is none of those `among`.
    """
    try:
        with transaction.atomic():
            season = locked(Season.objects.select_related("league")).get(pk=season_id)
            if season.status not in among:
                raise LeagueError(LeagueErrorCode.SEASON_NOT_OPEN)
            yield season
            version = F("version") + 1
            changed: dict[str, Any] = {"version": version}
            if not season.standings_unchanged:
                changed["standings_version"] = version
            # What the block noted: OutOfDate below.
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


# One that is being prepared or runs, and one that runs.
locked_unfinished_season = partial(locked_season, among=(Season.Status.DRAFT, Season.Status.OPEN))
locked_open_season = partial(locked_season, among=(Season.Status.OPEN,))


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


# --- What a change puts out of date ------------------------------------------------------

Owner = TypeVar("Owner", Season, League)


def moment_text(moment: datetime) -> str:
    """A time as a text that sorts as times do."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


# Gives the steps of a work one by one, and may show how far it has come: words say of what.
Watch = Callable[[Sequence[Any], str], Iterable[Any]]


class Change(NamedTuple):
    """Rows of a model to write, ids of rows to delete.

    unique: what tells its rows apart; a stored row of the same gets these columns.
    """

    model: type[Rating] | type[RatingPoint] | type[Standing]
    unique: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Any]
    gone: Collection[int]


class _ChangedMeanwhileError(Exception):
    """More was noted, or another process has finished, since the computation began."""


class OutOfDate(Generic[Owner]):
    """Keeps the standings of all seasons, or the ratings of all leagues, up to date.

    owners: Season or League. kind: "standings" or "ratings"; the owner's columns are outdated_kind
    (what is out of date as JSON, None for nothing) and kind_notes (how often that was noted).
    merged: makes one note of two. compute: computes the rows of an owner, writes them with
    `write`, and yields how many rows each step changed.
    """

    def __init__(
        self,
        owners: type[Owner],
        kind: str,
        merged: Callable[[Any, Any], Any],
        compute: Callable[[Owner, Watch | None], Iterator[int]],
    ) -> None:
        self._owners: type[Owner] = owners
        self._kind = kind
        self._outdated = f"outdated_{kind}"
        self._notes = f"{kind}_notes"
        self._merged = merged
        self._compute: Callable[[Owner, Watch | None], Iterator[int]] = compute
        self._waiting: QuerySet[Owner] = owners.objects.filter(
            **{f"{self._outdated}__isnull": False}
        )

    def note(self, owner: Owner, outdated: Any) -> None:
        """Note what a change puts out of date; it is computed after the commit.

        owner: the caller saves it before the commit, as `locked_season` does.
        """
        before = getattr(owner, self._outdated)
        both = outdated if before is None else self._merged(before, outdated)
        setattr(owner, self._outdated, both)
        setattr(owner, self._notes, getattr(owner, self._notes) + 1)
        after_commit(partial(self.bring_up_to_date, owner.pk))

    def rebuild(self, owner_id: int, everything: Any, watch: Watch | None = None) -> int:
        """Compute everything again, whatever else was noted; returns how many rows differed."""
        noted = {self._outdated: everything, self._notes: F(self._notes) + 1}
        self._owners.objects.filter(pk=owner_id).update(**noted)
        return self.bring_up_to_date(owner_id, watch)

    def bring_up_to_date(self, owner_id: int, watch: Watch | None = None) -> int:
        """Compute what is out of date; returns how many rows differed."""
        written = 0
        while owner := self._waiting.filter(pk=owner_id).first():
            try:
                for rows in self._compute(owner, watch):
                    written += rows
            except _ChangedMeanwhileError:
                continue
            break
        return written

    def bring_all_up_to_date(self) -> None:
        """Compute what a process that died left out of date."""
        for owner_id in self.waiting_ids():
            try:
                self.bring_up_to_date(owner_id)
            except Exception:
                logger.exception("the %s of %s could not be computed", self._kind, owner_id)

    def waiting_ids(self) -> list[int]:
        """The ids of the owners of which something is out of date."""
        return list(self._waiting.values_list("pk", flat=True))

    @contextmanager
    def step(self, owner: Owner, left: Any) -> Iterator[None]:
        """A short transaction that writes a part of the rows.

        owner: as it was when the computation began. left: what is still out of date afterwards.
        """
        read_at = {self._notes: getattr(owner, self._notes)}
        unchanged = self._waiting.filter(pk=owner.pk, **read_at)
        with transaction.atomic():
            # Locks the row as well; a season may have been deleted meanwhile.
            if not unchanged.update(**{self._outdated: left}):
                raise _ChangedMeanwhileError
            yield

    def write(self, owner: Owner, left: Any, changes: Iterable[Change]) -> None:
        """Write what changes in such a step."""
        with self.step(owner, left):
            for model, unique, columns, rows, gone in changes:
                if gone:
                    model.objects.filter(pk__in=gone).delete()
                # An upsert: a bulk_update of so many fields takes thirty times as long.
                model.objects.bulk_create(
                    rows,
                    batch_size=_ROWS_AT_ONCE,
                    update_conflicts=True,
                    unique_fields=unique,
                    update_fields=columns,
                )
