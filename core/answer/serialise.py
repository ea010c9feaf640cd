"""The JSON form of an answer, documented in ``docs/answer-json.md``; others script against it.

Keys are stable: they may be added, never renamed or removed.  Geometry is left out (``export.geojson`` has it).
"""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from core.answer.model import Answer, Chip, Citation, Claim
from core.answer.serialise_result import totals
from core.answer.sources import sources
from core.evidence.types import Evidence, Proximity, Reference
from core.query.result import Binding, FeatureRef, Value
from core.question import ir

FORMAT = 1
"""Raised when a key changes its meaning."""


def to_dict(answer: Answer) -> dict[str, Any]:
    """The whole answer as JSON values."""
    also = {"also": [to_dict(x) for x in answer.also]}
    return plain({**_asked(answer), **_understood(answer), **_computed(answer), **_said(answer), **also})


def _asked(answer: Answer) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "id": answer.id,
        "question": answer.question,
        "language": answer.language,
        "region": answer.region,
        "status": answer.status,
        "message": answer.message,
        "choices": [{"label": c.label, "question": c.question, "intent": c.intent} for c in answer.choices],
        "data_version": answer.data_version,
    }


def _understood(answer: Answer) -> dict[str, Any]:
    reading, routing = answer.reading, answer.routing
    unexplained = reading.unexplained if reading is not None else ()
    corrections = reading.corrections if reading is not None else ()
    return {
        "intent": routing.intent,
        "intent_scores": dict(routing.scores),
        "intent_overridden": routing.overridden,
        "intent_keywords": [
            {"intent": h.intent, "keyword": h.keyword, "span": h.span, "weight": h.weight} for h in routing.hits
        ],
        "ir": ir.dump(reading.ir) if reading is not None else None,
        "unexplained": [{"text": w.text, "span": w.span} for w in unexplained],
        "corrections": [{"text": w.text, "span": w.span, "read_as": meaning} for w, meaning in corrections],
        "bindings": [_binding(b) for b in answer.bindings],
        "assumptions": [
            {"label": a.label, "value": a.value, "reason": a.reason, "editable": a.editable}
            for a in answer.assumptions
        ],
        "chips": [_chip(c) for c in answer.chips],
        "carried": list(answer.carried),
        "read_by": answer.read_by,
    }


def _chip(chip: Chip) -> dict[str, Any]:
    return {
        "label": chip.label, "value": chip.value, "span": chip.span, "assumed": chip.assumed,
        "carried": chip.carried, "path": chip.path, "removable": chip.removable,
        "edits": [{"path": e.path, "kind": e.kind, "value": e.value, "unit": e.unit} for e in chip.edits],
    }  # fmt: skip


def _computed(answer: Answer) -> dict[str, Any]:
    result = answer.result
    statement = result.statement if result is not None else None
    return {
        "sql": statement.sql if statement is not None else None,
        "params": dict(statement.params) if statement is not None else {},
        "plan_cost": result.plan_cost if result is not None else None,
        "rows": [_row(rank, e) for rank, e in enumerate(answer.evidence, start=1)],
        **totals(result),
        "timings_ms": {k: round(v, 3) for k, v in answer.timings_ms.items()},
    }


def _said(answer: Answer) -> dict[str, Any]:
    return {
        "claims": [_claim(c) for c in answer.claims],
        "citations": [
            {"number": s.number, "kind": s.kind, "source": s.text, "refs": _refs(s.refs), "quote": s.quote}
            for s in sources(answer)
        ],
        "citation_coverage": answer.citation_coverage,
        "citation_correct": answer.citation_correct,
        "dropped": list(answer.dropped),
        "overlays": [asdict(x) for x in answer.overlays],
        "fluent": _fluent(answer),
    }


def _fluent(answer: Answer) -> dict[str, Any] | None:
    """The text of a language model, when there is one."""
    if answer.fluent is None:
        return None
    found = answer.fluent
    claims = [_claim(c) for c in found.claims]
    return {"model": found.model, "claims": claims, "kept": found.kept, "of": found.of, "note": found.note}


def plain(value: Any) -> Any:
    """Only JSON values: tuples become lists, dates ISO texts, NaN and infinities null."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(v) for v in value]
    if isinstance(value, bool) or value is None or isinstance(value, int | str):
        return value
    if isinstance(value, decimal.Decimal):
        value = float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    return str(value)


def _row(rank: int, evidence: Evidence) -> dict[str, Any]:
    row, score = evidence.row, evidence.score
    return {
        "rank": rank,
        "table": row.ref.table,
        "fid": row.ref.fid,
        "entity_type": row.entity_type,
        "name": row.name,
        "names": dict(row.names),
        "lon": row.lon,
        "lat": row.lat,
        "values": {attribute: _value(v) for attribute, v in row.values.items()},
        "proximity": [_proximity(p) for p in evidence.proximity],
        "score": {
            "spatial": score.spatial,
            "numeric": score.numeric,
            "text": score.text,
            "semantic": score.semantic,
            "total": score.total,
            "weights": dict(score.weights),
        },
    }


def _value(value: Value) -> dict[str, Any]:
    return {
        "value": value.value,
        "unit": value.unit,
        "raw": value.raw,
        "column": value.column,
        "qualifier": value.qualifier,
        "limit": value.limit,
    }


def _proximity(proximity: Proximity) -> dict[str, Any]:
    return {
        "relation": proximity.relation,
        "entity_type": proximity.entity_type,
        "min_m": proximity.min_m,
        "max_m": proximity.max_m,
        "nearest": _reference(proximity.nearest) if proximity.nearest is not None else None,
        "within": [_reference(r) for r in proximity.within],
        "within_count": proximity.within_count,
        "method": proximity.method,
        "disagreement_m": proximity.disagreement_m,
    }


def _reference(reference: Reference) -> dict[str, Any]:
    return {
        "table": reference.ref.table,
        "fid": reference.ref.fid,
        "name": reference.name,
        "distance_m": reference.distance_m,
        "attributes": dict(reference.attributes),
    }


def _binding(binding: Binding) -> dict[str, Any]:
    return {
        "mention": binding.mention,
        "span": binding.span,
        "expected": binding.expected,
        "canonical": binding.canonical,
        "strategy": binding.strategy,
        "score": binding.score,
        "table": binding.table,
        "column": binding.column,
        "refs": _refs(binding.refs),
        "values": list(binding.values),
    }


def _claim(claim: Claim) -> dict[str, Any]:
    return {
        "kind": claim.kind,
        "section": claim.section,
        "text": claim.text,
        "target": _refs((claim.target,))[0] if claim.target is not None else None,
        "citations": [_citation(c) for c in claim.citations],
    }


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "number": citation.number,
        "kind": citation.kind,
        "text": citation.text,
        "span": citation.span,
        "refs": _refs(citation.refs),
        "column": citation.column,
        "value": citation.value,
        "unit": citation.unit,
        "source": citation.source,
    }


def _refs(refs: tuple[FeatureRef, ...]) -> list[dict[str, Any]]:
    return [{"table": r.table, "fid": r.fid} for r in refs]
