"""The analyses that were asked for: made one after the other by a process of their own.

Whoever looks at a page that waits for one lets its process take it up, so that one whose process
has died goes on with the next look.
"""

import logging
import subprocess
import threading
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, connection, transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import Player
from games.coach import costs
from games.coach.costs import Skill, cost_of
from games.live import publishing
from games.models import Analysis, Seat
from games.practice import apart
from games.rules.errors import RulesError
from games.rules.record_read import parse_record
from games.seats.seats import lock_person
from games.table import archive, store
from games.table.errors import TableError, TableErrorCode

logger = logging.getLogger(__name__)

# So many may wait or be made in the whole club.
MOST_OPEN = 20
# One that hangs is ended; a busy machine may need many times its less than a minute of computing.
MOST_SECONDS = 3600
# Cards placed in all worlds of a game together: measured to take some 40 seconds at most.
PLACEMENTS = 120_000_000
# A process tells at least so often that it goes on, also where it gets little of the machine.
SILENCE = timedelta(minutes=3)
BETWEEN_BEATS = timedelta(seconds=1)
# Of which one's skill is told.
MOST_GAMES = 100
_one_at_a_time = threading.Lock()


def ask(player: Player, table_id: int, seat: int, now: datetime) -> Analysis:
    """The analysis of a seat of a finished game, which begins unless there is one already.

    Raises TableError: BUSY while another one of this member is being made, or too many wait; LATE
    for a member who is gone.
    """
    known = Analysis.objects.filter(table=table_id, seat=seat)
    waiting = Analysis.objects.filter(cost=None, has_failed=False)
    # Somebody else may ask at the same moment, or delete the table.
    with suppress(IntegrityError), transaction.atomic():
        # Who asks for two games at once gets one.
        lock_person(player)
        is_free = not waiting.filter(asked_by=player).exists() and waiting.count() < MOST_OPEN
        if is_free and not known.exists():
            Analysis.objects.create(table_id=table_id, seat=seat, asked_by=player, asked_at=now)
    asked = known.first()
    # What stands in the way may have been left by a process that has died.
    first = asked or waiting.order_by("asked_at", "pk").first()
    if first is not None:
        take_up(first, now)
    if asked is None:
        raise TableError(TableErrorCode.BUSY)
    return asked


def take_up(analysis: Analysis, now: datetime) -> None:
    """Let this process go on with what waits, where nobody works on this analysis."""
    is_silent = analysis.beat is None or now - analysis.beat > SILENCE
    if analysis.is_open and is_silent and not _one_at_a_time.locked():
        _begin()


def _begin() -> None:
    """Go on with what waits; a process that serves no pages does it at once.

    A server that is asked to stop does not wait for it: another process takes it up.
    """
    if publishing.serving_loop() is None:
        work()
    else:
        threading.Thread(target=_work_apart, name="coach", daemon=True).start()


def _work_apart() -> None:
    try:
        work()
    except Exception:
        logger.exception("analyses could not be made")
    finally:
        connection.close()


def work() -> None:
    """Make all analyses on which nobody works, the oldest first."""
    if not _one_at_a_time.acquire(blocking=False):
        return
    try:
        with suppress(apart.Over):
            while (analysis := _claim(timezone.now())) is not None:
                _make(analysis)
    finally:
        _one_at_a_time.release()


def _claim(now: datetime) -> Analysis | None:
    """The oldest on which nobody works, which is this process's from now on."""
    silent = Q(beat=None) | Q(beat__lt=now - SILENCE)
    left = Analysis.objects.filter(silent, cost=None, has_failed=False)
    for analysis in left.order_by("asked_at", "pk"):
        # Another process may have been faster.
        if left.filter(pk=analysis.pk).update(beat=now, done=0):
            analysis.beat = now
            return analysis
    return None


def _make(analysis: Analysis) -> None:
    own = Analysis.objects.filter(pk=analysis.pk)
    try:
        choices, rounds = _run(analysis)
    except ObjectDoesNotExist:
        # The table has been deleted meanwhile, and this with it.
        return
    except apart.Over:
        own.update(beat=None)
        raise
    except (OSError, RulesError, subprocess.SubprocessError):
        logger.exception("the analysis of table %s could not be made", analysis.table_id)
        own.update(has_failed=True, asked_by=None)
        return
    cost = round(sum(map(cost_of, choices)), 4)
    own.update(choices=choices, rounds=rounds, cost=cost, done=len(choices), asked_by=None)


def _run(analysis: Analysis) -> tuple[list[dict[str, Any]], list[list[float]]]:
    """What the process finds, choice by choice; it notes how far it is."""
    snapshot = store.load(analysis.table_id)
    record = parse_record(archive.record_of(snapshot, None))
    secret = secret_of(snapshot.code)
    choices: list[dict[str, Any]] = []
    rounds: list[list[float]] = []
    for told in apart.run(
        "games.coach.analysis:analyse",
        record,
        analysis.seat,
        secret,
        PLACEMENTS,
        seconds=MOST_SECONDS,
    ):
        if "total" in told:
            Analysis.objects.filter(pk=analysis.pk).update(total=told["total"])
        elif "rounds" in told:
            rounds = told["rounds"]
        else:
            choices.append(told)
            _beat(analysis, len(choices))
    return choices, rounds


def secret_of(code: str) -> bytes:
    """The chance of an analysis follows from the code of its table: it is the same each time."""
    return f"sixieme|coach|1|{code}".encode()


def _beat(analysis: Analysis, done: int) -> None:
    now = timezone.now()
    if analysis.beat is None or now - analysis.beat >= BETWEEN_BEATS:
        analysis.beat = now
        Analysis.objects.filter(pk=analysis.pk).update(beat=now, done=done)


def analyses_of(player: Player) -> QuerySet[Analysis]:
    """What was found out about this player's choices, the newest games first."""
    own = Q(table__seats__player=player, table__seats__index=F("seat"))
    return Analysis.objects.filter(own, cost__isnull=False).order_by("-table__ended_at", "-pk")


def skill_of(player: Player) -> Skill | None:
    """What this player's choices cost in the newest games that were analysed; one statement."""
    seats = Seat.objects.filter(table=OuterRef("table")).order_by().values("table")
    players = Subquery(seats.annotate(number=Count("pk")).values("number"))
    own = analyses_of(player).annotate(players=players)
    games = own.values_list("cost", "players", "choices")[:MOST_GAMES]
    return costs.skill_of([(cost or 0.0, players, made) for cost, players, made in games])


def erase(player: Player) -> None:
    """Forget that somebody asked for an analysis; what it found names nobody."""
    Analysis.objects.filter(asked_by=player).update(asked_by=None)


def exported(player: Player) -> list[dict[str, Any]]:
    """The analyses of one's own choices and those one waits for, for the personal data."""
    own = analyses_of(player) | Analysis.objects.filter(asked_by=player)
    return [
        {
            "table": analysis.table.code,
            "seat": analysis.seat,
            "asked": analysis.asked_at,
            "asked_by_you": analysis.asked_by_id == player.pk,
            "heads_lost_by_choices": analysis.cost,
            "choices": analysis.choices,
        }
        for analysis in own.select_related("table").distinct()
    ]
