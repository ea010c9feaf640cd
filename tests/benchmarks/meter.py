"""Measuring: wall clock, processor time of this process and of the database's backends, peak memory."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass
class Cost:
    """What a step took; filled when the step ends."""

    wall_s: float = 0.0
    client_cpu_s: float = 0.0
    backend_cpu_s: float = 0.0
    peak_mb: float = 0.0
    """Peak resident memory of this process during the step."""

    @property
    def cpu_s(self) -> float:
        """Both sides together: what the step costs on an idle machine."""
        return self.client_cpu_s + self.backend_cpu_s


@contextlib.contextmanager
def measured(postmaster: int) -> Iterator[Cost]:
    """Measure the block; `postmaster` is the process id of the database server."""
    gc.collect()
    with contextlib.suppress(OSError):
        (PROC / "self/clear_refs").write_text("5")  # restart the high-water mark
    cost = Cost()
    before, ended = backends(postmaster), ended_s(postmaster)
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        yield cost
    finally:
        cost.wall_s = time.perf_counter() - wall
        cost.client_cpu_s = time.process_time() - cpu
        after = backends(postmaster)
        living = sum(after[pid] - before.get(pid, 0.0) for pid in after)
        # What has ended, such as parallel workers, stands in the server's account of its children, from its start.
        gone = sum(seconds for pid, seconds in before.items() if pid not in after)
        cost.backend_cpu_s = max(0.0, living + ended_s(postmaster) - ended - gone)
        cost.peak_mb = _peak_mb()


def backends(postmaster: int) -> dict[int, float]:
    """Process id → processor seconds, of all server processes alive now."""
    found = {}
    for entry in PROC.iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == postmaster:
                    found[int(entry.name)] = int((entry / "schedstat").read_text().split()[0]) / 1e9
    return found


def ended_s(postmaster: int) -> float:
    """Processor seconds of all children of the server that have ended."""
    fields = (PROC / str(postmaster) / "stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    model = next(
        (x.split(":", 1)[1].strip() for x in _lines(PROC / "cpuinfo") if x.startswith("model name")), "unknown"
    )
    memory = next((int(x.split()[1]) for x in _lines(PROC / "meminfo") if x.startswith("MemTotal")), 0)
    return {"processor": model, "cores": os.cpu_count(), "memory_gib": round(memory / 2**20, 1)}


def load() -> float:
    """Runnable processes over the last minute; above the number of cores the wall clock means little."""
    return round(os.getloadavg()[0], 1)


def _peak_mb() -> float:
    return next((int(x.split()[1]) / 1024 for x in _lines(PROC / "self/status") if x.startswith("VmHWM")), 0.0)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []
