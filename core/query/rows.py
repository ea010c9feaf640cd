"""Result tuples as rows with typed cells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely

from core.query.building import without_collection
from core.query.compile.attributes import NUMBER_PATTERN, is_numeric
from core.query.compile.select import LEADING, cell_plan
from core.query.result import FeatureRef, Row, Value
from core.query.values_numbers import factor
from core.question.reading import Language
from core.script import has_cjk
from core.vocabulary.card import Column, EntityType, Layer, SchemaCard
from core.vocabulary.units import Units

_NUMBER = re.compile(NUMBER_PATTERN)
_LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass(frozen=True)
class Decoder:
    """Turns the tuples of one statement into rows."""

    card: SchemaCard
    units: Units
    language: Language

    def rows(
        self, entity: EntityType, layers: Sequence[Layer], found: Sequence[tuple[Any, ...]]
    ) -> tuple[Row, ...]:
        """Rows of :func:`core.query.compile.select.select_rows`."""
        plan = cell_plan(layers)
        geometries = shapely.from_wkb([x[5] for x in found])
        with without_collection():
            return tuple(
                self._row(entity, layers[x[0]], plan, x, g) for x, g in zip(found, geometries, strict=True)
            )

    def _row(self, entity: EntityType, layer: Layer, plan: Any, found: tuple[Any, ...], geometry: Any) -> Row:
        cells: dict[str, dict[str, Any]] = {}
        for (attribute, part, _), cell in zip(plan, found[len(LEADING) :], strict=True):
            cells.setdefault(attribute, {})[part] = cell
        values = {a: self.value(layer.columns[a], parts) for a, parts in cells.items() if a in layer.columns}
        names = names_of(entity, {a: v.raw for a, v in values.items()})
        ref = FeatureRef(layer.table, found[1])
        name = name_in(names, self.language) or address(layer, ref, self.language)
        return Row(ref, entity.id, name, names, found[3], found[4], geometry, values)

    def value(self, column: Column, parts: Mapping[str, Any]) -> Value:
        """One cell in the unit of display."""
        attribute = self.card.attributes.get(column.attribute)
        raw = parts["value"]
        if attribute is None or attribute.kind not in ("number", "year"):
            return Value(column.attribute, raw, None, raw, column.name)
        number = _number(raw)
        known = factor(self.units, attribute, column)
        unit = attribute.unit if attribute.unit and column.unit and self.units.find(column.unit) else column.unit
        limit = parts.get("limit")
        whole = number is not None and (attribute.kind == "year" or _integral(column))
        stored: Any = int(number) if whole and number is not None and number == int(number) else number
        return Value(
            column.attribute,
            stored if known == 1.0 or stored is None else scaled(stored, known),
            unit,
            stored if is_numeric(column) else raw,
            column.name,
            parts.get("qualifier"),
            None if limit is None else scaled(limit, known),
        )


def scaled(value: float, factor: float) -> float:
    """`value` in another unit, without the noise of binary fractions."""
    return value if factor == 1.0 else float(f"{value * factor:.12g}")


def _number(raw: Any) -> float | None:
    if raw is None or isinstance(raw, int | float):
        return raw
    found = _NUMBER.match(str(raw))
    return float(found[1]) if found else None


def _integral(column: Column) -> bool:
    return column.sql_type.lower().startswith(("int", "smallint", "bigint"))


def names_of(entity: EntityType, texts: Mapping[str, Any]) -> dict[str, str]:
    """Names by language: the attribute of the name, and its variants ``…_en`` and ``…_zh``.

    The plain attribute may hold either language, so its own script decides.
    """
    names: dict[str, str] = {}
    for language in _LANGUAGES:
        text = texts.get(f"{entity.name_attribute}_{language}")
        if text and str(text).strip():
            names[language] = str(text).strip()
    plain = texts.get(entity.name_attribute)
    if plain and str(plain).strip():
        names.setdefault("zh" if has_cjk(str(plain)) else "en", str(plain).strip())
    return names


def name_in(names: Mapping[str, str], language: Language) -> str:
    """The name in `language`, else in the other one, else nothing."""
    return names.get(language) or next(iter(names.values()), "")


def address(layer: Layer, ref: FeatureRef, language: Language) -> str:
    """What stands for the name of a feature that has none."""
    return f"{layer.title.in_(language)} #{ref.fid}"
