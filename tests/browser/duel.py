"""`python -m tests.browser.duel`: tables of Camille, who sits first, and Oliver, without bots.

`open SECONDS` prints the address of a new one, with so many seconds per choice (0: no limit).
`played ADDRESS` prints the cards that Camille chose there, as the log has them, as JSON.
"""

import json
import sys
from urllib.parse import urlsplit

import django

if __name__ == "__main__":
    django.setup()

from accounts.models import Player
from games.models import ActionLog
from tests.support.tables import start_table


def open_duel(seconds: int) -> str:
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    return start_table(camille, oliver, time_per_choice=seconds or None).get_absolute_url()


def cards_of_camille(address: str) -> list[int]:
    code = urlsplit(address).path.strip("/").split("/")[-1]
    actions = ActionLog.objects.filter(table__code=code).values_list("action", flat=True)
    return [action["card"] for action in actions if action["seat"] == 0]


if __name__ == "__main__":
    task, argument = sys.argv[1:]
    if task == "open":
        sys.stdout.write(open_duel(int(argument)))
    else:
        sys.stdout.write(json.dumps(cards_of_camille(argument)))
