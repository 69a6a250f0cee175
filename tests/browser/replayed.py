"""One finished game of each variant, seen by anybody; the addresses of their replays by name."""

from django.urls import reverse

from accounts.models import Player
from games.rules.options import Ending, Options, Variant
from tests.support.tables import play_to_the_end, start_table

# By name: how many play, and by which rules.
GAMES: dict[str, tuple[int, Options]] = {
    "base": (4, Options(max_rounds=2)),
    "known cards": (2, Options(known_cards=True, max_rounds=1)),
    "draft": (3, Options(draft=True, known_cards=True, max_rounds=1)),
    "cabriole": (4, Options(cabriole=True, max_rounds=1)),
    "elimination": (5, Options(ending=Ending.ELIMINATION, limit=12)),
    "special": (4, Options(variant=Variant.SPECIAL)),
    "ten": (10, Options(max_rounds=1)),
}


def play_games() -> dict[str, str]:
    members = list(Player.objects.filter(user__isnull=False).order_by("pk"))
    members += [Player.objects.create(name=f"Guest {at}") for at in range(10 - len(members))]
    addresses = {}
    for name, (count, options) in GAMES.items():
        table = start_table(*members[:count], options=options, visibility="public")
        play_to_the_end(table)
        addresses[name] = reverse("games:replay", args=[table.code])
    return addresses
