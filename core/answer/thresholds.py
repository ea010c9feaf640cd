"""Limits that the question left to the data: what they are and what they rest on."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.display import number_text
from core.answer.fragments import Fragment, capitalise, fill, fragment
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.numbers import integer, quantity
from core.answer.phrases import phrase
from core.answer.phrases_conditions import condition
from core.query.result import Threshold


def thresholds(material: Material) -> Iterator[Fragment]:
    """One sentence for each limit: "Au at or above 12.3 ppb, the 95 % quantile of 16,370 samples"."""
    result, language = material.result, material.language
    for index, limit in enumerate(result.thresholds if result is not None else ()):
        attribute = material.card.attributes.get(limit.attribute)
        words = fill(
            phrase("threshold", language),
            attribute=attribute.labels.in_(language) if attribute is not None else limit.attribute,
            value=_value(material, index, limit),
            share=_cite(material, index, "share", f"{quantity(limit.share * 100, language)} %", limit.share),
            samples=_cite(material, index, "samples", integer(limit.samples, language), limit.samples),
        )
        if limit.limits:
            censored = _cite(material, index, "limits", integer(limit.limits, language), limit.limits)
            words = fragment(words, fill(phrase("threshold_limits", language), limits=censored))
        yield capitalise(fragment(words, phrase("stop", language)))


def limits_words(material: Material) -> list[Fragment]:
    """The limits as modifiers of what was counted: "with Au of at least 12.3 ppb"."""
    result, language = material.result, material.language
    words = []
    for index, limit in enumerate(result.thresholds if result is not None else ()):
        attribute = material.card.attributes.get(limit.attribute)
        label = attribute.labels.in_(language) if attribute is not None else limit.attribute
        operation = fill(condition("op_>=", language), value=_value(material, index, limit))
        words.append(fill(condition("attribute", language), attribute=label, operation=operation))
    return words


def _value(material: Material, index: int, limit: Threshold) -> Citation:
    text = number_text(limit.value, limit.unit, material.units, material.language)
    return _cite(material, index, "value", text, limit.value, unit=limit.unit)


def _cite(
    material: Material, index: int, what: str, text: str, value: float, *, unit: str | None = None
) -> Citation:
    tables = material.result.layers if material.result is not None else ()
    return Citation(
        number=0,
        kind="count",
        text=text,
        column=f"threshold:{index}:{what}",
        value=value,
        unit=unit,
        source=phrase("list_comma", material.language).join(material.source(t) for t in tables),
    )
