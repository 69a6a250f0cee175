"""The clock of a running site, moved by a test: `site.do(set_clock, "2031-02-04T19:40")`.

Monotonic time goes on as ever, as where an operator sets the clock of a machine. It is for a site
that no other file uses: what a process has noted for the future would keep it from acting later.
"""

from datetime import datetime, timedelta

import time_machine
from django.utils import timezone

from accounts.models import Player
from tests.factories import PlayerFactory

# What runs since the first move.
_RUNNING: list[time_machine.Traveller] = []


def set_clock(at: str) -> None:
    """Go on from this moment on the clock of the club."""
    moment = timezone.make_aware(datetime.fromisoformat(at))
    if _RUNNING:
        _RUNNING[0].move_to(moment, tick=True)
    else:
        _RUNNING.append(time_machine.travel(moment, tick=True).start())


def next_monday() -> str:
    """The day of it, as the site has it before its clock is moved."""
    today = timezone.localdate()
    return (today + timedelta(days=7 - today.weekday())).isoformat()


def add_members(*names: str) -> None:
    """Further members of the club, with the password of all."""
    for name in names:
        if not Player.objects.filter(name=name).exists():
            PlayerFactory.create(name=name, user__email=f"{name.lower()}@club.example")
