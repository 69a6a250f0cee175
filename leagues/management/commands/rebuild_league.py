from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from leagues.models import League, Season
from leagues.services.changing import changing
from leagues.services.standings import Differences, recompute


class Command(BaseCommand):
    help = (
        "Computes the standings and ratings of leagues from their results, writes what differs from"
        " what is kept, and says so: exit status 1 if anything did."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("league", nargs="?", help="its part of the address")
        which.add_argument("--all", action="store_true", help="every league")

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = _seasons(options["league"])
        differing = 0
        # The bar goes to the other stream, and only where somebody watches it.
        for season in tqdm(seasons, desc="Seasons", unit="season", disable=None, leave=False):
            found = _rebuild(season)
            differing += any(found)
            self.stdout.write(f"{season.league} · {season}: {_words(found)}")
        if differing:
            raise CommandError(f"Seasons that differed: {differing} of {len(seasons)}")


def _seasons(slug: str | None) -> list[Season]:
    seasons = Season.objects.select_related("league").order_by("league_id", "number")
    if slug is None:
        return list(seasons)
    if not League.objects.filter(slug=slug).exists():
        raise CommandError(f"There is no league “{slug}”", returncode=2)
    return list(seasons.filter(league__slug=slug))


def _rebuild(season: Season) -> Differences:
    with changing(season.pk) as locked:
        return recompute(locked)


def _words(found: Differences) -> str:
    if not any(found):
        return "nothing differs"
    return f"rows that differed: {found.standings} of standings, {found.ratings} of ratings"
