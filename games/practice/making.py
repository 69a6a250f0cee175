"""Makes the puzzle of a day: from finished public games, or from a game of bots."""

import logging
import subprocess
from contextlib import suppress
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils.crypto import salted_hmac

from games.club_day import day_of
from games.models import Puzzle, Table
from games.practice import apart
from games.rules.errors import RulesError
from games.table import archive, store

if TYPE_CHECKING:
    # They load numpy, which the server does without.
    from games.practice.search import Found, Source

logger = logging.getLogger(__name__)

# A puzzle is there before its day begins.
DAYS_AHEAD = 1
# Of the newest games those are looked at of which the fewest puzzles were made.
NEWEST_GAMES, GAMES_LOOKED_AT = 30, 4
# While a process makes a puzzle, and after it has failed, none begins it anew.
SECONDS_FOR_ONE = 600
_MAKING = "practice.making"

MOST_SECONDS = 60


def make_due(now: datetime) -> None:
    """Make the puzzles that are missing up to tomorrow."""
    today = day_of(now)
    days = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
    there = set(Puzzle.objects.filter(day__in=days).values_list("day", flat=True))
    for day in days:
        if day not in there and cache.add(f"{_MAKING}.{day}", True, SECONDS_FOR_ONE):
            try:
                make(day, now)
            except apart.Over:
                cache.delete(f"{_MAKING}.{day}")
                return


def make(day: date, now: datetime) -> Puzzle | None:
    """Make the puzzle of a day; the games that have ended by then and the day tell which it is.

    None where another process was faster, and where no position was clear. Raises apart.Over.
    """
    games = _games(now)
    sources = [(table, source) for table in games if (source := _source(table)) is not None]
    try:
        found = _search([source for _table, source in sources], secret_of(day))
    except (OSError, subprocess.SubprocessError) as error:
        # A slow machine: it is tried again later.
        logger.warning("the puzzle of %s was not made: %s", day, type(error).__name__)
        return None
    if found is None:
        logger.warning("no puzzle was found for %s", day)
        return None
    with suppress(IntegrityError), transaction.atomic():
        return Puzzle.objects.create(
            day=day,
            table=None if found.source is None else sources[found.source][0],
            is_dealt=found.source is None,
            position=found.position,
            seat=found.seat,
            weighed=found.weighed,
        )
    return None


def secret_of(day: date) -> bytes:
    """The chance of a day's puzzle: without the site's own key nobody can tell it beforehand."""
    return salted_hmac("games.practice", day.isoformat(), algorithm="sha256").digest()


def _search(sources: "list[Source]", secret: bytes) -> "Found | None":
    """What `search.find_puzzle` finds, in a process of its own. Raises as `apart.run`."""
    found: list[Found | None] = list(
        apart.run("games.practice.search:find_puzzle", sources, secret, seconds=MOST_SECONDS)
    )
    return found[0]


def _games(now: datetime) -> list[Table]:
    """Finished games that everybody may see, of the newest ones the least used."""
    open_to_all = Table.objects.filter(
        Q(sealed_until=None) | Q(sealed_until__lte=now),
        status=Table.Status.FINISHED,
        visibility=Table.Visibility.PUBLIC,
        ended_at__lte=now,
    )
    newest = open_to_all.annotate(used=Count("puzzles")).order_by("-ended_at", "-pk")
    games = newest.defer("state", "record")[:NEWEST_GAMES]
    return sorted(games, key=attrgetter("used"))[:GAMES_LOOKED_AT]


def _source(table: Table) -> "Source | None":
    """The record of a game and which of its positions were puzzles; None if there is no record."""
    views = [puzzle.view for puzzle in table.puzzles.all()]
    used = frozenset((view.round_number, view.turn_number, view.seat or 0) for view in views)
    with suppress(RulesError):
        return archive.record_of(store.load(table.pk), None), used
    return None
