"""The rows of one file on their way into a table, in four steps: opened, planned, streamed, told.

The database side (:mod:`core.ingest.loading`) drives the steps and does not know where the file is read: in this
process (:class:`LocalFeed`) or in a confined one (:mod:`core.ingest.isolated`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.database.findings import Finding
from core.database.registry import Extent, GeometryType
from core.ingest.columns import SQL_TYPES, StoredColumn, Task
from core.ingest.copy import HEADER, TRAILER, encode, field_order
from core.ingest.geometry import GeometryWork, Prepared
from core.ingest.inspecting import Import
from core.ingest.model import Limits, LoadDecisions, Progress
from core.ingest.rows import run
from core.ingest.staging import Staged
from core.ingest.wording import as_error

ARROW_TYPES = {text: type_ for type_, text in SQL_TYPES.items()}
Write = Callable[[bytes], Any]


@dataclass(frozen=True)
class Opened:
    """What is known as soon as the file is open."""

    file: str
    sha256: str
    sheet: str
    encoding: str
    table: str
    title: str


@dataclass(frozen=True)
class Column:
    """A stored column: name and SQL type."""

    name: str
    sql_type: str


@dataclass(frozen=True)
class Shape:
    """The table that the rows will make."""

    tasks: tuple[tuple[Column, ...], ...]
    """For each source column the stored one and its companions."""
    geometry: GeometryType
    crs: str
    some_edge_m: float = 0.0
    """Longest edge of some of the features, geodesic metres; tells what to expect of the others."""

    @property
    def columns(self) -> list[Column]:
        """All stored columns in order."""
        return [x for task in self.tasks for x in task]

    @property
    def fields(self) -> list[str]:
        """Names of the fields in the order of the stream."""
        types = [pa.int64(), *(ARROW_TYPES[x.sql_type] for x in self.columns)]
        names = ["fid", *(x.name for x in self.columns)]
        return ["geom" if i < 0 else names[i] for i in field_order(types, self.geometry == "Point")]


@dataclass(frozen=True)
class Loaded:
    """What was streamed."""

    rows_in: int
    rows_out: int
    extent: Extent | None
    max_edge_m: float
    inventories: dict[str, tuple[str, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    """Everything the import found, from the beginning."""


class Feed(Protocol):
    """A file being read; the steps are taken once, in this order."""

    opened: Opened

    def plan(self) -> Shape:
        """First pass over the file.

        Raises:
            IngestError: a decision is missing or the content is of no use.
        """
        ...

    def stream(self, shape: Shape, offset: int, write: Write) -> Loaded:
        """Second pass: all rows as binary COPY data, numbered from `offset` + 1.

        Args:
            shape: as :meth:`plan` gave it, or with other types for the same columns.

        Raises:
            IngestError: no row is usable, or the file turns out to be damaged.
        """
        ...


class LocalFeed:
    """Reads in this process."""

    def __init__(
        self, staged: Staged, decisions: LoadDecisions, limits: Limits, progress: Progress | None = None
    ) -> None:
        self._job, self._progress = Import(staged, decisions, limits), progress
        described = self._job.source.description
        self.opened = Opened(
            staged.file, staged.sha256, described.sheet, described.encoding, self._job.table, self._job.title
        )

    def plan(self) -> Shape:
        """See :class:`Feed`."""
        self._plan = self._job.plan(self._progress)
        if self._job.error is not None:
            raise as_error(self._job.error)
        tasks = tuple(tuple(Column(x.name, x.sql_type) for x in task.stored) for task in self._plan.tasks)
        return Shape(tasks, self._plan.geometry, self._plan.conversion.name, self._some_edge())

    def _some_edge(self) -> float:
        plan, some = self._plan, self._job.found.census.some
        work = GeometryWork(plan.geometry, plan.kind, plan.conversion, 0, "leave_out")
        if plan.kind != "point" and some:
            work.from_wkb(pa.array(some, pa.binary()), np.arange(len(some)))
        return work.max_edge_m

    def stream(self, shape: Shape, offset: int, write: Write) -> Loaded:
        """See :class:`Feed`."""
        job, plan = self._job, self._plan
        plan.geometry = shape.geometry
        for task, columns in zip(plan.tasks, shape.tasks, strict=True):
            task.stored = tuple(StoredColumn(x.name, ARROW_TYPES[x.sql_type]) for x in columns)
        points = plan.geometry == "Point"
        write(HEADER)

        def sink(batch: list[pa.Array], prepared: Prepared) -> None:
            numbered = [pc.add(batch[0], offset), *batch[1:]] if offset else batch
            write(encode(numbered, prepared.geometry, points, prepared.wkb))

        outcome = run(job.source, job.found, plan, sink, self._progress, file=self.opened.file)
        write(TRAILER)
        job.conclude(outcome)
        if job.error is not None:
            raise as_error(job.error)
        work = outcome.work
        return Loaded(
            outcome.rows_in, outcome.rows_out, work.extent, work.max_edge_m, _inventories(plan.tasks),
            tuple(job.findings),
        )  # fmt: skip


def _inventories(tasks: list[Task]) -> dict[str, tuple[str, ...]]:
    """The values of text columns that have few."""
    return {
        x.stored[0].name: tuple(sorted(x.inventory))
        for x in tasks
        if x.inventory and x.stored[0].type == pa.string()
    }
