from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The root that may import every floor: it holds the commands about the whole site."""

    name = "config"
