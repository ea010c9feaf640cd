"""One job in a process of its own: a question in, an answer out, both JSON; stopped when it takes too long.

What the process says is taken for hostile: it is JSON of bounded size and nothing else, so that it cannot make
this process run anything.  The process itself calls :func:`core.confined.confinement.confine` before it opens a
file.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from core.settings import ROOT

KEPT_ENVIRONMENT = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "SYSTEMROOT",
    "TZ",
)
"""What a reading process may know of the environment: no address of a database, no key."""
LEAN = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
TICK_S = 0.05
LONGEST = 256 << 20
"""Bytes of one answer."""


@dataclass(frozen=True)
class Ended:
    """A process that gave no answer."""

    why: str
    """``time``, ``memory``, ``crashed`` or ``spoke`` (what it said is no answer)."""
    detail: str = ""


def run_confined(
    module: str,
    question: Mapping[str, Any],
    *,
    wall_s: float,
    look: Callable[[], None] | None = None,
) -> Mapping[str, Any] | Ended:
    """Run ``python -m module`` with `question` on its standard input and return what it writes.

    Args:
        wall_s: seconds after which it is killed.
        look: called now and then; an exception raised in it kills the process and goes on to the caller.
    """
    environment = {k: os.environ[k] for k in KEPT_ENVIRONMENT if k in os.environ} | LEAN
    # Files instead of pipes: nothing blocks, however much is said and whoever dies.
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as said:
        asked.write(json.dumps(question).encode())
        asked.seek(0)
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", module], cwd=ROOT, env=environment, stdin=asked, stdout=said,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            ended = _wait(process, time.monotonic() + wall_s, look)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if ended is not None:
            return ended
        said.seek(0)
        data = said.read(LONGEST + 1)
    try:
        answer = json.loads(data) if len(data) <= LONGEST else None
    except (ValueError, RecursionError):
        answer = None
    return answer if isinstance(answer, dict) else Ended("spoke")


def _wait(process: subprocess.Popen[bytes], until: float, look: Callable[[], None] | None) -> Ended | None:
    while True:
        try:
            code = process.wait(TICK_S)
        except subprocess.TimeoutExpired:
            if look is not None:
                look()
            if time.monotonic() > until:
                return Ended("time")
            continue
        if code == 0:
            return None
        if -code == getattr(signal, "SIGXCPU", None):
            return Ended("time")
        if -code == getattr(signal, "SIGKILL", None):
            return Ended("memory")  # nobody else kills it
        return Ended("crashed", signal.Signals(-code).name if code < 0 else f"exit code {code}")
