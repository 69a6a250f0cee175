"""`python -m tests.drills.club TABLE...`: a club in the database of this environment, as JSON.

Each argument is `name:rounds`: a public table in play with four members.
"""

import json
import sys
from dataclasses import dataclass
from typing import Any

SEATS = 4


@dataclass(frozen=True)
class Place:
    """A table: its row, its address, and the cookie of the browser at each seat."""

    id: int
    code: str
    cookies: list[str]

    @property
    def path(self) -> str:
        """Where its pages open their sockets."""
        return f"/ws/tables/{self.code}/?language=en"


def open_table(name: str, rounds: int) -> dict[str, Any]:
    """A public table in play that ends after so many rounds."""
    from django.utils import timezone

    from bench.live.site_data import sign_up
    from games.models import Table
    from games.rules.options import Options
    from games.services import seating

    people, cookies = zip(*(sign_up(f"{name}-{seat}") for seat in range(SEATS)), strict=True)
    options = Options(limit=1000, max_rounds=rounds)
    plan = seating.TablePlan(name, options, SEATS, visibility=Table.Visibility.PUBLIC)
    table = seating.open_table(people[0], plan, timezone.now())
    for person in people[1:]:
        seating.sit(table.pk, person)
    seating.start(table.pk, people[0], timezone.now())
    return {"id": table.pk, "code": table.code, "cookies": cookies}


def main() -> None:
    import django

    django.setup()

    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    tables = {}
    for argument in sys.argv[1:]:
        name, _, rounds = argument.partition(":")
        tables[name] = open_table(name, int(rounds))
    print(json.dumps(tables))  # noqa: T201 - it is the answer


if __name__ == "__main__":
    main()
