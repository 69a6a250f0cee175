"""The first migration of each app stands for those up to release 1.0.0: a database that has had
them goes on unchanged, one that has had a part of them is refused, and there is a way back."""

import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field

from config.migration_names import missing_and_foreign, own_migrations
from config.replaced_migrations import REPLACED
from leagues.models import Session
from tests.support.other_database import copied, old_database
from tests.support.project import ROOT

APPS = ("accounts", "games", "leagues")
FIRST = {(app, name) for app, name in own_migrations() if app in APPS and "_squashed_" in name}
OF_RELEASE_1_0_0 = {name for names in REPLACED.values() for name in names}
SINCE = {(app, name) for app, name in own_migrations() if app in APPS} - FIRST


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def _old_club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """A club of release 1.0.0, whose tables its own migrations have made."""
    folder = tmp_path_factory.mktemp("merged")
    with old_database(request, folder, Path(__file__).parent / "club"):
        yield


@pytest.fixture
def older_release(tmp_path: Path) -> Path:
    """The folder of release 1.0.0, with nothing in it but the names of its migrations."""
    for app, name in OF_RELEASE_1_0_0:
        file = tmp_path / app / "migrations" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (tmp_path / "manage.py").touch()
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def applied() -> set[tuple[str, str]]:
    return {each for each in MigrationRecorder(connection).applied_migrations() if each[0] in APPS}


def tables() -> dict[str, Any]:
    """The names of columns, how it was made, and the rows of each table but for the migrations."""
    found: dict[str, Any] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table == "django_migrations":
                continue
            made = made_as(cursor, table)
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            names = [name for name, *_more in cursor.description]
            rows = [sorted(zip(names, row, strict=True)) for row in cursor.fetchall()]
            found[table] = (set(names), made, sorted(map(repr, rows)))
    return found


def made_as(cursor: Any, table: str) -> Any:
    """The columns, constraints and indexes of a table."""
    if connection.vendor == "sqlite":
        # Django parses what SQLite keeps as it was written.
        written = "SELECT name, sql FROM sqlite_master WHERE tbl_name = %s ORDER BY name"
        return cursor.execute(written, [table]).fetchall()
    look = connection.introspection
    return look.get_table_description(cursor, table), look.get_constraints(cursor, table)


def migrate(*target: str) -> None:
    call_command("migrate", *target, verbosity=0)


@pytest.mark.usefixtures("_old_club")
def test_a_database_of_release_1_0_0_is_taken_as_migrated_then_goes_on_and_back(
    older_release: Path,
) -> None:
    """One test: migrating takes most of its time."""
    assert applied() == OF_RELEASE_1_0_0
    before, sessions = tables(), Session.objects.count()
    for app, name in FIRST:
        migrate(app, name)
    assert applied() == OF_RELEASE_1_0_0 | FIRST
    assert tables() == before
    migrate()
    assert applied() == OF_RELEASE_1_0_0 | FIRST | SINCE
    assert missing_and_foreign() == (frozenset(), frozenset())
    assert tables() != before
    assert Session.objects.count() == sessions > 0

    # As a site that ran each of the replaced migrations, and all of those since.
    for app, name in FIRST:
        MigrationRecorder(connection).record_unapplied(app, name)
    newest = tables()
    migrate()
    assert applied() == OF_RELEASE_1_0_0 | FIRST | SINCE
    assert tables() == newest

    # A release before 1.0.0 cannot be gone back to.
    last = older_release / "leagues/migrations/0042_names_of_fields.py"
    last.unlink()
    with pytest.raises(CommandError, match="restore the backup that was made before the upgrade"):
        call_command("undo_migrations", str(older_release), stdout=StringIO())
    assert applied() == OF_RELEASE_1_0_0 | FIRST | SINCE
    assert tables() == newest

    last.touch()
    call_command("undo_migrations", str(older_release), stdout=StringIO())
    assert applied() == OF_RELEASE_1_0_0
    back = tables()
    assert back.keys() == before.keys()
    for table in filter(of_an_app, back):
        assert columns_and_rows(back[table]) == columns_and_rows(before[table]), table


def of_an_app(table: str) -> bool:
    return table.startswith(tuple(f"{app}_" for app in APPS))


def columns_and_rows(table: Any) -> tuple[set[str], list[str]]:
    """The names of columns, which may come back in another order, and the rows."""
    columns, _made, rows = table
    return columns, rows


@pytest.mark.usefixtures("_old_club")
def test_a_database_of_before_release_1_0_0_is_refused_in_one_sentence() -> None:
    recorder, before = MigrationRecorder(connection), tables()
    for lacking in [names[-1] for names in REPLACED.values()]:
        recorder.record_unapplied(*lacking)
        for command in ("migrate", "prepare"):
            with pytest.raises(CommandError) as refused:
                call_command(command, verbosity=0)
            assert str(refused.value) == (
                "The database is of a release before 1.0.0: upgrade to release 1.0.0 first, then"
                " to this one. Nothing was changed."
            )
        assert applied() == OF_RELEASE_1_0_0 - {lacking}
        recorder.record_applied(*lacking)
    assert tables() == before


def test_fields_are_copied_here_as_they_are_made_from_their_descriptions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def columns() -> list[Any]:
        models = MigrationLoader(None).project_state().apps.get_models()
        fields = [field for model in models for field in model._meta.local_fields]
        return [(field.model.__name__, type(field), *field.deconstruct()) for field in fields]

    made = columns()
    assert len(made) > 500
    monkeypatch.setattr(Field, "clone", copied)
    assert columns() == made


def test_it_knows_the_names_of_every_file_that_was_replaced() -> None:
    assert [len(REPLACED[app]) for app in APPS] == [10, 15, 42]
    assert not [
        name for app, name in OF_RELEASE_1_0_0 if (ROOT / app / f"migrations/{name}.py").exists()
    ]
