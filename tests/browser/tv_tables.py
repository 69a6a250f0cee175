"""`python -m tests.browser.tv_tables COUNT`: so many public tables of Camille and Oliver in play.

Prints the addresses, one a line.
"""

import sys

import django

if __name__ == "__main__":
    django.setup()

from accounts.models import Player
from tests.support.tables import play_turn, start_table


def main(count: int) -> None:
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    for number in range(count):
        table = start_table(camille, oliver, visibility="public")
        for _turn in range(number % 6):
            play_turn(table)
        sys.stdout.write(f"{table.get_absolute_url()}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
