"""The values of a question in words, each pointing at its node in the IR."""

from __future__ import annotations

from typing import Any

from core.answer.concepts import label_of
from core.answer.display import number_text
from core.answer.fragments import Fragment, fill, join
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.phrases import phrase
from core.answer.phrases_conditions import condition
from core.query.result import FeatureRef
from core.question import ir


def setting(
    material: Material,
    node: ir.Node,
    path: str,
    text: str,
    value: Any,
    *,
    unit: str | None = None,
    refs: tuple[FeatureRef, ...] = (),
) -> Citation:
    """A value that the question, or a stated default, gave."""
    key = "source_assumed" if node.assumed else "source_question"
    quote = material.reading.question[slice(*node.span)] if node.span is not None else node.assumed or ""
    return Citation(
        number=0,
        kind="setting",
        text=text,
        refs=refs,
        column=path,
        value=value,
        unit=unit,
        source=phrase(key, material.language),
        quote=quote,
    )


def value_words(material: Material, cond: ir.AttrCond, path: str) -> Fragment:
    """The value of a text condition: labels of concepts, lists joined by "or"."""
    values = cond.value if isinstance(cond.value, list | tuple) else [cond.value]
    ends = _ends(material, [str(v) for v in values]) if cond.op == "in" else ()
    if ends:
        low, high = (
            setting(material, cond, f"{path}.value.{i}", _label(material, values[i]), values[i]) for i in ends
        )
        return fill(condition("from_to", material.language), low=low, high=high)
    many = isinstance(cond.value, list | tuple)
    words = [
        setting(material, cond, f"{path}.value.{i}" if many else f"{path}.value", _label(material, v), v)
        for i, v in enumerate(values)
    ]
    return join(words, phrase("list_comma", material.language), phrase("list_or", material.language))


def _ends(material: Material, values: list[str]) -> tuple[int, ...]:
    """Places of the lowest and highest of three or more values that follow each other in rank without a gap."""
    concepts = material.card.concepts
    ranks = [concepts[v].rank if v in concepts else None for v in values]
    known = [r for r in ranks if r is not None]
    if len(values) < 3 or len(known) < len(values):
        return ()
    low, high = min(known), max(known)
    attributes = set(concepts[values[0]].attributes)
    columns = [c for x in material.card.layers for c in x.columns.values() if c.attribute in attributes]
    inside = {y for v in values for y in material.card.expand(v)}
    for concept in {x for c in columns for x in c.concepts} - inside:
        found = concepts.get(concept)
        wider = found is None or set(material.card.expand(concept)) & set(values)
        if found is not None and not wider and found.rank is not None and low < found.rank < high:
            return ()
    return ranks.index(low), ranks.index(high)


def operation(material: Material, cond: ir.AttrCond, path: str) -> Fragment:
    """The comparison of a condition with its value: "above 20 ppb", "between 1 and 2 %", "after 1980"."""
    language = material.language
    attribute = material.card.attributes.get(cond.attr)
    key = f"op_{cond.op}"
    if attribute is not None and attribute.kind == "year" and cond.op in ("<", "<=", ">", ">="):
        key = f"year_{cond.op}"
    template = condition(key, language)
    if cond.op == "between" and isinstance(cond.value, list | tuple) and len(cond.value) == 2:
        low, high = (_number(material, cond, f"{path}.value.{i}", cond.value[i]) for i in (0, 1))
        return fill(template, low=low, high=high)
    if cond.op in ("is_null", "not_null"):
        return fill(template)
    if isinstance(cond.value, int | float):
        return fill(template, value=_number(material, cond, f"{path}.value", cond.value))
    return fill(template, value=value_words(material, cond, path))


def _number(material: Material, cond: ir.AttrCond, path: str, value: Any) -> Citation:
    attribute = material.card.attributes.get(cond.attr)
    if isinstance(value, int | float) and not (attribute is not None and attribute.kind == "year"):
        text = number_text(value, cond.unit, material.units, material.language)
    else:
        text = str(value)
    return setting(material, cond, path, text, value, unit=cond.unit)


def _label(material: Material, value: Any) -> str:
    concept = material.card.concepts.get(str(value))
    return label_of(concept, material.language) if concept is not None else str(value)
