"""Cited values of result tables; ``core/answer/check_table.py`` finds each again from its `column`.

Columns: ``table:<row>:<column>`` a cell, ``head:<column>`` a heading, ``note:<measure>:used`` (``missing``,
``censored``), ``table.total``, ``table.of``, ``table.tied``, ``table.outside``, ``table.shown:<n>``.
"""

from __future__ import annotations

import re

from core.answer.fragments import Fragment, Part, fill, plain
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.numbers import count_word, integer
from core.answer.phrases import phrase
from core.answer.phrases_conditions import measure
from core.answer.phrases_tables import table_phrase
from core.answer.table_text import Cells
from core.query.result import FeatureRef, Table, TableRow
from core.question import ir

_LONG = 30
_SAME_M = 0.01
_DIGIT = re.compile(r"\d")


def cells(material: Material) -> Cells:
    """The writer of cells in the language of the answer."""
    return Cells(material.card, material.units, material.language)


def cell(material: Material, table: Table, row: int, column: int) -> Part:
    """A cell of the table; words for "no value" where it is empty."""
    found, head = table.rows[row], table.columns[column]
    text = cells(material).text(found.cells[column], head)
    if not text:
        return table_phrase("no_value", material.language)
    used = found.used[column] if column < len(found.used) else None
    return Citation(
        number=0,
        kind="computed",
        text=text,
        refs=(found.ref,) if found.ref is not None else (),
        column=f"table:{row}:{column}",
        value=found.cells[column],
        unit="°" if head.unit == "deg" else head.unit if head.role == "measure" else None,
        source=_source(material, used if used is not None else found.members),
        quote=head.label,
    )


def computed_values(material: Material, ref: FeatureRef) -> list[Fragment]:
    """The values that the question wants computed beside a feature, with their headings."""
    result = material.result
    if result is None or result.table is None or result.kind != "entities":
        return []
    table = result.table
    row = next((i for i, x in enumerate(table.rows) if x.ref == ref), None)
    if row is None:
        return []
    template = table_phrase("measure_value", material.language)
    shown: dict[tuple[str, object], int] = {}
    for i, column in enumerate(table.columns):
        if column.role == "measure" and column.label not in _told(material, table.rows[row], i, column.label):
            shown.setdefault((column.label, table.rows[row].cells[i]), i)
    return [
        fill(template, measure=heading(material, table, i), value=cell(material, table, row, i))
        for i in shown.values()
    ]


def _told(material: Material, row: TableRow, column: int, table_label: str) -> tuple[str, ...]:
    """Headings of values that a row says already: its coordinates, the distance of its relation."""
    evidence = next((e for e in material.evidence if e.row.ref == row.ref), None)
    found, value = (evidence.row, row.cells[column]) if evidence is not None else (None, None)
    nearest = [p.nearest.distance_m for p in evidence.proximity if p.nearest is not None] if evidence else []
    if isinstance(value, float) and any(abs(value - x) < _SAME_M for x in nearest):
        return (table_label,)
    if found is None or found.geometry.geom_type != "Point" or row.cells[column] not in (found.lon, found.lat):
        return ()
    return tuple(measure(x, material.language) for x in ("x", "y"))


def number_of(material: Material, table: Table, row: int) -> Citation:
    """The number in its layer of the feature that a group is, to tell it from others of its name."""
    ref = table.rows[row].ref
    if ref is None:
        raise ValueError("The group is no feature.")
    source = material.source(ref.table)
    return Citation(
        number=0,
        kind="computed",
        text=f"#{ref.fid}",
        refs=(ref,),
        column=f"ref:{row}",
        value=ref.fid,
        source=source,
    )


def heading(material: Material, table: Table, column: int) -> Part:
    """The heading of a column: words, cited where it holds more than the name of a measure (also a feature)."""
    label = table.columns[column].label
    if len(label) <= _LONG and not _DIGIT.search(label) and not _tells_a_name(material, label):
        return label
    return _number(material, f"head:{column}", label, label)


def _tells_a_name(material: Material, label: str) -> bool:
    rows = (x.row for x in material.evidence)
    return any(len(name) > 1 and name in label for row in rows for name in (row.name, *row.names.values()))


def note(material: Material, table: Table, key: str, what: str, *, word: bool = False) -> Citation:
    """How many features a measure used, or left out for want of a value (``missing``, ``censored``)."""
    value = getattr(table.notes[key], what)
    text = count_word(value, material.language) if word else integer(value, material.language)
    return _number(material, f"note:{key}:{what}", text, value)


def fact(material: Material, name: str, value: int) -> Citation:
    """A number of the table as a whole: ``total``, ``of``, ``tied``, ``outside``, ``shown:<n>``."""
    return _number(material, f"table.{name}", integer(value, material.language), value)


def _number(material: Material, column: str, text: str, value: object) -> Citation:
    result = material.result
    used = result.total if result is not None else 0
    return Citation(
        number=0, kind="computed", text=text, column=column, value=value, source=_source(material, used)
    )


def _source(material: Material, used: int) -> str:
    """The statement, the layers and the features that were used."""
    tables = material.result.layers if material.result is not None else ()
    layers = phrase("list_comma", material.language).join(material.source(t) for t in tables)
    query = material.query
    alone = query is not None and query.intent == "value" and not (material.result and material.result.rows)
    template = table_phrase("source_alone" if alone else "source_computed", material.language)
    return plain(fill(template, layers=layers, used=integer(used, material.language)))


def subject(query: ir.Query) -> tuple[ir.Set, str]:
    """The set a question computes over, with its place in the IR."""
    if query.intent == "value" and isinstance(query.value, ir.AggExpr):
        return query.value.over, "query.value.over"
    return query.target, "query.target"
