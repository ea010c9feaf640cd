"""Imports in progress: a staged file, what was decided about it, what a check found, and what became of it.

Everything a page shows of an import stands in one object of this process that is found again by its id, so a page
that is left, or loaded anew, finds it as it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from core.database.engine import Database
from core.database.registry import LayerRecord, list_layers
from core.database.versions import delete_layer, restore_layer
from core.errors import ImportCancelledError, IngestError, Language, OreSightError
from core.ingest import CrsCandidate, Finding, LoadDecisions, Report, SheetInfo
from core.ingest.appending import foreseen
from core.ingest.isolated import inspect_isolated, load_isolated
from core.query.cancel import CancelToken
from core.raster import (
    RasterDecisions,
    RasterRecord,
    RasterReport,
    RasterStore,
    inspect_raster_isolated,
    load_raster_isolated,
)
from core.service.import_decisions import from_json, grid_from_json
from core.service.import_staging import StagedFile, Staging
from core.vocabulary.proposals import Proposal

Progress = Callable[[int, int, str], None]
Checked = tuple[Callable[[], None], Report | None]
CHECKED = frozenset({"title", "table", "mode"})
"""Decisions that change nothing a check finds."""


@dataclass
class Pending:
    """One file on its way; belongs to one session at a time."""

    file: StagedFile
    decisions: LoadDecisions = field(default_factory=LoadDecisions)
    grid: RasterDecisions = field(default_factory=RasterDecisions)
    """The decisions where the file is a raster."""
    report: Report | None = None
    raster: RasterReport | None = None
    refusal: OreSightError | None = None
    """Why the file cannot be read at all."""
    sheets: tuple[SheetInfo, ...] = ()
    """The layers of a container, as they were found while none was chosen."""
    sound: LoadDecisions | RasterDecisions | None = None
    """The last decisions with which the file could be read."""
    candidates: tuple[CrsCandidate, ...] = ()
    """Coordinate systems the numbers could be in, as they were found while none was decided."""
    checked: LoadDecisions | RasterDecisions | None = None
    """The decisions the report was made with."""
    entity_type: str | None = None
    """Kind of feature; None is not yet decided, "" is decided: none."""
    proposal: Proposal | None = None
    """What the layer probably is, for the decided kind or the most probable one."""
    asking: str | None = None
    """Id of the job that looks for questions the layer answers."""
    questions: dict[Language, str] = field(default_factory=dict)
    """A question that the loaded layer answers, in each language."""
    columns: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Column of the table → attribute ("" for none) and unit, where a person decided it."""
    job: str | None = None
    """Id of the job that works on it."""
    work: str = ""
    """``check`` or ``load`` while a job works on it."""
    record: LayerRecord | RasterRecord | None = None
    """What it was loaded as."""
    bound: bool = False
    """Whether questions were told what it means."""
    undone: bool = False
    problem: OreSightError | None = None
    """Why loading failed; the file and the decisions are still there."""

    @property
    def id(self) -> str:
        """The id of the staged file."""
        return self.file.id

    @property
    def settled(self) -> bool:
        """Whether the report was made with the present decisions."""
        return self.checked == (self.grid if self.file.kind == "raster" else self.decisions)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the last check found."""
        found = self.report or self.raster
        return found.findings if found is not None else ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What stands in the way of loading."""
        return tuple(x for x in self.findings if x.severity == "error")


class Imports:
    """The imports of this process."""

    def __init__(self, db: Database, rasters: RasterStore, staging: Staging) -> None:
        self.db, self.rasters, self.staging = db, rasters, staging
        self._pending: dict[str, Pending] = {}
        self._lock = threading.Lock()

    def collect(self, token: str) -> tuple[Pending, ...]:
        """The files of a finished drop as new imports."""
        found = tuple(Pending(x) for x in self.staging.collect(token))
        with self._lock:
            self._pending |= {x.id: x for x in found}
        return found

    def get(self, identifier: str) -> Pending | None:
        """The import with this id; one that an earlier run of the program left behind is taken up again."""
        with self._lock:
            found = self._pending.get(identifier)
            if found is None:
                file = self.staging.find(identifier)
                if file is None:
                    return None
                found = self._pending[identifier] = _taken_up(file, self.staging.remembered(identifier))
            return found

    def discard(self, identifier: str) -> None:
        """Forget an import and remove its file."""
        with self._lock:
            self._pending.pop(identifier, None)
        self.staging.remove(identifier)

    def decide(self, pending: Pending, **values: Any) -> bool:
        """Change decisions; True when the file has to be checked again."""
        if pending.file.kind == "raster":
            pending.grid = replace(pending.grid, **values)
        else:
            pending.decisions = replace(pending.decisions, **values)
        pending.problem = None
        self.keep(pending)
        if set(values) <= CHECKED and pending.checked is not None:
            pending.checked = replace(pending.checked, **values)
        return not pending.settled

    def step_back(self, pending: Pending) -> bool:
        """Return to the last decisions with which the file could be read; False when there were none."""
        if isinstance(pending.sound, LoadDecisions):
            pending.decisions = pending.sound
        elif isinstance(pending.sound, RasterDecisions):
            pending.grid = pending.sound
        else:
            return False
        self.keep(pending)
        return True

    def keep(self, pending: Pending) -> None:
        """Write down what was decided."""
        self.staging.remember(
            pending.id,
            {
                "decisions": pending.decisions.to_json(),
                "grid": pending.grid.to_json(),
                "entity_type": pending.entity_type,
                "columns": pending.columns,
            },
        )

    def check(self, pending: Pending, progress: Progress, cancel: CancelToken) -> Checked:
        """Look at the file with the present decisions.

        Returns:
            what makes the result that of the import, to be called by whoever owns the import when it still wants
            the result; and the report of a layer.
        """
        file, decisions, grid = pending.file, pending.decisions, pending.grid
        report: Report | None = None
        raster: RasterReport | None = None
        refusal: OreSightError | None = None
        try:
            if file.kind == "raster":
                raster = inspect_raster_isolated(
                    file.path, grid, progress=progress, source_name=file.name, cancel=cancel
                )  # fmt: skip
            else:
                layers = list_layers(self.db)
                report = inspect_isolated(
                    file.path, decisions, progress=progress, layers=layers, name=file.name, cancel=cancel
                )  # fmt: skip
        except ImportCancelledError:
            raise
        except IngestError as error:
            refusal = error

        def settle() -> None:
            pending.report, pending.raster, pending.refusal = report, raster, refusal
            pending.checked = grid if file.kind == "raster" else decisions
            if report is not None and len(report.sheets) > 1:
                pending.sheets = report.sheets
            found = report or raster
            if found is not None:
                pending.sound = pending.checked
            if found is not None and found.crs_candidates:
                pending.candidates = found.crs_candidates

        return settle, report

    def foreseen(self, pending: Pending) -> tuple[Finding, ...]:
        """What stands between a checked file and the layer that its rows are to be added to."""
        report, decisions = pending.report, pending.decisions
        if report is None or decisions.mode != "append" or not decisions.table or report.errors:
            return ()
        return foreseen(self.db, report, decisions.table)

    def load(self, pending: Pending, progress: Progress, cancel: CancelToken) -> LayerRecord | RasterRecord:
        """Load the file as decided: all of it, or nothing.

        Raises:
            IngestError: see :func:`core.ingest.load` and :func:`core.raster.load_raster`.
        """
        file = pending.file
        if file.kind == "raster":
            return load_raster_isolated(
                self.rasters, file.path, pending.grid, progress, source_name=file.name, cancel=cancel
            )  # fmt: skip
        return load_isolated(self.db, file.path, pending.decisions, progress, name=file.name, cancel=cancel)

    def loaded(self, pending: Pending) -> None:
        """The file is not needed any more; what it became stays on the screen until the person leaves it."""
        self.staging.remove(pending.id)

    def undo(self, pending: Pending) -> None:
        """Take back what was loaded: the version before, or nothing.

        Raises:
            DatabaseError: somebody else has changed or removed it since.
        """
        record = pending.record
        if isinstance(record, RasterRecord):
            self.rasters.drop(record.name)
        elif record is not None and pending.decisions.mode == "new":
            delete_layer(self.db, record.table)
        elif record is not None:
            restore_layer(self.db, record.table)
        pending.undone = True


def _taken_up(file: StagedFile, state: dict[str, Any]) -> Pending:
    """An import with the decisions that were written down; those that no longer make sense are left out."""
    columns = state.get("columns")
    return Pending(
        file,
        from_json(state.get("decisions")),
        grid_from_json(state.get("grid")),
        entity_type=state.get("entity_type") if isinstance(state.get("entity_type"), str) else None,
        columns={str(k): (str(v[0]), str(v[1])) for k, v in columns.items()} if isinstance(columns, dict) else {},
    )
