"""CPU time and memory of other processes, from the kernel."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pids: Iterable[int]) -> float:
    """CPU time that these processes have used so far, all threads; ended ones count 0."""
    return sum(map(_cpu_seconds, pids))


def resident_bytes(pids: Iterable[int]) -> int:
    """Memory that these processes hold in RAM."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in pids)


def tree(root: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        try:
            children.setdefault(parent_of(pid), []).append(pid)
        except OSError:
            # It has ended meanwhile.
            continue
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def parent_of(pid: int) -> int:
    # The name in brackets may hold spaces; the parent is the second field after it.
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _cpu_seconds(pid: int) -> float:
    # Linux's number for the CPU clock of another process, as clock_getcpuclockid(3) makes it.
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0
