"""What the set-up shows on the terminal: one line a step with its time, everything else in a log file."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ROOT / ".local"
LOG = LOCAL / "setup.log"
BEAT_TTY_S = 1.0
BEAT_PLAIN_S = 30.0


class SetupError(Exception):
    """A step failed; the text is one plain sentence, with what to do about it."""


class CommandError(Exception):
    """A program ended with an error; `output` is what it printed."""

    def __init__(self, command: Sequence[str], code: int, output: str) -> None:
        super().__init__(f"{command[0]} ended with code {code}")
        self.code = code
        self.output = output


def say(text: str) -> None:
    """Print a line and keep it in the log."""
    print(text, flush=True)
    note(f"== {text}\n")


def note(text: str) -> None:
    """Append to the log; a full disk must not hide the error that is about to be told."""
    with contextlib.suppress(OSError), LOG.open("a", encoding="utf-8") as log:
        log.write(text)


def open_log() -> None:
    """Begin a new log file."""
    LOG.write_text(f"OreSight set-up, {time.strftime('%Y-%m-%d %H:%M:%S')}, Python {sys.version}\n", "utf-8")


@contextlib.contextmanager
def step(title: str) -> Iterator[None]:
    """Show `title` while the block runs, then its time; a failure is shown by who catches it."""
    start = time.monotonic()
    beat = _Beat(title, start)
    beat.start()
    try:
        yield
    except BaseException:
        beat.end(f"✗ {title} ({_seconds(start)})")
        raise
    beat.end(f"✓ {title} ({_seconds(start)})")


def run(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> str:
    """Run a program silently and return its output, which also goes to the log.

    Raises:
        CommandError: it ended with an error or does not exist.
    """
    note(f"\n$ {' '.join(command)}\n")
    output: list[str] = []
    try:
        process = subprocess.Popen(
            list(command),
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise CommandError(command, 127, str(error)) from error
    for line in process.stdout or ():
        note(line)
        output.append(line)
    code = process.wait()
    if code:
        raise CommandError(command, code, "".join(output))
    return "".join(output)


def show(command: Sequence[str], *, env: Mapping[str, str] | None = None) -> int:
    """Run a program whose output belongs to the user; its exit code."""
    return subprocess.call(list(command), cwd=ROOT, env={**os.environ, **(env or {})})


class _Beat(threading.Thread):
    """Sign of life of a long step: a running clock on a terminal, a line now and then elsewhere."""

    def __init__(self, title: str, start: float) -> None:
        super().__init__(daemon=True)
        self._title, self._start = title, start
        self._done = threading.Event()
        self._tty = sys.stdout.isatty()

    def run(self) -> None:
        if self._tty:
            print(f"… {self._title}", end="", flush=True)
        while not self._done.wait(BEAT_TTY_S if self._tty else BEAT_PLAIN_S):
            text = f"… {self._title} ({_seconds(self._start)})"
            print(f"\r{text}", end="", flush=True) if self._tty else print(text, flush=True)

    def end(self, text: str) -> None:
        """Stop and print the last line of the step."""
        self._done.set()
        self.join()
        if self._tty:
            print("\r\033[K", end="")
        say(text)


def _seconds(start: float) -> str:
    seconds = time.monotonic() - start
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60):02d} s"
