import os
import subprocess
import sys
from argparse import ArgumentParser
from itertools import islice
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import Error, connections, transaction

from config import data_lock
from config.backup.files import bar
from config.settings import database

NEW = "new"
ROWS_AT_ONCE = 500


class Command(BaseCommand):
    help = (
        "Copies all data to another, empty database, from SQLite to PostgreSQL or back, while the"
        " site is stopped; counts the rows of both and checks the new one. The old one stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="of the new database, as for DATABASE_URL")

    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(0o077)
        url = options["url"]
        configured = connections.configure_settings({"default": database(url)})
        connections.databases[NEW] = configured["default"]
        try:
            with data_lock.alone(settings.VAR_DIR):
                if "django_migrations" in connections[NEW].introspection.table_names():
                    raise CommandError("The new database is not empty.")
                manage(url, "migrate", "--no-input", "--verbosity=0")
                rows = copy_all()
        except data_lock.DataInUse as error:
            raise CommandError(str(error)) from error
        except Error as error:
            raise CommandError(f"The old database is as it was. The new one: {error}") from error
        finally:
            connections.close_all()
        self.stdout.write(f"{rows:,} rows, the same number in both.")
        manage(url, "check_integrity")
        self.stdout.write("Let DATABASE_URL name the new database, then start the site.")


def manage(url: str, *arguments: str) -> None:
    """Run a command that has the new database alone. Raises CommandError where it fails."""
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": url},
        check=False,
    )
    if done.returncode:
        raise CommandError(f"{arguments[0]} failed in the new database; the old one is as it was.")


def copy_all() -> int:
    """Copy the rows of all tables, with their ids, in one transaction; how many.

    Raises CommandError where the new database then has another number of them.
    """
    models = [each for each in apps.get_models(include_auto_created=True) if each._meta.managed]  # noqa: SLF001 - Django's own way to the tables of models
    old = {model: model._base_manager.using("default").order_by("pk") for model in models}  # noqa: SLF001
    new = {model: model._base_manager.using(NEW) for model in models}  # noqa: SLF001
    counts = {model: rows.count() for model, rows in old.items()}
    connection = connections[NEW]
    with transaction.atomic(using=NEW), bar(sum(counts.values()), "Rows", " rows") as shown:
        # What migrations have made; its ids would not be those of the rows that are copied.
        call_command("flush", database=NEW, interactive=False, inhibit_post_migrate=True)
        for model in models:
            rows, fields = old[model].iterator(ROWS_AT_ONCE), model._meta.local_concrete_fields  # noqa: SLF001
            while portion := list(islice(rows, ROWS_AT_ONCE)):
                # Raw: no field, such as the time at which a row was made, is filled anew.
                new[model]._insert(portion, fields=fields, using=NEW, raw=True)  # type: ignore[attr-defined]  # noqa: SLF001
                shown.update(len(portion))
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    for model, count in counts.items():
        if new[model].count() != count:
            raise CommandError(f"{model._meta.label}: {count} and {new[model].count()} rows")  # noqa: SLF001
    return sum(counts.values())
