"""`python -m tests.browser.duel`: tables of Camille, who sits first, and Oliver, without bots.

`open SECONDS` prints the address of a new one, with so many seconds per choice (0: no limit).
`played ADDRESS` prints the cards that Camille chose there, as the log has them, as JSON.
`turns ADDRESS` plays three turns there, of which the running site is not told.
"""

import json
import sys
from urllib.parse import urlsplit

import django

if __name__ == "__main__":
    django.setup()

from accounts.models import Player
from games.models import ActionLog, Table
from tests.support.tables import play_turn, start_table


def open_duel(seconds: int) -> str:
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    return start_table(camille, oliver, time_per_choice=seconds or None).get_absolute_url()


def cards_of_camille(code: str) -> list[int]:
    actions = ActionLog.objects.filter(table__code=code).values_list("action", flat=True)
    return [action["card"] for action in actions if action["seat"] == 0]


if __name__ == "__main__":
    task, argument = sys.argv[1:]
    code = urlsplit(argument).path.strip("/").split("/")[-1]
    if task == "open":
        sys.stdout.write(open_duel(int(argument)))
    elif task == "played":
        sys.stdout.write(json.dumps(cards_of_camille(code)))
    else:
        for _turn in range(3):
            play_turn(Table.objects.get(code=code))
