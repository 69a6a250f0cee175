"""How long the club keeps what is deleted after a time, as far as it may choose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.club import usual
from accounts.club.current import club

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# By the name of a kind: the days among which a club chooses, the usual ones first. Never fewer than
# are needed to play, to answer or to settle what is in dispute; never more than anybody needs.
DAYS: dict[str, tuple[int, ...]] = {
    "talk": (7, 1, 30),
    "guests": (30, 7, 90),
    "reports": (90, 30, 365),
    "puzzles": (365, 90, 730),
    "notices": (90, 30, 180),
    "logs": (730, 365, 1095),
}
LABELS: dict[str, _StrPromise] = {
    "talk": _("Messages at a table, after the game"),
    "guests": _("Names of guests without an account, after the game"),
    "reports": _("Reports of messages, names and pictures, after the decision"),
    "puzzles": _("Puzzles of the day, with what was answered"),
    "notices": _("Notices that were read"),
    "logs": _("Logs of what organizers of leagues and administrators changed"),
}
Old = Callable[[datetime, timedelta], QuerySet[Any]]
# By the name of a kind: what of it is over now if it is kept so long; filled by who deletes it.
OLD: dict[str, tuple[Old, ...]] = {}


def kept(name: str) -> timedelta:
    """How long a kind is kept, by the settings that this process knows."""
    return _of(name, club().kept)


def would_go(text: str, now: datetime) -> list[tuple[_StrPromise, int]]:
    """(label, how many rows) that would be deleted at once if this were chosen, of each kind that
    would be kept for a shorter time than it is."""
    shorter = [name for name in DAYS if _of(name, text) < kept(name)]
    return [
        (LABELS[name], sum(old(now, _of(name, text)).count() for old in OLD[name]))
        for name in shorter
    ]


def in_words(time: timedelta) -> str:
    """A time in the largest unit in which it is a whole number."""
    days, seconds = time.days, time.seconds
    if days and days % 365 == 0:
        years = days // 365
        return ngettext("%(number)s year", "%(number)s years", years) % {"number": years}
    if days:
        return ngettext("%(number)s day", "%(number)s days", days) % {"number": days}
    minutes = seconds // 60
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}


class KeptForm(forms.Form):
    """For each kind how many days it is kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, days in DAYS.items():
            self.fields[name] = forms.TypedChoiceField(
                label=LABELS[name],
                choices=[(each, in_words(timedelta(days=each))) for each in sorted(days)],
                coerce=int,
                initial=days[0],
            )
        self.fields["talk"].help_text = _(
            "What is older goes within an hour of saving, for good: to undo the change does not "
            "bring it back."
        )


def _of(name: str, text: str) -> timedelta:
    """What is stored of a kind; the usual time where that is none of those to choose from."""
    days = usual.unpacked(text).get(name)
    return timedelta(days=days if days in DAYS[name] else DAYS[name][0])
