"""What replacing a layer by a checked file will cost its questions."""

from __future__ import annotations

from core.ingest.model import Finding, Report
from core.ingest.wording import finding
from core.vocabulary.card import SchemaCard

FAMILIES = {"POINT": "point", "LINE": "line", "CURVE": "line", "POLYGON": "polygon", "SURFACE": "polygon"}


def unfit(card: SchemaCard, report: Report, table: str) -> tuple[Finding, ...]:
    """Columns that questions use and the file lacks, and another geometry; nothing for a layer without a kind."""
    layer = next((x for x in card.layers if x.table == table), None)
    if layer is None:
        return ()
    there = {name for x in report.columns for name in (x.name, *(c for c, _ in x.companions))}
    lost = [
        f"{column.name} ({card.attributes[attribute].labels.en})" if column.name != attribute else column.name
        for attribute, column in layer.columns.items()
        if column.name not in there and attribute in card.attributes
    ]
    found = []
    if lost:
        found.append(finding("replace_missing", file=report.file, columns=", ".join(dict.fromkeys(lost))))
    shape = next((v for k, v in FAMILIES.items() if k in report.geometry.upper()), "")
    if shape and shape != layer.geometry:
        found.append(finding("replace_geometry", file=report.file, old=layer.geometry, new=shape))
    return tuple(found)
