"""Reference features of an answer: shapes for the proof, names and key attributes for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.evidence.boxes import boxes_around
from core.evidence.geodesy import Ints
from core.evidence.proximity import Shapes, Target, address, reach_m
from core.evidence.types import Reference
from core.query.compile.references import described, members_in_boxes, parts
from core.query.compile.shape_distance import shape_geometry
from core.query.execute import Session
from core.query.grounded import AnchorNode, PointNode, SetNode
from core.query.labels import Labels
from core.query.measured import MeasuredRelation
from core.query.result import FeatureRef, Value
from core.query.rows import Decoder, name_in, names_of
from core.query.rows import address as address_of
from core.question.reading import Language
from core.vocabulary.card import Column, EntityType, Layer, SchemaCard
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_value
from core.vocabulary.units import Units


def shapes_near(session: Session, targets: Sequence[Target], measured: MeasuredRelation) -> Shapes:
    """The members of an anchor set that the proof must know: all within reach of a target, and some more."""
    to = measured.relation.features
    longest = max((x.max_edge_m for x in to.layers), default=0.0)
    boxes = boxes_around([x.geometry for x in targets], reach_m(measured), longest)
    _, rows = session.run(members_in_boxes(to, boxes))
    no, fid, features, wkb = zip(*rows, strict=True) if rows else ((), (), (), ())
    geometries: list[BaseGeometry] = list(shapely.from_wkb(np.array(wkb, dtype=object))) if rows else []
    return Shapes(np.array(no, np.int64), np.array(fid, np.int64), features, geometries)


@dataclass(frozen=True)
class Describer:
    """Reads names, key attributes and shapes of reference rows."""

    session: Session
    card: SchemaCard
    units: Units
    language: Language

    def describe(self, to: SetNode, measured: MeasuredRelation) -> Mapping[int, Reference]:
        """Address → reference at distance 0, for every reference that the relation states."""
        has = measured.nearest_no >= 0
        wanted = np.unique(
            np.concatenate([address(measured.no, measured.fid),
                            address(measured.nearest_no[has], measured.nearest_fid[has])])
        )  # fmt: skip
        found: dict[int, Reference] = {}
        for no, layer in enumerate(to.layers):
            fids = (wanted[wanted >> 44 == no] & ((1 << 44) - 1)).tolist()
            if fids:
                found.update(zip(_addresses(no, fids), self._rows(to.entity_type, layer, fids), strict=True))
        return found

    def _rows(self, entity: EntityType, layer: Layer, fids: Sequence[int]) -> list[Reference]:
        wanted = _wanted(entity, layer)
        _, rows = self.session.run(described(layer, fids, wanted))
        shapes = shapely.from_wkb(np.array([x[1] for x in rows], dtype=object))
        shown = {a: self._shower(layer, a) for a in entity.key_attributes if a in wanted}
        found: dict[int, Reference] = {}
        for row, shape in zip(rows, shapes, strict=True):
            cells = {a: parts(row[2:], i) for i, a in enumerate(wanted)}
            names = names_of(
                entity, {a: x["value"] for a, x in cells.items() if a.startswith(entity.name_attribute)}
            )
            ref = FeatureRef(layer.table, row[0])
            name = name_in(names, self.language) or address_of(layer, ref, self.language)
            texts = {a: show(cells[a]) for a, show in shown.items()}
            found[row[0]] = Reference(ref, name, 0.0, {a: text for a, text in texts.items() if text}, shape)
        return [found[x] for x in fids]

    def _shower(self, layer: Layer, attribute: str) -> Callable[[Mapping[str, Any]], str]:
        """Turns a cell into its text in the language of the answer."""
        column = layer.columns[attribute]
        known = self.card.attributes.get(attribute)
        if known is not None and known.kind in ("number", "year"):
            decoder = Decoder(self.card, self.units, self.language)
            return lambda cell: self._number(decoder.value(column, cell))
        labels: dict[str, set[str]] = {}
        for concept, cells in column.concepts.items():
            if concept in self.card.concepts:
                for cell in cells:
                    labels.setdefault(cell, set()).add(self.card.concepts[concept].labels.in_(self.language))
        # A cell that means exactly one concept is shown by its label, a list by those of its items; any other text
        # as it is.
        one = {cell: next(iter(x)) for cell, x in labels.items() if len(x) == 1}
        if known is not None and known.kind == "list":
            index = ConceptIndex.of(self.card.concepts.values(), attribute)
            one.update({cell: self._items(cell, x, column, index) for cell, x in labels.items() if len(x) > 1})
        return lambda cell: one.get(cell["value"], cell["value"] or "")

    def _items(self, cell: str, labels: set[str], column: Column, index: ConceptIndex) -> str:
        """The labels of a list cell in the order of its items."""
        ids = match_value(cell, "list", index, column.separators or LIST_SEPARATORS)
        known = [self.card.concepts[x].labels.in_(self.language) for x in ids if x in self.card.concepts]
        shown = dict.fromkeys([x for x in known if x in labels] + sorted(labels - set(known)))
        return ("、" if self.language == "zh" else ", ").join(shown)

    def _number(self, value: Value) -> str:
        if value.value is None:
            return ""
        number = f"{value.value:g}" if isinstance(value.value, float) else str(value.value)
        return f"{number} {self.units.label(value.unit, self.language)}" if value.unit else number


def _addresses(no: int, fids: Sequence[int]) -> list[int]:
    return [(no << 44) | x for x in fids]


def _wanted(entity: EntityType, layer: Layer) -> list[str]:
    names = (entity.name_attribute, f"{entity.name_attribute}_en", f"{entity.name_attribute}_zh")
    return [a for a in dict.fromkeys((*names, *entity.key_attributes)) if a in layer.columns]


def shapes_of(known: Mapping[int, Reference]) -> Shapes:
    """The described references as shapes."""
    addresses: Ints = np.array(list(known), np.int64)
    geometries = [x.geometry for x in known.values() if x.geometry is not None]
    return Shapes(addresses >> 44, addresses & ((1 << 44) - 1), [""] * len(geometries), geometries)


def fixed_reference(describer: Describer, to: AnchorNode, ref: FeatureRef) -> Mapping[int, Reference]:
    """A point or shape of the question as the only reference; none when the shape is empty."""
    if isinstance(to, PointNode):
        return {0: Reference(ref, f"{to.lon:.4f}, {to.lat:.4f}", 0.0, {}, shapely.Point(to.lon, to.lat))}
    _, rows = describer.session.run(shape_geometry(to))
    label = Labels(describer.language, describer.units).anchor(to)
    return {0: Reference(ref, label, 0.0, {}, shapely.from_wkb(rows[0][0]))} if rows else {}
