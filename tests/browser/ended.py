"""A finished public table of Camille and Oliver."""

from accounts.models import Player
from games.models import Table
from games.rules.options import Ending, Options, Variant
from tests.browser.steady import deal_anew
from tests.support.tables import play_to_the_end, start_table

TEN = "ten"
VARIANTS = {
    TEN: Options(ending=Ending.ELIMINATION, limit=20),
    "base": Options(max_rounds=3),
    "special": Options(variant=Variant.SPECIAL),
}


def end_table(variant: str) -> str:
    """Its address."""
    deal_anew(variant)
    camille, oliver = Player.objects.filter(name__in=["Camille", "Oliver"]).order_by("name")
    table = start_table(
        camille,
        oliver,
        bots=8 if variant == TEN else 0,
        options=VARIANTS[variant],
        visibility=Table.Visibility.PUBLIC,
    )
    play_to_the_end(table)
    return table.get_absolute_url()
