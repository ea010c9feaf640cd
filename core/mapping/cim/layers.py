"""Feature and raster layers, with what the groups around them say about visibility, opacity and scales."""

from __future__ import annotations

from dataclasses import dataclass

from core.mapping.cim.access import Json, flag, items, kind, number, obj, word
from core.mapping.cim.fonts import Fonts
from core.mapping.cim.labels import labels_of
from core.mapping.cim.log import Log
from core.mapping.cim.rasters import raster_of
from core.mapping.cim.renderers import renderer_of
from core.mapping.predicate import Predicate
from core.mapping.predicate_parser import NotUnderstoodError, parse_where
from core.mapping.style_model import FieldName, StyleLayer
from core.mapping.style_symbols import Geometry

FEATURE_LAYERS = {"CIMFeatureLayer", "CIMSubtypeLayer", "CIMGraphicsLayer"}
RASTER_LAYERS = {"CIMRasterLayer", "CIMImageServiceLayer", "CIMMosaicLayer"}
MAX_FIELDS = 1_000
_HINTS: dict[str, Geometry] = {"Point": "point", "Line": "line", "Polygon": "polygon"}


@dataclass(frozen=True)
class Around:
    """What the groups around a layer pass on to it."""

    groups: tuple[str, ...] = ()
    visible: bool = True
    opacity: float = 1.0
    min_scale: float = 0.0
    max_scale: float = 0.0
    fonts: Fonts | None = None

    def inside(self, layer: Json, name: str = "") -> Around:
        """The same with what `layer` says itself; `name` is that of a group."""
        share = 1 - min(max(number(layer, "transparency"), 0.0), 100.0) / 100
        low = [x for x in (self.min_scale, max(number(layer, "minScale"), 0.0)) if x > 0]
        return Around(
            (*self.groups, name) if name else self.groups,
            self.visible and flag(layer, "visibility"),
            round(self.opacity * share, 4),
            min(low, default=0.0),
            max(self.max_scale, number(layer, "maxScale"), 0.0),
            self.fonts,
        )


def layer_of(value: Json, number_: int, around: Around) -> StyleLayer:
    """One layer of the document, the `number_`-th of them."""
    log = Log(around.fonts)
    own = around.inside(value)
    name = word(value, "name", limit=400)
    mode = word(value, "blendingMode", "Alpha")
    if mode not in {"", "Alpha", "Normal"}:
        log.note("blend", loss=False, mode=mode)
    common = {
        "id": f"l{number_}", "name": name, "groups": own.groups, "visible": own.visible, "opacity": own.opacity,
        "min_scale": own.min_scale, "max_scale": own.max_scale,
    }  # fmt: skip
    if kind(value) in RASTER_LAYERS:
        raster = raster_of(obj(value, "colorizer"), log)
        data = obj(value, "dataConnection")
        more = {"geometry": "raster", "raster": raster, "dataset": word(data, "dataset", limit=400)}
    else:
        more = _feature(value, name, log)
    made = {**common, **more, "notes": log.notes(), "fidelity": log.fidelity()}
    return StyleLayer.model_validate(made)


def _feature(value: Json, name: str, log: Log) -> dict[str, object]:
    table = obj(value, "featureTable")
    display = word(table, "displayField", limit=400)
    renderer, rotation = renderer_of(obj(value, "renderer"), name, _hint(value), log)
    drawing = obj(value, "symbolLayerDrawing")
    if flag(drawing, "useSymbolLayerDrawing"):
        log.note("drawing_order", loss=False)
    text = word(table, "definitionExpression")
    return {
        "geometry": _geometry(renderer.classes, _hint(value)),
        "dataset": word(obj(table, "dataConnection"), "dataset", limit=400),
        "display_field": display,
        "fields": tuple(_fields(table)),
        "query": _query(text, log),
        "query_text": text,
        "renderer": renderer,
        "rotation": rotation,
        "labels": labels_of(value, display, log),
        "labels_on": flag(value, "labelVisibility"),
    }


def _hint(value: Json) -> Geometry:
    """The geometry the label placement speaks of, for layers whose symbols cannot tell."""
    template = word(value, "geometryType").removeprefix("esriGeometry").removesuffix("line")
    known = {**_HINTS, "Poly": "line", "Multipoint": "point"}
    if template in known:
        return known[template]
    for label in items(value, "labelClasses"):
        for key in ("maplexLabelPlacementProperties", "standardLabelPlacementProperties"):
            found = _HINTS.get(word(obj(label, key), "featureType"))
            if found:
                return found
    return "unknown"


def _geometry(classes: tuple[object, ...], hint: Geometry) -> Geometry:
    found = [c.symbol.geometry for c in classes if c.symbol.geometry != "unknown"]  # type: ignore[attr-defined]
    return max(found, key=found.count) if found else hint


def _fields(table: Json) -> list[FieldName]:
    found = []
    for entry in items(table, "fieldDescriptions")[:MAX_FIELDS]:
        name = word(entry, "fieldName", limit=400)
        alias = word(entry, "alias", limit=400)
        if name:
            found.append(
                FieldName(name=name, alias=alias if alias != name else "", visible=flag(entry, "visible", True))
            )  # fmt: skip
    return found


def _query(text: str, log: Log) -> Predicate | None:
    if not text.strip():
        return None
    try:
        return parse_where(text)
    except NotUnderstoodError as error:
        log.note("query", loss=False, at=error)
        return None
