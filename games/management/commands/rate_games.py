"""`manage.py rate_games`: rate the games that have ended, or all of them anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.play import ratings


class Command(BaseCommand):
    help = (
        "Rates all rated games that have ended and were not rated yet. The site does so by itself "
        "as they end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anew",
            action="store_true",
            help="delete all ratings first; games that were deleted are then in them no more",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if given["anew"]:
            ratings.forget_all()
        self.stdout.write(f"{ratings.rate_missing()} games")
