"""Files into layers: check, report, load; all or nothing.

``inspect`` tells everything about a file and writes nothing.  ``load`` does the same checks with the same code and
writes the layer, its registry entry and the new data version in one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.database.engine import Database
from core.database.findings import Finding
from core.database.registry import LayerRecord
from core.ingest.duplicates import with_known
from core.ingest.feed import LocalFeed
from core.ingest.inspecting import check
from core.ingest.loading import store
from core.ingest.model import (
    CellRule,
    ColumnInfo,
    CrsCandidate,
    EncodingCandidate,
    Limits,
    LoadDecisions,
    Progress,
    Report,
    SheetInfo,
)
from core.ingest.staging import room, staged

__all__ = [
    "CellRule",
    "ColumnInfo",
    "CrsCandidate",
    "EncodingCandidate",
    "Finding",
    "Limits",
    "LoadDecisions",
    "Progress",
    "Report",
    "SheetInfo",
    "inspect",
    "load",
]


def inspect(
    path: Path,
    decisions: LoadDecisions | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    layers: Sequence[LayerRecord] = (),
    name: str | None = None,
    **hints: Any,
) -> Report:
    """Check a file and write nothing.

    Args:
        path: a file of one of the formats of :mod:`core.ingest.formats`, or a zip of them.
        decisions: what is decided already; single ones may be given as keyword arguments instead.
        progress: called with rows done, rows in all and the step.
        layers: what is loaded already; a layer of the same file or with the same content is pointed out.
        name: what the user calls the file, by default its own name.

    Returns:
        the report; decisions that are still missing are findings of severity ``error`` with candidates.

    Raises:
        IngestError: the file is hostile, damaged, of an unknown format, holds several layers of which none was
            chosen, or a name in the decisions does not exist; the sentence names which.
    """
    with room(name or Path(path).name), staged(Path(path), limits or Limits(), name) as copy:
        report = check(copy, decisions or LoadDecisions(**hints), limits or Limits(), progress)
    return with_known(report, layers)


def load(
    db: Database,
    path: Path,
    decisions: LoadDecisions | None = None,
    progress: Progress | None = None,
    *,
    limits: Limits | None = None,
    name: str | None = None,
) -> LayerRecord:
    """Load a file as a layer: all of its usable rows, or nothing.

    The new table, its indexes, the grant to the reading role, the registry entry and the data version appear in
    one transaction; a replaced layer stays as it was until then.  An exception raised in `progress` cancels the
    load.  `name` is what the user calls the file, by default its own name.

    Raises:
        IngestError: as for :func:`inspect`; also when a decision is missing, the table exists and is not to be
            replaced, no row is usable, or the database refuses.
    """
    with room(name or Path(path).name), staged(Path(path), limits or Limits(), name) as copy:
        chosen = decisions or LoadDecisions()
        return store(db, LocalFeed(copy, chosen, limits or Limits(), progress), chosen, progress)
