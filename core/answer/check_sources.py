"""Finding a cited value again at its source, from the address in the citation alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.answer.card_facts import stated_fact
from core.answer.check_counts import stated_count
from core.answer.check_table import TableCheck
from core.answer.check_values import number_agrees, text_agrees
from core.answer.chips import assumptions
from core.answer.concepts import label_of
from core.answer.figures import SLACK, figures, slack_text
from core.answer.material import Material, names_of
from core.answer.model import Citation
from core.answer.passages import page_words
from core.answer.stated import sentences
from core.answer.traits import values_of
from core.evidence.types import Evidence, Reference
from core.query.result import FeatureRef
from core.question import ir


class Evidences:
    """The evidence of one answer, addressed by citation."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._targets: Mapping[FeatureRef, Evidence] = {e.row.ref: e for e in material.evidence}
        self._table = TableCheck(material)
        self._document = ir.dump(material.reading.ir)

    def supports(self, citation: Citation) -> bool:
        """Whether the source of `citation` holds the value its text states."""
        checks = {
            "cell": self._cell,
            "distance": self._distance,
            "count": self._count,
            "computed": self._table.supports,
            "setting": self._setting,
            "passage": self._passage,
            "finding": self._finding,
        }
        try:
            return checks[citation.kind](citation)
        except (KeyError, IndexError, ValueError, TypeError):
            return False

    def _cell(self, citation: Citation) -> bool:
        column, ref = citation.column or "", citation.refs[0]
        if column.startswith("layer."):
            return self._layer(citation, ref.table, column.removeprefix("layer."))
        if len(citation.refs) > 1:
            rows = [self._targets[r].row for r in citation.refs]
            return all(citation.text in values_of(self._material, row, column) for row in rows)
        row = self._targets[ref].row
        if column in ("lon", "lat"):
            return number_agrees(citation.text, getattr(row, column), None, self._material.units)
        if column == "name":
            return citation.text in (row.name, *row.names.values())
        return self._value(citation, row.values[column])

    def _value(self, citation: Citation, value: Any) -> bool:
        material = self._material
        if value.qualifier is not None and value.limit is not None:
            text = citation.text.removeprefix(value.qualifier)
            return text != citation.text and number_agrees(text, value.limit, value.unit, material.units)
        if isinstance(value.value, int | float):
            return number_agrees(citation.text, value.value, value.unit, material.units)
        layer = material.layer(citation.refs[0].table)
        column = layer.columns.get(value.attribute) if layer is not None else None
        return text_agrees(citation.text, str(value.value), value.attribute, column, material.card)

    def _layer(self, citation: Citation, table: str, field: str) -> bool:
        layer = self._material.card.layer(table)
        if field == "title":
            return citation.text in (layer.title.en, layer.title.zh)
        if field == "file":
            return citation.text == self._material.files.get(table)
        if field == "provenance":
            return citation.text == layer.provenance.rstrip(".。 ")
        name, _, rest = field.partition(":")
        if name == "column":
            return citation.text in (rest, layer.columns[rest].name)
        if field.startswith("extent."):
            return number_agrees(citation.text, layer.extent[int(field[-1])], None, self._material.units)
        return number_agrees(citation.text, getattr(layer, field), citation.unit, self._material.units)

    def _distance(self, citation: Citation) -> bool:
        target, reference = citation.refs
        evidence = self._targets[target]
        found = [r for r in _references(evidence) if r.ref == reference]
        if citation.column != "distance_m":
            column = citation.column or ""
            return any(citation.text == (r.name if column == "name" else r.attributes[column]) for r in found)
        return any(number_agrees(citation.text, r.distance_m, "m", self._material.units) for r in found)

    def _count(self, citation: Citation) -> bool:
        if (citation.column or "").startswith("threshold:"):
            return self._threshold(citation)
        stated = stated_count(self._material, self._targets, citation)
        if isinstance(stated, str):
            return stated == citation.text
        return number_agrees(citation.text, stated, None, self._material.units)

    def _threshold(self, citation: Citation) -> bool:
        result = self._material.result
        _, index, what = (citation.column or "").split(":")
        if result is None:
            return False
        limit = result.thresholds[int(index)]
        if what == "share":
            return number_agrees(citation.text, limit.share * 100, None, self._material.units)
        unit = limit.unit if what == "value" else None
        return number_agrees(citation.text, getattr(limit, what), unit, self._material.units)

    def _setting(self, citation: Citation) -> bool:
        column, material = citation.column or "", self._material
        if column.startswith("card:"):
            return citation.text == stated_fact(material, column)
        if not column.startswith("query."):
            return citation.text in _beside(material, column)
        value = _at(self._document, column)
        if isinstance(value, dict):
            return material.reading.question[slice(*value["span"])] == citation.text
        if isinstance(value, int | float):
            return number_agrees(citation.text, value, citation.unit, material.units)
        concept = material.card.concepts.get(str(value))
        if concept is not None and citation.text in (label_of(concept, "en"), label_of(concept, "zh")):
            return True
        return citation.text == str(value) or self._names(citation, str(value))

    def _names(self, citation: Citation, mention: str) -> bool:
        """Whether the text is a name of the feature that the mention was bound to."""
        bound = [b for b in self._material.bindings if b.mention == mention]
        refs = tuple(r for b in bound for r in b.refs)
        return any(citation.text == b.canonical for b in bound) or any(
            citation.text == n.text for n in names_of(self._material.card, refs)
        )

    def _finding(self, citation: Citation) -> bool:
        """Whether the kept analysis the citation names holds the value."""
        name = (citation.column or "").partition("/")[0]
        found = [x for x in self._material.findings if x.record.id == name]
        return bool(found) and found[0].supports(citation, self._material.units)

    def _passage(self, citation: Citation) -> bool:
        for passage in self._material.passages:
            if passage.document == citation.column and passage.text == citation.quote:
                if citation.unit == "page":
                    return citation.text == page_words(passage, self._material.language)
                if citation.unit == SLACK:
                    return citation.text in self._slacks(passage.text, str(citation.value))
                shown = str(citation.value).removesuffix("…")
                if citation.text.strip("“”") != str(citation.value):
                    return False
                headings = (passage.title, *passage.heading)
                return shown in " ".join(passage.text.split()) or all(x in headings for x in shown.split(" › "))
        return False

    def _slacks(self, text: str, figure: str) -> set[str]:
        """What a number of a passage may be off, in words."""
        units, language = self._material.units, self._material.language
        found = (x for sentence in sentences(text) for x in figures(sentence, units.find) if x.text == figure)
        return {slack_text(x.slack, units.label(x.unit, language), language) for x in found}


def _beside(material: Material, column: str) -> tuple[str, ...]:
    """What the reading holds beside the query: unused words, corrections, assumptions."""
    kind, _, rest = column.partition(":")
    if kind == "assumption":
        return tuple(x for a in assumptions(material) if a.label == rest for x in (a.value, a.reason))
    if kind == "binding":
        binding = material.bindings[int(rest)]
        return (binding.mention, binding.canonical)
    name, index = column.split(".")[:2]
    if name == "unexplained":
        return (material.reading.unexplained[int(index)].text,)
    word, meaning = material.reading.corrections[int(index)]
    return (word.text, meaning)


def _references(evidence: Evidence) -> list[Reference]:
    found = [r for p in evidence.proximity for r in (p.nearest, *p.within)]
    return [r for r in found if r is not None]


def _at(document: Any, pointer: str) -> Any:
    """The value at a dotted pointer of a JSON document."""
    for key in pointer.split("."):
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document
