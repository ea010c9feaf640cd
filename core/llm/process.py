"""The worker process seen from outside: started, spoken to, watched, killed."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from typing import Any

from core.settings import ROOT

Line = dict[str, Any]

_ENVIRONMENT = {
    "OMP_WAIT_POLICY": "PASSIVE",  # waiting threads must not eat the time of the working ones
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "PYTHONIOENCODING": "utf-8",
}


class Process:
    """One worker process."""

    def __init__(self) -> None:
        environment = {k: v for k, v in os.environ.items() if k not in ("OMP_NUM_THREADS", "GGML_NUM_THREADS")}
        environment |= _ENVIRONMENT
        environment["PYTHONPATH"] = os.pathsep.join(x for x in (str(ROOT), os.environ.get("PYTHONPATH", "")) if x)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._process = subprocess.Popen(
            [sys.executable, "-m", "core.llm.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self._errors, env=environment, cwd=ROOT, text=True, encoding="utf-8",
        )  # fmt: skip
        self._lines: queue.Queue[Line | None] = queue.Queue()
        self._lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True, name="model-worker").start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process.poll() is None

    def say(self, **line: Any) -> None:
        """Send a request; a process that is gone is noticed by :meth:`hear`."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.write(json.dumps(line) + "\n")
                self._process.stdin.flush()

    def hear(self, seconds: float) -> Line | None:
        """The next line, None when none came within `seconds`.

        Raises:
            EOFError: the process has ended.
        """
        try:
            line = self._lines.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise EOFError
        return line

    def kill(self) -> None:
        """End it at once and wait until it is gone."""
        with contextlib.suppress(OSError):
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()

    def why(self) -> str:
        """How it ended, in words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        code = self._process.returncode
        if code is None:
            return "its output ended"
        if code == -signal.SIGKILL:
            return "the system stopped it, probably for lack of memory"
        if code < 0:
            return f"the library crashed with {signal.Signals(-code).name}"
        return self._last_line() or f"exit code {code}"

    def _last_line(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, self._errors.tell() - 2_000))
            lines = self._errors.read().decode("utf-8", "replace").split("\n")
            return next((x.strip() for x in reversed(lines) if x.strip()), "")
        return ""

    def _read(self) -> None:
        stream = self._process.stdout
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                for line in stream:
                    self._lines.put(json.loads(line))
        self._lines.put(None)
