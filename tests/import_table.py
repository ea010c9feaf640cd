"""``python -m tests.import_table DIRECTORY…``: every file of some directories through the import, line by line.

The files go the way of a dropped file (:mod:`core.service.importing`, read by the confined process) into a
database of their own.  What the report asks is answered with the first thing it proposes, and said; a file with
several layers is loaded layer by layer; styles are read as the style editor reads them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.database.cluster import ensure_cluster, remove_cluster
from core.database.engine import Database
from core.database.registry import LayerRecord
from core.errors import IngestError, OreSightError
from core.i18n import Texts
from core.ingest import Finding, LoadDecisions
from core.ingest.keeper import KEEPER
from core.mapping.cim import read_lyrx
from core.query.cancel import CancelToken
from core.raster import RasterRecord, RasterStore
from core.service.import_staging import Staging
from core.service.importing import Imports, Pending
from core.settings import Settings
from tests.workspace import PREFIX, parent

WIDTH = 120
MANY = 8
"""A file with more layers gets a line for each kind of result."""
FINAL = ("nothing_left", "geometry_none", "no_rows")
"""Errors that no decision mends."""
ROUNDS = 4
"""Questions of one file that are answered, one after the other."""


class Table:
    """Takes files and tells of each, line by line."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports
        self._count = 0

    def lines(self, path: Path) -> Iterator[tuple[str, str]]:
        """Result and report of a file, once for each of its layers."""
        token = self._imports.staging.open()
        asyncio.run(self._imports.staging.receive(token, path.name, -1, _blocks(path)))
        for pending in self._imports.collect(token):
            if pending.file.kind == "style":
                yield _style(path)
            elif pending.file.kind not in ("layer", "raster"):
                sentence = Texts.load().get(f"up_elsewhere_{pending.file.kind}", "en", name=path.name)
                yield "refused", sentence
            else:
                yield from self._layers(pending)

    def _layers(self, pending: Pending) -> Iterator[tuple[str, str]]:
        self._check(pending)
        sheets = [x.name for x in pending.sheets] if _missing(pending, "sheet_choice") else [None]
        if sheets != [None]:
            yield f"asks: which of {len(sheets)} layers", ", ".join(str(x) for x in sheets)
        if len(sheets) > MANY:
            yield from self._many(pending, [str(x) for x in sheets])
            return
        for sheet in sheets:
            if sheet is not None:
                pending.decisions = LoadDecisions(sheet=sheet)
                self._check(pending)
            result, report = self._loaded(pending)
            yield (f"{sheet}: {result}" if sheet else result), report

    def _many(self, pending: Pending, sheets: list[str]) -> Iterator[tuple[str, str]]:
        """All layers of a file that has very many, as one line for each kind of result."""
        kinds: dict[str, list[str]] = {}
        for sheet in sheets:
            pending.decisions = LoadDecisions(sheet=sheet)
            self._check(pending)
            result, report = self._loaded(pending)
            refused = result.startswith(("refused", "asks")) and "→" not in result
            kinds.setdefault(f"{result}: {report}" if refused else "loaded", []).append(sheet)
        for kind, names in kinds.items():
            yield (
                f"{len(names)} {kind.partition(': ')[0]}",
                f"{kind.partition(': ')[2]} ({', '.join(names)})".strip(),
            )

    def _loaded(self, pending: Pending) -> tuple[str, str]:
        asked: list[str] = []
        for _ in range(ROUNDS):
            if pending.refusal is not None or not pending.errors or not self._answer(pending, asked):
                break
            self._check(pending)
        said = f"asks: {'; '.join(asked)} → " if asked else ""
        if pending.refusal is not None:
            return said + "refused", pending.refusal.say("en")
        if pending.errors:
            first = pending.errors[0]
            verb = "refused" if first.code in FINAL else f"asks: {first.code}"
            return said + verb, first.text
        if pending.report is not None:  # several files may be called the same
            self._count += 1
            self._imports.decide(pending, table=f"t{self._count}_{pending.report.table}"[:20])
        try:
            record = self._imports.load(pending, lambda *_: None, CancelToken())
        except OreSightError as error:
            return said + "refused on loading", error.say("en")
        return said + _record(record), _report(record.report)

    def _answer(self, pending: Pending, asked: list[str]) -> bool:
        """Decide what the first error asks with the first thing that is proposed for it."""
        codes = [x.code for x in pending.errors]
        report = pending.report or pending.raster
        if report is not None and report.crs_candidates:
            first = report.crs_candidates[0].code
            asked.append(f"CRS ({len(report.crs_candidates)} proposed, {first})")
            self._imports.decide(pending, crs=first)
        elif "geometry_mixed" in codes and pending.report is not None:
            asked.append("kind of geometry (point)")
            self._imports.decide(pending, geometry="point")
        elif {"xy_swapped", "xy_letters"} & {*codes} and pending.report is not None:
            asked.append("exchange x and y")
            self._imports.decide(pending, x=pending.report.y, y=pending.report.x)
        else:
            return False
        return True

    def _check(self, pending: Pending) -> None:
        settle, _ = self._imports.check(pending, lambda *_: None, CancelToken())
        settle()


async def _blocks(path: Path) -> AsyncIterator[bytes]:
    yield path.read_bytes()


def _missing(pending: Pending, code: str) -> bool:
    return any(x.code == code for x in pending.errors)


def _record(record: LayerRecord | RasterRecord) -> str:
    extent = " ".join(f"{x:.4g}" for x in record.extent)
    if isinstance(record, RasterRecord):
        size = f"raster {record.width}×{record.height}×{len(record.bands)}"
        return f"{size} {record.dtype}, {record.crs_original}, {extent}"
    rows = (
        f"{record.rows_loaded}/{record.rows_in}" if record.rows_loaded != record.rows_in else str(record.rows_in)
    )
    return f"{rows} {record.geometry}, {record.crs_original} {record.encoding}, {extent}"


def _report(found: tuple[Finding, ...]) -> str:
    """Warnings by their codes with how many rows, then the other codes."""
    counts = Counter({x.severity: 0 for x in found})
    counts.update(x.severity for x in found)
    warned = [f"{x.code}{f'×{x.count}' if x.count else ''}" for x in found if x.severity == "warning"]
    return " ".join(warned) + (f" (+{counts['info']} notes)" if counts["info"] else "")


def _style(path: Path) -> tuple[str, str]:
    try:
        document = read_lyrx(path)
    except IngestError as error:
        return "refused", error.say("en")
    share, classes = document.fidelity, sum(len(x.classes) for x in document.layers)
    notes = sorted({n.code for x in document.layers for n in x.notes} | {n.code for n in document.notes})
    drawn = f"{share.faithful} drawn, {share.approximate} approximately, {share.dropped} not"
    return f"style: {len(document.layers)} layers, {classes} classes; {drawn}", " ".join(notes)


@contextmanager
def _workplace() -> Iterator[Table]:
    directory = parent() / f"{PREFIX}{os.getpid()}"
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    cluster = ensure_cluster(directory / "cluster")
    database = Database.open(Settings(), name="imports", cluster=cluster)
    try:
        yield Table(Imports(database, RasterStore(database, directory / "local"), Staging(directory / "staging")))
    finally:
        KEEPER.stop()
        database.close()
        remove_cluster(cluster)
        shutil.rmtree(directory, ignore_errors=True)


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directories", nargs="+", type=Path)
    parser.add_argument("--whole", action="store_true", help="whole sentences, however long")
    arguments = parser.parse_args()
    with _workplace() as table:
        for directory in arguments.directories:
            print(f"\n### {directory.name}\n\n| file | result | report |\n| --- | --- | --- |")
            for path in sorted(x for x in directory.iterdir() if x.is_file()):
                for i, (result, report) in enumerate(table.lines(path)):
                    name = path.name if i == 0 else "…"
                    line = " | ".join(x.replace("|", "¦").replace("\n", " ") for x in (name, result, report))
                    most = len(line) if arguments.whole else WIDTH - 4
                    print(f"| {line if len(line) <= most else line[: most - 1] + '…'} |", flush=True)


if __name__ == "__main__":
    main()
