from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from leagues.models import League
from leagues.standings import rating_store, store

SAME = "nothing differs"


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
        leagues = _leagues(options["league"])
        differing = sum(self._rebuild(league) for league in leagues)
        if differing:
            raise CommandError(f"Leagues that differed: {differing} of {len(leagues)}")

    def _rebuild(self, league: League) -> bool:
        """Whether anything of a league differed."""
        found = [
            (f"{league} · {season}", store.rebuild(season.pk, watch))
            for season in watch(list(league.seasons.order_by("number")), f"Seasons of {league}")
        ]
        # A league has one rating for all its seasons.
        found.append((f"{league}, ratings", rating_store.rebuild(league.pk, watch)))
        for name, rows in found:
            self.stdout.write(f"{name}: {f'rows that differed: {rows}' if rows else SAME}")
        return any(rows for _name, rows in found)


def watch(steps: Sequence[Any], words: str) -> Iterable[Any]:
    """The steps with a bar on the other stream, and only where somebody sees it."""
    return tqdm(steps, desc=words, disable=None, leave=False)


def _leagues(slug: str | None) -> list[League]:
    leagues = League.objects.order_by("pk")
    if slug is not None:
        leagues = leagues.filter(slug=slug)
        if not leagues:
            raise CommandError(f"There is no league “{slug}”", returncode=2)
    return list(leagues)
