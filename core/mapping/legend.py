"""The legend: a group a layer type, an entry a class that is really on the map, with the symbol as SVG.

Layers of one type that have the default style share a group; a layer that was given a style has its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from core.mapping.legend_model import LegendEntry, LegendGroup
from core.mapping.style_defaults import default_layer, from_symbol
from core.mapping.style_legend import legend as style_legend
from core.mapping.style_model import StyleLayer
from core.mapping.style_swatch import swatch_svg
from core.mapping.styles import OTHER, Styles, Symbol
from core.vocabulary.card import GeometryKind, Labels, Layer, SchemaCard

__all__ = ["LegendEntry", "LegendGroup", "layer_swatch", "legend", "swatch"]

WIDTH, HEIGHT = 18, 14
WIDE = 22
"""Width of pictures of applied styles, whose lines may carry markers and dashes."""


def legend(
    card: SchemaCard,
    styles: Styles,
    layers: Iterable[Layer],
    counts: Mapping[str, Mapping[str, int]],
    drawn: Mapping[str, StyleLayer] | None = None,
) -> tuple[LegendGroup, ...]:
    """The legend of the visible `layers`, topmost type first.

    Args:
        counts: table → class key → features, as :class:`core.mapping.features.LayerFile` counts them.
        drawn: table → style; a layer that is not there has the default one.
    """
    by_type: dict[tuple[str, str], list[Layer]] = {}
    looks: dict[str, StyleLayer] = {}
    for layer in layers:
        look = looks[layer.table] = (drawn or {}).get(layer.table) or default_layer(styles, card, layer)
        by_type.setdefault((layer.entity_type, layer.table if look.own else ""), []).append(layer)
    found: list[LegendGroup] = []
    for group in sorted(by_type.values(), key=lambda group: -styles.of(group[0]).level):
        first, look = group[0], looks[group[0].table]
        if look.own:
            found += _applied(first, look, counts.get(first.table, {}))
        elif styles.of(first).legend:
            found.append(_default(card, look, group, counts))
    return tuple(found)


def _default(
    card: SchemaCard, style: StyleLayer, layers: list[Layer], counts: Mapping[str, Mapping[str, int]]
) -> LegendGroup:
    first = layers[0]
    kind = card.entity_types.get(first.entity_type)
    labels = kind.plural if kind else first.title
    total: Counter[str] = Counter()
    for layer in layers:
        total.update(counts.get(layer.table, {}))
    entries = [
        LegendEntry(Labels(c.label, c.label_zh), swatch_svg(c.symbol, WIDTH, HEIGHT), total[c.key])
        for c in style.classes
        if total[c.key] or c.key == OTHER
    ]
    if len(entries) == 1:  # no class but the rest: the type itself
        return LegendGroup(labels, (LegendEntry(labels, entries[0].swatch, sum(total.values())),), first.geometry)
    shown = entries if total[OTHER] else entries[:-1]
    return LegendGroup(labels, tuple(shown), first.geometry)


def _applied(layer: Layer, style: StyleLayer, counts: Mapping[str, int]) -> list[LegendGroup]:
    """Groups under the title of the layer and the headings of its style; a single symbol is the layer itself."""
    groups = style_legend(style, counts, everything=False, size=(WIDE, HEIGHT))
    simple = style.renderer is not None and style.renderer.kind in {"simple", "unsupported"}
    if simple and len(groups) == 1 and len(groups[0].entries) == 1:
        entry = groups[0].entries[0]
        return [LegendGroup(layer.title, (LegendEntry(layer.title, entry.swatch, entry.count),), layer.geometry)]
    made = []
    for group in groups:
        headed = group.labels.en != style.name
        title = layer.title
        labels = Labels(f"{title.en}: {group.labels.en}", f"{title.zh}：{group.labels.zh}") if headed else title
        made.append(LegendGroup(labels, group.entries, group.geometry))
    return made


def layer_swatch(style: StyleLayer) -> str:
    """The picture that stands for a whole layer.

    Of the default style it is the symbol without any class, of classes by number the middle one, else the first.
    """
    renderer = style.renderer
    shown = [c for c in renderer.classes if c.visible] if renderer is not None else []
    rest = renderer.default if renderer is not None and renderer.default and renderer.default.visible else None
    entry = rest if not shown or (renderer is not None and renderer.kind == "keyed") else None
    if entry is None and shown:
        entry = shown[len(shown) // 2 if renderer is not None and renderer.kind == "breaks" else 0]
    return swatch_svg(entry.symbol if entry is not None else _NOTHING, WIDTH, HEIGHT)


_NOTHING = from_symbol(Symbol(fill="#ffffff", fill_opacity=0.0, weight=0.0), "polygon")


def swatch(symbol: Symbol, geometry: GeometryKind) -> str:
    """A small picture of a symbol, 18 × 14, as SVG text."""
    return swatch_svg(from_symbol(symbol, geometry), WIDTH, HEIGHT)
