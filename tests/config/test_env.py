"""Settings from the environment: what makes no sense stops the start with a sentence."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
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
    ],
    ids=["flag", "word", "negative", "foreign digit", "too small", "choice"],
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
