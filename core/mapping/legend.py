"""The legend: one group a layer type, one entry a class that is really on the map, with the symbol as SVG."""

from __future__ import annotations

import html
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.mapping.styles import OTHER, Scheme, Styles, Symbol, SymbolClass, TypeStyle, class_labels
from core.vocabulary.card import GeometryKind, Labels, Layer, SchemaCard

_OTHER_LABELS = Labels("other", "其他")

_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": ((0, -1.25), (1.15, 0.85), (-1.15, 0.85)),
    "triangle-down": ((0, 1.25), (1.15, -0.85), (-1.15, -0.85)),
    "pentagon": ((0, -1.2), (1.14, -0.37), (0.7, 0.97), (-0.7, 0.97), (-1.14, -0.37)),
    "hexagon": ((-0.6, -1.05), (0.6, -1.05), (1.2, 0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0)),
    "cross": (
        (-0.45, -1.25), (0.45, -1.25), (0.45, -0.45), (1.25, -0.45), (1.25, 0.45), (0.45, 0.45),
        (0.45, 1.25), (-0.45, 1.25), (-0.45, 0.45), (-1.25, 0.45), (-1.25, -0.45), (-0.45, -0.45),
    ),
    "star": tuple(
        ((0.62 if i % 2 else 1.45) * math.cos(-math.pi / 2 + i * math.pi / 5),
         (0.62 if i % 2 else 1.45) * math.sin(-math.pi / 2 + i * math.pi / 5))
        for i in range(10)
    ),
}  # fmt: skip
"""Outlines in units of the radius, as the map draws them."""


@dataclass(frozen=True)
class LegendEntry:
    """One line of the legend."""

    labels: Labels
    swatch: str
    """SVG text, made only of numbers and checked colours."""
    count: int = 0


@dataclass(frozen=True)
class LegendGroup:
    """The classes of one entity type; a type without classes has one entry, itself."""

    labels: Labels
    entries: tuple[LegendEntry, ...]
    geometry: GeometryKind


def legend(
    card: SchemaCard, styles: Styles, layers: Iterable[Layer], counts: Mapping[str, Mapping[str, int]]
) -> tuple[LegendGroup, ...]:
    """The legend of the visible `layers`, topmost type first.

    Args:
        counts: table → class key → features, as :class:`core.mapping.features.LayerFile` counts them.
    """
    by_type: dict[str, list[Layer]] = {}
    for layer in layers:
        by_type.setdefault(layer.entity_type, []).append(layer)
    ordered = sorted(by_type.values(), key=lambda group: -styles.of(group[0]).level)
    return tuple(_group(card, styles, group, counts) for group in ordered if styles.of(group[0]).legend)


def _group(
    card: SchemaCard, styles: Styles, layers: list[Layer], counts: Mapping[str, Mapping[str, int]]
) -> LegendGroup:
    first = layers[0]
    style = styles.of(first)
    kind = card.entity_types.get(first.entity_type)
    labels = kind.plural if kind else first.title
    total: Counter[str] = Counter()
    for layer in layers:
        total.update(counts.get(layer.table, {}))
    entries: list[LegendEntry] = []
    others = total[OTHER]
    names = dict.fromkeys(use.scheme for use in style.uses)
    for name in sorted(names, key=lambda n: styles.schemes[n].order != "rank"):  # ranked ages before rock types
        scheme = styles.schemes[name]
        classes = {i: total[f"{name}:{i}"] for i in range(len(scheme.classes))}
        entries.extend(_scheme_entries(card, scheme, style, first.geometry, classes))
        others += total[f"{name}:{OTHER}"]
    own = swatch(style.symbol, first.geometry)
    if not entries:
        return LegendGroup(labels, (LegendEntry(labels, own, sum(total.values())),), first.geometry)
    if others:
        entries.append(LegendEntry(_OTHER_LABELS, own, others))
    return LegendGroup(labels, tuple(entries), first.geometry)


def _scheme_entries(
    card: SchemaCard, scheme: Scheme, style: TypeStyle, geometry: GeometryKind, counts: Mapping[int, int]
) -> list[LegendEntry]:
    present = [(c, counts[i]) for i, c in enumerate(scheme.classes) if counts[i]]
    if scheme.order == "rank":  # geological order: youngest, which has the largest rank, on top
        present.sort(key=lambda x: -_rank(card, x[0]))
    return [
        LegendEntry(class_labels(card, c), swatch(c.symbol.over(style.symbol), geometry), count)
        for c, count in present
    ]


def _rank(card: SchemaCard, entry: SymbolClass) -> float:
    concept = card.concepts.get(entry.concepts[0])
    return -math.inf if concept is None or concept.rank is None else concept.rank


def swatch(symbol: Symbol, geometry: GeometryKind) -> str:
    """A small picture of a symbol, 18 × 14, as SVG text."""
    color = _color(symbol.color or "#333")
    dash = f' stroke-dasharray="{_numbers(symbol.dash)}"' if symbol.dash else ""
    if geometry == "line":
        width = min(symbol.weight or 1.5, 3)
        body = f'<line x1="1" y1="7" x2="17" y2="7" stroke="{color}" stroke-width="{width:g}"{dash}/>'
        return _svg(body)
    fill = _color(symbol.fill or "#fff")
    opacity = 1.0 if symbol.fill_opacity is None else symbol.fill_opacity
    width = min(symbol.weight or 1, 1.5)
    paint = f'fill="{fill}" fill-opacity="{opacity:g}" stroke="{color}" stroke-width="{width:g}"'
    if geometry == "polygon":
        return _svg(f'<rect x="1.5" y="1.5" width="15" height="11" {paint}{dash}/>')
    radius = min((symbol.radius or 4.5), 5.0)
    outline = _SHAPES.get(symbol.shape or "circle")
    if outline is None:
        return _svg(f'<circle cx="9" cy="7" r="{radius:g}" {paint}/>')
    points = " ".join(f"{9 + x * radius:.1f},{7 + y * radius:.1f}" for x, y in outline)
    return _svg(f'<polygon points="{points}" {paint}/>')


def _svg(body: str) -> str:
    return f'<svg width="18" height="14" viewBox="0 0 18 14" aria-hidden="true">{body}</svg>'


def _color(value: str) -> str:
    return html.escape(value, quote=True)


def _numbers(dash: str) -> str:
    return " ".join(part for part in dash.split() if part.replace(".", "").isdigit())
