from contextlib import suppress
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created

from monitoring import error_reports


class ConfigConfig(AppConfig):
    """The top package, which may import all others and has the commands about the whole site."""

    name = "config"

    def ready(self) -> None:
        """Start to report errors, and set up dates and the connections to the database.

        PostgreSQL's pool looks for the server as often as it should.
        """
        if settings.SENTRY_DSN:
            error_reports.start(settings.SENTRY_DSN)
        if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
            connection_created.connect(keep_database_private)
        if pool_options := settings.DATABASES["default"].get("OPTIONS", {}).get("pool"):
            from config.database_pool import watch

            watch(pool_options)
        from config.formats.first_of_month import use_ordinals
        from config.privacy import receivers

        use_ordinals()

        receivers.connect()


def keep_database_private(connection: Any, **_signal: Any) -> None:
    """A command may have been the first to open the database, and made its file."""
    from config.private_files import NotPrivate, make_database_private

    # What cannot be mended is refused by `serve`.
    with suppress(NotPrivate):
        make_database_private(connection.settings_dict["NAME"])
