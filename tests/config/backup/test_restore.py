"""`manage.py restore`: all is checked before anything is touched, and nothing is deleted."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection, connections

from accounts.models import Player
from config import data_lock
from config.backup import restoring
from config.backup.errors import BackupError
from config.backup.manifest import MOST_BYTES, kept_files, read_manifest
from config.migration_names import missing_and_foreign
from games.models import Table
from games.table import store
from tests.config.backup.test_backup import add_photo, backup, only_in
from tests.factories import PlayerFactory
from tests.support.commands import said_by
from tests.support.hostile_texts import JSON, within
from tests.support.other_database import quick_migrations, text_of
from tests.support.project import ROOT
from tests.support.tables import people, play_to_the_end, play_turn, start_table

CLUB_OF_RELEASE_1_0_0 = ROOT / "tests/config/upgrade/club.sqlite.sql.gz"


@pytest.fixture
def _no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


pytestmark = pytest.mark.usefixtures("_no_sync")


@pytest.fixture
def kept(var: Path, tmp_path: Path) -> Path:
    """A backup of a club with one player, Ada, and a photo."""
    PlayerFactory.create(name="Ada")
    add_photo()
    backup(tmp_path / "kept")
    return only_in(tmp_path / "kept")


def restore(made: Path, *flags: str) -> str:
    connections.close_all()
    return said_by("restore", str(made), *flags)


def refusal(made: Path, *flags: str) -> str:
    with pytest.raises(CommandError) as refused:
        restore(made, *flags)
    return str(refused.value)


def contents(folder: Path) -> dict[str, bytes]:
    connections.close_all()
    found = (path for path in folder.rglob("*") if path.is_file())
    ours = (path for path in found if path.name not in {"in-use", "sixieme.sqlite3-shm"})
    return {str(path.relative_to(folder)): path.read_bytes() for path in ours}


def test_the_site_is_as_it_was(var: Path, kept: Path) -> None:
    photos = set((var / "photos").iterdir())
    PlayerFactory.create(name="Ben")
    newer = add_photo()
    said = restore(kept, "--replace")
    assert not Player.objects.filter(name="Ben").exists()
    assert Player.objects.filter(name="Ada").exists()
    assert set((var / "photos").iterdir()) == photos
    (aside,) = var.glob("replaced-*")
    assert str(aside) in said
    with closing(sqlite3.connect(aside / "sixieme.sqlite3")) as old:
        assert old.execute("SELECT 1 FROM accounts_player WHERE name = 'Ben'").fetchone()
    assert (aside / "photos" / newer).exists()
    assert aside.stat().st_mode & 0o077 == 0
    assert (var / "sixieme.sqlite3").stat().st_mode & 0o077 == 0


def test_an_empty_site_needs_no_flag(var: Path, kept: Path) -> None:
    connections.close_all()
    shutil.rmtree(var)
    restore(kept)
    assert Player.objects.filter(name="Ada").exists()
    assert len(list((var / "photos").iterdir())) == 1
    assert list(var.glob("replaced-*")) == []


def test_data_that_are_there_are_not_replaced_without_the_flag(var: Path, kept: Path) -> None:
    before = contents(var)
    assert "--replace" in refusal(kept)
    assert contents(var) == before


def test_a_file_left_beside_the_old_database_does_not_spoil_the_new_one(
    var: Path, kept: Path
) -> None:
    """A site that was killed leaves a write-ahead log, and it belongs to that file alone."""
    file = var / "sixieme.sqlite3"
    PlayerFactory.create(name="Ben")
    # What a kill leaves: the files as they are while somebody has them open.
    left = {end: Path(f"{file}{end}").read_bytes() for end in ("", "-wal", "-shm")}
    assert left["-wal"]
    connections.close_all()
    for end, data in left.items():
        Path(f"{file}{end}").write_bytes(data)
    restore(kept, "--replace")
    assert not Path(f"{file}-wal").exists()
    assert list(Player.objects.filter(name__in=["Ada", "Ben"]).values_list("name")) == [("Ada",)]
    (aside,) = var.glob("replaced-*")
    with closing(sqlite3.connect(aside / "sixieme.sqlite3")) as old:
        assert old.execute("SELECT 1 FROM accounts_player WHERE name = 'Ben'").fetchone()


@pytest.mark.parametrize("has_file", [True, False])
def test_a_damaged_database_is_set_aside(var: Path, kept: Path, has_file: bool) -> None:
    file = var / "sixieme.sqlite3"
    connections.close_all()
    file.write_bytes(b"this was a database")
    Path(f"{file}-wal").write_bytes(b"and this its log")
    if not has_file:
        file.unlink()
    restore(kept, "--replace")
    assert Player.objects.filter(name="Ada").exists()
    (aside,) = var.glob("replaced-*")
    if has_file:
        assert (aside / "sixieme.sqlite3").read_bytes() == b"this was a database"
    else:
        assert (aside / "sixieme.sqlite3-wal").read_bytes() == b"and this its log"


# --- What is not restored --------------------------------------------------------------


def change_a_byte(made: Path) -> None:
    data = bytearray((made / "database.sqlite3").read_bytes())
    data[-1] ^= 1
    (made / "database.sqlite3").write_bytes(data)


def lose_a_photo(made: Path) -> None:
    next((made / "photos").iterdir()).unlink()


def add_a_file(made: Path) -> None:
    (made / "photos" / "extra.jpg").touch()


def link_out(made: Path) -> None:
    (made / "secret_key").unlink()
    (made / "secret_key").symlink_to("/etc/hostname")


def cut_the_manifest(made: Path) -> None:
    text = (made / "manifest.json").read_text()
    (made / "manifest.json").write_text(text[: len(text) // 2])


def change(**values: object) -> Callable[[Path], None]:
    def write(made: Path) -> None:
        data = json.loads((made / "manifest.json").read_text())
        (made / "manifest.json").write_text(json.dumps(data | values))

    return write


def run_sql(statement: str) -> Callable[[Path], None]:
    def run(made: Path) -> None:
        with closing(sqlite3.connect(made / "database.sqlite3")) as database, database:
            database.execute(statement)
        reseal(made)

    return run


def put(name: str, data: bytes) -> Callable[[Path], None]:
    """With checksums as if the backup had been made like this."""

    def write(made: Path) -> None:
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_bytes(data)
        reseal(made)

    return write


def reseal(made: Path) -> None:
    """The checksums as they would be if the backup had been made like this."""
    found = kept_files(made)
    found.pop("manifest.json")
    files = {name: {"bytes": file.bytes, "sha256": file.sha256} for name, file in found.items()}
    change(files=files)(made)


TRIGGER = "CREATE TRIGGER t AFTER INSERT ON accounts_user BEGIN SELECT 1; END"
REFUSED: list[tuple[Callable[[Path], None], str]] = [
    (change_a_byte, "database.sqlite3 has changed since"),
    (lose_a_photo, "is missing"),
    (add_a_file, "photos/extra.jpg does not belong to it"),
    (link_out, "secret_key is a link"),
    (cut_the_manifest, "manifest.json cannot be read"),
    (change(format="other"), "no backup that this release can read"),
    (change(version=2), "no backup that this release can read"),
    (change(files={}), "no backup that this release can read"),
    (change(made_at="2026-01-01"), "no backup that this release can read"),
    (change(database="mysql"), "no backup that this release can read"),
    (put("secret_key", b""), "secret_key of the backup is empty"),
    (put("secret_key", b" \n"), "secret_key of the backup is empty"),
    (put("secret_key", b"\xff\xfe"), "secret_key of the backup is no text"),
    (put("database.sqlite3-wal", b"a log"), "it holds database.sqlite3-wal"),
    (put("photos/../.env", b"SECRET_KEY="), "it holds .env"),
    (put("photos/script.py", b""), "it holds photos/script.py"),
    (put("photos/more/0123456789abcdef0123456789abcdef.jpg", b""), "it holds photos/more/"),
    (run_sql(TRIGGER), "has a trigger t, which no release makes"),
    (run_sql("CREATE VIEW v AS SELECT 1"), "has a view v, which no release makes"),
    (run_sql("CREATE VIRTUAL TABLE w USING fts5(x)"), "has a table w, which no release makes"),
    (change(migrations={"games": ["0001_initial"]}), "not the one its manifest speaks of"),
]


@pytest.mark.parametrize(("tamper", "words"), REFUSED)
def test_a_backup_that_was_tampered_with_is_refused_and_nothing_is_touched(
    var: Path, kept: Path, tamper: Callable[[Path], None], words: str
) -> None:
    tamper(kept)
    before = contents(var)
    assert words in refusal(kept, "--replace")
    assert words in refusal(kept, "--check")
    assert contents(var) == before


NO_MANIFESTS = {
    **{name: make(1_000_000) for name, make in JSON.items()},
    "bytes without end": '{"files": {"a": {"bytes": 1e999}}}',
    "no utf-8": "\udcff",
}


@pytest.mark.parametrize("text", NO_MANIFESTS.values(), ids=NO_MANIFESTS.keys())
def test_a_manifest_of_whatever_shape_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BackupError), within(5, "a manifest"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("changed", ["made_at", "versions", "migrations", "files", "database"])
def test_any_value_in_a_manifest_is_read_or_refused(kept: Path, changed: str) -> None:
    deep = {"x": {"bytes": 10**400}}
    values: list[Any] = [None, 1, float("inf"), "", "x", [], [[]], {"x": 1}, deep]
    for value in values:
        change(**{changed: value})(kept)
        with suppress(BackupError):
            read_manifest(kept)


def test_a_manifest_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "manifest.json").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(BackupError, match="no backup"), within(1, "a manifest"):
        read_manifest(tmp_path)


def test_a_database_that_is_damaged_inside_is_refused(var: Path, kept: Path) -> None:
    file = kept / "database.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096 * 20 : 4096 * 60] = b"\xff" * (4096 * 40)
    file.write_bytes(data)
    reseal(kept)
    before = contents(var)
    assert "damaged" in refusal(kept, "--replace")
    assert contents(var) == before


def test_a_backup_of_a_newer_release_is_refused(var: Path, kept: Path) -> None:
    with closing(sqlite3.connect(kept / "database.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)",
            ["games", "9999_future", "2030-01-01"],
        )
    manifest = json.loads((kept / "manifest.json").read_text())
    manifest["migrations"]["games"].append("9999_future")
    change(**manifest)(kept)
    reseal(kept)
    assert "newer release: this one does not know games.9999_future" in refusal(kept, "--replace")


def backup_of_release_1_0_0(var: Path, folder: Path, then: str = "") -> Path:
    """A backup of a club as that release left it; then: SQL that is run on it before."""
    file = var / "sixieme.sqlite3"
    connections.close_all()
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.executescript(text_of(CLUB_OF_RELEASE_1_0_0) + then)
    backup(folder)
    return only_in(folder)


def test_a_backup_of_release_1_0_0_is_migrated(var: Path, tmp_path: Path) -> None:
    kept = backup_of_release_1_0_0(var, tmp_path / "kept")
    with quick_migrations():
        restore(kept, "--replace")
    assert missing_and_foreign() == (frozenset(), frozenset())
    assert Player.objects.filter(name="Mathilde Roux").exists()


def test_a_backup_of_before_release_1_0_0_is_refused(var: Path, tmp_path: Path) -> None:
    lacking = "DELETE FROM django_migrations WHERE name = '0042_names_of_fields'"
    kept = backup_of_release_1_0_0(var, tmp_path / "kept", lacking)
    before = contents(var)
    for flag in ("--replace", "--check"):
        assert "upgrade to release 1.0.0 first, then to this one" in refusal(kept, flag)
    assert contents(var) == before


def test_a_backup_of_another_kind_of_database_is_refused(
    var: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    assert "DATABASE_URL" in refusal(kept)


# --- While somebody is there -----------------------------------------------------------


def test_a_restore_is_refused_while_a_process_of_the_site_runs(var: Path, kept: Path) -> None:
    with data_lock.shared(var):
        before = contents(var)
        assert "The site runs on the data" in refusal(kept, "--replace")
        assert contents(var) == before
        assert "is whole" in restore(kept, "--check")


def test_it_is_refused_while_another_program_has_the_database_open(var: Path, kept: Path) -> None:
    with closing(sqlite3.connect(var / "sixieme.sqlite3")) as other:
        other.execute("SELECT count(*) FROM accounts_player").fetchone()
        assert "Another program has" in refusal(kept, "--replace")


def test_no_site_starts_and_no_backup_is_made_during_a_restore(var: Path, tmp_path: Path) -> None:
    with data_lock.alone(var):
        with pytest.raises(data_lock.DataInUse, match="being restored"):
            data_lock.hold(var)
        with pytest.raises(CommandError, match="being restored"):
            backup(tmp_path / "kept")


def test_after_a_restore_that_was_killed_no_site_starts_until_it_is_done_again(
    var: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def die(*_arguments: object) -> None:
        raise KilledError

    with monkeypatch.context() as killed:
        killed.setattr(restoring, "_exchange_file", die)
        with pytest.raises(KilledError):
            restore(kept, "--replace")
    with pytest.raises(data_lock.DataInUse, match="did not come to its end"):
        data_lock.hold(var)
    assert "--replace" in refusal(kept)
    restore(kept, "--replace")
    with data_lock.shared(var):
        assert Player.objects.filter(name="Ada").exists()


def test_a_full_disk_is_found_before_anything_is_touched(
    var: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    PlayerFactory.create(name="Ben")
    monkeypatch.setattr(restoring, "copy", full)
    assert "No space left on device" in refusal(kept, "--replace")
    assert Player.objects.filter(name="Ben").exists()
    assert not any(path.name.startswith(("re", ".re")) for path in var.iterdir())


# --- The key, and the tables -----------------------------------------------------------


def test_the_key_comes_back_with_the_sessions_it_signed(var: Path, kept: Path) -> None:
    (var / "secret_key").write_text("another")
    restore(kept, "--replace")
    assert (var / "secret_key").read_text() == (kept / "secret_key").read_text()
    (aside,) = var.glob("replaced-*")
    assert (aside / "secret_key").read_text() == "another"


def test_a_key_of_the_environment_that_differs_is_told(
    var: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "of the environment")
    (kept / "secret_key").write_text("the old one")
    reseal(kept)
    assert f"which is in {kept / 'secret_key'}" in restore(kept, "--replace")


def test_games_go_on_where_the_backup_left_them(var: Path, tmp_path: Path) -> None:
    table = start_table(*people(3))
    play_turn(table)
    backup(tmp_path / "kept")
    version = Table.objects.get().version
    play_turn(table)
    restore(only_in(tmp_path / "kept"), "--replace")
    store.forget()
    assert Table.objects.get().version == version
    assert play_to_the_end(table).has_ended
