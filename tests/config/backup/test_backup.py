"""`manage.py backup`: what is in it, who may read it, what a kill leaves, which are deleted."""

import json
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from accounts.pictures import files as photos
from accounts.pictures.drawing import Kind
from config.backup import last_backup, making, sqlite
from config.backup.files import files_in
from config.backup.retention import OwnBackup, no_longer_kept
from leagues.models import SheetPhoto
from tests.factories import PlayerFactory
from tests.support.commands import said_by
from tests.support.leagues import make_game, make_season, make_session


def backup(folder: Path, *flags: str) -> list[str]:
    """What the command says."""
    return said_by("backup", str(folder), *flags).splitlines()


def only_in(folder: Path) -> Path:
    (found,) = folder.glob("sixieme-*")
    return found


def add_photo() -> str:
    game = make_game(make_session(make_season()), PlayerFactory.create_batch(2))
    name = photos.write(b"a picture", Kind.SHEET)
    SheetPhoto.objects.create(game=game, file=name, size=9, at=timezone.now())
    return name


@pytest.fixture
def _no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)


pytestmark = pytest.mark.usefixtures("_no_sync")


def test_it_holds_the_database_the_photos_and_the_key(var: Path, tmp_path: Path) -> None:
    name = add_photo()
    backup(tmp_path / "kept")
    made = only_in(tmp_path / "kept")
    assert set(files_in(made)) == {
        "database.sqlite3",
        "manifest.json",
        f"photos/{name}",
        "secret_key",
    }
    assert (made / "photos" / name).read_bytes() == b"a picture"
    assert (made / "secret_key").read_text() == (var / "secret_key").read_text()
    with closing(sqlite3.connect(made / "database.sqlite3")) as copy:
        (kept,) = copy.execute("SELECT count(*) FROM accounts_player").fetchone()
        assert kept == Player.objects.count()


def test_its_owner_alone_can_read_it(var: Path, tmp_path: Path) -> None:
    add_photo()
    kept = tmp_path / "kept"
    backup(kept)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [kept, *kept.rglob("*")]}
    wrong = {path: oct(m) for path, m in modes.items() if m != (0o700 if path.is_dir() else 0o600)}
    assert wrong == {}


def test_a_photo_without_a_row_is_left_out(var: Path, tmp_path: Path) -> None:
    photos.write(b"of somebody who was erased", Kind.SHEET)
    backup(tmp_path / "kept")
    assert list((only_in(tmp_path / "kept") / "photos").iterdir()) == []


def test_a_photo_that_is_attached_meanwhile_is_in_it(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = making.copy_photos
    added: list[str] = []

    def copy_and_add(target: Path) -> None:
        copy(target)
        if not added:
            added.append(add_photo())

    monkeypatch.setattr(making, "copy_photos", copy_and_add)
    backup(tmp_path / "kept")
    assert [file.name for file in (only_in(tmp_path / "kept") / "photos").iterdir()] == added


def test_a_copy_is_of_one_moment_whatever_is_written_meanwhile(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each transaction adds a row to two tables: in the copy there are as many in both."""
    live = var / "sixieme.sqlite3"
    with closing(sqlite.connect(live)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE one (n, filling)")
        database.execute("CREATE TABLE two (n, filling)")
    with written_all_the_time(live) as count:
        monkeypatch.setattr(sqlite, "PAGES_AT_ONCE", 5)
        before = count()
        backup(tmp_path / "kept")
        after = count()
    with closing(sqlite3.connect(only_in(tmp_path / "kept") / "database.sqlite3")) as copy:
        counts = [
            copy.execute("SELECT count(*) FROM one").fetchone(),
            copy.execute("SELECT count(*) FROM two").fetchone(),
        ]
    assert counts[0] == counts[1]
    assert before <= counts[0][0] <= after
    assert before < after


@contextmanager
def written_all_the_time(file: Path) -> Iterator[Any]:
    """Inside the block another thread writes; yields what tells how often, once it has begun."""
    done, ended, begun = [0], threading.Event(), threading.Event()

    def write() -> None:
        with closing(sqlite.connect(file)) as database:
            while not ended.is_set():
                database.execute("BEGIN IMMEDIATE")
                database.execute("INSERT INTO one VALUES (?, ?)", [done[0], "x" * 500])
                database.execute("INSERT INTO two VALUES (?, ?)", [done[0], "x" * 500])
                database.execute("COMMIT")
                done[0] += 1
                begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    try:
        yield lambda: done[0]
    finally:
        ended.set()
        writer.join()


class KilledError(BaseException):
    pass


@pytest.mark.parametrize("at", ["copy_database", "kept_files", "site_id", "flush_path"])
def test_what_was_killed_half_way_is_no_backup_and_the_next_one_removes_it(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    kept = tmp_path / "kept"

    def die(*_arguments: object) -> None:
        raise KilledError

    with monkeypatch.context() as killed:
        killed.setattr(making, at, die)
        # Who is killed cleans nothing up.
        killed.setattr("shutil.rmtree", lambda *_arguments: None)
        with pytest.raises(KilledError):
            backup(kept)
    (left,) = kept.glob(".unfinished-*")
    assert list(kept.glob("sixieme-*")) == []
    with pytest.raises(CommandError, match="no backup"):
        call_command("restore", str(left), "--check")
    backup(kept)
    assert len(list(kept.glob("sixieme-*"))) == 1
    assert list(kept.glob(".unfinished-*")) == []


def test_a_full_disk_leaves_nothing_and_says_so(
    var: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    backup(kept)

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(making, "write", full)
    with pytest.raises(CommandError, match="No space left on device"):
        backup(kept, "--keep", "1")
    assert [path.name[:8] for path in kept.iterdir() if path.is_dir()] == ["sixieme-"]


def test_a_damaged_database_is_not_called_a_backup(var: Path, tmp_path: Path) -> None:
    file = var / "sixieme.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096 * 20 : 4096 * 60] = b"\xff" * (4096 * 40)
    file.write_bytes(data)
    with pytest.raises(CommandError, match=r"damaged|malformed"):
        backup(tmp_path / "kept")
    assert list((tmp_path / "kept").glob("sixieme-*")) == []


def test_two_at_once_in_a_folder_are_refused(var: Path, tmp_path: Path) -> None:
    with making.only_one(tmp_path), pytest.raises(CommandError, match="Another backup"):
        backup(tmp_path)


# --- Which are deleted -----------------------------------------------------------------

NOW = datetime(2026, 11, 22, tzinfo=UTC)
# A backup a day, named for its age.
DAILY = [OwnBackup(NOW - timedelta(days=age), Path(str(age))) for age in range(10)]


@pytest.mark.parametrize(
    ("keep", "days", "kept"),
    [
        (None, None, 10),
        (3, None, 3),
        (None, 4, 5),
        (3, 4, 5),
        (7, 4, 7),
        (99, None, 10),
        (None, 1, 2),
    ],
)
def test_what_no_rule_keeps_is_deleted(keep: int | None, days: int | None, kept: int) -> None:
    assert no_longer_kept(DAILY, keep, days, NOW) == DAILY[kept:]


def test_the_newest_is_kept_however_old_it_is() -> None:
    assert no_longer_kept(DAILY[5:], None, 1, NOW) == DAILY[6:]


def test_only_backups_of_this_site_are_deleted(var: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    for _time in range(4):
        backup(kept)
    oldest, foreign, linked, newest = sorted(kept.glob("sixieme-*"))
    deep = kept / "sixieme-20200101T000000.000000Z"
    deep.mkdir()
    (deep / "manifest.json").write_text("[" * 100_000)
    manifest = json.loads((foreign / "manifest.json").read_text())
    (foreign / "manifest.json").write_text(json.dumps(manifest | {"site": "another"}))
    (tmp_path / "elsewhere").mkdir()
    linked = linked.rename(tmp_path / "elsewhere" / linked.name)
    (kept / linked.name).symlink_to(linked)
    (kept / "sixieme-photos").mkdir()
    (kept / "letters.txt").touch()
    said = backup(kept, "--keep", "2")
    assert said[1:] == [f"deleted {oldest}"]
    names = {path.name for path in kept.iterdir()}
    assert {
        foreign.name,
        linked.name,
        deep.name,
        newest.name,
        "sixieme-photos",
        "letters.txt",
    } < names
    assert (linked / "manifest.json").exists()


@pytest.mark.parametrize("flag", ["--keep", "--keep-days"])
@pytest.mark.parametrize("number", ["0", "-1", "few"])
def test_to_keep_none_is_refused(var: Path, tmp_path: Path, flag: str, number: str) -> None:
    with pytest.raises(CommandError, match="whole number from 1"):
        backup(tmp_path, f"{flag}={number}")


def test_backups_made_before_a_new_key_are_deleted_if_it_is_named_and_else_told(
    var: Path, tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    old_key = settings.SECRET_KEY
    backup(tmp_path)
    settings.SECRET_KEY = "a new one"
    call_command("backup", str(tmp_path), "--keep=1")
    assert "1 backups in" in capsys.readouterr().err
    assert len(list(tmp_path.glob("sixieme-*"))) == 2
    settings.SECRET_KEY_FALLBACKS = [old_key]
    call_command("backup", str(tmp_path), "--keep=1")
    assert capsys.readouterr().err == ""
    assert len(list(tmp_path.glob("sixieme-*"))) == 1


def test_when_the_last_one_was_made_is_kept_for_monitors(var: Path, tmp_path: Path) -> None:
    before = timezone.now()
    backup(tmp_path)
    made_at = last_backup.made_at()
    assert made_at
    assert before <= made_at <= timezone.now()
    assert (var / last_backup.FILE).stat().st_mode & 0o077 == 0
