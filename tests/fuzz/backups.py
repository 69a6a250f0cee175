"""Backups that somebody has tampered with, and what a restore may never take for one."""

import json
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from config.backup import sqlite
from config.backup.errors import BackupError
from config.backup.manifest import DATABASES, FILE, PHOTO, SECRET_KEY, kept_files
from config.backup.restoring import check_backup
from tests.fuzz.values import ANY_JSON, TEXTS
from tests.fuzz.verdict import MOST_SECONDS, Fault
from tests.support.hostile_texts import JSON
from tests.support.records import paths, put

DATABASE = DATABASES["sqlite"]
A_PHOTO = f"photos/{'0123456789abcdef' * 2}.jpg"
FILES = (FILE, DATABASE, SECRET_KEY, A_PHOTO)
NAMES = (
    f"{DATABASE}-wal",
    f"{DATABASE}-journal",
    f"{DATABASE}-shm",
    f"photos/{'0' * 31}.jpg",
    f"photos/{'0' * 32}.JPG",
    f"photos/more/{'0' * 32}.jpg",
    "photos/script.py",
    ".env",
    "manage.py",
    "manifest.json.old",
    "a\nb",
    "é" * 80,
)
KEYS = (b"", b" \n\t", b"\xff\xfe", "\u2003".encode(), b"\0" * 40, b"a key")
# What the change before has left may be no file, or no manifest, any more.
NOT_POSSIBLE = (OSError, ValueError, RecursionError, ZeroDivisionError, sqlite3.Error)
ACTING = re.compile(r"\s*create\s+virtual", re.IGNORECASE)

# What is done to a backup, in words; and whether checksums are made anew afterwards.
Tampered = tuple[Sequence[tuple[str, Any]], bool]


@st.composite
def statements(draw: st.DrawFn) -> str:
    """SQL that makes something in the database, most of which would act by itself."""
    table = draw(st.sampled_from(["accounts_user", "accounts_player", "django_session"]))
    when = draw(st.sampled_from(["BEFORE", "AFTER"]))
    event = draw(st.sampled_from(["INSERT", "UPDATE", "DELETE"]))
    made = draw(
        st.sampled_from(
            [
                f"CREATE TRIGGER t {when} {event} ON {table} BEGIN SELECT 1; END",
                "CREATE VIEW v AS SELECT 1",
                "CREATE VIRTUAL TABLE w USING fts5(x)",
                "CREATE VIRTUAL TABLE w USING rtree(a, b, c)",
                "CREATE TABLE more (x)",
                f"CREATE INDEX more ON {table} (1)",
                f"DROP TABLE {table}",
                f"ALTER TABLE {table} RENAME TO other",
                "DELETE FROM django_migrations",
                "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9', '2026')",
            ]
        )
    )
    # SQL may be spelled in many ways.
    return draw(st.sampled_from([made, made.lower(), made.replace(" ", "\n\t /**/ ")]))


def tampered_backups() -> st.SearchStrategy[Tampered]:
    """One to three things that are done to a backup."""
    files, anywhere = st.sampled_from(FILES), st.floats(0, 1)
    names = st.sampled_from(NAMES) | TEXTS
    no_manifests = ANY_JSON.map(json.dumps) | st.sampled_from(sorted(JSON)).map(
        lambda name: JSON[name](100_000)
    )
    arguments: dict[str, st.SearchStrategy[Any]] = {
        "overwrite": st.tuples(files, anywhere, st.binary(min_size=1, max_size=8)),
        "cut": st.tuples(files, anywhere),
        "lose": files,
        "link": files,
        "be a folder": files,
        "add": st.one_of(
            st.tuples(names, st.binary(max_size=9)),
            st.tuples(st.just(SECRET_KEY), st.sampled_from(KEYS)),
            st.tuples(st.just(FILE), no_manifests.map(str.encode)),
        ),
        "change manifest": st.tuples(st.integers(0, 10**4), ANY_JSON),
        "run": statements(),
    }
    changes = [st.tuples(st.just(kind), what) for kind, what in arguments.items()]
    return st.tuples(st.lists(st.one_of(changes), min_size=1, max_size=3), st.booleans())


class BackupJudge:
    """Checks backups as `restore` does before it touches anything."""

    def __init__(self, migrated: Path, folder: Path) -> None:
        folder.mkdir(parents=True)
        self._whole, self._tampered = folder / "whole", folder / "tampered"
        (self._whole / "photos").mkdir(parents=True)
        (self._whole / SECRET_KEY).write_text("a key that nobody knows")
        (self._whole / A_PHOTO).write_bytes(b"a photo")
        sqlite.copy_database(migrated, self._whole / DATABASE)
        self._manifest = {
            "format": "sixieme-backup",
            "version": 1,
            "made_at": "2026-01-01T12:00:00+00:00",
            "site": "site",
            "database": "sqlite",
            "versions": {},
            "migrations": sqlite.migrations_in(self._whole / DATABASE),
            "files": {},
        }
        reseal(self._whole, self._manifest)
        check_backup(self._whole)

    def judge(self, tampered: Tampered) -> None:
        """Raises Fault for an error, or where what must be refused is not."""
        changes, is_resealed = tampered
        shutil.rmtree(self._tampered, ignore_errors=True)
        shutil.copytree(self._whole, self._tampered)
        for kind, what in changes:
            with suppress(*NOT_POSSIBLE):
                CHANGES[kind](self._tampered, what)
        if is_resealed:
            with suppress(*NOT_POSSIBLE):
                reseal(self._tampered, json.loads((self._tampered / FILE).read_text()))
        begun = time.thread_time()
        try:
            check_backup(self._tampered)
        except BackupError:
            return
        except Exception as error:
            raise Fault(f"{type(error).__name__}: {str(error)[:300]}") from error
        finally:
            if (seconds := time.thread_time() - begun) > MOST_SECONDS:
                raise Fault(f"took {seconds:.1f} s of a processor")
        if wrong := wrong_in(self._tampered):
            raise Fault(f"accepted, with {wrong}")


def overwrite(folder: Path, what: tuple[str, float, bytes]) -> None:
    """Put bytes in the place of others."""
    name, where, other = what
    data = bytearray((folder / name).read_bytes())
    at = int(where * len(data))
    data[at : at + len(other)] = other
    (folder / name).write_bytes(data)


def cut(folder: Path, what: tuple[str, float]) -> None:
    """Keep the beginning of a file."""
    name, where = what
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: int(where * len(data))])


def lose(folder: Path, name: str) -> None:
    """Remove a file."""
    (folder / name).unlink()


def link(folder: Path, name: str) -> None:
    """Let a file be a link out of the backup."""
    lose(folder, name)
    (folder / name).symlink_to("/etc/hostname")


def be_a_folder(folder: Path, name: str) -> None:
    """Let a file be a folder."""
    lose(folder, name)
    (folder / name).mkdir()


def add(folder: Path, what: tuple[str, bytes]) -> None:
    """Another file, or another key."""
    name, data = what
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)


def change_manifest(folder: Path, what: tuple[int, Any]) -> None:
    """Another value for a part of the manifest."""
    index, value = what
    manifest = json.loads((folder / FILE).read_text())
    places = [path for path, _value in paths(manifest) if path]
    put(manifest, places[index % len(places)], value)
    (folder / FILE).write_text(json.dumps(manifest))


def run(folder: Path, statement: str) -> None:
    """Change the database."""
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute(statement)


CHANGES: dict[str, Callable[[Path, Any], None]] = {
    "overwrite": overwrite,
    "cut": cut,
    "lose": lose,
    "link": link,
    "be a folder": be_a_folder,
    "add": add,
    "change manifest": change_manifest,
    "run": run,
}


def reseal(folder: Path, manifest: Any) -> None:
    """Write a manifest with the checksums that the files have now."""
    found = kept_files(folder)
    found.pop(FILE, None)
    if isinstance(manifest, dict):
        files = {name: {"bytes": file.bytes, "sha256": file.sha256} for name, file in found.items()}
        (folder / FILE).write_text(json.dumps(manifest | {"files": files}))


def wrong_in(folder: Path) -> str:
    """What no backup may hold that a restore takes; empty where there is nothing."""
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_symlink() or not (path.is_dir() or name in FILES or PHOTO.fullmatch(name)):
            return name
    if not (folder / SECRET_KEY).read_text().strip():
        return "an empty key"
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        for kind, name, sql in database.execute("SELECT type, name, sql FROM sqlite_master"):
            if kind not in {"table", "index"} or ACTING.match(sql or ""):
                return f"{kind} {name}"
    return ""
