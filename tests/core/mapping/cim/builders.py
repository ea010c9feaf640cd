"""Builds layer files of ArcGIS Pro in memory: only members that matter, as its writer leaves out the rest."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

from PIL import Image

from core.mapping.cim import read_lyrx
from core.mapping.style_model import StyleDocument, StyleLayer

Json = dict[str, Any]


def rgb(*values: float) -> Json:
    return {"type": "CIMRGBColor", "values": [*values, *([100] if len(values) == 3 else [])]}


def stroke(color: Json | None = None, width: float = 1.0, **more: Any) -> Json:
    return {"type": "CIMSolidStroke", "enable": True, "capStyle": "Round", "joinStyle": "Round", "width": width,
            "color": color or rgb(0, 0, 0), **more}  # fmt: skip


def dashed(*template: float, **more: Any) -> Json:
    return stroke(effects=[{"type": "CIMGeometricEffectDashes", "dashTemplate": list(template), **more}])


def fill(color: Json | None = None) -> Json:
    return {"type": "CIMSolidFill", "enable": True, "color": color or rgb(200, 100, 50)}


def hatch(rotation: float | None = None, separation: float = 5.0, *lines: Json) -> Json:
    drawn = line(*(lines or (stroke(rgb(255, 0, 0)),)))
    made = {"type": "CIMHatchFill", "enable": True, "separation": separation, "lineSymbol": drawn}
    return made if rotation is None else {**made, "rotation": rotation}


def polygon(*layers: Json) -> Json:
    return {"type": "CIMPolygonSymbol", "symbolLayers": list(layers or (stroke(), fill()))}


def line(*layers: Json) -> Json:
    return {"type": "CIMLineSymbol", "symbolLayers": list(layers or (stroke(),))}


def point(*layers: Json) -> Json:
    return {"type": "CIMPointSymbol", "symbolLayers": list(layers or (vector(circle()),)), "haloSize": 1}


def circle(symbol: Json | None = None) -> Json:
    """A drawn circle of radius 1, as the editor writes it: one arc that ends where it starts."""
    ring = [[0, 1], {"a": [[0, 1], [0, 0], 0, 1]}]
    return {"type": "CIMMarkerGraphic", "geometry": {"curveRings": [ring]}, "symbol": symbol or polygon()}


def rings(*corners: tuple[float, float], symbol: Json | None = None) -> Json:
    ring = [list(c) for c in (*corners, corners[0])]
    return {"type": "CIMMarkerGraphic", "geometry": {"rings": [ring]}, "symbol": symbol or polygon()}


def vector(*graphics: Json, size: float = 6.0, **more: Any) -> Json:
    return {"type": "CIMVectorMarker", "enable": True, "size": size, "anchorPointUnits": "Relative",
            "frame": {"xmin": -1, "ymin": -1, "xmax": 1, "ymax": 1}, "markerGraphics": list(graphics),
            "scaleSymbolsProportionally": True, "respectFrame": True, **more}  # fmt: skip


def character(index: int, font: str = "ESRI Default Marker", size: float = 12.0, color: Json | None = None,
              **more: Any) -> Json:  # fmt: skip
    return {"type": "CIMCharacterMarker", "enable": True, "size": size, "characterIndex": index,
            "fontFamilyName": font, "symbol": polygon(fill(color or rgb(0, 0, 255))), **more}  # fmt: skip


def picture_data(
    color: tuple[int, int, int] = (10, 200, 30), size: tuple[int, int] = (8, 4), kind: str = "BMP"
) -> str:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, kind)
    return f"data:image/{kind.lower()};base64," + base64.b64encode(out.getvalue()).decode()


def ref(symbol: Json, **more: Any) -> Json:
    return {"type": "CIMSymbolReference", "symbol": symbol, **more}


def simple(symbol: Json, **more: Any) -> Json:
    return {"type": "CIMSimpleRenderer", "symbol": ref(symbol), **more}


def unique_class(label: str, symbol: Json, *values: tuple[str, ...], **more: Any) -> Json:
    return {"type": "CIMUniqueValueClass", "label": label, "symbol": ref(symbol), "visible": True,
            "values": [{"type": "CIMUniqueValue", "fieldValues": list(v)} for v in values], **more}  # fmt: skip


def unique(fields: list[str], *classes: Json, heading: str = "", **more: Any) -> Json:
    group = {"type": "CIMUniqueValueGroup", "classes": list(classes), **({"heading": heading} if heading else {})}
    return {"type": "CIMUniqueValueRenderer", "fields": fields, "groups": [group], **more}


def breaks(field: str, uppers: list[float | None], symbol: Json | None = None, **more: Any) -> Json:
    """Class breaks; None leaves the bound out, which is what the writer does with zero."""
    made = [
        {"type": "CIMClassBreak", "label": f"class {i}", "symbol": ref(symbol or polygon()),
         **({} if u is None else {"upperBound": u})}
        for i, u in enumerate(uppers)
    ]  # fmt: skip
    return {"type": "CIMClassBreaksRenderer", "field": field, "breaks": made, **more}


def feature_layer(renderer: Json | None, name: str = "Units", **more: Any) -> Json:
    table = more.pop("table", {})
    made = {"type": "CIMFeatureLayer", "name": name, "uRI": f"CIMPATH=map/{name.lower()}.xml", "visibility": True,
            "featureTable": {"type": "CIMFeatureTable", "displayField": "NAME", **table}, **more}  # fmt: skip
    return made if renderer is None else {**made, "renderer": renderer}


def raster_layer(colorizer: Json, name: str = "Grid") -> Json:
    return {"type": "CIMRasterLayer", "name": name, "uRI": f"CIMPATH=map/{name}.xml", "visibility": True,
            "colorizer": colorizer}  # fmt: skip


def group(name: str, *members: Json, **more: Any) -> Json:
    return {"type": "CIMGroupLayer", "name": name, "uRI": f"CIMPATH=map/{name.lower()}.xml", "visibility": True,
            "layers": [m["uRI"] for m in members], **more}  # fmt: skip


def document(*definitions: Json, top: list[str] | None = None, version: str = "3.6.0") -> Json:
    named = {uri for d in definitions for uri in d.get("layers", [])}
    listed = [d["uRI"] for d in definitions if d["uRI"] not in named] if top is None else top
    return {
        "type": "CIMLayerDocument",
        "version": version,
        "layers": listed,
        "layerDefinitions": list(definitions),
    }


def encoded(value: Json) -> bytes:
    return json.dumps(value).encode()


def read(*definitions: Json, **more: Any) -> StyleDocument:
    return read_lyrx(encoded(document(*definitions, **more)))


def read_layer(renderer: Json | None, **more: Any) -> StyleLayer:
    (layer,) = read(feature_layer(renderer, **more)).layers
    return layer


def read_passes(symbol: Json) -> tuple[Any, ...]:
    """The passes of one symbol."""
    renderer = read_layer(simple(symbol)).renderer
    assert renderer is not None
    return renderer.classes[0].symbol.passes


def codes(layer: StyleLayer) -> list[str]:
    return [n.code for n in layer.notes]
