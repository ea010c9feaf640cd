"""The legend of a style: one line a class with its picture, headings and counts; and its preview as HTML.

The lines are those of :mod:`core.mapping.legend`, so the page and the print draw them as they draw their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from core.mapping.legend_model import LegendEntry, LegendGroup
from core.mapping.style_model import RasterRenderer, Renderer, StyleClass, StyleDocument, StyleLayer
from core.mapping.style_scale import grown
from core.mapping.style_swatch import HEIGHT, WIDTH, ramp_svg, swatch_svg
from core.vocabulary.card import GeometryKind, Labels

SAMPLES = 3
"""Symbols shown of a style that grows with a value."""


def legend(
    layer: StyleLayer,
    counts: Mapping[str, int] | None = None,
    *,
    everything: bool = True,
    size: tuple[int, int] = (WIDTH, HEIGHT),
) -> tuple[LegendGroup, ...]:
    """The legend of a style layer, one group a heading; hidden classes are left out, the default comes last.

    Args:
        counts: class key → features; None before a style is matched, when every count is 0.
        everything: also classes without features.
        size: width and height of the pictures, pixels.
    """
    found = layer.renderer or layer.raster
    if found is None:
        return ()
    groups: dict[str, list[LegendEntry]] = {}
    if isinstance(found, RasterRenderer) and found.kind in {"stretch", "unsupported"}:
        groups[""] = [_ramp(found)]
    else:
        for entry in _ordered(found):
            number = (counts or {}).get(entry.key, 0)
            if entry.visible and (everything or number or counts is None):
                groups.setdefault(entry.heading, []).extend(_entries(entry, number, found, layer.opacity, size))
    kind: GeometryKind = layer.geometry if layer.geometry in {"point", "line", "polygon"} else "polygon"
    title = layer.name
    return tuple(
        LegendGroup(Labels(heading or title, heading or title), tuple(entries), kind)
        for heading, entries in groups.items()
        if entries
    )


def _ordered(found: Renderer | RasterRenderer) -> tuple[StyleClass, ...]:
    classes = tuple(reversed(found.classes)) if isinstance(found, Renderer) and found.falling else found.classes
    if found.default is None:
        return classes
    headings = [c.heading for c in classes]  # the default stands in the last group, not in one of its own
    last = found.default.model_copy(update={"heading": headings[-1] if headings else ""})
    return (*classes, last)


def _entries(
    entry: StyleClass, number: int, found: Renderer | RasterRenderer, opacity: float, size: tuple[int, int]
) -> list[LegendEntry]:
    labels = Labels(entry.label, entry.label_zh or entry.label)
    growth = found.growth if isinstance(found, Renderer) else None
    made = [LegendEntry(labels, swatch_svg(entry.symbol, *size, opacity), number)]
    if growth is None or found.default is entry:
        return made
    top = growth.at * (growth.high / growth.size) ** 2
    for i in range(SAMPLES):
        value = growth.at + (top - growth.at) * i / (SAMPLES - 1)
        symbol = grown(entry.symbol, growth, value)
        picture = swatch_svg(symbol, size[0], 2 * size[1], opacity)
        made.append(LegendEntry(Labels(f"{value:g}", f"{value:g}"), picture, None))
    return made


def _ramp(found: RasterRenderer) -> LegendEntry:
    stops = tuple((1 - t, c, o) for t, c, o in reversed(found.stops)) if found.invert else found.stops
    ends = [c.label for c in found.classes] or [f"{x:g}" for x in (found.low, found.high) if x is not None]
    if len(ends) > 1 and found.classes:
        ends = [ends[-1], ends[0]]  # the file lists the highest value first
    text = " – ".join(ends)
    return LegendEntry(Labels(text, text), ramp_svg(stops), 0)


def legend_html(
    document: StyleDocument, counts: Mapping[str, Mapping[str, int]] | None = None, language: str = "en"
) -> str:
    """The preview of a document: its layers with groups, classes, counts and notes; every text is escaped.

    Args:
        counts: layer id → class key → features.
    """
    parts = []
    for layer in document.layers:
        path = " › ".join((*layer.groups, layer.name))
        own = (counts or {}).get(layer.id)
        lines = "".join(_group_html(g, layer, own is not None) for g in legend(layer, own))
        notes = "".join(f"<li>{escape(n.say(language))}</li>" for n in layer.notes)
        listed = f'<ul class="os-style-notes">{notes}</ul>' if notes else ""
        parts.append(f'<section class="os-style"><h3>{escape(path)}</h3>{lines}{listed}</section>')
    return "".join(parts)


def _group_html(group: LegendGroup, layer: StyleLayer, counted: bool) -> str:
    title = group.labels.en
    heading = "" if title == layer.name else f"<h4>{escape(title)}</h4>"
    rows = "".join(
        f"<tr><td>{e.swatch}</td><td>{escape(e.labels.en)}</td>{f'<td>{_said(e)}</td>' if counted else ''}</tr>"
        for e in group.entries
    )
    return f"{heading}<table>{rows}</table>"


def _said(entry: LegendEntry) -> str:
    return "" if entry.count is None else f"{entry.count:,}"
