"""The project's own styles as style objects, so that they are drawn and explained like those of a file."""

from __future__ import annotations

import re

from core.mapping.style_model import Renderer, StyleClass, StyleLayer
from core.mapping.style_symbols import Fill, Marker, Pass, Stroke, StyleSymbol
from core.mapping.styles import OTHER, Scheme, Styles, Symbol, TypeStyle, age_rank, class_labels, schemes_of
from core.vocabulary.card import GeometryKind, Labels, Layer, SchemaCard

OTHER_LABELS = Labels("other", "其他")
_PLAIN_COLOR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def from_symbol(symbol: Symbol, geometry: GeometryKind) -> StyleSymbol:
    """A symbol of ``styles.json`` in the terms of the style model."""
    opacity = 1.0 if symbol.opacity is None else symbol.opacity
    dash = tuple(float(x) for x in (symbol.dash or "").split() if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", x))
    if geometry == "line":
        line = Stroke(color=_hex(symbol.color), opacity=opacity, width=symbol.weight or 1.5, dash=dash)
        return StyleSymbol(geometry="line", passes=(line,))
    inside = Fill(
        color=_hex(symbol.fill, "#ffffff"), opacity=1.0 if symbol.fill_opacity is None else symbol.fill_opacity
    )
    weight = 1.0 if symbol.weight is None else symbol.weight
    edge = Stroke(color=_hex(symbol.color), opacity=opacity, width=weight, dash=dash) if weight > 0 else None
    if geometry == "point":
        sign = Marker(shape=symbol.shape or "circle", size=2 * (symbol.radius or 4.5), fill=inside, stroke=edge)
        return StyleSymbol(geometry="point", passes=(sign,))
    passes: tuple[Pass, ...] = (inside, edge) if edge else (inside,)
    return StyleSymbol(geometry="polygon", passes=passes)


def _hex(color: str | None, otherwise: str = "#333333") -> str:
    """``#rrggbb`` for a colour of the file; anything else falls back."""
    if not color or not _PLAIN_COLOR.fullmatch(color):
        return otherwise
    digits = color[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * d for d in digits))


def default_layer(styles: Styles, card: SchemaCard, layer: Layer) -> StyleLayer:
    """The default style of `layer`: classes keyed as :class:`core.mapping.styles.Classifier` names them.

    The classes stand in the order of the legend: ranked ages, youngest first, before other schemes.
    """
    style = styles.of(layer)
    kind = card.entity_types.get(layer.entity_type)
    name = kind.plural if kind else layer.title
    classes: list[StyleClass] = []
    for scheme in schemes_of(styles, style):
        classes += _classes(card, scheme, styles.schemes[scheme], style, layer.geometry)
    labels = OTHER_LABELS if classes else name
    rest = StyleClass(
        key=OTHER, label=labels.en, label_zh=labels.zh, symbol=from_symbol(style.symbol, layer.geometry)
    )  # fmt: skip
    renderer = Renderer(kind="keyed", classes=tuple(classes), default=rest)
    return StyleLayer(
        id=layer.table, name=name.en, own=False, geometry=layer.geometry, visible=style.visible,
        dataset=layer.table, renderer=renderer,
    )  # fmt: skip


def _classes(
    card: SchemaCard, name: str, scheme: Scheme, style: TypeStyle, geometry: GeometryKind
) -> list[StyleClass]:
    ordered = list(enumerate(scheme.classes))
    if scheme.order == "rank":
        ordered.sort(key=lambda x: -age_rank(card, x[1]))
    made = []
    for i, entry in ordered:
        labels = class_labels(card, entry)
        symbol = from_symbol(entry.symbol.over(style.symbol), geometry)
        made.append(StyleClass(key=f"{name}:{i}", label=labels.en, label_zh=labels.zh, symbol=symbol))
    return made
