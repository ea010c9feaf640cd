"""The process that makes reading processes: it has loaded every library once, so that a new one starts at once.

Started by :mod:`core.ingest.keeper` as ``python -m core.ingest.nursery``, with one end of a socket as its standard
input.  It reads no file itself.  For each job it gets two sockets: the line, which the new process talks on, and
the leash, on which it tells how that process ended.  When the leash is let go, it kills the process.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

sys.modules["geopandas"] = None  # type: ignore[assignment] # not needed here, and half of the time to start

from core.ingest.crs import WGS84, crs_name  # noqa: E402
from core.ingest.frames import REQUEST, Link, LostError  # noqa: E402
from core.ingest.worker import work as read_file  # noqa: E402

READY = b"ready"
Work = Callable[[Link, Any], None]
"""What a new process does with the request it is given."""


class Nursery:
    """Makes processes on demand and watches them."""

    def __init__(self, control: socket.socket, work: Work) -> None:
        self._control, self._work = control, work
        self._leashes: dict[int, socket.socket] = {}

    def run(self) -> None:
        """Serve until the application hangs up; then nothing is left running."""
        woken, alarm = os.pipe()
        os.set_blocking(alarm, False)
        signal.set_wakeup_fd(alarm)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        crs_name(WGS84)  # of most files; every process made here knows it then
        self._control.send(READY)
        try:
            while True:
                leashes = {x.fileno(): pid for pid, x in self._leashes.items()}
                ready = set(select.select([self._control.fileno(), woken, *leashes], [], [])[0])
                if woken in ready:
                    os.read(woken, 4096)
                self._bury()
                for pid in (leashes[x] for x in ready if x in leashes):
                    if pid in self._leashes:
                        os.kill(pid, signal.SIGKILL)  # let go: nobody wants the result any more
                        self._leashes.pop(pid).close()
                if self._control.fileno() in ready and not self._bear():
                    return
        finally:
            for pid in self._leashes:
                os.kill(pid, signal.SIGKILL)

    def _bear(self) -> bool:
        """Make a process; False when the application has gone."""
        message, handles, _, _ = socket.recv_fds(self._control, 1, 2)
        if not message:
            return False
        line, leash = (socket.socket(fileno=x) for x in handles)
        pid = os.fork()
        if pid:
            line.close()
            self._leashes[pid] = leash
            return True
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for other in (self._control, leash, *self._leashes.values()):
                other.close()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _live(Link(line), self._work)
        finally:
            os._exit(0)

    def _bury(self) -> None:
        """Tell how processes ended."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            leash = self._leashes.pop(pid, None)
            if leash is not None:
                code = os.waitstatus_to_exitcode(status)
                told = {"code": code, "cpu_s": used.ru_utime + used.ru_stime, "peak_kb": used.ru_maxrss}
                with contextlib.suppress(OSError):
                    leash.sendall(json.dumps(told).encode())
                leash.close()


def _live(link: Link, work: Work) -> None:
    kind, data = link.receive()
    if kind != REQUEST:
        raise LostError("no request")
    with contextlib.suppress(LostError):
        work(link, pickle.loads(data))  # noqa: S301 - the application wrote it
    link.close()


def main(work: Work) -> None:
    """Serve the application at the other end of the standard input."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Nursery(socket.socket(fileno=0), work).run()


if __name__ == "__main__":
    main(read_file)
