"""Which migrations this release has and a database has had, told by their names alone."""

import pkgutil
from collections.abc import Collection
from functools import cache
from importlib.util import find_spec

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.replaced_migrations import RELEASE, REPLACED

TOO_OLD = (
    f"The database is of a release before {RELEASE}: upgrade to release {RELEASE} first, then to"
    " this one. Nothing was changed."
)

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


def known_migrations() -> frozenset[Name]:
    """Those of this release, and those that its first ones stand for."""
    return own_migrations().union(*REPLACED.values())


def missing_and_foreign() -> tuple[frozenset[Name], frozenset[Name]]:
    """Those of this release that the database lacks, and those it has of another release."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return own_migrations() - applied, frozenset(applied - known_migrations())


def is_too_old(applied: Collection[Name]) -> bool:
    """Whether a database has had some of the replaced migrations of an app, but not all."""
    had = [[name in applied for name in names] for names in REPLACED.values()]
    return any(any(one) and not all(one) for one in had)
