"""The demo club: people and tables that let a newcomer look around and play at once."""

import secrets
import string
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, User
from config.demo_league import make_demo_league
from games.models import Table
from games.rules.options import Options
from games.seats import seating
from games.seats.opening import FRESH
from games.seats.seating import TablePlan

DOMAIN = "@demo.example"
ORGANIZER = "Mathilde Roux"
MEMBERS = (
    ("Zoé Lambert", "fr"),
    ("Oliver Wright", "en"),
    ("Camille Dubois", "fr"),
    ("Amelia Clarke", "en"),
    ("Hugo Fontaine", "fr"),
    ("George Hughes", "en"),
    ("Inès Moreau", "fr"),
    ("Isla Bennett", "en"),
    ("Théo Garnier", "fr"),
    ("Freya Collins", "en"),
)


@dataclass(frozen=True, slots=True)
class DemoClub:
    """The sign-ins of the demo club; all have the same password."""

    organizer: str
    members: tuple[str, ...]
    password: str


def new_password() -> str:
    """Three groups of four letters: 56 random bits, found on any keyboard."""
    return "-".join(
        "".join(secrets.choice(string.ascii_lowercase) for _ in range(4)) for _ in range(3)
    )


def has_demo_club() -> bool:
    """Whether anybody of the demo club can still sign in."""
    return User.objects.filter(email__endswith=DOMAIN, is_active=True).exists()


def make_demo_club() -> DemoClub | None:
    """People and tables for an empty database; None, and nothing done, where there is a login."""
    with transaction.atomic():
        if User.objects.exists():
            return None
        password = new_password()
        organizer = _person(ORGANIZER, "", password, is_organizer=True)
        members = [_person(name, language, password) for name, language in MEMBERS]
        _bots_table()
        # The last of the list, so that "Play now" deals for whoever signs in as one of the first.
        _waiting_table(members[-1], members[-2], name="Friday six o’clock", seat_count=5)
        _waiting_table(
            members[-3],
            members[-4],
            name="La revanche",
            seat_count=4,
            time_per_choice=60,
            is_rated=True,
        )
        make_demo_league(organizer, members, timezone.now())
    return DemoClub(
        organizer=_email(organizer),
        members=tuple(_email(member) for member in members),
        password=password,
    )


def _person(name: str, language: str, password: str, *, is_organizer: bool = False) -> Player:
    first_name = name.split()[0].lower().translate(str.maketrans("éèïë", "eeie"))
    user = User.objects.create_user(first_name + DOMAIN, password, language=language)
    return Player.objects.create(user=user, name=name, is_organizer=is_organizer)


def _email(player: Player) -> str:
    return player.user.email if player.user else ""


def _bots_table() -> None:
    """A game that runs by itself, to watch without an account."""
    seating.open_table(
        None,
        TablePlan(
            name="La pâture",
            options=Options(limit=1000, max_rounds=100),
            seat_count=4,
            bot_levels=("gap", "gap", "gap", "random"),
            visibility=Table.Visibility.PUBLIC,
        ),
        timezone.now(),
    )


def _waiting_table(host: Player, guest: Player, **plan: Any) -> None:
    """A table with people at it and free seats, to sit down at.

    As old as one to which "Play now" leads nobody, since nobody is there.
    """
    now = timezone.now()
    table = seating.open_table(host, TablePlan(options=Options(), **plan), now)
    seating.sit(table.pk, guest)
    Table.objects.filter(pk=table.pk).update(created_at=now - FRESH)
