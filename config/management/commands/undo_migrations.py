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
        release = options["release"]
        if not (
            (release / "manage.py").is_file() and _has_file(release, "contenttypes", "0001_initial")
        ):
            raise CommandError(f"{release} is not the folder of a release")
        executor = MigrationExecutor(connection)
        targets = targets_of(executor.loader, release)
        for app, name in targets:
            self.stdout.write(f"{app}: back to {name or 'nothing'}")
        try:
            if targets:
                executor.migrate(targets)
        except IrreversibleError as error:
            raise CommandError(
                f"A migration cannot be taken back ({error}): restore the backup that was made"
                " before the upgrade."
            ) from error
        if not targets:
            self.stdout.write("There is nothing to take back.")
        for app, name in executor.loader.replacements:
            # The older release has what it stands for: the tables are the same.
            if not _has_file(release, app, name):
                executor.recorder.record_unapplied(app, name)


def targets_of(loader: MigrationLoader, release: Path) -> list[tuple[str, str | None]]:
    """For each app with migrations that the older release lacks, the last that it has.

    Raises CommandError where it lacks a part of what one migration stands for.
    """
    targets: list[tuple[str, str | None]] = []
    for config in apps.get_app_configs():
        nodes = loader.graph.node_map
        own = sorted(
            name
            for app, name in loader.applied_migrations
            if app == config.label and (app, name) in nodes
        )
        kept = [name for name in own if _has(release, loader, config.label, name)]
        if len(kept) < len(own):
            last = [
                name
                for name in kept
                if not any(
                    child.key[0] == config.label and child.key[1] in kept
                    for child in nodes[config.label, name].children
                )
            ]
            targets += [(config.label, name) for name in last] or [(config.label, None)]
    return targets


def _has(release: Path, loader: MigrationLoader, app: str, name: str) -> bool:
    """Whether a release has a migration, or all that it stands for."""
    if _has_file(release, app, name):
        return True
    replacement = loader.replacements.get((app, name))
    there = [_has_file(release, *each) for each in replacement.replaces] if replacement else []
    if any(there) and not all(there):
        raise CommandError(
            f"{release} is too old a release: restore the backup that was made before the upgrade."
        )
    return any(there)


def _has_file(release: Path, app: str, name: str) -> bool:
    """Whether a migration is in the folder of a release, whose packages lie in it as ours do."""
    module = import_module(MigrationLoader.migrations_module(app)[0] or "")
    folder = Path(next(iter(module.__path__)))
    # Its Python may be another one.
    inside = str(folder).partition("/site-packages/")[2]
    pattern = f".venv/lib/python*/site-packages/{inside}" if inside else f"{app}/migrations"
    return any(release.glob(f"{pattern}/{name}.py"))
