"""Whether a file, or what it holds, is loaded already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.database.findings import Finding
from core.database.registry import LayerRecord
from core.ingest.model import Report
from core.ingest.wording import finding

SAME_PLACE = 1e-7
"""Degrees, a centimetre."""


def with_known(report: Report, layers: Sequence[LayerRecord]) -> Report:
    """The report, with a warning for each of `layers` that holds the same."""
    known = like_loaded(report, layers)
    return replace(report, findings=(*report.findings, *known)) if known else report


def like_loaded(report: Report, layers: Sequence[LayerRecord]) -> tuple[Finding, ...]:
    """A warning for each layer that came from the same file and sheet, or that holds the same features.

    The same features: as many rows of the same kind of geometry in the same place, whatever the file was called or
    which format it had.
    """
    found = []
    for layer in layers:
        single = len(report.sheets) == 1  # named after the file, which may have another name now
        if layer.sha256 == report.sha256 and (single or layer.source_layer == report.sheet):
            found.append(finding("same_file", table=layer.table))
        elif _same_content(report, layer):
            found.append(finding("same_content", table=layer.table, file=layer.source_file, count=report.usable))
    return tuple(found)


def _same_content(report: Report, layer: LayerRecord) -> bool:
    if report.extent is None or (report.usable, report.geometry) != (layer.rows_loaded, layer.geometry):
        return False
    return all(abs(a - b) <= SAME_PLACE for a, b in zip(report.extent, layer.extent, strict=True))
