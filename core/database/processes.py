"""Which processes belong to a data directory.

A process id in ``postmaster.pid`` proves nothing: after a crash the number may belong to another program, or to a
zombie that nobody reaps.  A process counts as ours only when it runs the program ``postgres`` and works in the
data directory.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

from core.database.account import Account

PROC = Path("/proc")

_SCAN = """
for p in /proc/[0-9]*; do
  case "$(readlink "$p/exe" 2>/dev/null)" in
    */postgres|*/postgres\\ *) [ "$p/cwd" -ef "$1" ] && echo "${p#/proc/}" ;;
  esac
done
true
"""


def is_server(pid: int, data: Path, account: Account | None = None) -> bool:
    """Whether `pid` is a live PostgreSQL process that works in `data`."""
    if not (PROC / "self").exists():
        return _is_server_by_ps(pid, data)
    try:
        return _runs_in(pid, data)
    except PermissionError:
        return pid in _scan_as(account, data)


def server_processes(data: Path, account: Account | None = None) -> list[int]:
    """Every PostgreSQL process that works in `data`; empty where there is no ``/proc``.

    After a postmaster was killed its busy backends live on until they look up from their work and keep the shared
    memory that a new postmaster needs.
    """
    if not (PROC / "self").exists():
        return []
    found, hidden = [], False
    for entry in os.listdir(PROC):
        if entry.isdigit():
            try:
                if _runs_in(int(entry), data):
                    found.append(int(entry))
            except PermissionError:
                hidden = True
    return _scan_as(account, data) if hidden and account is not None else found


def send(pid: int, number: signal.Signals, data: Path, account: Account | None = None) -> None:
    """Signal `pid` after asking once more whether it is a server of `data`."""
    if is_server(pid, data, account):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def gone(pid: int, data: Path, account: Account | None, timeout: float) -> bool:
    """Wait until `pid` is no server of `data` any more; False after `timeout` seconds."""
    end = time.monotonic() + timeout
    while is_server(pid, data, account):
        if time.monotonic() > end:
            return False
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)  # it may be a child of this process
        time.sleep(0.02)
    return True


def _runs_in(pid: int, data: Path) -> bool:
    """As :func:`is_server`; PermissionError where the kernel hides the process from us."""
    try:
        program = os.path.basename(os.readlink(PROC / str(pid) / "exe"))
        return program.split(" ")[0] == "postgres" and os.path.samefile(PROC / str(pid) / "cwd", data)
    except PermissionError:
        raise
    except OSError:  # gone, or a zombie
        return False


def _scan_as(account: Account | None, data: Path) -> list[int]:
    """Ask as the server's own account: root of a container often may not look into other users' processes."""
    if account is None:
        return []
    done = subprocess.run(  # noqa: S603 - fixed script, the path is an argument
        ["/bin/sh", "-c", _SCAN, "sh", str(data)],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
        **account.popen(),
    )
    return [int(x) for x in done.stdout.split()]


def _is_server_by_ps(pid: int, data: Path) -> bool:
    """macOS and BSD: the command line of a postmaster names its data directory."""
    done = subprocess.run(  # noqa: S603 - fixed command, the pid is a number
        ["/bin/ps", "-p", str(pid), "-o", "stat=,command="], capture_output=True, text=True, check=False
    )
    state, _, command = done.stdout.strip().partition(" ")
    return not state.startswith("Z") and "postgres" in command and f"-D {data}" in command
