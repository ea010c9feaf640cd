"""How much memory is free, and how much a process takes."""

from __future__ import annotations

import os
from pathlib import Path


def free_memory(limit_mb: int | None = None) -> int | None:
    """Bytes that a new process may take: of the machine, of the group of processes it is in, of `limit_mb`.

    None where the system does not tell and there is no limit.
    """
    found = [x for x in (_machine(), _group(), limit_mb * 1_000_000 if limit_mb else None) if x is not None]
    return min(found, default=None)


def resident(pid: int) -> int:
    """Bytes of memory a process takes now; 0 when it cannot be told."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _machine() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None


def _group() -> int | None:
    """What the memory limit of a container leaves."""
    for limit, used in (
        ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ):
        try:
            most = int(Path(limit).read_text(encoding="ascii"))
            return max(0, most - int(Path(used).read_text(encoding="ascii")))
        except (OSError, ValueError):
            continue
    return None
