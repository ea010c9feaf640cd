"""Generating the demonstration files and loading those that are missing, through the importer as a user would."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.database.engine import Database
from core.demo import DemoFile, generate
from core.errors import IngestError
from core.ingest import LoadDecisions, load
from core.service.demo import MANIFEST, generator_version
from core.service.request import Progress
from core.settings import Settings

GENERATING = 0.4
"""Part of the whole time that generating takes, roughly; only the progress bar depends on it."""


def load_missing(
    db: Database, settings: Settings, say: Progress, present: frozenset[str], *, force: bool
) -> tuple[str, ...]:
    """Generate the files unless they are there, and load those whose table is not in `present`; all with `force`.

    Raises:
        IngestError: files cannot be written, or one cannot be loaded; layers loaded before it stay.
    """
    directory = settings.local_dir / "demo"
    files = () if force else _kept(directory, settings.demo_seed)
    files = files or _generate(directory, settings.demo_seed, say)
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


def _generate(directory: Path, seed: int, say: Progress) -> tuple[DemoFile, ...]:
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


def _kept(directory: Path, seed: int) -> tuple[DemoFile, ...]:
    """The files of an earlier, complete generation by the same generator; () when one of them is gone."""
    try:
        data: dict[str, Any] = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
        if data["version"] != generator_version(seed):
            return ()
        files = tuple(
            DemoFile(**{**entry, "path": directory / entry["path"], "title": tuple(entry["title"])})
            for entry in data["files"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return ()
    return files if all(f.path.exists() for f in files) else ()


def _write_manifest(directory: Path, seed: int, files: tuple[DemoFile, ...]) -> None:
    entries = [{**asdict(f), "path": f.path.relative_to(directory).as_posix()} for f in files]
    content = {"version": generator_version(seed), "files": entries}
    scratch = directory / "manifest.tmp"
    scratch.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    scratch.replace(directory / MANIFEST)
