"""English statistics: average, total, percentile, the highest value, how many different."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.asking import Statistic
from core.question.grammar.english_overlaps import EnglishOverlaps
from core.question.grammar.parts import Phrase
from core.question.grammar.typing import entity_of

_LINKS = ("OF", "IN", "FOR", "FROM", "AMONG", "INSIDE", "WITHIN", "COVEREDBY")


class EnglishStatistics(EnglishOverlaps):
    """Productions for statistics of the target."""

    @abstractmethod
    def each_to_groups(self, phrase: Phrase) -> None:
        """Turn relations said with "each" into keys of groups."""

    def _aggregate(self) -> bool | None:
        """``average Au``, ``minimum, maximum and mean of Cu and Zn``, ``total length``, ``average distance``."""
        mark = self.mark()
        if self._value_first(mark):
            return True
        combined = self.take("SUMAREA") is not None
        found: list[Statistic] = [("sum", None)] if combined else self.statistics() or self._extreme_statistic()
        if not found:
            return None
        self.take_all("OF", "FOR", "CONTENT") if not combined else ()
        distance = self.distance_value()
        values = [distance] if distance else self.values_asked()
        if combined and not values:
            values = [Valued("measure", self.since(mark), measure="area")]
        if not values and (summed := self.attempt(self._unit_summed)) is not None:
            values = [summed]
        if not values:
            return self._on_average(found, mark[1]) or self._of_noun(found, mark)
        if self._used_of_target(found) or (found[0][0] in ("max", "min") and self._noun_behind()):
            return None
        self.attempt(self._unit_between)
        self.frame.asked.aggregates.extend(self.aggregated(found, values, self.since(mark)))
        self.frame.asked.aggregates.extend(self.further_statistics(mark))
        self.attempt(lambda: self._measured_features(values[0]))
        return True

    def _unit_summed(self) -> Valued | None:
        """``total km of …``, ``the combined hectares of …``."""
        mark = self.mark()
        dimension = self.at().entry.units[0][0] if self.at().entry.units else ""
        unit = self.unit_word() if dimension in ("length", "area") else None
        if unit is None or not self.next_is("OF"):
            return None
        self.frame.asked.unit = (unit, self.since(mark))
        return Valued("measure", self.since(mark), measure="area" if dimension == "area" else "length")

    def _unit_between(self) -> bool | None:
        """``the total length in km of …``."""
        mark = self.mark()
        if not self.take("IN", "EXPRESSED") or self.at().entry.content:
            return None
        unit = self.unit_word() if self.at().entry.units else None
        if unit is None or not self.next_is(*_LINKS):
            return None
        self.frame.asked.unit = (unit, self.since(mark))
        return True

    def _value_first(self, mark: tuple[int, int]) -> bool:
        """``Au percentile 95``, ``Cu median``: the value before the statistic."""
        values = [] if self._is_condition() else self.values_asked()
        summed = self.at().is_("SUM") and not self.at().key.endswith(" of")  # granite area, total
        found = self.statistics() if values and not summed else []
        if not found:
            self.reset(mark)
            return False
        self.frame.asked.aggregates.extend(self.aggregated(found, values, self.since(mark)))
        self.attempt(lambda: self._measured_features(values[0]))
        return True

    def _measured_features(self, value: Valued) -> bool | None:
        """``… in samples``, ``… of the faults``: the features that are measured, not where they lie."""
        mark = self.mark()
        if self.target.head or not self.take_all(*_LINKS):
            return None
        covered = self.lexemes[self.used[-1]].is_("COVEREDBY")
        self.take_all("ALL") if covered else 0
        phrase = self.anchor_phrase()
        if not isinstance(phrase, Phrase) or not (phrase.head or covered):
            return None
        entity = entity_of(self.card, phrase)
        if entity is None or (value.attributes and not set(value.attributes) & self.card.attributes_of(entity)):
            return None
        if not value.attributes and entity in self.region_types() and value.kind != "measure":
            return None
        parts = self.target.parts
        self.each_to_groups(phrase)
        self.become(phrase)
        self.target.parts.extend(parts)
        self.target.uses.extend(self.since(mark))
        return True

    def _used_of_target(self, found: list[Statistic]) -> bool:
        """``samples with maximum Au``: the order of the target, not a statistic."""
        before = self.words_before(1)
        return found[0][0] in ("max", "min") and bool(before) and before[0].is_("WITH") and bool(self.target.head)

    def _on_average(self, found: list[Statistic], start: int) -> bool | None:
        """``how far are X from Y on average``, ``how large is the average body``."""
        word = self.lexemes[self.used[start]]
        asked = self.frame.asked
        if found != [("avg", None)] or not (word.key == "on average" or asked.values):
            return None
        asked.averaged = tuple(self.used[start:])
        return True

    def _of_noun(self, found: list[Statistic], mark: tuple[int, int]) -> bool | None:
        """``total fault length``, ``mean deposit distance to faults``."""
        noun = self.attempt(self.noun_phrase_alone) or self.attempt(self.kind_by_values)
        if noun is None or self.target.head:
            return None
        distance = self.distance_value()
        values = [distance] if distance else self.values_asked()
        if not values:
            return None
        self.frame.asked.aggregates.extend(self.aggregated(found, values, self.since(mark)))
        parts = self.target.parts
        self.become(noun)
        self.target.parts.extend(parts)
        return True

    def noun_phrase_alone(self) -> Phrase | None:
        """``fault`` in ``the largest total fault length``."""
        phrase = self.phrase()
        return phrase if phrase is not None and phrase.head and not phrase.names else None

    def kind_by_values(self) -> Phrase | None:
        """``granite`` in ``the total granite area``."""
        phrase = self.phrase()
        kind = entity_of(self.card, phrase) if phrase is not None and not phrase.names else None
        return replace(phrase, entity=kind) if phrase is not None and kind is not None else None

    def _extreme_statistic(self) -> list[Statistic]:
        """``what is the highest Au``: the value; ``which sample has the highest Au`` asks for the sample."""
        before = self.words_before(2)
        asked = [x for x in before if not x.is_("COP")]
        if not asked or not asked[0].is_("WH", "COMPUTE") or asked[0].is_("WHERE") or asked[0].key == "which":
            return []
        word = self.take("MAX", "MIN")
        if word is None or word.key in ("most", "top", "best"):
            return []
        return [("max" if word.is_("MAX") else "min", None)]

    def _noun_behind(self) -> bool:
        """True when a kind of feature follows directly (``highest Au samples``)."""
        if self.used and self.lexemes[self.used[-1]].key.endswith(" of"):
            return False
        self.skip()
        noun = self.noun()
        return noun is not None and not self.card.entity_types[noun[0]].region

    def _distinct(self) -> bool | None:
        """``how many different rock types``, ``number of distinct commodities``, ``how many kinds of fault``."""
        mark = self.mark()
        if not self.take("HOWMANY"):
            return None
        different = self.take_all("DISTINCT", "ALL")
        typed = self.take_all("TYPE")
        self.take_all("OF", "DISTINCT")
        value = self.valued(numeric=False)
        if value is None and typed and self._noun_behind():
            value = Valued("field", self.since(mark))
        own = value is not None and not different and self.is_value(self.lexemes[self.used[-1]])
        if own and self._noun_behind():
            return None  # how many medium deposits: a value of theirs
        if value is not None and not different and self.quantity_word(value):
            self.frame.asked.aggregates.append(Aggregated("sum", self.since(mark), value))
            self.attempt(lambda: self._measured_features(value))
            return True
        number = value is not None and value.kind == "field" and self._only_numbers(value)
        if value is None or value.kind != "field" or (number and not different):
            return None
        self.frame.asked.aggregates.append(Aggregated("count", self.since(mark), value, distinct=True))
        return True

    def _only_numbers(self, value: Valued) -> bool:
        return bool(value.attributes) and all(self.card.attributes[x].kind == "number" for x in value.attributes)

    def _is_condition(self) -> bool:
        mark = self.mark()
        found = self.measured() or self.numeric()
        self.reset(mark)
        return found is not None
