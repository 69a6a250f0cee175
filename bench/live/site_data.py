"""Tables in play and signed-in people in the database of this environment.

Run as a program: shapes as JSON on stdin, where each table is as JSON on stdout.
"""

import json
import sys
from typing import TYPE_CHECKING, Any

from bench.live.site_socket import SiteSocket

if TYPE_CHECKING:
    from accounts.models import Player

MEMBERS_AMONG_ONLOOKERS = 2


def prepare(shapes: dict[str, dict[str, int]]) -> dict[str, list[dict[str, Any]]]:
    """Tables for each scenario: `shapes` names their number, players and onlookers."""
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    found = {}
    for name, shape in shapes.items():
        # One transaction for all of a scenario's people: the disk would take longer than the work.
        with transaction.atomic():
            found[name] = [
                open_table(f"{name}{number}", shape["players"], shape["onlookers"])
                for number in range(shape["tables"])
            ]
    return found


def open_table(name: str, players: int, onlookers: int) -> dict[str, Any]:
    """A public table in play; every second onlooker is a member."""
    from django.utils import timezone

    from games.models import Table
    from games.rules.options import Options
    from games.seats import seating

    people, cookies = zip(*(sign_up(f"{name}-{seat}") for seat in range(players)), strict=True)
    plan = seating.TablePlan(
        "Bench",
        Options(limit=1000, max_rounds=100),
        players,
        visibility=Table.Visibility.PUBLIC,
    )
    table = seating.open_table(people[0], plan, timezone.now())
    for person in people[1:]:
        seating.sit(table.pk, person)
    seating.start(table.pk, people[0], timezone.now())
    members = [sign_up(f"{name}-m{number}")[1] for number in range(0, onlookers, 2)]
    path = SiteSocket.path(table.code)
    return {
        "seat_paths": [path] * players,
        "seat_cookies": list(cookies),
        "onlooker_path": path,
        "onlooker_cookies": [cookie for member in members for cookie in (member, "")],
    }


def sign_up(name: str) -> "tuple[Player, str]":
    """A member, and the cookie of a browser in which they are signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.models import Player, User

    user = User.objects.create_user(f"{name}@bench.example".lower())
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    player = Player.objects.create(user=user, name=name)
    return player, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def main() -> None:
    import django

    django.setup()
    print(json.dumps(prepare(json.load(sys.stdin))))


if __name__ == "__main__":
    main()
