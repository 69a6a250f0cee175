"""Nobody else on the machine can read the data: mended at the start, or refused."""

import os
import stat
from pathlib import Path

import pytest
from pytest_django import Settings

from config import private_files
from config.apps import keep_database_private
from config.env import secret_key
from config.private_files import NotPrivate, make_private


class Database:
    vendor = "sqlite"

    def __init__(self, file: Path) -> None:
        self.settings_dict = {"NAME": str(file)}


@pytest.fixture
def var(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of an older release, which everybody could read."""
    var = tmp_path / "var"
    for folder in ("photos", "mail", "backups", "replaced-20261122t101010", "static"):
        (var / folder).mkdir(parents=True)
    for file in ("sixieme.sqlite3", "sixieme.sqlite3-wal", "secret_key", "demo.txt"):
        (var / file).touch()
    for path in (var, *var.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    settings.VAR_DIR, settings.PHOTOS = var, var / "photos"
    settings.EMAIL_FILE_PATH, settings.DEMO_SIGN_INS = var / "mail", var / "demo.txt"
    monkeypatch.setattr(private_files, "connection", Database(var / "sixieme.sqlite3"))
    return var


def modes(var: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (var, *var.iterdir())}


def test_data_of_an_older_release_are_closed_to_others(var: Path) -> None:
    make_private()
    private = {name: mode for name, mode in modes(var).items() if name != "static"}
    folders = ("var", "photos", "mail", "backups", "replaced-20261122t101010")
    files = ("sixieme.sqlite3", "sixieme.sqlite3-wal", "secret_key", "demo.txt")
    assert private == dict.fromkeys(folders, 0o700) | dict.fromkeys(files, 0o600)
    # A proxy reads these.
    assert modes(var)["static"] == 0o755


@pytest.mark.parametrize("mode", [0o700, 0o710, 0o711])
def test_a_folder_that_others_may_only_pass_through_is_left_so(var: Path, mode: int) -> None:
    var.chmod(mode)
    make_private()
    assert modes(var)["var"] == mode


@pytest.mark.parametrize("mode", [0o750, 0o755, 0o701, 0o777, 0o1777])
def test_any_other_folder_is_closed(var: Path, mode: int) -> None:
    var.chmod(mode)
    make_private()
    assert modes(var)["var"] == 0o700


def test_what_belongs_to_somebody_else_is_refused_with_its_name(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(NotPrivate, match=rf"{var}, .*\(Operation not permitted\)"):
        make_private()


def test_a_file_system_without_permissions_is_refused(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "chmod", lambda _path, _mode: None)
    with pytest.raises(NotPrivate, match="keeps no permissions"):
        make_private()


def test_a_database_that_a_command_makes_is_private(var: Path) -> None:
    keep_database_private(Database(var / "sixieme.sqlite3"))
    found = modes(var)
    assert (found["sixieme.sqlite3"], found["sixieme.sqlite3-wal"]) == (0o600, 0o600)


def test_a_new_data_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    usual = os.umask(0o022)
    secret_key(tmp_path / "new" / "secret_key")
    os.umask(usual)
    assert modes(tmp_path / "new") == {"new": 0o700, "secret_key": 0o600}
