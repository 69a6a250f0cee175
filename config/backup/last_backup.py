"""When this machine made its last complete backup, for monitors."""

import os
from datetime import datetime
from pathlib import Path

from django.conf import settings

FILE = "last_backup"


def note(made_at: datetime) -> None:
    """Remember a backup that is complete."""
    file = _file()
    half = file.with_suffix(".new")
    half.write_text(made_at.isoformat())
    os.replace(half, file)  # noqa: PTH105 - whole or not at all


def made_at() -> datetime | None:
    """When the last one was made; None where this machine never made one."""
    try:
        return datetime.fromisoformat(_file().read_text())
    except (FileNotFoundError, ValueError):
        return None


def _file() -> Path:
    return Path(settings.VAR_DIR) / FILE
