"""Does a text state a value?  Numbers are compared at the precision shown, in the unit shown."""

from __future__ import annotations

import re

from core.answer.concepts import label_of, meant, split
from core.answer.numbers import NUMBER, read_number, rounded
from core.vocabulary.card import Column, SchemaCard
from core.vocabulary.units import Units


def number_agrees(text: str, value: float, unit: str | None, units: Units) -> bool:
    """Whether every number in `text` is `value` (in `unit`), in the unit written after it, at its precision."""
    found = list(NUMBER.finditer(text))
    if not found:
        word = read_number(text)
        return word is not None and float(word[0]) == value
    for match in found:
        number = read_number(match.group())
        after = re.match(r"\s?([^\s\d()（）,，、]*)", text[match.end() :])
        shown = after.group(1) if after is not None else ""
        expected = float(value)
        if unit and shown and units.find(shown) is not None and units.find(unit) is not None:
            expected = units.convert(expected, unit, shown)
        if number is None or (bool(unit) and unit != "°" and not shown):
            return False
        shown_value, decimals = number
        if not _same(expected, float(shown_value), decimals):
            return False
    return True


def text_agrees(text: str, raw: str, attribute: str, column: Column | None, card: SchemaCard) -> bool:
    """Whether `text` is the raw value or a list of labels of concepts that it means."""
    if text == raw:
        return True
    allowed = {raw, *split(raw, column)}
    for concept in meant(raw, attribute, column, card):
        allowed |= {label_of(concept, "en"), label_of(concept, "zh")}
    return text in allowed or all(part.strip() in allowed for part in re.split("[,、]", text))


def _same(expected: float, shown: float, decimals: int) -> bool:
    """Equal after rounding half to even; a conversion may move the value by a unit in the last binary place."""
    near = {rounded(expected * (1 + error), decimals) for error in (0.0, 1e-12, -1e-12)}
    return rounded(shown, decimals) in near
