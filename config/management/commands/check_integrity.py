import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.integrity.report import Report
from config.integrity.results import check_games, check_ratings, check_standings
from config.integrity.rows import check_database, check_photos, check_references, check_uploads
from config.integrity.tables import check_tables

CHECKS = (
    check_database,
    check_references,
    check_tables,
    check_uploads,
    check_games,
    check_standings,
    check_ratings,
    check_photos,
)


class Command(BaseCommand):
    help = (
        "Plays the log of every table again, verifies every deal that was shown, computes standings"
        " and ratings from the results, and looks for rows and files without what they belong to."
        " Writes nothing; the site may run. Exit status 1 if anything is wrong."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="the report as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if not MigrationRecorder(connection).applied_migrations():
            raise CommandError(
                f"There is no club in {settings.DATABASES['default']['NAME']}: is it the right"
                " database? A new one is made by `manage.py migrate`."
            )
        report = Report()
        with nothing_written():
            for check in CHECKS:
                check(report)
        if options["json"]:
            self.stdout.write(json.dumps(report.to_json(), indent=1))
        else:
            self.tell(report)
        if not report.is_sound:
            sys.exit(1)

    def tell(self, report: Report) -> None:
        """The report for people: what was checked, what was left out, what was found."""
        for name, count in report.checked.items():
            self.stdout.write(f"checked   {count:>12,} {name}")
        for name, count in report.left_out.items():
            self.stdout.write(f"left out  {count:>12,} {name}")
        for problem in report.problems:
            self.stdout.write(f"{problem.kind}: {problem.where}: {problem.words}")
        found = report.found.total()
        if found > len(report.problems):
            self.stdout.write(f"and {found - len(report.problems):,} more")
        self.stdout.write(f"Problems: {found:,}" if found else "Nothing is wrong.")


@contextmanager
def nothing_written() -> Iterator[None]:
    """Inside the block the database refuses to change anything."""
    sqlite = ("PRAGMA query_only = ON", "PRAGMA query_only = OFF")
    others = (
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    )
    begin, end = sqlite if connection.vendor == "sqlite" else others
    with connection.cursor() as cursor:
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(end)
