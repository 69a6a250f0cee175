"""Mails that are kept as files can be read by the owner of the process alone."""

import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest
from django.core.mail import send_mail

from config.private_mail import EmailBackend


@pytest.fixture
def generous_umask() -> Iterator[None]:
    """New files are for everybody unless they say otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def send(folder: Path) -> None:
    send_mail("S", "T", "a@c.example", ["b@c.example"], connection=EmailBackend(file_path=folder))


def test_nobody_else_reads_a_mail_or_finds_it(tmp_path: Path, generous_umask: None) -> None:
    folder = tmp_path / "mail"
    send(folder)
    (mail,) = folder.iterdir()
    assert "To: b@c.example" in mail.read_text()
    assert S_IMODE(mail.stat().st_mode) == 0o600
    assert S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_from_before_is_closed_too(tmp_path: Path) -> None:
    folder = tmp_path / "mail"
    folder.mkdir(mode=0o755)
    send(folder)
    assert S_IMODE(folder.stat().st_mode) == 0o700
