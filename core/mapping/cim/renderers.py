"""Renderers of feature layers: which classes there are and which values belong to them."""

from __future__ import annotations

from core.mapping.cim.access import (
    PX,
    Json,
    as_number,
    clean,
    field_of,
    flag,
    items,
    kind,
    maybe,
    number,
    obj,
    word,
    words,
)
from core.mapping.cim.log import Log
from core.mapping.cim.symbols import neutral, on_background, symbol_of
from core.mapping.cim.variables import visual_variables
from core.mapping.style_model import Growth, Renderer, Rotation, StyleClass
from core.mapping.style_symbols import Geometry, Marker, Stroke, StyleSymbol

OTHER = "other"
MAX_CLASSES = 5_000
MAX_VALUES = 20_000
NULL = "<Null>"


def renderer_of(value: Json, name: str, hint: Geometry, log: Log) -> tuple[Renderer, Rotation | None]:
    """The renderer of a layer called `name`, and the field that turns its symbols.

    Args:
        hint: geometry to draw when the renderer cannot tell.
    """
    made = {
        "CIMSimpleRenderer": _simple,
        "CIMUniqueValueRenderer": _unique,
        "CIMClassBreaksRenderer": _breaks,
        "CIMProportionalRenderer": _proportional,
    }.get(kind(value))
    if made is None:
        if value:
            log.note("renderer", kind=kind(value) or "—")
        else:
            log.note("no_renderer")
        log.grade(log.losses, False)
        return _neutral(name, hint), None
    renderer = made(value, name, hint, log)
    return renderer, visual_variables(value, log)


def _neutral(name: str, hint: Geometry, listed: tuple[StyleClass, ...] = ()) -> Renderer:
    geometry = listed[0].symbol.geometry if listed else hint
    return Renderer(
        kind="unsupported", classes=listed, default=StyleClass(key=OTHER, label=name, symbol=neutral(geometry))
    )


def _class(value: Json, key: str, name: str, log: Log, heading: str = "") -> StyleClass:
    label = word(value, "label", limit=400) or name
    with log.about(label):
        symbol = symbol_of(obj(value, "symbol"), log)
        if items(value, "alternateSymbols"):
            log.note("alternate")
    return StyleClass(
        key=key, label=label, symbol=symbol, description=word(value, "description", limit=1000), heading=heading
    )


def _simple(value: Json, name: str, _hint: Geometry, log: Log) -> Renderer:
    return Renderer(kind="simple", classes=(_class(value, "c0", name, log),))


def _default(value: Json, log: Log) -> StyleClass | None:
    """The class for everything else, only where the file uses it."""
    if not flag(value, "useDefaultSymbol"):
        return None
    label = word(value, "defaultLabel", "other", limit=400)
    with log.about(label):
        symbol = symbol_of(obj(value, "defaultSymbol"), log)
    visible = flag(value, "isDefaultSymbolVisible", True)
    return StyleClass(key=OTHER, label=label, symbol=symbol, visible=visible)


def _expression(value: Json) -> tuple[str, str]:
    """The field an expression renderer reads, and its expression when it is more than a field."""
    text = word(obj(value, "valueExpressionInfo"), "expression")
    field = field_of(text)
    return field, "" if field else text


def _unique(value: Json, name: str, hint: Geometry, log: Log) -> Renderer:
    field, program = _expression(value)
    fields = (field,) if field else words(value, "fields")[:16]
    groups = items(value, "groups")
    if not any(items(g, "classes") for g in groups) and kind(value.get("defaultSymbol")):
        single = {"symbol": value["defaultSymbol"], "label": word(value, "defaultLabel", limit=400)}
        return Renderer(kind="simple", classes=(_class(single, "c0", name, log),))
    classes: list[StyleClass] = []
    for group in groups:
        heading = word(group, "heading", limit=400)
        for entry in items(group, "classes"):
            if len(classes) >= MAX_CLASSES:
                log.note("too_many_classes", limit=MAX_CLASSES)
                break
            classes.append(_unique_class(entry, f"c{len(classes)}", heading, fields, log))
    if program or not fields:
        log.note("expression_renderer", expression=" ".join(program.split())[:60] or "—")
        return _neutral(name, hint, tuple(classes))
    return Renderer(kind="unique", fields=fields, classes=tuple(classes), default=_default(value, log))


def _unique_class(entry: Json, key: str, heading: str, fields: tuple[str, ...], log: Log) -> StyleClass:
    visible = flag(entry, "visible", True)
    made = _class(entry, key, "", log, heading)
    values: list[tuple[str | None, ...]] = []
    for one in items(entry, "values")[:MAX_VALUES]:
        found = one.get("fieldValues")
        parts = tuple(_value(x) for x in found) if isinstance(found, list) else ()
        if fields and len(parts) != len(fields):
            with log.about(made.label):
                log.note("values_mismatch", loss=False, count=len(fields))
            continue
        values.append(parts)
    label = made.label or " · ".join(x or NULL for x in values[0]) if values else made.label or NULL
    if not visible:
        with log.about(label):
            log.note("hidden", loss=False)
    return made.model_copy(update={"label": label, "visible": visible, "values": tuple(values)})


def _value(value: object) -> str | None:
    """A field value as the file writes it: texts; numbers are taken too."""
    if isinstance(value, str):
        return None if value.strip().lower() == NULL.lower() else clean(value)
    if isinstance(value, bool) or value is None:
        return None if value is None else str(int(value))
    return f"{as_number(value):.15g}" if isinstance(value, int | float) else None


def _breaks(value: Json, name: str, hint: Geometry, log: Log) -> Renderer:
    field, program = _expression(value)
    field = field or word(value, "field", limit=400)
    found = items(value, "breaks")
    if len(found) > MAX_CLASSES:
        log.note("too_many_classes", limit=MAX_CLASSES)
    classes = [_class(x, f"c{i}", "", log) for i, x in enumerate(found[:MAX_CLASSES])]
    background = obj(value, "backgroundSymbol")
    uppers = [number(x, "upperBound") for x in found[:MAX_CLASSES]]  # the writer leaves out a bound of zero
    lower: float | None = number(value, "minimumBreak")
    order = sorted(range(len(uppers)), key=lambda i: uppers[i])
    if order and lower is not None and lower > uppers[order[0]]:
        lower = None
    bounds: dict[int, tuple[float | None, float]] = {}
    for i in order:
        bounds[i] = (lower, uppers[i])
        lower = uppers[i]
    made = tuple(
        c.model_copy(
            update={
                "lower": bounds[i][0],
                "upper": bounds[i][1],
                "label": c.label or f"≤ {bounds[i][1]:g}",
                "symbol": on_background(c.symbol, background, log),
            }
        )
        for i, c in enumerate(classes)
    )
    if program or not field:
        log.note("expression_renderer", expression=" ".join(program.split())[:60] or "—")
        return _neutral(name, hint, made)
    _break_notes(value, log)
    if _other_values(value, {"Field", "PercentOfTotal"}, log):
        return _neutral(name, hint, made)
    return Renderer(
        kind="breaks", fields=(field,), classes=made, default=_default(value, log), **_normalised(value),
        falling=value.get("showInAscendingOrder") is False,
    )  # fmt: skip


def _break_notes(value: Json, log: Log) -> None:
    if word(value, "classBreakType").startswith("Unclassed"):
        log.note("ramp", loss=False)
    if word(value, "exclusionClause"):
        log.note("exclusion", loss=False, clause=word(value, "exclusionClause")[:60])


def _other_values(value: Json, known: set[str], log: Log) -> bool:
    """Whether the classes are of values that are not computed here."""
    name = word(value, "normalizationType", "Nothing")
    if name in {"", "Nothing"} | known:
        return False
    log.note("normalisation", loss=False, kind=name)
    return True


def _normalised(value: Json) -> dict[str, object]:
    name = word(value, "normalizationType")
    if name == "Field" and word(value, "normalizationField"):
        return {"normalise": "field", "normalise_field": word(value, "normalizationField", limit=400)}
    if name == "PercentOfTotal":
        return {"normalise": "percent", "normalise_total": maybe(value, "normalizationTotal")}
    return {}


def _proportional(value: Json, name: str, hint: Geometry, log: Log) -> Renderer:
    field, program = _expression(value)
    field = field or word(value, "field", limit=400)
    single = {"symbol": obj(value, "minSymbol"), "label": word(value, "label", limit=400)}
    made = _class(single, "c0", name, log)
    made = made.model_copy(update={"symbol": on_background(made.symbol, obj(value, "backgroundSymbol"), log)})
    if program or not field:
        log.note("expression_renderer", expression=" ".join(program.split())[:60] or "—")
        return _neutral(name, hint, (made,))
    if _other_values(value, set(), log):
        return _neutral(name, hint, (made,))
    growth = _growth(value, field, made.symbol)
    if growth is None:
        log.note("real_world", loss=False)
    return Renderer(
        kind="proportional", fields=(field,), classes=(made,), default=_default(value, log), growth=growth
    )  # fmt: skip


def _growth(value: Json, field: str, symbol: StyleSymbol) -> Growth | None:
    """How symbols grow; None for sizes in ground units."""
    unit = value.get("unitSymbolization")
    if unit is True or (isinstance(unit, dict) and kind(unit)):
        return None
    at, most = number(value, "minDataValue"), number(value, "maxDataValue")
    size = base_size(symbol)
    if at <= 0 or most < at or size <= 0:
        return None
    return Growth(field=field, at=at, size=size, low=size, high=min(size * (most / at) ** 0.5, 200 * PX))


def base_size(symbol: StyleSymbol) -> float:
    """The size that grows: height of the largest marker, else width of the widest stroke, in pixels."""
    markers = [p for p in symbol.passes if isinstance(p, Marker)]
    inside = [m for p in symbol.passes if p.kind in {"markers_inside", "markers_along"} for m in p.markers]
    strokes = [p.width for p in symbol.passes if isinstance(p, Stroke)]
    return max([m.size for m in markers + inside] or strokes or [0.0])
