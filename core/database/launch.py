"""Make a data directory and run the server program in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from core.database.account import Account, environment
from core.database.binaries import Binaries
from core.database.failures import server_failure, unreachable

if TYPE_CHECKING:
    from core.database.cluster import Cluster

GIB = 1 << 30
LOG_LIMIT = 16 << 20
SMALL_SHM = 1 << 30
"""Containers often have a /dev/shm of 64 MB, too small for parallel queries."""


def initialise(base: Path, data: Path, binaries: Binaries, account: Account | None, owner: str) -> None:
    """Run ``initdb`` beside `data` and rename when it is complete, so that a killed run leaves no half cluster.

    Raises:
        DatabaseError: with what ``initdb`` complained about, or `data` holds files although it is no cluster; they
            are somebody's data and are not touched.
    """
    scratch = base / "data.tmp"
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        if data.exists():
            data.rmdir()
    except OSError as error:
        raise server_failure(base, "PG_VERSION is missing or erroneous") from error
    for locale in ("C.UTF-8", "C"):  # the first lets lower() work beyond ASCII, but not every system has it
        message = _initdb(scratch, locale, binaries, account, owner)
        if message is None:
            break
        shutil.rmtree(scratch, ignore_errors=True)
        if locale == "C" or "invalid locale name" not in message:
            raise server_failure(base, message)
    try:
        scratch.rename(data)
    except OSError as error:
        raise unreachable(data, error) from error


class Launcher:
    """Runs the server of one cluster and keeps what it wrote to its log since."""

    def __init__(self, cluster: Cluster, binaries: Binaries) -> None:
        self._cluster = cluster
        self._binaries = binaries
        self._process: subprocess.Popen[bytes] | None = None
        self._offset = 0

    def start(self) -> None:
        """Start the server in a session of its own: it outlives this process and no terminal signal reaches it."""
        cluster, path = self._cluster, self._cluster.log_file
        command = [self._binaries.program("postgres"), "-D", str(cluster.data), "-k", str(cluster.socket_dir)]
        for name, value in server_settings().items():
            command += ["-c", f"{name}={value}"]
        try:
            if path.exists() and path.stat().st_size > LOG_LIMIT:
                path.replace(path.with_suffix(".log.1"))
            with path.open("ab") as log:
                self._offset = log.tell()
                self._process = subprocess.Popen(  # noqa: S603 - fixed program, no shell
                    [*_memory_limit(), *command],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd="/",
                    env=environment(cluster.base),
                    start_new_session=True,
                    **(cluster.account.popen() if cluster.account else {}),
                )
        except OSError as error:
            raise unreachable(path, error) from error

    def running(self) -> bool:
        """Whether the process started last is alive."""
        return self._process is not None and self._process.poll() is None

    def ended(self) -> bool:
        """Whether the process started last has given up."""
        return self._process is not None and self._process.poll() is not None

    def messages(self) -> str:
        """What the server logged since it was started last (at most 20 kB)."""
        try:
            with self._cluster.log_file.open("rb") as log:
                log.seek(self._offset)
                return log.read()[-20_000:].decode(errors="replace")
        except OSError:
            return ""


def server_settings() -> dict[str, str]:
    """Settings given on the command line at each start, so that an old cluster gets them, too."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    settings = {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "max_connections": "80",
        "shared_buffers": f"{min(max(memory // 16, 64), 2048)}MB",
        "effective_cache_size": f"{max(memory // 2, 256)}MB",
        "work_mem": "32MB",
        "maintenance_work_mem": "256MB",
        "random_page_cost": "1.1",
        "jit": "off",
        # Loads fill tables made in the same transaction: with minimal WAL they are written once, not twice.
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "max_wal_size": "2GB",
        "log_min_duration_statement": "5000",
        "logging_collector": "off",
        "lc_messages": "C",
        "timezone": "UTC",
    }
    if _shm_is_small():
        settings["dynamic_shared_memory_type"] = "mmap"
    return settings


def _memory_limit() -> list[str]:
    """An address space limit: a runaway function then fails with an SQL error and the machine lives on."""
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        return []
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return [prlimit, f"--as={max(4 * GIB, memory // 4)}"]


def _shm_is_small() -> bool:
    try:
        space = os.statvfs("/dev/shm")  # noqa: S108 - only measured
    except OSError:
        return os.path.exists("/proc")
    return space.f_frsize * space.f_blocks < SMALL_SHM


def _initdb(data: Path, locale: str, binaries: Binaries, account: Account | None, owner: str) -> str | None:
    """None when it succeeded, else its complaint."""
    command = [binaries.program("initdb"), "--pgdata", str(data), "--username", owner, "--auth", "trust"]
    command += ["--encoding", "UTF8", "--locale", locale, "--lc-messages", "C", "--no-sync", "--no-instructions"]
    done = subprocess.run(  # noqa: S603 - fixed program and arguments
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd="/",
        env=environment(data.parent),
        check=False,
        **(account.popen() if account else {}),
    )
    return None if done.returncode == 0 else done.stderr + done.stdout
