"""Brings a style and a layer together: columns for its fields, classes for its features, a report of the rest."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import IngestError
from core.mapping.predicate import fields_of, rows_that_hold
from core.mapping.style_classify import NONE, StyleClassifier
from core.mapping.style_model import Note, Renderer, StyleDocument, StyleLayer
from core.mapping.style_names import Resolved, canon, field_shares, resolve
from core.mapping.style_report import ClassCount, MatchReport
from core.mapping.style_symbols import Geometry

SENTENCES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("style_match.json").read_text("utf-8"))
SHOWN = 50
"""Unmatched values listed by name."""
NAMED = 5
"""Of these, how many a sentence names."""
_KINDS = {
    "point": ("points", "点"),
    "line": ("lines", "线"),
    "polygon": ("polygons", "面"),
    "raster": ("a raster", "栅格"),
    "unknown": ("something else", "其他"),
}


class StyleBinding:
    """A style on the columns of one layer; says which columns it needs and gives each feature its class."""

    def __init__(self, layer: StyleLayer, columns: Sequence[str], chosen: Mapping[str, str] | None = None) -> None:
        self.layer = layer
        self.renderer = layer.renderer or Renderer(kind="unsupported")
        self.classifier = StyleClassifier(self.renderer)
        self.columns = tuple(columns)
        self.chosen = picked = dict(chosen or {})
        self.fields = tuple(resolve(f, columns, picked.get(f)) for f in self.classifier.needs)
        query = fields_of(layer.query) if layer.query is not None else ()
        self.query_fields = tuple(resolve(f, columns, picked.get(f)) for f in query)
        others = [p.field for label in layer.labels if layer.labels_on for p in label.parts if p.field]
        others += [label.angle_field for label in layer.labels if layer.labels_on and label.angle_field]
        others += [layer.rotation.field] if layer.rotation else []
        self.others = tuple(resolve(f, columns, picked.get(f)) for f in dict.fromkeys(others))

    @property
    def needs(self) -> tuple[str, ...]:
        """Columns to read for classes, definition query, labels and rotation."""
        found = (r.column for r in (*self.fields, *self.query_fields, *self.others))
        return tuple(dict.fromkeys(c for c in found if c is not None))

    def column(self, field: str) -> str | None:
        """The column a field of the style was found to mean."""
        known = (*self.fields, *self.query_fields, *self.others)
        return next((r.column for r in known if r.field == field and r.column is not None), None)

    def classify(self, values: Mapping[str, Sequence[Any]], length: int) -> tuple[np.ndarray, np.ndarray]:
        """Class number of each feature, and whether the definition query keeps it.

        Args:
            values: column name → one value a feature.
        """
        given = {r.field: values[r.column] for r in self.fields if r.column is not None and r.column in values}
        numbers = self.classifier.classify(given, length)
        kept = np.ones(length, dtype=bool)
        if self.layer.query is not None and all(r.column in values for r in self.query_fields):
            asked = {r.field: values[r.column] for r in self.query_fields if r.column is not None}
            kept = rows_that_hold(self.layer.query, asked, length)
        return numbers, kept


def match(
    layer: StyleLayer,
    columns: Sequence[str],
    values: Mapping[str, Sequence[Any]],
    *,
    geometry: Geometry | None = None,
    title: str = "",
    chosen: Mapping[str, str] | None = None,
    counts: Sequence[int] | None = None,
) -> MatchReport:
    """How `layer` fits a table: features of each class, values without a class, classes without features.

    Args:
        columns: all columns of the table.
        values: column → values, one a row; at least those of :attr:`StyleBinding.needs`.
        geometry: that of the table; None does not check it.
        title: name of the table, for messages.
        chosen: field of the style → column, where the user decided.
        counts: features each row stands for, when the rows are groups; None counts each row once.

    Raises:
        IngestError: the style is for another geometry.
    """
    check_geometry(layer, geometry, title)
    binding = StyleBinding(layer, columns, chosen)
    length = len(next(iter(values.values()), counts or ()))
    weights = np.ones(length, dtype=np.int64) if counts is None else np.asarray(counts, dtype=np.int64)
    numbers, kept = binding.classify(values, length)
    classifier = binding.classifier
    size = len(classifier.keys)
    shown = kept & (numbers != NONE)
    found = np.bincount(numbers[shown], weights=weights[shown], minlength=size).astype(int)
    entries = (*binding.renderer.classes, *([binding.renderer.default] if binding.renderer.default else []))
    listed = tuple(
        ClassCount(e, int(n), i == classifier.default) for i, (e, n) in enumerate(zip(entries, found, strict=True))
    )
    rest = kept & (numbers == classifier.default if classifier.default != NONE else numbers == NONE)
    if binding.renderer.kind in {"unsupported", "keyed"}:
        rest = np.zeros(length, dtype=bool)
    tally = _tally(binding, values, rest, weights)
    report = MatchReport(
        fields=binding.fields,
        total=int(weights.sum()),
        filtered=int(weights[~kept].sum()),
        classes=listed,
        unmatched=int(weights[rest].sum()),
        unmatched_values=tuple(sorted(tally.items(), key=lambda x: (-x[1], str(x[0])))[:SHOWN]),
        unmatched_kinds=len(tally),
    )
    return _with_notes(report, binding)


def check_geometry(layer: StyleLayer, geometry: Geometry | None, title: str = "") -> None:
    """Refuse a style of another geometry.

    Raises:
        IngestError: naming both.
    """
    if geometry is None or "unknown" in {layer.geometry, geometry} or layer.geometry == geometry:
        return
    entry = SENTENCES["raster" if layer.geometry == "raster" else "geometry"]
    en, zh = (
        {"style": layer.name, "layer": title, "wanted": _KINDS[layer.geometry][i], "found": _KINDS[geometry][i]}
        for i in (0, 1)
    )
    raise IngestError(
        entry["en"].format(**en), entry["hint"], sentence_zh=entry["zh"].format(**zh), hint_zh=entry["hint_zh"]
    )


def _tally(
    binding: StyleBinding, values: Mapping[str, Sequence[Any]], rest: np.ndarray, weights: np.ndarray
) -> dict[tuple[str | None, ...], int]:
    columns = [values.get(r.column) if r.column else None for r in binding.fields]
    tally: dict[tuple[str | None, ...], int] = {}
    for i in np.flatnonzero(rest):
        key = tuple(None if c is None else canon(c[int(i)]) for c in columns)
        tally[key] = tally.get(key, 0) + int(weights[i])
    return tally


def _note(code: str, count: int = 1, **values: object) -> Note:
    entry = SENTENCES[code]
    severity = "info" if entry.get("severity") == "info" else "warning"
    shown = {k: f"{v:,}" if isinstance(v, int) else str(v)[:200] for k, v in values.items()}
    return Note.model_validate(
        {"code": code, "severity": severity, "text": entry["en"].format(**shown), "count": count,
         "text_zh": entry["zh"].format(**shown)}
    )  # fmt: skip


def _with_notes(report: MatchReport, binding: StyleBinding) -> MatchReport:
    notes = [n for r in (*report.fields, *binding.others) for n in _field_notes(r)]
    notes += [_note("query_fields", field=r.field) for r in binding.query_fields if r.column is None]
    total = report.total
    if report.filtered:
        notes.append(_note("filtered", report.filtered, n=report.filtered, total=total))
    if binding.renderer.kind == "unsupported":
        notes.append(_note("neutral", total, total=total))
    elif report.unmatched:
        named = ", ".join(" · ".join("NULL" if x is None else x[:40] for x in v) for v, _ in
                          report.unmatched_values[:NAMED])  # fmt: skip
        named += ", …" if report.unmatched_kinds > NAMED else ""
        default = binding.renderer.default
        code, label = ("defaulted", default.label) if default else ("unmatched", "")
        notes.append(_note(code, report.unmatched, n=report.unmatched, total=total, values=named, label=label))
    hidden = sum(c.count for c in report.classes if not c.entry.visible)
    if hidden:
        notes.append(_note("hidden", hidden, n=hidden, total=total))
    empty = len(report.empty_classes)
    if empty and binding.renderer.kind in {"unique", "breaks"}:
        notes.append(_note("empty_classes", empty, n=empty, total=len(binding.renderer.classes)))
    return MatchReport(**{**report.__dict__, "notes": tuple(notes)})


def _field_notes(found: Resolved) -> list[Note]:
    if found.column is None and found.candidates:
        return [_note("field_several", field=found.field, columns=", ".join(found.candidates))]
    if found.column is None:
        return [_note("field_missing", field=found.field)]
    if found.how in {"exact", "chosen"}:
        return []
    return [_note("field_taken", field=found.field, column=found.column)]


def best_layers(
    document: StyleDocument, names: Sequence[str], columns: Sequence[str], geometry: Geometry | None = None
) -> tuple[StyleLayer, ...]:
    """The layers of a document that could style a table, the likeliest first.

    The same name or data set comes first, then the share of fields the table has; another geometry is left out.

    Args:
        names: title, table and file name of the table.
    """
    known = {n.casefold() for n in names}

    def rank(layer: StyleLayer) -> tuple[float, ...]:
        spoken = {layer.name.casefold(), layer.dataset.casefold(), layer.dataset.rsplit(".", 1)[-1].casefold()}
        needs = StyleClassifier(layer.renderer).needs if layer.renderer else ()
        return (bool(known & spoken), field_shares(needs, columns), bool(needs))

    fitting = [x for x in document.layers if geometry is None or x.geometry in {geometry, "unknown"}]
    return tuple(sorted(fitting, key=rank, reverse=True))
