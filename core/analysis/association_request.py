"""What an analysis of element association is asked for, and which layers can be asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from shapely.geometry import mapping, shape
from shapely.geometry.base import BaseGeometry

from core.geochem.associate import Plan
from core.geochem.cleaning import Choices
from core.vocabulary.card import Column, Layer, SchemaCard

CONTENT = "mass_fraction"
"""Dimension of the attributes that are contents of elements."""
OXIDE = re.compile(r"T?([A-Z][a-z]?)\d*O\d*T?")
NEAR_DEGREES = 0.5
"""Layers farther than this from all samples are not looked at for what is nearest."""
NUMERIC = ("smallint", "integer", "bigint", "real", "double precision", "numeric")


@dataclass(frozen=True)
class RockColumn:
    """A column that says what rock a place lies on: of the samples' own layer, or of polygons under them."""

    table: str
    attribute: str


@dataclass(frozen=True)
class AssociationRequest:
    """One analysis, as a person or a command asks for it."""

    layer: str
    """Table of the sample layer."""
    region: str | None = None
    """Canonical name of a region; only samples within count."""
    area: BaseGeometry | None = None
    """Polygon in degrees EPSG:4326; only samples within count."""
    rocks: RockColumn | None = None
    """What the samples lie on; needed for thresholds and plots by rock."""
    only_rocks: tuple[str, ...] = ()
    """Only samples on these rocks, as `rocks` spells them; empty: all."""
    plan: Plan = field(default_factory=Plan)

    def plain(self) -> dict[str, Any]:
        """The request as JSON values, to be kept with the result."""
        found = asdict(self) | {"area": mapping(self.area) if self.area is not None else None}
        return found

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> AssociationRequest:
        """The request that :meth:`plain` described, as it was kept with a result.

        Raises:
            TypeError, KeyError, ValueError: the values are not those of a request.
        """
        plan, rocks, area = dict(plain["plan"]), plain["rocks"], plain["area"]
        choices = Choices(**_tuples(plan.pop("choices")))
        return cls(
            plain["layer"], plain["region"], None if area is None else shape(area),
            None if rocks is None else RockColumn(**rocks), tuple(plain["only_rocks"]),
            Plan(choices, **_tuples(plan)),
        )  # fmt: skip


def _tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    """Lists of JSON as the tuples they were."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}


def sample_layers(card: SchemaCard) -> tuple[Layer, ...]:
    """Point layers that have contents of at least two elements, the one with most rows first."""
    found = [x for x in card.layers if x.geometry == "point" and len(content_columns(card, x)) >= 2]
    return tuple(sorted(found, key=lambda x: (-x.rows, x.table)))


def content_columns(card: SchemaCard, layer: Layer) -> Mapping[str, Column]:
    """Attribute → column of the contents a layer has, in the order of the vocabulary."""
    return {
        name: layer.columns[name]
        for name, attribute in card.attributes.items()
        if name in layer.columns
        and attribute.dimension == CONTENT
        and layer.columns[name].sql_type.startswith(NUMERIC)
    }


def symbol_of(card: SchemaCard, name: str) -> str:
    """Chemical symbol of what an attribute measures: ``Fe`` for ``Fe2O3``; "" when it is not known."""
    attribute = card.attributes.get(name)
    if attribute is not None and attribute.element:
        return attribute.element
    found = OXIDE.fullmatch(name)
    return found[1] if found else ""


def usual_elements(card: SchemaCard, layer: Layer) -> tuple[str, ...]:
    """Elements to start from: the trace elements; where there are fewer than three, everything."""
    columns = content_columns(card, layer)
    elements = tuple(x for x in columns if card.attributes[x].element)
    return elements if len(elements) >= 3 else tuple(columns)


def rock_columns(card: SchemaCard, layer: Layer) -> tuple[RockColumn, ...]:
    """Columns that may say what the samples lie on, the likeliest first.

    Those of polygon layers that overlap the samples and are no regions, in the order in which their kind shows its
    attributes after the name, then text columns of few values of the samples themselves.
    """
    found = []
    for other in card.layers:
        kind = card.entity_types.get(other.entity_type)
        if other.geometry == "polygon" and kind and not kind.region and _overlap(layer, other):
            shown = [x for x in kind.key_attributes if x != kind.name_attribute and x in other.columns]
            found += [RockColumn(other.table, x) for x in shown if card.attributes[x].kind == "text"]
    own = [x for x, column in layer.columns.items() if card.attributes[x].kind == "text" and column.inventory]
    return (*found, *(RockColumn(layer.table, x) for x in own))


def reference_layers(card: SchemaCard, layer: Layer) -> Mapping[str, tuple[Layer, ...]]:
    """Kind of feature → its loaded layers, for kinds of named points and lines: what anomalies are near to."""
    found: dict[str, tuple[Layer, ...]] = {}
    for kind in card.entity_types.values():
        layers = tuple(
            x for x in card.layers_of(kind.id)
            if x.table != layer.table and x.geometry in {"point", "line"} and not content_columns(card, x)
            and kind.name_attribute in x.columns and _overlap(layer, x, margin=NEAR_DEGREES)
        )  # fmt: skip
        if layers and kind.id != layer.entity_type:
            found[kind.id] = layers
    return found


def _overlap(a: Layer, b: Layer, margin: float = 0.0) -> bool:
    return (
        a.extent[0] <= b.extent[2] + margin and b.extent[0] <= a.extent[2] + margin
        and a.extent[1] <= b.extent[3] + margin and b.extent[1] <= a.extent[3] + margin
    )  # fmt: skip
