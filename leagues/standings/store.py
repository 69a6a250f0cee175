"""Stored standings: what a change puts out of date, and how that is computed again.

A change notes in the row of its season, or for ratings of its league, what is out of date, and
counts its notes there. The computation reads without a lock. It locks that row only to write, step
by step, and begins again if the count shows that more was noted since it began to read. Two
processes may compute the same: both write the same values. What a process that died left out of
date is found by `bring_all_up_to_date`.

Of standings the note says since which session, and whose results have changed. After the commit, or
when a page is about to show them, the games of these players are read and the rows of every session
since then are ranked again; rows that differ are written. The other players' sums are taken from
their stored rows. `rebuild` computes the same rows from the games alone.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from accounts.locks import locked
from leagues.models import League, Season, Standing
from leagues.season_lock import after_commit
from leagues.season_rules import SeasonRules
from leagues.standings import counted_games
from leagues.standings.computing import (
    calendar_of,
    count_differences,
    rows_by_session,
    write_differences,
)
from leagues.standings.counted_games import roster_of
from leagues.standings.scoring.table import Member

logger = logging.getLogger(__name__)

Owner = TypeVar("Owner", Season, League)
Step = TypeVar("Step")


class Watch(Protocol):
    """Gives the steps of a work one by one, and may show how far it has come."""

    def __call__(self, steps: Sequence[Step], words: str) -> Iterable[Step]: ...


def unwatched(steps: Sequence[Step], words: str) -> Iterable[Step]:  # noqa: ARG001
    """The steps as they are."""
    return steps


class _ChangedMeanwhileError(Exception):
    """More was noted, or another process has finished, since the computation began."""


class OutOfDate(Generic[Owner]):
    """Keeps the standings of all seasons, or the ratings of all leagues, up to date.

    owners: Season or League. kind: "standings" or "ratings"; the owner's columns are outdated_kind
    (what is out of date as JSON, None for nothing) and kind_notes (how often that was noted).
    merged: makes one note of two. compute: computes the rows of an owner, writes them within
    `step`, and yields how many rows each step changed.
    """

    def __init__(
        self,
        owners: type[Owner],
        kind: str,
        merged: Callable[[Any, Any], Any],
        compute: Callable[[Owner, Watch], Iterator[int]],
    ) -> None:
        self._owners: type[Owner] = owners
        self._kind = kind
        self._outdated = f"outdated_{kind}"
        self._notes = f"{kind}_notes"
        self._merged = merged
        self._compute: Callable[[Owner, Watch], Iterator[int]] = compute

    def note(self, locked: Owner, outdated: Any) -> None:
        """Note what a change puts out of date; it is computed after the commit.

        locked: the owner, read under its lock; `locked_season` saves it before the commit.
        """
        self._mark(locked, outdated)
        after_commit(partial(self.bring_up_to_date, locked.pk))

    def _mark(self, locked: Owner, outdated: Any) -> None:
        before = getattr(locked, self._outdated)
        both = outdated if before is None else self._merged(before, outdated)
        setattr(locked, self._outdated, both)
        setattr(locked, self._notes, getattr(locked, self._notes) + 1)

    def note_and_save(self, owner: Owner, outdated: Any) -> bool:
        """The same for an owner that is not saved otherwise.

        False, and nothing is noted, where somebody has noted more since it was read.
        """
        read_at = {self._notes: getattr(owner, self._notes)}
        self._mark(owner, outdated)
        values = {name: getattr(owner, name) for name in (self._outdated, self._notes)}
        if not self._owners.objects.filter(pk=owner.pk, **read_at).update(**values):
            return False
        after_commit(partial(self.bring_up_to_date, owner.pk))
        return True

    def rebuild(self, owner_id: int, everything: Any, watch: Watch = unwatched) -> int:
        """Compute everything again; returns how many rows differed."""
        with transaction.atomic():
            owner = locked(self._owners.objects.all()).get(pk=owner_id)
            self._mark(owner, everything)
            owner.save(update_fields=[self._outdated, self._notes])
        return self.bring_up_to_date(owner_id, watch)

    def bring_up_to_date(self, owner_id: int, watch: Watch = unwatched) -> int:
        """Compute what is out of date; returns how many rows differed."""
        written = 0
        while owner := self._waiting().filter(pk=owner_id).first():
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
        return list(self._waiting().values_list("pk", flat=True))

    @contextmanager
    def step(self, owner: Owner, left: Any) -> Iterator[None]:
        """A short transaction that writes a part of the rows.

        owner: as it was when the computation began. left: what is still out of date afterwards.
        """
        read_at = {self._notes: getattr(owner, self._notes)}
        unchanged = self._waiting().filter(pk=owner.pk, **read_at)
        with transaction.atomic():
            # Locks the row as well; a season may have been deleted meanwhile.
            if not unchanged.update(**{self._outdated: left}):
                raise _ChangedMeanwhileError
            yield

    def _waiting(self) -> QuerySet[Owner]:
        is_waiting = {f"{self._outdated}__isnull": False}
        waiting: QuerySet[Owner] = self._owners.objects.filter(**is_waiting)
        return waiting


# --- With a change ---------------------------------------------------------------------


def update_standings(season: Season, since: int = 1, players: Collection[int] = ()) -> None:
    """Note that the standings as of session number `since` and of all later ones are out of date.

    since: 1 stands for the beginning of the season; for a session that is not planned yet nothing
    is noted. players: those whose results in that session may have changed. season: as
    `locked_season` gives it.
    """
    season.standings_unchanged = False
    if since == 1:
        STANDINGS.note(season, _outdated(None, players))
    elif session := season.sessions.filter(number=since).first():
        STANDINGS.note(season, _outdated(session.starts_at, players))


def update_all_standings(season: Season, since: datetime | None = None) -> None:
    """The same where anybody's results may have changed since a time, or since the beginning."""
    season.standings_unchanged = False
    STANDINGS.note(season, _outdated(since, None))


def _outdated(since: datetime | None, players: Collection[int] | None) -> dict[str, Any]:
    """What is out of date: see Season.outdated_standings."""
    return {
        "since": counted_games.moment_text(since) if since else "",
        "players": None if players is None else sorted(players),
    }


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    players = [each["players"] for each in (one, other)]
    return {
        "since": min(one["since"], other["since"]),
        "players": None if None in players else sorted({*players[0], *players[1]}),
    }


def _first_concerned(place: int, held: Collection[int], roster: Sequence[Member]) -> int:
    """The place in the order of play from which on standings must be ranked again.

    place: of the first session that has changed. Only the newest session shows those who have
    withdrawn since, so the one before `place` is ranked again too: it may have been the newest, or
    be it now.
    """
    if all(member.withdrawn is None for member in roster):
        return place
    return max((each for each in held if each < place), default=place)


def preview_withdrawal(season: Season, player_id: int) -> Mapping[int, int | None]:
    """The present places as they would be without this player; empty before anything counts.

    The standings are up to date by then.
    """
    calendar = calendar_of(season)
    if not calendar.held:
        return {}
    newest = max(calendar.held)
    roster = [
        member._replace(withdrawn=newest, returned=None) if member.player == player_id else member
        for member in roster_of(season, calendar.order)
    ]
    (after,) = rows_by_session(season, calendar, roster, [newest], ())
    return {player: row["place"] for player, row in after.wanted.items()}


def preview_rules(season: Season, rules: SeasonRules) -> Mapping[int, tuple[int | None, float]]:
    """The newest places and figures as they would be by other rules, computed from the games.

    Empty before anything counts. The standings are up to date by then.
    """
    other = copy(season)
    other.season_rules = rules
    calendar = calendar_of(other)
    roster = roster_of(other, calendar.order)
    newest: Mapping[int, Any] = {}
    for after in rows_by_session(other, calendar, roster, list(calendar.held), None):
        newest = after.wanted
    return {player: (row["place"], row["figure"]) for player, row in newest.items()}


# --- After the commit, or before they are read ----------------------------------------


def ensure_up_to_date(*seasons: Season) -> None:
    """Bring the standings of seasons that a page is about to show up to date."""
    for season in seasons:
        if season.outdated_standings is not None:
            STANDINGS.bring_up_to_date(season.pk)


def rebuild(season_id: int, watch: Watch = unwatched) -> int:
    """Compute the standings of a season from its games alone; returns how many rows differed."""
    return STANDINGS.rebuild(season_id, _outdated(None, None), watch)


def compare(season: Season) -> Iterator[tuple[int, int]]:
    """For each session, how many rows are stored and how many differ from what the games give.

    Nothing is written. season: one whose standings are up to date.
    """
    calendar = calendar_of(season)
    roster = roster_of(season, calendar.order)
    emptied = [pk for place, pk in calendar.kept.items() if place not in calendar.held]
    if emptied:
        left = Standing.objects.filter(session__in=emptied).count()
        yield left, left
    for _session, kept, wanted in rows_by_session(
        season, calendar, roster, list(calendar.held), None
    ):
        yield len(kept), count_differences(kept, wanted)


def _compute(season: Season, watch: Watch) -> Iterator[int]:
    """Compute the standings that are out of date; yields how many rows each step changed."""
    calendar = calendar_of(season)
    order, held, kept, _with_results, *_finals = calendar
    roster = roster_of(season, order)
    outdated = season.outdated_standings or {}
    begins = enumerate(map(counted_games.moment_text, order.begins), 1)
    changed = [place for place, begin in begins if begin >= outdated["since"]]
    first = _first_concerned(min(changed, default=len(order.ids) + 1), held, roster)
    places = [place for place in held if place >= first]
    emptied = [kept[place] for place in kept if place >= first and place not in held]
    if emptied or not places:
        with STANDINGS.step(season, outdated if places else None):
            dropped, _by_model = Standing.objects.filter(session__in=emptied).delete()
        yield dropped
    players = outdated["players"]
    computed = rows_by_session(season, calendar, roster, places, players)
    following = dict(pairwise(places))
    for place in watch(places, "Sessions"):
        rows = next(computed)
        after = following.get(place)
        left = _outdated(order.begins[after - 1], players) if after else None
        with STANDINGS.step(season, left):
            written = write_differences(season.pk, *rows)
        yield written


STANDINGS = OutOfDate(Season, "standings", _merged, _compute)
