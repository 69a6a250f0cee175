from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    """The top package, which may import all others and has the commands about the whole site."""

    name = "config"

    def ready(self) -> None:
        """Let PostgreSQL's pool, where there is one, look for the server as often as it should."""
        if "pool" in settings.DATABASES["default"].get("OPTIONS", {}):
            from config.database_pool import retry_steadily

            retry_steadily()
