from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from config.migration_names import TOO_OLD, is_too_old


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        """As Django's, which would meet a database that is too old with a traceback."""
        if is_too_old(MigrationRecorder(connections[options["database"]]).applied_migrations()):
            raise CommandError(TOO_OLD)
        super().handle(*args, **options)
