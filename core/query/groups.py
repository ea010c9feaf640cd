"""Groups of a result: their names, their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import total_ordering
from typing import Any

from core.query.grounded_expr import ExprNode, FieldNode, OverlapNode
from core.query.grounded_measures import BucketKeyNode, FieldKey, KeyNode, LayerKeyNode, Measuring
from core.query.result import Row, TableColumn, TableRow
from core.query.rows import Decoder
from core.query.words import metres, say

Found = Mapping[str, Any]


def is_share(node: ExprNode | None) -> bool:
    """True for the part of a feature that lies in something."""
    return isinstance(node, OverlapNode) and node.overlap == "ratio"


@total_ordering
@dataclass(frozen=True)
class Rank:
    """Where a group stands: not stated last, then the order asked for (without a value last), then its name."""

    unstated: int
    order: tuple[Any, ...]
    rest: tuple[Any, ...]

    def __lt__(self, other: Rank) -> bool:
        return (self.unstated, self.order, self.rest) < (other.unstated, other.order, other.rest)


@dataclass(frozen=True)
class GroupNames:
    """Turns the groups of one statement into rows of a table."""

    measuring: Measuring
    decoder: Decoder
    features: Mapping[tuple[int, str], Row]
    """The features that are groups, by position of the key and key."""

    def columns(self) -> tuple[TableColumn, ...]:
        """Keys first, then measures."""
        keys = (self._key_column(i, x) for i, x in enumerate(self.measuring.group_by))
        measures = (
            TableColumn(
                m.key, m.label, m.unit, "measure",
                m.expr.attribute.id if isinstance(m.expr, FieldNode) else None, None, m.agg,
                m.agg != "count" and is_share(m.expr),
            )
            for m in self.measuring.measures
        )  # fmt: skip
        return (*keys, *measures)

    def _key_column(self, i: int, key: KeyNode) -> TableColumn:
        language = self.decoder.language
        name = f"group_{i}"
        if isinstance(key, BucketKeyNode):
            attribute = key.expr.attribute.id if isinstance(key.expr, FieldNode) else None
            return TableColumn(name, key.label, key.unit, "group", attribute)
        field = key.field if isinstance(key, LayerKeyNode) else key
        if field is not None:
            return TableColumn(
                name, field.attribute.labels.in_(language), field.attribute.unit, "group", field.attribute.id
            )
        entity = key.to.entity_type if isinstance(key, LayerKeyNode) else None
        label = entity.labels.in_(language) if entity is not None else name
        if isinstance(key, LayerKeyNode) and key.max_m is not None:
            label = say("key_within", language, name=label, max=metres(key.max_m))
        return TableColumn(name, label, None, "group", None, entity.id if entity is not None else None)

    def row(self, found: Found) -> TableRow:
        """One group."""
        keys = self.measuring.group_by
        cells = [self._cell(i, x, found[f"key_{i}"]) for i, x in enumerate(keys)]
        numbers = range(len(self.measuring.measures))
        values = [found[f"measure_{i}"] for i in numbers]
        used = [int(found[f"used_{i}"]) for i in numbers]
        refs = [
            self.features[i, found[f"key_{i}"]].ref
            for i in range(len(keys))
            if (i, found[f"key_{i}"]) in self.features
        ]
        return TableRow(
            (*cells, *values), refs[0] if refs else None, int(found["members"]), (*(None for _ in keys), *used)
        )

    def _cell(self, i: int, key: KeyNode, text: str) -> Any:
        if (i, text) in self.features:
            return self.features[i, text].name
        if not text:
            return say("not_stated", self.decoder.language)
        value = text[1:]
        if isinstance(key, BucketKeyNode):
            return range_label(key.edges, int(value), self.decoder.language)
        field = key.field if isinstance(key, LayerKeyNode) else key
        if field is not None and field.attribute.kind in ("number", "year"):
            number = float(value)
            return int(number) if number.is_integer() else number
        return field.labels.get(value, value) if isinstance(field, FieldKey) else value

    def rank(self, found: Found) -> Rank:
        """The place of a group in the table."""
        keys = self.measuring.group_by
        unstated = sum(not found[f"key_{i}"] for i in range(len(keys)))
        places = [self._place(i, x, found[f"key_{i}"]) for i, x in enumerate(keys)]
        measures = {m.key: i for i, m in enumerate(self.measuring.measures)}
        order: list[Any] = []
        for item in self.measuring.order:
            if item.key in measures:
                order.append(_directed(found[f"measure_{measures[item.key]}"], item.dir))
            else:
                place = places[int(item.key.removeprefix("group_"))]
                order.append(_Reversed(place) if item.dir == "desc" else place)
        return Rank(unstated, tuple(order), tuple(places))

    def _place(self, i: int, key: KeyNode, text: str) -> tuple[Any, ...]:
        """Numbers and ranges by size, names by letters; then by key."""
        field = key.field if isinstance(key, LayerKeyNode) else key
        numeric = isinstance(key, BucketKeyNode) or (
            isinstance(field, FieldKey) and field.attribute.kind in ("number", "year")
        )
        if numeric:
            return (float(text[1:]) if text else 0.0, "", text)
        return (0.0, str(self._cell(i, key, text)), text)


@total_ordering
@dataclass(frozen=True)
class _Reversed:
    value: Any

    def __lt__(self, other: _Reversed) -> bool:
        return bool(other.value < self.value)


def _directed(value: Any, direction: str) -> tuple[bool, float]:
    """A sortable form of a measure: without a value last in either direction."""
    number = 0.0 if value is None else float(value)
    return (value is None, -number if direction == "desc" else number)


def range_label(edges: tuple[float, ...], position: int, language: str) -> str:
    """ "< 10", "10 – 20", "≥ 20": the ends hold the lower edge, not the upper one."""
    shown = [f"{x:,.12g}" if language == "en" and abs(x) >= 10_000 else f"{x:.12g}" for x in edges]
    if position == 0:
        return f"< {shown[0]}"
    return f"≥ {shown[-1]}" if position == len(edges) else f"{shown[position - 1]} – {shown[position]}"
