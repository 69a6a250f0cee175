"""The room that lets the site start on a full disk."""

from pathlib import Path

import pytest

from config import disk_reserve


def test_room_is_taken_aside_and_given_to_a_start_that_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = {"bytes": 64_000_000}
    monkeypatch.setattr(disk_reserve, "_free_bytes", lambda _folder: free["bytes"])
    reserve = tmp_path / "reserve"
    disk_reserve.keep(tmp_path)
    # The blocks are on the disk, not promised.
    assert reserve.stat().st_blocks * 512 >= 1_000_000
    disk_reserve.release(tmp_path)
    assert reserve.exists()
    free["bytes"] = 0
    disk_reserve.release(tmp_path)
    assert not reserve.exists()
    disk_reserve.release(tmp_path)
    disk_reserve.keep(tmp_path)
    assert not reserve.exists()
