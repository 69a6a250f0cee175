from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class Command(BaseCommand):
    help = (
        "Takes back the migrations that an older release does not know, before going back to it."
        " The site must be stopped; what only the newer tables hold is lost."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("release", type=Path, help="the folder of the older release")

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        targets = targets_of(executor.loader, options["release"])
        if not targets:
            self.stdout.write("There is nothing to take back.")
            return
        for app, name in targets:
            self.stdout.write(f"{app}: back to {name or 'nothing'}")
        try:
            executor.migrate(targets)
        except IrreversibleError as error:
            raise CommandError(
                f"A migration cannot be taken back ({error}): restore the backup that was made"
                " before the upgrade."
            ) from error


def targets_of(loader: MigrationLoader, release: Path) -> list[tuple[str, str | None]]:
    """For each app with migrations that the older release lacks, the last that it has.

    Raises CommandError where its folder is none of a release.
    """
    applied: set[tuple[str, str]] = set(loader.applied_migrations)
    if not ((release / "manage.py").is_file() and _has(release, "contenttypes", "0001_initial")):
        raise CommandError(f"{release} is not the folder of a release")
    targets: list[tuple[str, str | None]] = []
    for config in apps.get_app_configs():
        own = sorted(name for app, name in applied if app == config.label)
        kept = [name for name in own if _has(release, config.label, name)]
        if len(kept) < len(own):
            last = [
                name
                for name in kept
                if not any(
                    child.key[0] == config.label and child.key[1] in kept
                    for child in loader.graph.node_map[config.label, name].children
                )
            ]
            targets += [(config.label, name) for name in last] or [(config.label, None)]
    return targets


def _has(release: Path, app: str, name: str) -> bool:
    """Whether a release, whose packages lie in it as ours do, has a migration."""
    module = import_module(MigrationLoader.migrations_module(app)[0] or "")
    folder = Path(next(iter(module.__path__)))
    # Its Python may be another one.
    inside = str(folder).partition("/site-packages/")[2]
    pattern = f".venv/lib/python*/site-packages/{inside}" if inside else f"{app}/migrations"
    return any(release.glob(f"{pattern}/{name}.py"))
