"""The commands of ``make``, each a short list of steps."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator

import python_packages
import system_packages
from progress import LOCAL, LOG, ROOT, SetupError, open_log, say, show
from python_packages import PYTHON, VENV

HEAVY = ("documents", "model")
BROWSER = ["tests/browser"]
"""Tests in the browser run first and by themselves: they watch what happens in which order."""
OTHERS = ["--ignore=tests/browser", "-n", "2", "--dist", "loadfile", "--durations=30", "--durations-min=3"]
"""The others share their files out to two processes, each with a database cluster of its own."""
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "test-results")
CORE = [str(PYTHON), "-m", "core"]


def run_command(name: str, usage: str) -> int:
    """Run command `name`; its exit code. Errors end in one sentence."""
    commands: dict[str, Callable[[], int | None]] = {
        "run": run_app,
        "test": test,
        "lint": lint,
        "bench": bench,
        "setup": lambda: set_up(again=True),
        "demo": demo,
        "stop": stop,
        "clean": clean,
        "distclean": lambda: clean(everything=True),
    }
    if name not in commands:
        print(usage.strip())
        return 0 if name == "help" else 2
    try:
        return commands[name]() or 0
    except SetupError as error:
        print(f"\n{error}", flush=True)
        if LOG.exists():
            print(f"The log is {LOG.relative_to(ROOT)}.", flush=True)
        return 1
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        print("\nThe disk is full; free some space and run make again." if full else f"\n{error}.", flush=True)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", flush=True)
        return 130


def set_up(*, tests: bool = False, again: bool = False) -> None:
    """System packages, environment and Python packages; does only what is missing.

    Raises:
        SetupError: something without which the application cannot run is missing.
    """
    wanted = _wanted()
    with _alone():
        open_log()
        parts = python_packages.parts()
        todo = [x for x in parts if x.name in wanted or (tests and x.name == "dev")]
        missing = [x for x in todo if not python_packages.is_installed(x)]
        _system(heavy=any(x.name == "model" for x in missing), tests=tests)
        python_packages.ensure_environment()
        if {x.name for x in missing} >= {"base", *HEAVY}:
            say("  The first set-up takes some minutes; “make run PARTS=base” leaves out the heavy parts.")
        for part in missing:
            if note := _install(part, again=again):
                say(f"  Note: {note}")
        for part in parts:
            if part.name in HEAVY and part.name not in wanted and not python_packages.is_installed(part):
                python_packages.record(part, "skipped", "It was left out with PARTS.")


def _install(part: python_packages.Part, *, again: bool) -> str:
    """Install a part; a heavy one that fails gives a sentence instead of an end."""
    before = python_packages.failed_before(part)
    if before and part.name in HEAVY and not again:
        return f"The part “{part.title}” is missing: {before} “make setup” tries again."
    try:
        python_packages.install(part)
    except SetupError as error:
        if part.name not in HEAVY:
            raise
        return f"{error} OreSight works without it."
    return ""


def run_app() -> int:
    """Set up, load the demo regions, start the app and stay until it ends."""
    start = time.monotonic()
    host, port = os.environ.get("HOST", "127.0.0.1"), _port()
    _check_port(host, port)
    set_up()
    _load_demo()
    say(f"✓ Ready after {time.monotonic() - start:.0f} s: http://{_shown(host)}:{port}   (stop with Ctrl-C)")
    environment = {"PORT": str(port), "HOST": host}
    code = 0
    with contextlib.suppress(KeyboardInterrupt):
        code = show([str(PYTHON), "app.py", "--server.port", str(port)], env=environment)
    print("\nThe app has ended. Its database server stays ready for the next start; “make stop” ends it, too.")
    return code


def demo() -> int:
    """Set up and load the demo regions."""
    set_up()
    _load_demo()
    return 0


def test() -> int:
    """Set up for tests, check style and types, run all tests; the last line is the summary of pytest."""
    set_up(tests=True)
    checked = _check()
    chosen = os.environ.get("PYTEST_ARGS", "").split()
    codes = [show([str(PYTHON), "-m", "pytest", *x]) for x in ([chosen] if chosen else [BROWSER, OTHERS])]
    return next((x for x in codes if x), checked)


def lint() -> int:
    """Style and types."""
    set_up(tests=True)
    return _check()


def bench() -> int:
    """Measure the product beside the common formulation; writes docs/benchmarks.md."""
    set_up(tests=True)
    return show([str(PYTHON), "-m", "tests.benchmarks.proximity"])


def stop() -> int:
    """Stop the private database server."""
    if not PYTHON.exists():
        return 0
    return show([*CORE, "db", "stop"])


def clean(*, everything: bool = False) -> int:
    """Stop the server, remove the environment and caches; with `everything` also all data."""
    stop()
    for path in [VENV, *(ROOT / x for x in CACHES)]:
        shutil.rmtree(path, ignore_errors=True)
    for cache in [x for top in ("core", "pages", "tests", "scripts") for x in (ROOT / top).rglob("__pycache__")]:
        shutil.rmtree(cache, ignore_errors=True)
    if everything:
        shutil.rmtree(LOCAL, ignore_errors=True)
    print("Removed .venv and caches" + (" and .local." if everything else "; data in .local stay."))
    return 0


def _wanted() -> set[str]:
    known = {x.name for x in python_packages.parts()} - {"dev"}
    text = os.environ.get("PARTS", "all").replace(" ", "")
    wanted = known if text in {"", "all"} else {"base", *text.split(",")}
    if wanted - known:
        raise SetupError(
            f"PARTS may hold {', '.join(sorted(known))} or all, not {', '.join(sorted(wanted - known))}."
        )
    return wanted


def _system(*, heavy: bool, tests: bool) -> None:
    """Install what is needed; compilers, browser and fonts are worth a note, not an end."""
    needed = system_packages.missing_packages(heavy=False, tests=False, fonts=False)
    if needed:
        system_packages.install(needed)
    wished = system_packages.missing_packages(heavy=heavy, tests=tests, fonts=True)
    font = [x for x in wished if x == system_packages.CHINESE_FONT]
    for group in (font, [x for x in wished if x not in font]):
        try:
            if group:
                system_packages.install(group)
        except SetupError as error:
            say(f"  Note: {error}")
            if group == font:
                say("  Without a Chinese font everything works but PDF reports in Chinese.")


def _check() -> int:
    codes = [
        show([str(PYTHON), "-m", "ruff", "check", "."]),
        show([str(PYTHON), "-m", "ruff", "format", "--check", "."]),
        show([str(PYTHON), "-m", "mypy"]),
    ]
    return next((x for x in codes if x), 0)


def _load_demo() -> None:
    for title, command in (("database", [*CORE, "db", "start"]), ("demo regions", [*CORE, "demo"])):
        if show(command):
            raise SetupError(f"The step “{title}” failed; the sentence above says why.")


def _port() -> int:
    text = os.environ.get("PORT", "") or "8501"
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise SetupError(f"PORT must be a number between 1 and 65535, not “{text}”.")
    return int(text)


def _check_port(host: str, port: int) -> None:
    """Better now than after the installation."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SetupError(
                f"Port {port} of {host} cannot be used ({error.strerror}); perhaps OreSight is running already. "
                f"Use another one: make run PORT={port + 1}"
            ) from error


def _shown(host: str) -> str:
    return "localhost" if host in {"127.0.0.1", "::1"} else host


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One set-up at a time in a project."""
    try:
        LOCAL.mkdir(exist_ok=True)
        lock_file = (LOCAL / "setup.lock").open("w")
    except OSError as error:
        raise SetupError(f"The project directory {ROOT} cannot be written: {error.strerror}.") from error
    with lock_file as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Another set-up is running in this project; waiting for it.", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
