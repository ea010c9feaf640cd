"""The private PostGIS cluster: found, made, started and stopped by OreSight itself.

The server listens on a unix socket only, inside a directory that its own account (and root) can enter, so it
needs no port and no password: ``trust`` behind a 0700 directory.  Every change happens under a file lock that the
kernel frees when a process dies, and no process ever gets a signal unless it is a PostgreSQL server that works in
our data directory.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy.engine import URL

from core.database import launch
from core.database.account import Account, account_for, make_private, place
from core.database.binaries import find_binaries
from core.database.failures import server_failure, unreachable
from core.database.locks import locked
from core.database.processes import gone, is_server, send, server_processes
from core.errors import DatabaseError

OWNER = "oresight_owner"
PORT = 5432
"""Only part of the socket's file name; no TCP port is opened."""
LONGEST_SOCKET_DIR = 85
"""``sun_path`` holds 104 bytes on macOS and 108 on Linux, ``/.s.PGSQL.5432.lock`` included."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ClusterStatus:
    """What ``db status`` shows."""

    running: bool
    pid: int | None
    directory: Path
    socket_dir: Path
    version: str | None
    """Major version of the data directory; None before the first start."""
    notice: str
    """Why `directory` is not where the settings put it, or ""."""


@dataclass(frozen=True)
class Cluster:
    """A private cluster; the object is a plain address and holds no process or connection."""

    base: Path
    """Directory of everything: ``data/``, ``server.log`` and, when the path is short enough, the socket."""
    socket_dir: Path
    account: Account | None
    """Account the server runs as; None: the user of this process."""
    notice: str = ""
    bindir: Path | None = None
    """Directory of the PostgreSQL programs; None: found."""

    @classmethod
    def at(cls, base: Path, *, bindir: Path | None = None) -> Cluster:
        """The cluster of `base`, not started.

        Raises:
            DatabaseError: `base` cannot be reached by the account that would run the server, or this is Windows.
        """
        if os.name != "posix":
            raise DatabaseError(
                "On this system OreSight cannot run a database server of its own.",
                "Set DATABASE_URL to a PostGIS that is already running.",
                sentence_zh="在此系统上 OreSight 无法自行运行数据库服务器。",
                hint_zh="请用 DATABASE_URL 指向已运行的 PostGIS。",
            )
        base = Path(os.path.abspath(base))
        account = account_for(base)
        base, notice = place(base, account)
        account = account_for(base)  # an existing fallback directory keeps its owner, too
        sockets = base / "socket"
        if len(os.fsencode(sockets)) > LONGEST_SOCKET_DIR:
            sockets = Path("/tmp") / ("oresight-" + hashlib.sha256(os.fsencode(base)).hexdigest()[:16])  # noqa: S108
        return cls(base, sockets, account, notice, bindir)

    @property
    def data(self) -> Path:
        """PostgreSQL's data directory."""
        return self.base / "data"

    @property
    def log_file(self) -> Path:
        """Log of the server."""
        return self.base / "server.log"

    @property
    def _lock_file(self) -> Path:
        return self.base.with_name(self.base.name + ".lock")

    def conninfo(self, dbname: str = "postgres", user: str = OWNER) -> str:
        """libpq connection string."""
        return make_conninfo(host=str(self.socket_dir), port=PORT, dbname=dbname, user=user, connect_timeout=10)

    def url(self, dbname: str = "postgres", user: str = OWNER) -> URL:
        """SQLAlchemy URL for psycopg 3."""
        query = {"host": str(self.socket_dir), "port": str(PORT)}
        return URL.create("postgresql+psycopg", username=user, database=dbname, query=query)

    def start(self, timeout: float = 120.0) -> bool:
        """Start the server unless it answers; make the cluster first when there is none.

        Waits for crash recovery.  Removes what a killed server left behind.  Returns whether it had to be started.

        Raises:
            DatabaseError: no PostGIS, wrong version, disk full or read-only, directory out of reach, no memory …
        """
        if self.answers():
            return False
        with locked(self._lock_file):
            if self.answers():  # another process was faster
                return False
            for directory in (self.base, self.socket_dir):
                make_private(directory, self.account)
            binaries = find_binaries(self._version(), self.bindir)
            if self._version() is None:
                launch.initialise(self.base, self.data, binaries, self.account, OWNER)
            self._bring_up(launch.Launcher(self, binaries), time.monotonic() + timeout)
            return True

    def stop(self, timeout: float = 120.0, *, abandon: bool = False) -> bool:
        """Stop the server; returns False when none was running.

        Sessions are ended and everything is written to disk, which takes a while after much work; with `abandon`
        the server ends at once and the next start recovers from its log.

        Raises:
            DatabaseError: it did not end within `timeout` seconds.
        """
        if not self.base.is_dir():
            return False
        with locked(self._lock_file):
            pid = self.pid()
            if pid is None:
                return False
            send(pid, signal.SIGQUIT if abandon else signal.SIGINT, self.data, self.account)
            if not gone(pid, self.data, self.account, timeout):
                raise DatabaseError(
                    f"The database server of {self.base} (process {pid}) did not stop within {timeout:.0f} s.",
                    sentence_zh=f"{self.base} 的数据库服务器（进程 {pid}）未能在 {timeout:.0f} 秒内停止。",
                )
            return True

    def status(self) -> ClusterStatus:
        """Whether it runs, and where everything is; changes nothing."""
        pid = self.pid()
        return ClusterStatus(
            pid is not None and self.answers(),
            pid,
            self.base,
            self.socket_dir,
            None if (version := self._version()) is None else str(version),
            self.notice,
        )

    def answers(self) -> bool:
        """Whether a server accepts connections now, or would if it had one to spare."""
        if not (self.socket_dir / f".s.PGSQL.{PORT}").exists():
            return False
        try:
            psycopg.connect(self.conninfo()).close()
        except psycopg.OperationalError as error:
            return "too many clients" in str(error)
        return True

    def pid(self) -> int | None:
        """Process id of the live postmaster; None when the pid file is absent or stale."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            return pid if is_server(pid, self.data, self.account) else None
        return None

    def _version(self) -> int | None:
        try:
            return int((self.data / "PG_VERSION").read_text().strip())
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise server_failure(self.base, "PG_VERSION is missing or erroneous") from error
        except OSError as error:
            raise unreachable(self.data, error) from error

    def _bring_up(self, launcher: launch.Launcher, deadline: float) -> None:
        """Start and wait; a server that is already recovering is only waited for."""
        attempts = 0
        while not self.answers():
            if time.monotonic() > deadline:
                raise server_failure(self.base, launcher.messages() or "no answer in time")
            pid = self.pid()
            if pid is not None and not self._deaf(pid):
                time.sleep(0.05)
                continue
            if launcher.ended() and attempts:
                failure = server_failure(self.base, launcher.messages())
                if attempts > 1 or "Another server" not in failure.sentence:
                    raise failure
            if not launcher.running():
                self._sweep(deadline)
                launcher.start()
                attempts += 1
            time.sleep(0.05)

    def _deaf(self, pid: int) -> bool:
        """A ready server whose socket was deleted (a cleaner of /tmp) can only be started again."""
        status = (self.data / "postmaster.pid").read_text(errors="replace").splitlines()[7:8]
        if [x.strip() for x in status] != ["ready"] or (self.socket_dir / f".s.PGSQL.{PORT}").exists():
            return False
        send(pid, signal.SIGINT, self.data, self.account)
        return gone(pid, self.data, self.account, 30)

    def _sweep(self, deadline: float) -> None:
        """Remove what a killed server left: busy backends without a parent, pid file, socket."""
        while orphans := server_processes(self.data, self.account):
            for orphan in orphans:
                send(orphan, signal.SIGKILL, self.data, self.account)
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        socket = self.socket_dir / f".s.PGSQL.{PORT}"
        for path in (self.data / "postmaster.pid", socket, socket.with_name(socket.name + ".lock")):
            with contextlib.suppress(FileNotFoundError):
                path.unlink()


def ensure_cluster(base: Path, *, bindir: Path | None = None) -> Cluster:
    """The running private cluster of `base`: made when absent, started when stopped.

    Safe to call from several processes at once.  Takes some 60 ms when the server is up, about two seconds for the
    first start.

    Raises:
        DatabaseError: see :meth:`Cluster.start`.
    """
    cluster = Cluster.at(base, bindir=bindir)
    if cluster.start() and cluster.notice:
        log.warning(cluster.notice)
    return cluster


def remove_cluster(cluster: Cluster) -> None:
    """Stop the cluster and delete its files; what was loaded is lost."""
    cluster.stop(abandon=True)
    for directory in (cluster.base, cluster.socket_dir):
        shutil.rmtree(directory, ignore_errors=True)
    cluster._lock_file.unlink(missing_ok=True)
