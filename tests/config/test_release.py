"""The number of the release: where it is said, and the way back from one to the one before."""

import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from prometheus_client import REGISTRY
from pytest_django import DjangoDbBlocker

from config import VERSION, metrics_page
from tests.factories import PlayerFactory, UserFactory
from tests.support.clients import signed_in
from tests.support.other_database import other_database
from tests.support.project import ROOT

# It is imported with the first request.
COLLECTOR = metrics_page.SiteCollector


def test_it_is_the_newest_with_a_date_in_the_changelog_and_the_one_of_the_project() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", changelog, re.MULTILINE)[0] == VERSION
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text()


def test_every_release_of_the_changelog_says_whether_the_site_must_stop() -> None:
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    for section in sections:
        title, _, text = section.partition("\n")
        assert re.search(r"^Stop needed: (yes|no)\.", text, re.MULTILINE), title


def test_the_command_line_says_it() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == VERSION


@pytest.mark.django_db
def test_the_staff_reads_it_at_the_foot_of_pages_and_nobody_else() -> None:
    staff = Client()
    user = UserFactory.create(is_staff=True)
    PlayerFactory.create(user=user)
    staff.force_login(user)
    assert f"Release {VERSION}" in staff.get("/privacy/").content.decode()
    assert VERSION not in signed_in(PlayerFactory.create()).get("/privacy/").content.decode()


@pytest.mark.django_db
def test_prometheus_reads_it() -> None:
    assert REGISTRY.get_sample_value("sixieme_release_info", {"version": VERSION}) == 1


def older_release(folder: Path, without: str) -> Path:
    """The migrations of this release, but for one."""
    for app in ("accounts", "games", "leagues"):
        shutil.copytree(ROOT / app / "migrations", folder / app / "migrations")
    (folder / "manage.py").touch()
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / without).unlink()
    return folder


def test_what_an_older_release_does_not_know_is_taken_back(
    migrated: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    copy = shutil.copy(migrated, tmp_path)
    # That of leagues is the last of all, and taken back quickest.
    newest = max((ROOT / "leagues/migrations").glob("0*.py"))
    older = older_release(tmp_path / "older", f"leagues/migrations/{newest.name}")
    out = StringIO()
    with django_db_blocker.unblock(), other_database(f"sqlite:///{copy}"):
        before = set(MigrationLoader(connection).applied_migrations)
        call_command("undo_migrations", str(older), stdout=out)
        after = set(MigrationLoader(connection).applied_migrations)
        assert before - after == {("leagues", newest.stem)}
        assert after < before
        call_command("undo_migrations", str(older), stdout=out)
    first, second = out.getvalue().splitlines()
    assert first.startswith("leagues: back to ")
    assert "nothing to take back" in second


def test_only_the_folder_of_a_release_says_what_it_knows(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not the folder of a release"):
        call_command("undo_migrations", str(tmp_path))
