"""Which column a field of a style could mean when none is named like it: the one that holds its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.mapping.style_model import StyleLayer
from core.mapping.style_names import Resolved, canon

ALIKE = 0.3
"""Share of common values from which a column is proposed for a field of another name."""


def likely_columns(
    layer: StyleLayer, fields: Sequence[Resolved], values: Mapping[str, Sequence[Any]]
) -> Mapping[str, str]:
    """Columns that hold the values of the classes, for fields that no column is named like.

    Args:
        fields: as resolved by name.
        values: column → its distinct values.

    Returns:
        field → the column with the largest share of values that are in the classes, at least :data:`ALIKE`.
    """
    renderer = layer.renderer
    if renderer is None or renderer.kind != "unique":
        return {}
    taken = {r.column for r in fields if r.column is not None}
    found: dict[str, str] = {}
    for i, field in enumerate(renderer.fields):
        if any(r.field == field and r.column is not None for r in fields):
            continue
        wanted = {canon(v[i]) for c in renderer.classes for v in c.values if len(v) > i} - {None, ""}
        shares = []
        for column, held in values.items():
            known = {x for v in held if (x := canon(v)) is not None}
            if column not in taken and known and wanted:
                shares.append((len(known & wanted) / min(len(known), len(wanted)), column))
        share, column = max(shares, default=(0.0, ""))
        if share >= ALIKE:
            found[field] = column
            taken.add(column)
    return found
