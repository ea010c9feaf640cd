"""Colorizers of raster layers: stretches, classes, unique values, band combinations, colour maps."""

from __future__ import annotations

from core.mapping.cim.access import Json, as_number, flag, items, kind, maybe, number, numbers, obj, word, words
from core.mapping.cim.colors import GREY, color_of
from core.mapping.cim.log import Log
from core.mapping.cim.ramps import ramp_stops
from core.mapping.style_model import RasterRenderer, StyleClass
from core.mapping.style_symbols import Fill, StyleSymbol

MAX_CLASSES = 5_000
_GREYS = ((0.0, "#000000", 1.0), (1.0, "#ffffff", 1.0))
_CELL_FIELDS = {"", "value", "pixel value", "pixelvalue"}
_KNOWN_STRETCHES = {
    "", "None", "MinimumMaximum", "StandardDeviations", "PercentMinimumMaximum", "Custom", "HistogramEqualize",
    "PercentClip",
}  # fmt: skip


def raster_of(value: Json, log: Log) -> RasterRenderer:
    """How a colorizer draws cells."""
    made = {
        "CIMRasterStretchColorizer": _stretch,
        "CIMRasterClassifyColorizer": _classified,
        "CIMRasterUniqueValueColorizer": _unique,
        "CIMRasterRGBColorizer": _rgb,
        "CIMRasterColorMapColorizer": _colormap,
    }.get(kind(value))
    if made is None:
        log.note("colorizer", kind=kind(value) or "—")
        log.grade(log.losses, False)
        return RasterRenderer(kind="unsupported", stops=_GREYS)
    before = log.losses
    found = made(value, log)
    log.grade(before, True)
    return found


def _cell(key: str, label: str, paint: Fill | None, **more: object) -> StyleClass:
    passes = (paint,) if paint else ()
    return StyleClass.model_validate(
        {"key": key, "label": label, "symbol": StyleSymbol(geometry="raster", passes=passes), **more}
    )


def _stretch(value: Json, log: Log) -> RasterRenderer:
    name = word(value, "stretchType")
    if name not in _KNOWN_STRETCHES:
        log.note("stretch", kind=name)
    if number(value, "hillshadeZFactor") > 0 or flag(value, "useHillshadeEffect"):
        log.note("hillshade")
    stats = obj(value, "stretchStats")
    low, high = maybe(stats, "min"), maybe(stats, "max")
    if flag(value, "useCustomStretchMinMax") or name == "Custom":
        low, high = number(value, "customStretchMin"), number(value, "customStretchMax")
    ends = [as_number(x.get("value")) for x in items(value, "stretchClasses") if "value" in x]
    if (low is None or high is None) and len(ends) > 1:
        low, high = min(ends), max(ends)
    stops = ramp_stops(obj(value, "colorRamp"), log) or _GREYS
    labels = [word(x, "label", limit=200) for x in items(value, "stretchClasses")[:20]]
    classes = tuple(_cell(f"c{i}", label, None) for i, label in enumerate(labels) if label)
    return RasterRenderer(
        kind="stretch",
        bands=(_band(value, "bandIndex"),),
        stops=stops,
        invert=flag(value, "invert"),
        stretch=name,
        low=low,
        high=high,
        percent=(_percent(value, "minPercent"), _percent(value, "maxPercent")),
        deviations=min(max(number(value, "standardDeviationParam"), 0.0), 20.0),
        gamma=min(max(number(value, "gammaValue", 1.0), 0.01), 20.0),
        classes=classes,
        nodata=_nodata(value, log),
    )


def _percent(value: Json, key: str) -> float:
    return min(max(number(value, key), 0.0), 100.0)


def _band(value: Json, key: str, default: int = 0) -> int:
    return int(min(max(number(value, key, default), 0.0), 1000.0))


def _nodata(value: Json, log: Log) -> Fill | None:
    found = color_of(obj(value, "noDataColor"), log)
    return found if found and found.opacity > 0 else None


def _classified(value: Json, log: Log) -> RasterRenderer:
    found = items(value, "classBreaks")[:MAX_CLASSES]
    uppers = [number(x, "upperBound") for x in found]
    order = sorted(range(len(found)), key=lambda i: uppers[i])
    lower: float | None = number(value, "minimumBreak")
    if order and lower is not None and lower > uppers[order[0]]:
        lower = None
    classes: dict[int, StyleClass] = {}
    for i in order:
        label = word(found[i], "label", limit=400) or f"≤ {uppers[i]:g}"
        paint = color_of(obj(found[i], "color"), log)
        classes[i] = _cell(f"c{i}", label, paint, lower=lower, upper=uppers[i])
        lower = uppers[i]
    return RasterRenderer(
        kind="classes", bands=(_band(value, "bandIndex"),), classes=tuple(classes[i] for i in range(len(found))),
        nodata=_nodata(value, log),
    )  # fmt: skip


def _unique(value: Json, log: Log) -> RasterRenderer:
    field = word(value, "fieldName", limit=400)
    if field.lower() not in _CELL_FIELDS:
        log.note("raster_table", loss=False, field=field)
    classes: list[StyleClass] = []
    for group in items(value, "groups"):
        heading = word(group, "heading", limit=400)
        for entry in items(group, "classes")[: MAX_CLASSES - len(classes)]:
            values = tuple((x,) for x in words(entry, "values"))
            label = word(entry, "label", limit=400) or (values[0][0] if values else "")
            more = {"heading": heading, "values": values, "visible": flag(entry, "visible", True)}
            classes.append(_cell(f"c{len(classes)}", label, color_of(obj(entry, "color"), log), **more))
    default = None
    if flag(value, "useDefaultColor"):
        label = word(value, "defaultLabel", "other", limit=400)
        default = _cell("other", label, color_of(obj(value, "defaultColor"), log))
    return RasterRenderer(
        kind="unique", field=field, classes=tuple(classes), default=default, nodata=_nodata(value, log)
    )  # fmt: skip


def _rgb(value: Json, log: Log) -> RasterRenderer:
    bands = tuple(_band(value, f"{c}BandIndex", i) for i, c in enumerate(("red", "green", "blue")))
    return RasterRenderer(kind="rgb", bands=bands, stretch=word(value, "stretchType"), nodata=_nodata(value, log))


def _colormap(value: Json, log: Log) -> RasterRenderer:
    colors = [color_of(x, log) or Fill(color=GREY) for x in items(value, "colors")[:MAX_CLASSES]]
    values = numbers(value, "values", MAX_CLASSES) or tuple(range(len(colors)))
    labels = words(value, "labels")
    classes = tuple(
        _cell(f"c{i}", labels[i] if i < len(labels) else f"{v:g}", paint, values=((f"{v:g}",),))
        for i, (v, paint) in enumerate(zip(values, colors, strict=False))
    )
    return RasterRenderer(kind="colormap", classes=classes, nodata=_nodata(value, log))
