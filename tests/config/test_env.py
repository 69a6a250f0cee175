"""Settings from the environment: what makes no sense stops the start with a sentence."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from tests.support.project import ROOT
from tests.support.races import at_once


def test_what_is_not_set_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLUB", raising=False)
    assert env.text("CLUB", "six") == "six"
    assert env.flag("CLUB", default=True) is True
    assert env.number("CLUB", 7) == 7
    assert env.choice("CLUB", "fr", {"en", "fr"}) == "fr"
    assert env.words("CLUB", "a, b") == ["a", "b"]


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("Yes", True), ("off", False), ("", False), (" no ", False)]
)
def test_yes_and_no_have_many_words(
    monkeypatch: pytest.MonkeyPatch, value: str, meant: bool
) -> None:
    monkeypatch.setenv("CLUB", value)
    assert env.flag("CLUB", default=not meant) is meant


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda: env.flag("CLUB", default=False), "perhaps"),
        (lambda: env.number("CLUB", 1), "many"),
        (lambda: env.number("CLUB", 1), "-1"),
        (lambda: env.number("CLUB", 1), "٣"),
        (lambda: env.number("CLUB", 20, least=10), "9"),
        (lambda: env.choice("CLUB", "en", {"en", "fr"}), "de"),
        (lambda: env.label("CLUB", "", longest=40), "x" * 41),
        (lambda: env.label("CLUB", "", longest=40), "two\nlines"),
    ],
    ids=[
        *("flag", "word", "negative", "foreign digit", "too small", "choice"),
        *("too long", "two lines"),
    ],
)
def test_nonsense_is_named(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[], object], value: str
) -> None:
    monkeypatch.setenv("CLUB", value)
    with pytest.raises(ImproperlyConfigured, match="CLUB"):
        read()


def test_a_secret_is_made_once_and_kept_for_its_owner(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "var" / "secret_key"
    first = env.secret_key(file)
    assert len(first) > 50
    assert env.secret_key(file) == first
    assert file.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("SECRET_KEY", "given")
    assert env.secret_key(file) == "given"


def test_a_start_that_dies_while_it_writes_the_secret_leaves_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)

    def power_cut(_descriptor: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError):  # noqa: PT011 - raised above
        env.secret_key(tmp_path / "secret_key")
    monkeypatch.undo()
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert list(tmp_path.iterdir()) == []
    assert len(env.secret_key(tmp_path / "secret_key")) > 50


def test_processes_that_start_together_have_one_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    keys = at_once(*[lambda: env.secret_key(tmp_path / "secret_key")] * 8)
    assert keys == [(tmp_path / "secret_key").read_text()] * 8


def test_an_empty_secret_stops_the_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="empty"):
        env.secret_key(tmp_path / "secret_key")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("TIME_ZONE", "Paris", "no time zone such as Europe/Paris"),
        ("TIME_ZONE", "../etc/passwd", "no time zone such as Europe/Paris"),
        ("SITE_URL", "club.example", "no address such as https://club.example"),
        ("SITE_URL", "https://club example", "no address such as https://club.example"),
        ("SITE_URL", "https://club.example:x", "cannot be read as an address"),
        ("SITE_URL", "https://club.example/cards", "the site needs a name of its own"),
        ("ALLOWED_HOSTS", "https://club.example", "leave https://, port and / out"),
        ("ALLOWED_HOSTS", "127.0.0.1,club.example:443", "leave https://, port and / out"),
        ("ALLOWED_HOSTS", "club.example 127.0.0.1", "leave https://, port and / out"),
        ("CSRF_TRUSTED_ORIGINS", "club.example", "no origin such as https://club.example"),
        ("CSRF_TRUSTED_ORIGINS", "https://club.example/x", "leave the path out"),
        ("REDIS_URL", "127.0.0.1:6379", "does not begin with redis://"),
        ("REDIS_URL", "redis://127.0.0.1:6379/zero", "cannot be read as redis://"),
        ("DATABASE_URL", "mysql://me:secret@db/club", "does not begin with postgres://"),
        ("DATABASE_URL", "postgres://me:secret@db", "cannot be read as postgres://"),
        ("DATABASE_URL", "postgres://me:secret#1@db/club", "write % as %25"),
        ("DATABASE_URL", "postgres://me:secret/1@db/club", "write % as %25"),
        ("DATABASE_URL", "postgres://me:secret?1@db/club", "write % as %25"),
        ("DATABASE_URL", "postgres://me:secret[1@db/club", "write % as %25"),
        ("DATABASE_URL", "postgres://me:secret%1@db/club", "write % as %25"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence_without_its_password(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    monkeypatch.setenv(name, value)
    read: dict[str, Callable[[], object]] = {
        "TIME_ZONE": lambda: env.time_zone(name, ""),
        "SITE_URL": lambda: env.site_url(name),
        "ALLOWED_HOSTS": lambda: env.hosts(name, ""),
        "CSRF_TRUSTED_ORIGINS": lambda: env.origins(name),
    }
    with pytest.raises(ImproperlyConfigured) as refused:
        read.get(name, lambda: env.server(name, value))()
    assert str(refused.value).startswith(name)
    assert says in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_command_with_a_wrong_setting_says_only_that_and_is_not_tried_again(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=os.environ
        | {"DJANGO_SETTINGS_MODULE": "config.settings", "SIXIEME_VAR": str(tmp_path)}
        | {"TIME_ZONE": "Paris"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_CONFIG
    assert done.stderr.startswith("A setting is wrong. TIME_ZONE='Paris' is no time zone")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "url",
    [
        "postgres://me:s%23%2F%40@db:5432/club",
        "postgres://me@%2Frun%2Fpostgresql/club",
        "postgres:///club?host=/run/postgresql",
        "sqlite:////srv/club.sqlite3",
        "redis://:p%40ss@[::1]:6379/0",
        "redis://127.0.0.1",
        "unix:///run/redis.sock?db=1",
    ],
)
def test_an_address_of_a_server_that_can_be_read_is_taken(url: str) -> None:
    name = "REDIS_URL" if url.startswith(("redis", "unix")) else "DATABASE_URL"
    assert env.server(name, url) == url
