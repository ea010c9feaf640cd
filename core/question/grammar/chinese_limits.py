"""Chinese limits of groups: 数量超过5的, 矿床数多于10个的矿种."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Grouped, Limited
from core.question.grammar.chinese_grouping import ChineseGrouping
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import Comparison, Phrase, Quantity, RelationPart
from core.question.grammar.typing import fits

_CMP = ("=", "!=", "<", "<=", ">", ">=")


class ChineseLimits(ChineseGrouping):
    """Productions for conditions on groups."""

    def _count(self, phrase: Phrase) -> bool:
        """Make a phrase the counted target; what was the target is the key."""
        if self.target.head and not self.frame.asked.groups:
            if self.target.names:
                return False
            layer = self.taken_target()
            self.frame.asked.groups.append(Grouped("layer", tuple(layer.uses), phrase=layer))
            self.become(phrase)
            return True
        if self.target.head:
            return False
        parts = self.target.parts
        self.become(phrase)
        self.target.parts.extend(parts)
        return True

    def _limited(self) -> bool | None:
        """``数量超过5的``, ``矿床数多于10个的矿种``, ``平均值大于20ppb的``."""
        if self.attempt(self._held_by_value):
            return True
        mark = self.mark()
        self.take_all("COMMA", "AND")
        only = self.take_all("HAVINGMORE")
        phrase = self.attempt(self._compared_phrase)
        counted = self.take("COUNTED", "HOWMANY", "HAVE")
        measured = None if counted else self.statistic()
        self.take_all("DE", "COP", "CONTENT", "LOCATED")
        comparison = self.attempt(self._pieces) or self.comparison()
        if comparison is None or comparison.quantity.high is not None or comparison.op not in _CMP:
            return None
        unit = comparison.quantity.unit
        if not (counted or measured or phrase or (only and self.frame.asked.groups)) or (
            unit is not None and not measured
        ):
            return None
        pieces = self.take_all("MEASURE") or self.lexemes[self.used[-1]].is_("MEASURE", "OR_MORE", "OR_LESS")
        if phrase is not None and (counted or pieces) and self._members(phrase, comparison, mark):
            return True
        if not self._limit_groups(phrase):
            return None
        limit = Limited(
            comparison.op, comparison.quantity.low, self.since(mark), counted=measured is None, unit=unit  # type: ignore[arg-type]
        )  # fmt: skip
        self.frame.asked.limited = limit
        return True

    def _held_by_value(self) -> bool | None:
        """``至少有三个矿床的矿种``: values of an attribute by how many features have them."""
        mark = self.mark()
        if self.target.head or self.frame.asked.groups or not self._has_some():
            return None
        anchors = self.anchors()
        held = anchors[0][0] if anchors and len(anchors[0]) == 1 else None
        if not isinstance(held, Phrase) or not held.head or held.names or held.count is None:
            return None
        self.take_all("DE")
        key = self.key(self.mark(), zeros=False) if not self.noun(self.at_after_filler()) else None
        if key is None or key.kind != "field" or not (self.done or self.at().is_("STOP", "COP", "HAVE", "WH")):
            return None
        op, value = held.count
        if not self._count(replace(held, count=None)):
            return None
        self.frame.asked.groups.append(key)
        self.frame.asked.limited = Limited(op, float(value), self.since(mark))
        self.frame.listed = True
        return True

    def _pieces(self) -> Comparison | None:
        """``在10个以上``, ``达到10个``: a number of features."""
        self.take("BETWEEN", "LOCATED")
        operator = self.operator()
        value = self.number()
        if value is None or not self.take("MEASURE"):
            return None
        operator = ">=" if self.take("OR_MORE") and operator in (None, ">=", ">") else operator
        operator = operator or ("<=" if self.take("OR_LESS") else None)
        return Comparison(operator, Quantity(value)) if operator else None

    def _members(self, phrase: Phrase, comparison: Comparison, mark: Mark) -> bool:
        """``矿床数超过40个的地区``, ``哪些地区矿床超过40个``: areas by how many features they hold."""
        here = self.mark()
        held = replace(phrase, count=(comparison.op, int(comparison.quantity.low)))  # type: ignore[arg-type]
        if self.target.head and not self.target.names and not self.frame.asked.groups:
            inside = RelationPart("contains", (held,), self.since(mark))
            if not (self.done or self.at().is_("STOP", "DE", "COMMA")) or not fits(self.card, self.target, inside):
                return False
            self.wait(inside)
            return True
        if self._holders_asked(held, mark):
            return True
        noun = self.noun(self.at_after_filler()) if self.take("DE") else None
        area = noun is not None and "polygon" in self.card.entity_types[noun[0]].geometry
        if not area or self.frame.asked.groups or self.target.head:
            self.reset(here)
            return False
        self.wait(RelationPart("contains", (held,), self.since(mark)))
        self.close()
        return True

    def _holders_asked(self, held: Phrase, mark: Mark) -> bool:
        """``哪些岩体内的矿床多于3个``: the place that was asked for holds them."""
        last = self.waiting[-1].part if self.waiting else None
        if (
            not (isinstance(last, RelationPart) and last.rel == "within" and len(last.anchors) == 1)
            or not self.done
        ):
            return False
        holder = last.anchors[0]
        asked = any(x.is_("WH") and not x.is_("WHERE") for x in self.lexemes)
        if self.target.head or not asked or not isinstance(holder, Phrase) or holder.names or not holder.head:
            return False
        self.waiting.pop()
        self.become_target(holder)
        self.target.parts.extend(holder.parts)
        self.wait(RelationPart("contains", (held,), (*last.uses, *self.since(mark))))
        return True

    def _compared_phrase(self) -> Phrase | None:
        phrase = self.phrase()
        counted = self.next_is("COUNTED", "GT", "LT", "GE", "LE", "HOWMANY")
        return phrase if phrase is not None and phrase.head and not phrase.names and counted else None

    def _number_key(self, key: Grouped) -> bool:
        """``有超过200张床位``: what is behind the number is a number of the feature itself."""
        readings = [self.card.attributes[x] for x in key.attributes if x in self.card.attributes]
        return bool(readings) and all(x.kind == "number" for x in readings)

    def _limit_groups(self, phrase: Phrase | None) -> bool:
        """Groups that the limit is of: those read already, or an attribute that follows (矿床数超过10个的矿种)."""
        asked = self.frame.asked
        if asked.groups:
            if phrase is not None and not self.own_kind(phrase):
                return not self.target.head and self._count(phrase)
            return True
        if phrase is None and not self.target.head:
            return False
        here = self.mark()
        self.take_all("DE", "COP", "WH")
        key = self.key(here, zeros=False) if not self.noun(self.at_after_filler()) else None
        if key is None or key.kind == "layer" or self._number_key(key):
            return False
        if phrase is not None and not self._count(phrase):
            return False
        asked.groups.append(key)
        self.frame.listed = True
        return True
