"""What a reader must know before using the answer: gaps, assumptions, left-out data, invented data."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer import cited
from core.answer.fragments import Fragment, Part, capitalise, fill, fragment, join
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.numbers import distance
from core.answer.phrases import phrase
from core.query.result import FeatureRef
from core.question import ir
from core.vocabulary.card import Layer

LONG_EDGE_M = 5_000.0
"""Below this the edge model changes no distance by more than decimetres, and is not mentioned."""


def gaps(material: Material) -> Iterator[Fragment]:
    """Words of the question that were not used or read as something else; these come before the answer."""
    language, reading = material.language, material.reading
    if reading.unexplained:
        words = [_quoted(material, w.text, i) for i, w in enumerate(reading.unexplained)]
        yield _sentence(material, "unexplained", words=join(words, phrase("list_comma", language)))
    for i, (word, meaning) in enumerate(reading.corrections):
        yield _sentence(
            material,
            "correction",
            word=_quoted(material, word.text, i, "corrections"),
            meaning=_setting(material, f"corrections.{i}.meaning", meaning),
        )
    for i, binding in enumerate(material.bindings):
        if binding.strategy == "fuzzy":
            said, read = (_setting(material, f"binding:{i}", x) for x in (binding.mention, binding.canonical))
            yield _sentence(material, "correction", word=fragment("“", said, "”"), meaning=read)


def caveats(material: Material, query: ir.Query) -> Iterator[Fragment]:
    """Everything that limits the answer, most important first."""
    result = material.result
    if result is None:
        return
    if result.undetermined:
        yield _sentence(
            material,
            "undetermined",
            count=cited.counted(material, "undetermined", result.undetermined),
            label=material.label(query.target.layer, result.undetermined),
            measure=material.measure_word(query.target.layer),
        )
    for table, reason in sorted(result.skipped.items()):
        yield _sentence(
            material,
            "skipped",
            layer=_layer(material, table),
            reason=Citation(number=0, kind="count", text=reason, column=f"skipped:{table}", value=reason),
        )
    used = used_layers(material)
    for layer in used:
        if layer.max_edge_m > LONG_EDGE_M and _measures(query):
            yield _sentence(material, "edges", layer=_layer(material, layer.table), length=_edge(material, layer))
    invented = [layer for layer in used if layer.invented]
    if invented:
        names = join([_layer(material, x.table) for x in invented], phrase("list_comma", material.language))
        yield _sentence(material, "invented", layers=names)


def listed(material: Material, query: ir.Query, shown: int) -> Fragment:
    """ "20 of 143 are listed here; all were counted."

    Beyond the row limit, and without an order, the rows are spread over all found, and ranked among themselves.
    """
    result = material.result
    if result is None or shown >= result.total:
        return ()
    kept, cut = len(material.evidence), result.truncated and not query.order
    return _sentence(
        material,
        "listed_first" if cut else "listed",
        kept=cited.counted(material, f"listed:{kept}", kept),
        shown=cited.counted(material, f"listed:{shown}", shown),
        total=cited.counted(material, "total", result.total),
        measure=material.measure_word(query.target.layer),
    )


def used_layers(material: Material) -> tuple[Layer, ...]:
    """Layers the answer rests on: those searched, and those of the references it names."""
    result = material.result
    tables = dict.fromkeys(result.layers if result is not None else ())
    for evidence in material.evidence:
        for proximity in evidence.proximity:
            for reference in (proximity.nearest, *proximity.within):
                if reference is not None:
                    tables[reference.ref.table] = None
    return tuple(x for x in (material.layer(t) for t in tables) if x is not None)


def _measures(query: ir.Query) -> bool:
    """Whether the query measures distances at all."""
    return any(isinstance(n, ir.RelCond) and n.rel in ("near", "along") for n in nodes(query)) or any(
        isinstance(k.expr, ir.DistanceExpr) for k in query.order or ()
    )


def nodes(node: ir.Node) -> Iterator[ir.Node]:
    """A node of the IR and all nodes below it, in order."""
    yield node
    for name in type(node).model_fields:
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, ir.Node):
                yield from nodes(item)


def _sentence(material: Material, key: str, **parts: Part) -> Fragment:
    return capitalise(fragment(fill(phrase(key, material.language), **parts), phrase("stop", material.language)))


def _quoted(material: Material, text: str, index: int, where: str = "unexplained") -> Fragment:
    return fragment("“", _setting(material, f"{where}.{index}", text), "”")


def _setting(material: Material, column: str, text: str) -> Citation:
    return Citation(
        number=0,
        kind="setting",
        text=text,
        column=column,
        value=text,
        source=phrase("source_question", material.language),
    )


def _layer(material: Material, table: str) -> Fragment:
    layer = material.layer(table)
    title = layer.title.in_(material.language) if layer is not None else table
    return fill(phrase("quoted", material.language), text=_registered(material, table, "title", title, title))


def _edge(material: Material, layer: Layer) -> Citation:
    text = distance(layer.max_edge_m, material.language)
    return _registered(material, layer.table, "max_edge_m", text, layer.max_edge_m)


def _registered(material: Material, table: str, field: str, text: str, value: str | float) -> Citation:
    """A value of the layer registry."""
    return Citation(
        number=0,
        kind="cell",
        text=text,
        refs=(FeatureRef(table, 0),),
        column=f"layer.{field}",
        value=value,
        unit="m" if field.endswith("_m") else None,
        source=phrase("source_registry", material.language),
    )
