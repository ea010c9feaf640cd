"""What can be changed in the interpretation row, and between which values."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.material import Material
from core.answer.model import Edit
from core.answer.phrases import phrase
from core.question import ir
from core.script import suits
from core.vocabulary.card import SchemaCard

MAX_OPTIONS = 60


def condition_edits(material: Material, cond: ir.Cond, path: str) -> tuple[Edit, ...]:
    """The values of one condition that can be changed."""
    if isinstance(cond, ir.RelCond):
        return tuple(_relation(material, cond, path))
    if isinstance(cond, ir.AttrCond):
        return tuple(_attribute(material, cond, path))
    if isinstance(cond, ir.Not):
        return condition_edits(material, cond.not_, f"{path}.not")
    if isinstance(cond, ir.TopCond):
        label = phrase("chip_limit", material.language)
        return (Edit(f"{path}.top.k", "count", label, float(cond.top.k)),)
    return ()


def limit_edit(material: Material, limit: int) -> tuple[Edit, ...]:
    """How many are listed."""
    return (Edit("limit", "count", phrase("chip_limit", material.language), float(limit)),)


def order_edit(material: Material, key: ir.OrderKey) -> tuple[Edit, ...]:
    """From which end an order begins."""
    language = material.language
    options = tuple((x, phrase(f"edit_{x}", language)) for x in ("asc", "desc"))
    return (Edit("order.0.dir", "choice", phrase("chip_order", language), key.dir, options=options),)


def analysis_edit(material: Material, analysis: ir.Analysis) -> tuple[Edit, ...]:
    """The percentile from which values count as high."""
    if analysis.k is None:
        return ()
    return (Edit("analysis.k", "percentile", phrase("edit_percentile", material.language), float(analysis.k)),)


def _relation(material: Material, cond: ir.RelCond, path: str) -> Iterator[Edit]:
    language = material.language
    if cond.rel in ("near", "along", "direction"):
        for name in ("min_m", "max_m"):
            value = getattr(cond, name)
            if value is not None:
                yield Edit(f"{path}.{name}", "distance", phrase(f"edit_{name}", language), float(value))
    anchor = cond.to
    if isinstance(anchor, ir.Set) and anchor.names and len(anchor.names) == 1:
        kind = material.card.entity_types.get(anchor.layer)
        if kind is not None and kind.region:
            options = tuple((x, x) for x in region_names(material.card, language))
            label = phrase("chip_region", language)
            named = _own_name(material.card, anchor.names[0], [x for x, _ in options])
            yield Edit(f"{path}.to.names", "region", label, named, options=options)
    if cond.count is not None:
        yield Edit(f"{path}.count.value", "count", phrase("edit_count", language), float(cond.count.value))


def _attribute(material: Material, cond: ir.AttrCond, path: str) -> Iterator[Edit]:
    attribute, language = material.card.attributes.get(cond.attr), material.language
    label = attribute.labels.in_(language) if attribute is not None else cond.attr
    if isinstance(cond.value, list | tuple):
        for i, value in enumerate(cond.value):
            if isinstance(value, int | float):
                yield Edit(f"{path}.value.{i}", "number", label, float(value), cond.unit)
    elif isinstance(cond.value, int | float) and not isinstance(cond.value, bool):
        yield Edit(f"{path}.value", "number", label, float(cond.value), cond.unit)
    elif isinstance(cond.value, str):
        options = tuple(_values(material, cond.attr))
        if any(x == cond.value for x, _ in options):
            yield Edit(f"{path}.value", "choice", label, cond.value, options=options)


def _values(material: Material, attribute: str) -> Iterator[tuple[str, str]]:
    """The concepts that occur as values of an attribute in the loaded data."""
    card = material.card
    known = dict.fromkeys(
        c for layer in card.layers if attribute in layer.columns for c in layer.columns[attribute].concepts
    )
    labelled = sorted((card.concepts[c].labels.in_(material.language), c) for c in known if c in card.concepts)
    yield from ((c, label) for label, c in labelled[:MAX_OPTIONS])


def region_names(card: SchemaCard, language: str) -> tuple[str, ...]:
    """One name for each loaded study area, in the language where it has one."""
    kinds = {x.id for x in card.entity_types.values() if x.region}
    found: dict[str, str] = {}
    for name in card.names:
        if name.entity_type in kinds and not name.alias:
            fitting = suits(name.text, "zh" if language == "zh" else "en")
            if name.canonical not in found or fitting:
                found[name.canonical] = name.text
    return tuple(found.values())


def _own_name(card: SchemaCard, mention: str, options: list[str]) -> str:
    """The offered name of the study area that a mention names; the mention itself when it names none."""
    meant = {x.canonical for x in card.names if x.text == mention}
    offered = (x.text for x in card.names if x.canonical in meant and x.text in options)
    return next(offered, mention)
