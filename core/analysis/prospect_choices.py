"""What the loaded data offer a prospectivity run, and the request it starts from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from core.analysis.association_request import content_columns, sample_layers, usual_elements
from core.analysis.prospect_request import (
    CategoryFeature,
    LabelRule,
    Measure,
    ProspectRequest,
    RasterFeature,
    SampleFeature,
    ShapeFeature,
)
from core.errors import AnalysisError
from core.vocabulary.card import Labels, Layer, SchemaCard

ROLES = "prospectivity.json"
COMMODITY_SUM = 10
"""Occurrences of one value that make it a better start than all of them."""


@dataclass(frozen=True)
class Roles:
    """Kinds of feature and attributes that a run starts from, by id; empty in a foreign vocabulary."""

    labels: tuple[str, ...] = ()
    label_attributes: tuple[str, ...] = ()
    distances: tuple[str, ...] = ()
    categories: tuple[tuple[str, str], ...] = ()
    nearest: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    subsets: tuple[tuple[str, str], ...] = ()
    """Kind of feature and attribute whose values are offered one by one for distances."""


def read_roles(directory: Path) -> Roles:
    """The roles of a vocabulary directory; none when it has no such file.

    Raises:
        AnalysisError: the file is malformed.
    """
    path = directory / ROLES
    try:
        plain: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        pairs = tuple((a, b) for a, b in plain["categories"])
        others = ("labels", "label_attributes", "distances", "nearest", "groups")
        subsets = tuple((a, b) for a, b in plain.get("subsets", ()))
        return Roles(categories=pairs, subsets=subsets, **{x: tuple(plain[x]) for x in others})
    except FileNotFoundError:
        return Roles()
    except (ValueError, KeyError, TypeError) as error:
        raise AnalysisError(f"The file {path.name} is malformed: {error}.") from error


@dataclass(frozen=True)
class Value:
    """A value that occurrences can be chosen by."""

    id: str
    labels: Labels
    cells: tuple[str, ...]
    """Raw values of the column that mean it."""


def label_layers(card: SchemaCard, roles: Roles) -> tuple[Layer, ...]:
    """Point layers that may give labels: those of the kinds named for it, else all that hold no contents."""
    named = [x for kind in roles.labels for x in card.layers_of(kind) if x.geometry == "point"]
    return tuple(named) or tuple(
        x for x in card.layers if x.geometry == "point" and len(content_columns(card, x)) < 2
    )


def label_attributes(card: SchemaCard, layer: Layer, roles: Roles) -> tuple[str, ...]:
    """Attributes with few values by which occurrences can be chosen, the usual ones first."""
    has = [a for a, c in layer.columns.items() if c.inventory and card.attributes[a].kind in ("text", "list")]
    return tuple(
        [a for a in roles.label_attributes if a in has] + [a for a in has if a not in roles.label_attributes]
    )


def label_values(card: SchemaCard, layer: Layer, attribute: str) -> tuple[Value, ...]:
    """Concepts of the column with their raw values, then values that mean no known concept."""
    column = layer.columns[attribute]
    found = []
    covered: set[str] = set()
    for concept in sorted(set(column.concepts) | _families(card, column.concepts)):
        cells = {c for one in card.expand(concept) for c in column.concepts.get(one, ())}
        if cells and concept in card.concepts:
            covered |= cells
            found.append(Value(concept, card.concepts[concept].labels, tuple(sorted(cells))))
    others = [v for v in column.inventory or () if v not in covered]
    return (*found, *(Value(v, Labels(v, v), (v,)) for v in others))


def _families(card: SchemaCard, concepts: Mapping[str, Any]) -> set[str]:
    return {k for k, c in card.concepts.items() if any(x in concepts for x in c.family)}


def cells_of(card: SchemaCard, layer: Layer, attribute: str, values: Iterable[str]) -> frozenset[str]:
    """Raw values of a column that the chosen concepts or spellings mean.

    Raises:
        AnalysisError: the layer has no such attribute, or none of the values.
    """
    if attribute not in layer.columns:
        raise AnalysisError(
            f"The layer “{layer.table}” has no attribute “{attribute}”.",
            sentence_zh=f"图层“{layer.table}”没有属性“{attribute}”。",
        )
    known = {v.id: v.cells for v in label_values(card, layer, attribute)}
    found: set[str] = set()
    for value in values:
        cells = known.get(value) or ((value,) if value in (layer.columns[attribute].inventory or ()) else ())
        if not cells:
            raise AnalysisError(
                f"“{value}” is no value of {attribute} in “{layer.table}”. There are: {', '.join(known)[:300]}.",
                sentence_zh=f"图层“{layer.table}”的属性“{attribute}”没有值“{value}”。",
            )
        found.update(cells)
    return frozenset(found)


def shape_layers(card: SchemaCard, labels: str) -> tuple[Layer, ...]:
    """Layers to which a distance may be measured: lines, and polygons that are no regions; never the labels."""
    return tuple(
        x for x in card.layers
        if x.table != labels and x.geometry in ("line", "polygon")
        and not (x.entity_type in card.entity_types and card.entity_types[x.entity_type].region)
    )  # fmt: skip


def shape_choices(card: SchemaCard, layer: Layer, roles: Roles) -> tuple[ShapeFeature, ...]:
    """What may be measured to a layer: all of it, its crossings or contacts, its density, and single values."""
    own: Measure = "crossings" if layer.geometry == "line" else "contacts"
    whole = [ShapeFeature(layer.table, m) for m in ("distance", own, "density")]
    parts = [
        ShapeFeature(layer.table, "distance", attribute, (value.id,))
        for kind, attribute in roles.subsets
        if kind == layer.entity_type and attribute in layer.columns and layer.columns[attribute].inventory
        for value in label_values(card, layer, attribute)
    ]
    return (*whole, *(parts if len(parts) > 1 else ()))


def category_columns(card: SchemaCard, roles: Roles) -> tuple[CategoryFeature, ...]:
    """Attributes of polygons with few values; the usual ones first."""
    found = [
        CategoryFeature(x.table, a)
        for x in shape_layers(card, "")
        for a, c in x.columns.items()
        if x.geometry == "polygon" and c.inventory and card.attributes[a].kind == "text"
    ]
    order = {pair: i for i, pair in enumerate(roles.categories)}
    found.sort(key=lambda c: order.get((card.layer(c.table).entity_type, c.attribute), 99))
    return tuple(found)


def near(layers: Sequence[Layer], box: tuple[float, float, float, float]) -> tuple[Layer, ...]:
    """Those whose extent meets a box (degrees)."""
    w, s, e, n = box
    return tuple(
        x for x in layers if x.extent[0] <= e and x.extent[2] >= w and x.extent[1] <= n and x.extent[3] >= s
    )


def start(
    card: SchemaCard, roles: Roles, area: BaseGeometry, *, region: str | None = None,
    rasters: Sequence[RasterFeature] = (),
) -> ProspectRequest:  # fmt: skip
    """The request to start from over `area` (degrees): one deposit type, the usual distances, contents and units.

    Raises:
        AnalysisError: no point layer that could give labels reaches into the area.
    """
    box = shapely.bounds(area).tolist()
    candidates = near(label_layers(card, roles), box)
    if not candidates:
        raise AnalysisError(
            "No layer of occurrences reaches into the study area.", "Load one, or choose another area.",
            sentence_zh="研究区内没有矿产地图层。", hint_zh="请先导入矿产地，或更换研究区。",
        )  # fmt: skip
    layer = max(candidates, key=lambda x: x.rows)
    lines = near([x for k in roles.distances for x in card.layers_of(k) if x.geometry == "line"], box)
    lines = lines or near([x for x in shape_layers(card, layer.table) if x.geometry == "line"], box)[:1]
    units = [c for c in category_columns(card, roles) if near([card.layer(c.table)], box)][:1]
    sampled = near(sample_layers(card), box)[:1]
    samples = [SampleFeature(x.table, usual_elements(card, x)) for x in sampled]
    return ProspectRequest(
        labels=LabelRule(layer.table), region=region, area=None if region else area,
        shapes=tuple(ShapeFeature(x.table) for x in lines), categories=tuple(units),
        samples=samples[0] if samples else None, rasters=tuple(rasters) if not lines and not samples else (),
    )  # fmt: skip
