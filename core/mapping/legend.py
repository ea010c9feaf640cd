"""The legend: one group a layer type, one entry a class that is really on the map, with the symbol as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.mapping.style_defaults import OTHER_LABELS, from_symbol
from core.mapping.style_swatch import swatch_svg
from core.mapping.styles import OTHER, Scheme, Styles, Symbol, TypeStyle, age_rank, class_labels, schemes_of
from core.vocabulary.card import GeometryKind, Labels, Layer, SchemaCard


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
    for name in schemes_of(styles, style):
        scheme = styles.schemes[name]
        classes = {i: total[f"{name}:{i}"] for i in range(len(scheme.classes))}
        entries.extend(_scheme_entries(card, scheme, style, first.geometry, classes))
        others += total[f"{name}:{OTHER}"]
    own = swatch(style.symbol, first.geometry)
    if not entries:
        return LegendGroup(labels, (LegendEntry(labels, own, sum(total.values())),), first.geometry)
    if others:
        entries.append(LegendEntry(OTHER_LABELS, own, others))
    return LegendGroup(labels, tuple(entries), first.geometry)


def _scheme_entries(
    card: SchemaCard, scheme: Scheme, style: TypeStyle, geometry: GeometryKind, counts: Mapping[int, int]
) -> list[LegendEntry]:
    present = [(c, counts[i]) for i, c in enumerate(scheme.classes) if counts[i]]
    if scheme.order == "rank":  # geological order: youngest, which has the largest rank, on top
        present.sort(key=lambda x: -age_rank(card, x[0]))
    return [
        LegendEntry(class_labels(card, c), swatch(c.symbol.over(style.symbol), geometry), count)
        for c, count in present
    ]


def swatch(symbol: Symbol, geometry: GeometryKind) -> str:
    """A small picture of a symbol, 18 × 14, as SVG text."""
    return swatch_svg(from_symbol(symbol, geometry), 18, 14)
