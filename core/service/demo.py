"""The demonstration regions: generate the source files, load what is not loaded yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.database.engine import Database
from core.database.registry import list_layers
from core.demo import DemoFile, generate
from core.errors import IngestError
from core.ingest import LoadDecisions, load
from core.settings import Settings

try:
    import fcntl
except ImportError:  # not a POSIX system: two loads at once are then stopped by the table that exists
    fcntl = None  # type: ignore[assignment]

Progress = Callable[[str, float], object]
"""progress(what is at work: a region or a table, part done from 0 to 1)."""

GENERATING = 0.4
"""Part of the whole time that generating takes, roughly; only the progress bar depends on it."""


def load_demo(
    db: Database, settings: Settings, progress: Progress | None = None, *, force: bool = False
) -> tuple[str, ...]:
    """Load the demonstration layers that are missing, all of them again with `force`.

    Files are generated only when something is to be loaded; a second call finds nothing to do and returns ().

    Returns:
        Tables loaded, in order.

    Raises:
        IngestError: files cannot be written, or one cannot be loaded; layers loaded before it stay.
    """
    say = progress or (lambda *_: None)
    directory = settings.local_dir / "demo"
    with _alone(directory):
        known = _manifest(directory, settings.demo_seed)
        present = {r.table for r in list_layers(db)}
        if known and not force and all(f.table in present for f in known):
            return ()
        files = _files(directory, settings.demo_seed, known if not force else (), say)
        wanted = [f for f in files if force or f.table not in present]
        for number, file in enumerate(wanted):
            say(file.table, GENERATING + (1 - GENERATING) * number / len(wanted))
            load(db, file.path, decisions(file, replace=file.table in present))
        say("", 1.0)
        return tuple(f.table for f in wanted)


def decisions(file: DemoFile, *, replace: bool = False) -> LoadDecisions:
    """What a user would decide when importing `file`."""
    return LoadDecisions(
        table=file.table,
        title=file.title[0],
        sheet=file.layer or file.sheet,
        crs=file.crs,
        encoding=file.encoding,
        x=file.x_column,
        y=file.y_column,
        mode="replace" if replace else "new",
    )


def _files(directory: Path, seed: int, known: tuple[DemoFile, ...], say: Progress) -> tuple[DemoFile, ...]:
    if known and all(f.path.exists() for f in known):
        return known

    def report(part: float, region: str) -> None:
        say(region, GENERATING * part)

    try:
        files = generate(directory, seed, report)
        _write_manifest(directory, seed, files)
    except OSError as error:
        raise IngestError(
            f"The demonstration files cannot be written to {directory}: {error.strerror or error}.",
            sentence_zh=f"无法将演示文件写入 {directory}：{error.strerror or error}。",
        ) from error
    return files


def _manifest(directory: Path, seed: int) -> tuple[DemoFile, ...]:
    """The files of an earlier, complete generation with the same seed, () without one."""
    try:
        data: dict[str, Any] = json.loads((directory / "manifest.json").read_text(encoding="utf-8"))
        if data["seed"] != seed:
            return ()
        return tuple(
            DemoFile(**{**entry, "path": directory / entry["path"], "title": tuple(entry["title"])})
            for entry in data["files"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _write_manifest(directory: Path, seed: int, files: tuple[DemoFile, ...]) -> None:
    entries = [{**asdict(f), "path": f.path.relative_to(directory).as_posix()} for f in files]
    scratch = directory / "manifest.tmp"
    scratch.write_text(json.dumps({"seed": seed, "files": entries}, ensure_ascii=False), encoding="utf-8")
    scratch.replace(directory / "manifest.json")


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """One load of the demonstration data at a time, over all processes."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        lock = (directory / "lock").open("w")
    except OSError as error:
        raise IngestError(
            f"The directory {directory} cannot be written: {error.strerror or error}.",
            sentence_zh=f"目录 {directory} 无法写入：{error.strerror or error}。",
        ) from error
    with lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
