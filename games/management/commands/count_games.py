"""`manage.py count_games`: add games to the statistics of the club, or make these anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.play import game_figures


class Command(BaseCommand):
    help = (
        "Adds all finished games that are not in the statistics of the club yet. The keeper does "
        "so by itself, 100 a minute."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--anew",
            action="store_true",
            help="delete the statistics first; games that were deleted are then in them no more",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        if given["anew"]:
            game_figures.forget_all()
        counted = 0
        while more := game_figures.count_missing():
            counted += more
        self.stdout.write(f"{counted} games")
