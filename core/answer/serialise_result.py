"""The JSON form of what a query found: totals, the funnel, tables."""

from __future__ import annotations

from typing import Any

from core.query.result import FeatureRef, Row, Rows, Table


def totals(result: Rows | None) -> dict[str, Any]:
    """Everything of a result but its rows; the same keys when there is none."""
    if result is None:
        return {
            "kind": None,
            "total": None,
            "truncated": False,
            "scalar": None,
            "unit": None,
            "table": None,
            "groups": [],
            "undetermined": 0,
            "layers": [],
            "skipped": {},
            "funnel": [],
            "thresholds": [],
            "relaxations": [],
        }
    return {
        "kind": result.kind,
        "total": result.total,
        "truncated": result.truncated,
        "scalar": result.scalar,
        "unit": result.unit,
        "table": _table(result.table) if result.table is not None else None,
        "groups": [_group(x) for x in result.groups],
        "undetermined": result.undetermined,
        "layers": list(result.layers),
        "skipped": dict(result.skipped),
        "funnel": [{"label": s.label, "count": s.count, "condition": s.cond} for s in result.funnel],
        "thresholds": [
            {
                "attribute": t.attribute,
                "value": t.value,
                "unit": t.unit,
                "share": t.share,
                "samples": t.samples,
                "limits": t.limits,
            }
            for t in result.thresholds
        ],
        "relaxations": [{"label": r.label, "count": r.count, "question": r.question} for r in result.relaxations],
    }


def _table(found: Table) -> dict[str, Any]:
    """Columns, rows and what did not enter."""
    return {
        "columns": [
            {
                "key": c.key,
                "label": c.label,
                "unit": c.unit,
                "role": c.role,
                "attribute": c.attribute,
                "entity_type": c.entity_type,
                "aggregate": c.agg,
            }
            for c in found.columns
        ],
        "rows": [
            {"cells": list(r.cells), "feature": _address(r.ref), "members": r.members, "used": list(r.used)}
            for r in found.rows
        ],
        "total": found.total,
        "truncated": found.truncated,
        "tied": found.tied,
        "of": found.of,
        "outside": found.outside,
        "notes": {
            key: {"used": n.used, "missing": n.missing, "censored": n.censored} for key, n in found.notes.items()
        },
    }


def _group(row: Row) -> dict[str, Any]:
    """A feature that a row of the table is about."""
    return {
        "table": row.ref.table,
        "fid": row.ref.fid,
        "entity_type": row.entity_type,
        "name": row.name,
        "names": dict(row.names),
        "lon": row.lon,
        "lat": row.lat,
    }


def _address(ref: FeatureRef | None) -> dict[str, Any] | None:
    return None if ref is None else {"table": ref.table, "fid": ref.fid}
