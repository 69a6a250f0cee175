"""The only writer of the settings of the club."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.db import IntegrityError, transaction

from accounts.club.current import read_again
from accounts.club.models import ClubSettings
from accounts.models import Player
from accounts.portions import delete_some

KEPT = timedelta(days=730)
# The last one counts, and the one before it can be gone back to.
ALWAYS_KEPT = 2
# Of so many changes the logo is kept: nobody can fill the disk with them.
LOGOS_KEPT = 50


class ChangedMeanwhileError(Exception):
    """Somebody else has changed the settings since they were shown."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change. differences: (field, value before, value after), as the rows count."""

    settings: ClubSettings
    differences: list[tuple[str, str, str]]


def change(by: Player, values: dict[str, str], seen: int) -> bool:
    """Let these values count from now on; False if they count already.

    values: for each of ClubSettings.CHOICES. seen: the number of the settings that `by` was shown.
    Raises ChangedMeanwhileError.
    """
    now = read_again()
    if now.number != seen:
        raise ChangedMeanwhileError
    defaults = ClubSettings.defaults()
    # What is as the operator has it follows the operator.
    kept = {name: "" if value == defaults[name] else value for name, value in values.items()}
    if all(getattr(now, name) == value for name, value in kept.items()):
        return False
    _write(by, kept, seen)
    return True


def undo(by: Player, seen: int) -> bool:
    """Let count again what did before the last change; False if there is none to undo.

    Raises ChangedMeanwhileError. The undoing is a change itself, and can be undone.
    """
    last, *before = ClubSettings.objects.all()[:2] or [ClubSettings()]
    if last.number != seen:
        raise ChangedMeanwhileError
    if not last.number:
        return False
    earlier = before[0] if before else ClubSettings()
    _write(by, {name: getattr(earlier, name) for name in ClubSettings.CHOICES}, seen)
    return True


def history(most: int) -> list[Change]:
    """The latest changes, the newest first; of the oldest row that is kept it tells nothing
    where those before it are deleted."""
    rows = list(ClubSettings.objects.select_related("changed_by")[: most + 1])
    if rows and rows[-1].number == 1:
        rows.append(ClubSettings())
    return [Change(row, _differences(before, row)) for row, before in pairwise(rows)]


def forget_old(now: datetime) -> int:
    """Delete a portion of the changes of long ago, never the last two; how many."""
    numbers = list(ClubSettings.objects.values_list("number", flat=True)[:ALWAYS_KEPT])
    if not numbers:
        return 0
    old = ClubSettings.objects.filter(changed_at__lt=now - KEPT, number__lt=numbers[-1])
    return delete_some(old.order_by("number"))


def _write(by: Player, values: dict[str, str], seen: int) -> None:
    """The row after the one that was seen; the number is taken only once."""
    try:
        with transaction.atomic():
            ClubSettings.objects.create(number=seen + 1, changed_by=by, **values)
            past = ClubSettings.objects.filter(number__lte=seen + 1 - LOGOS_KEPT)
            past.exclude(logo="").update(logo="")
    except IntegrityError:
        raise ChangedMeanwhileError from None
    read_again()


def _differences(before: ClubSettings, after: ClubSettings) -> list[tuple[str, str, str]]:
    olds, news = before.values(), after.values()
    return [(name, olds[name], news[name]) for name in news if olds[name] != news[name]]
