"""`python -m tests.browser.ended VARIANT`: a finished public table of Camille and Oliver."""

import sys

import django

if __name__ == "__main__":
    django.setup()

from accounts.models import Player
from games.models import Table
from games.rules.options import Options, Variant
from tests.support.tables import play_to_the_end, start_table

VARIANTS = {
    "base": Options(max_rounds=3),
    "special": Options(variant=Variant.SPECIAL),
}


def end_table(variant: str) -> str:
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    table = start_table(
        camille, oliver, options=VARIANTS[variant], visibility=Table.Visibility.PUBLIC
    )
    play_to_the_end(table)
    return table.get_absolute_url()


if __name__ == "__main__":
    sys.stdout.write(end_table(sys.argv[1]))
