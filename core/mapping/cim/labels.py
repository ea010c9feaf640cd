"""Label classes: text symbol, expression, condition and scales."""

from __future__ import annotations

from typing import Literal

from core.mapping.cim.access import PX, Json, flag, items, kind, number, obj, pixels, word
from core.mapping.cim.log import Log
from core.mapping.cim.paint import FILLS, fill_of, flat, shown
from core.mapping.label_text import NotALabelError, parse_label
from core.mapping.predicate import Predicate
from core.mapping.predicate_parser import NotUnderstoodError, parse_where
from core.mapping.style_model import LabelPart, LabelStyle
from core.mapping.style_symbols import Fill

MAX_CLASSES = 60
_CASES: dict[str, Literal["", "upper", "lower"]] = {"allcaps": "upper", "lowercase": "lower"}


def labels_of(layer: Json, display_field: str, log: Log) -> tuple[LabelStyle, ...]:
    """The label classes of a layer; notes are made only when its labels are switched on."""
    on = flag(layer, "labelVisibility")
    found = items(layer, "labelClasses")[:MAX_CLASSES]
    return tuple(made for x in found if (made := _label(x, display_field, log if on else Log())))


def _label(value: Json, display_field: str, log: Log) -> LabelStyle | None:
    name = word(value, "name", limit=200)
    where: Predicate | None = None
    clause = word(value, "whereClause")
    visible = flag(value, "visibility")
    if clause.strip():
        try:
            where = parse_where(clause)
        except NotUnderstoodError:
            log.note("label_where", loss=False, name=name)
            visible = False
    symbol = obj(obj(value, "textSymbol"), "symbol") or obj(value, "textSymbol")
    paint = _paint(obj(symbol, "symbol"), log)
    halo = _paint(obj(symbol, "haloSymbol"), log)
    style = word(symbol, "fontStyleName", limit=80).lower()
    rotation = obj(obj(value, "maplexLabelPlacementProperties"), "rotationProperties")
    return LabelStyle(
        name=name,
        parts=_parts(value, name, display_field, log),
        where=where,
        visible=visible,
        size=min(max(number(symbol, "height", 10.0) * PX, 4.0), 200.0),
        font=word(symbol, "fontFamilyName", limit=80),
        bold="bold" in style,
        italic="italic" in style or "oblique" in style,
        color=paint.color if paint else "#000000",
        halo=halo,
        halo_width=pixels(symbol, "haloSize", 0.0, 0.0, 40.0) if halo else 0.0,
        dx=pixels(symbol, "offsetX"),
        dy=-pixels(symbol, "offsetY"),
        case=_CASES.get(word(symbol, "textCase").lower(), ""),
        angle_field=word(rotation, "rotationField", limit=400),
        min_scale=max(number(value, "minimumScale"), 0.0),
        max_scale=max(number(value, "maximumScale"), 0.0),
    )


def _parts(value: Json, name: str, display_field: str, log: Log) -> tuple[LabelPart, ...]:
    text = word(value, "expression", limit=20_000)
    try:
        return parse_label(text) if text.strip() else (LabelPart(field=display_field),) if display_field else ()
    except NotALabelError:
        log.note(
            "label_expression", loss=False, name=name or "—", engine=word(value, "expressionEngine", "Arcade")
        )
        return (LabelPart(field=display_field),) if display_field else ()


def _paint(symbol: Json, log: Log) -> Fill | None:
    fills = [x for x in items(symbol, "symbolLayers")[:16] if shown(x) and kind(x) in FILLS]
    return flat(fill_of(fills[0], log)) if fills else None
