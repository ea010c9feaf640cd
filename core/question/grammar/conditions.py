"""Conditions on attributes: comparisons, values with the attribute named or not, sizes, anomalies."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from core.question.grammar.numerics import Numerics
from core.question.grammar.parts import (
    AnomalyPart,
    MeasurePart,
    Part,
    Phrase,
    ValuePart,
)
from core.question.grammar.values import LIST, MAX_ITEMS

_OPENERS = frozenset({
    "WITH", "THAT", "OF", "COP", "AUX", "NOT", "KNOWN", "UNKNOWN", "LACKING", "WITHOUT", "HAVE", "STARTS",
    "BY_WORD", "NAMELIKE", "MORE_OF", "LESS_OF", "RATIO", "INCLUDES", "ATTRIBUTE",
})  # fmt: skip
"""What a condition on what stands in an attribute can begin with, beside the attribute."""
_QUOTED = ('"', "“", "「", "'")
_MEASURES = {"area": "area", "length": "length", "perimeter": "length"}


class Conditions(Numerics):
    """Productions for conditions on attributes."""

    def condition(self) -> Part | None:
        """Any condition on an attribute, with or without the attribute's name."""
        return self.first(
            self.pattern, self.measured, self.numeric, self.by_year, self.anomaly, self.named_values,
            self.described_values,
        )  # fmt: skip

    def pattern(self) -> Part | None:
        """Conditions on what stands in an attribute (see :class:`core.question.grammar.patterns.Patterns`)."""
        if self.may_open(_OPENERS) or self.at_after_filler().entry.attributes or self.at().text in _QUOTED:
            return self.first(self.fields, self.text, self.known)
        return None

    def measured(self) -> MeasurePart | None:
        """``with an area above 10 km²``, ``longer than 5 km``, ``over 5 km long``, ``面积大于10平方公里``."""
        mark = self.mark()
        if self.open_condition():
            return None
        spans = self.take("SPANS")
        named = self._measure_word()
        self.take_all("COP", "OF", "DE")
        longer = any(x in self.at().key for x in ("longer", "shorter", "长于", "短于"))
        target: Phrase | None = getattr(self, "target", None)
        line = target is not None and target.entity is not None and not named and not self.at().cjk
        line = line and set(self.card.entity_types[target.entity].geometry) == {"line"}  # type: ignore[union-attr,index]
        longer = longer or ("exceed" in self.at().key and target is not None and mark[0] - 1 in target.head)
        comparison = self.comparison(_MEASURES[named] if named else None) or (
            self._standing_at() if named else None
        )
        if comparison is None or comparison.quantity.dimension not in ("length", "area"):
            return None
        measure = named or self._measure_word()
        longer = longer or (line and comparison.op != "between" and (self.done or self.at().is_("STOP", "COMMA")))
        if measure is None and (longer or spans or comparison.quantity.dimension == "area"):
            measure = comparison.quantity.dimension  # type: ignore[assignment]  # length or area
        if named is None and (self.next_is("AWAY", "RADIUS", "NEAR", "TO") or self.at().key == "from"):
            return None  # exceeding 5 km from …: a distance
        if measure is None or _MEASURES[measure] != comparison.quantity.dimension:
            return None
        if self.at().is_("IN") and self.at(1).is_("AREA") and not self.at(1).entry.entities:
            self.advance()
            self.advance()
        if self.at().key == "in size":
            self.advance()
        return MeasurePart(measure, comparison, self.since(mark))

    def _measure_word(self) -> Literal["area", "length", "perimeter"] | None:
        if self.take("AREA"):
            return "area"
        if self.take("LENGTH"):
            return "length"
        return "perimeter" if self.take("PERIMETER") else None

    def named_values(self) -> ValuePart | None:
        """``commodity = gold``, ``size is large``, ``genetic type of skarn``, ``age Permian``."""
        mark = self.mark()
        negated = self.open_condition()
        kind = self.at_after_filler().is_("TYPE")
        attributes = self.attribute()
        if attributes is None:
            return None
        while True:
            if self.take("NE"):
                negated = not negated
            elif not self.take("EQ", "COP", "OF", "DE", "TYPE", "CONTENT", "LOCATED"):
                break
        part = self.values()
        if part is None:
            return None
        fitting = [x for x in attributes if all(any(a == x for a, _ in item.readings) for item in part.items)]
        if not fitting and not kind:
            return None  # 性质为正断层: the word says no more than what kind
        return _replace(part, self.since(mark), fitting[0] if fitting else None, negated != part.negated)

    def described_values(self) -> ValuePart | None:
        """``gold``, ``large``, ``of large size``, ``with copper``, ``that are not gold``, ``of Permian age``."""
        mark = self.mark()
        excluded = bool(self.take("EXCEPT", "WITHOUT"))
        negated = False if excluded else self.open_condition()
        part = self.kind_as_item() if excluded or self._said_of_target() else None
        part = part or self.values()
        if part is None:
            return None
        attribute = self.attribute_behind(part)
        if excluded and self.next_is("INSIDE", "INNER", "NEARBY") and not self.next_is("EXCEPT_END"):
            return None  # 除花岗岩中的…以外: what is left out lies there
        if excluded:
            self._excluded_noun()
        operator = self.rank_operator()
        if operator:
            part = replace(part, op=operator)  # type: ignore[arg-type]
        if excluded:
            self.take("EXCEPT_END")
        return _replace(part, self.since(mark), attribute, (part.negated != negated) or excluded)

    def kind_as_item(self) -> ValuePart | None:
        """``other than thrusts``: a noun that is a value as well."""
        self.skip()
        if not (self.at().entry.concepts and self.at().entry.entities):
            return None
        mark = self.mark()
        item = self._item()
        self.take_all("TYPE")
        return ValuePart((item,), "one", self.since(mark))

    def _said_of_target(self) -> bool:
        """``Which faults are thrusts?``: a noun of the target's own kind behind "are"."""
        target: Phrase | None = getattr(self, "target", None)
        lexeme, before = self.at(), self.at(-1)
        own = target is not None and any(x == target.entity for x, _ in lexeme.entry.entities)
        return own and bool(lexeme.entry.concepts) and before.is_("COP", "NOT") and not before.cjk

    def _excluded_noun(self) -> None:
        """``除金矿以外``: the noun behind an excluded value says nothing new."""
        mark = self.mark()
        self.skip()
        if self.at().entry.entities:
            self.advance()
            if self.next_is("EXCEPT_END") or self.done or self.at().is_("STOP", "COMMA"):
                return
        self.reset(mark)

    def attribute_behind(self, part: ValuePart) -> str | None:
        """The attribute word of ``Permian age`` or ``large size``."""
        mark = self.mark()
        self.take_all("TYPE")
        attributes = self.attribute()
        fitting = [x for x in attributes or () if all(any(a == x for a, _ in i.readings) for i in part.items)]
        numeric = bool(fitting) and self.card.attributes[fitting[0]].kind != "text"
        if not fitting or self.next_is("ANOMALY") or (numeric and self.next_is("GT", "LT", "GE", "LE")):
            self.reset(mark)
            return None
        self.take_all("TYPE")
        return fitting[0]

    def anomaly(self) -> AnomalyPart | None:
        """``Au anomalies``, ``anomalous Cu``, ``anomalies of Cu and Pb``, ``high Au``, ``铜异常``."""
        mark = self.mark()
        if self.open_condition():
            return None
        before = self._signal()
        self.take_all("OF", "IN", "DE", "CONTENT")
        readings = self._elements()
        after = self._signal() if before is None else None
        signal = before or after
        if signal is None or (signal == "high" and not readings):
            return None
        self.take_all("CONTENT")
        return AnomalyPart(tuple(readings), self.since(mark), vague=signal == "high")

    def _signal(self) -> str | None:
        self.take_all("CONTENT", "DE", "ALL", "COP")
        if self.take("ANOMALY"):
            return "anomaly"
        return "high" if self.take("HIGH") else None

    def _elements(self) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        while len(found) < MAX_ITEMS:
            mark = self.mark()
            if found:
                self.take_all(*LIST, "HYPHEN")
            attributes = self.attribute() or ()
            numeric = tuple(x for x in attributes if x in self.card.attributes and self._measured(x))
            if not numeric:
                self.reset(mark)
                break
            found.append(numeric)
        return found

    def _measured(self, attribute: str) -> bool:
        return self.card.attributes[attribute].kind == "number"


def _replace(part: ValuePart, uses: tuple[int, ...], attribute: str | None, negated: bool) -> ValuePart:
    return replace(part, uses=uses, negated=negated, attribute=attribute)
