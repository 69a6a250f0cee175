"""Which migrations this release has, told by the names of their files alone."""

import pkgutil
from functools import cache
from importlib.util import find_spec

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Name = tuple[str, str]


@cache
def own_migrations() -> frozenset[Name]:
    """The app and name of each. Loading them takes half a second and some megabytes."""
    found: set[Name] = set()
    for app in apps.get_app_configs():
        module = MigrationLoader.migrations_module(app.label)[0]
        spec = find_spec(module) if module else None
        folders = spec.submodule_search_locations if spec else None
        # As Django: a name that begins so is no migration.
        found |= {
            (app.label, each.name)
            for each in pkgutil.iter_modules(folders or [])
            if not each.ispkg and each.name[0] not in "_~"
        }
    return frozenset(found)


def missing_and_foreign() -> tuple[frozenset[Name], frozenset[Name]]:
    """Those of this release that the database lacks, and those it has of another release."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return own_migrations() - applied, frozenset(applied - own_migrations())
