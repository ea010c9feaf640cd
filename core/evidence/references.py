"""Reference features of an answer: shapes for the proof, names and key attributes for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from core.evidence.boxes import boxes_around
from core.evidence.proximity import Shape, reach_m
from core.evidence.types import Reference
from core.query.compile.references import described, members_in_boxes, parts
from core.query.execute import Session
from core.query.grounded import PointNode, SetNode
from core.query.measured import Measured, MeasuredReference
from core.query.result import FeatureRef, Value
from core.query.rows import Decoder, address, name_in, names_of
from core.question.reading import Language
from core.vocabulary.card import EntityType, Layer, SchemaCard
from core.vocabulary.units import Units


def shapes_near(
    session: Session, to: SetNode, targets: Sequence[Shape], measured: Sequence[Measured]
) -> tuple[Shape, ...]:
    """The members of an anchor set that the proof must know: all within reach of a target, and some more."""
    reach = np.array([reach_m(x) for x in measured])
    longest = max((x.max_edge_m for x in to.layers), default=0.0)
    boxes = boxes_around([x.geometry for x in targets], reach, longest)
    _, rows = session.run(members_in_boxes(to, boxes))
    geometries = shapely.from_wkb([x[3] for x in rows])
    found = []
    for (no, fid, feature, _), geometry in zip(rows, geometries, strict=True):
        ref = FeatureRef(to.layers[no].table, fid)
        found.append(Shape(ref, f"{ref.table} #{ref.fid}", feature, geometry))
    return tuple(found)


@dataclass(frozen=True)
class Describer:
    """Reads names, key attributes and shapes of reference rows."""

    session: Session
    card: SchemaCard
    units: Units
    language: Language

    def describe(self, refs: Sequence[FeatureRef]) -> dict[FeatureRef, Reference]:
        """Each reference with distance 0, to be placed by :func:`placed`."""
        tables: dict[str, set[int]] = {}
        for ref in refs:
            tables.setdefault(ref.table, set()).add(ref.fid)
        found: dict[FeatureRef, Reference] = {}
        for table, fids in sorted(tables.items()):
            layer = self.card.layer(table)
            entity = self.card.entity_types[layer.entity_type]
            wanted = _wanted(entity, layer)
            _, rows = self.session.run(described(layer, sorted(fids), wanted))
            shapes = shapely.from_wkb([x[1] for x in rows])
            for row, shape in zip(rows, shapes, strict=True):
                ref = FeatureRef(table, row[0])
                found[ref] = self._reference(layer, ref, wanted, row[2:], shape)
        return found

    def _reference(
        self, layer: Layer, ref: FeatureRef, wanted: Sequence[str], cells: Sequence[Any], shape: Any
    ) -> Reference:
        entity = self.card.entity_types[layer.entity_type]
        decoder = Decoder(self.card, self.units, self.language)
        values = {a: decoder.value(layer.columns[a], parts(cells, i)) for i, a in enumerate(wanted)}
        names = names_of(entity, {a: v.raw for a, v in values.items()})
        name = name_in(names, self.language) or address(layer, ref, self.language)
        shown = {a: self._shown(layer, values[a]) for a in entity.key_attributes if a in values}
        return Reference(ref, name, 0.0, {a: text for a, text in shown.items() if text}, shape)

    def _shown(self, layer: Layer, value: Value) -> str:
        """The value in the language of the answer; the label of a concept where the cell means exactly one."""
        if value.value is None:
            return ""
        meant = [c for c, cells in layer.columns[value.attribute].concepts.items() if value.raw in cells]
        if len(meant) == 1 and meant[0] in self.card.concepts:
            return self.card.concepts[meant[0]].labels.in_(self.language)
        number = f"{value.value:g}" if isinstance(value.value, float) else str(value.value)
        return f"{number} {self.units.label(value.unit, self.language)}" if value.unit else number


def _wanted(entity: EntityType, layer: Layer) -> list[str]:
    names = (entity.name_attribute, f"{entity.name_attribute}_en", f"{entity.name_attribute}_zh")
    return [a for a in dict.fromkeys((*names, *entity.key_attributes)) if a in layer.columns]


def placed(known: Mapping[FeatureRef, Reference], measured: MeasuredReference) -> Reference:
    """A described reference at its distance from one target."""
    found = known[measured.ref]
    return Reference(found.ref, found.name, measured.distance_m, found.attributes, found.geometry)


def point_reference(point: PointNode, measured: MeasuredReference) -> Reference:
    """A fixed point of the question as a reference."""
    name, shape = f"{point.lon:.4f}, {point.lat:.4f}", shapely.Point(point.lon, point.lat)
    return Reference(measured.ref, name, measured.distance_m, {}, shape)
