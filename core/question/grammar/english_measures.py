"""English questions for measured values: averages, sizes, coordinates, parts inside of something, units."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.asking import Statistic
from core.question.grammar.english_distances_asked import EnglishDistancesAsked
from core.question.grammar.parts import AnchorPart, Phrase
from core.question.grammar.typing import entity_of

_VALUE_WORDS = ("AREA", "LENGTH", "PERIMETER", "LATITUDE", "LONGITUDE", "AZIMUTH", "COORDINATES")
_LINKS = ("OF", "IN", "FOR", "FROM", "AMONG", "INSIDE", "WITHIN", "COVEREDBY")
_IN_WORDS = ("IN", "INSIDE", "WITHIN", "CROSS", "INTERSECT", "COVEREDBY", "OUTSIDE")


class EnglishMeasures(EnglishDistancesAsked):
    """Productions for what is measured of the target."""

    @abstractmethod
    def each_to_groups(self, phrase: Phrase) -> None:
        """Turn relations said with "each" into keys of groups."""

    def measured_of_target(self) -> bool:
        """Any request for a number; True when one was read."""
        found = self.first(
            self._where_is, self._overlap_asked, self._overlap_of, self._distinct, self._aggregate,
            self._how_many_units, self.how_far, self._how_size, self._value_of, self._covering, self._answer_unit,
        )  # fmt: skip
        return bool(found)

    # --- statistics ----------------------------------------------------------------------------------------

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
        if not values:
            return self._on_average(found, mark[1]) or self._of_noun(found, mark)
        if self._used_of_target(found) or (found[0][0] in ("max", "min") and self._noun_behind()):
            return None
        self.frame.asked.aggregates.extend(self.aggregated(found, values, self.since(mark)))
        self.attempt(lambda: self._measured_features(values[0]))
        return True

    def _value_first(self, mark: tuple[int, int]) -> bool:
        """``Au percentile 95``, ``Cu median``: the value before the statistic."""
        values = [] if self._is_condition() else self.values_asked()
        found = self.statistics() if values and not self.at().is_("SUM") else []
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
        noun = self.attempt(self.noun_phrase_alone)
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

    # --- sizes and coordinates -----------------------------------------------------------------------------

    def _where_is(self) -> bool | None:
        """``where is X``: its coordinates."""
        mark = self.mark()
        if self.target.head or not self.take("WHERE"):
            return None
        self.take_all("COP", "AUX", "EXACT")
        self.skip()
        if not self.is_name(self.at()):
            return None
        phrase = self.anchor_phrase()
        if (
            not isinstance(phrase, Phrase)
            or not phrase.names
            or entity_of(self.card, phrase) in self.region_types()
        ):
            return None
        self.take_all("LOCATED")
        if not (self.done or self.at().is_("STOP")):
            return None
        self.become(phrase)
        self.frame.listed = True
        self.frame.asked.values.append(Valued("place", (mark[0],)))
        return True

    def _how_size(self) -> bool | None:
        """``how long is X``, ``how large is X``, ``how much area does X cover``."""
        mark = self.mark()
        word = self.take("HOWLONG", "HOWBIG")
        if word is None:
            return None
        self.take_all("COP", "AUX")
        if self.next_is("AREA") and self.take("AREA"):
            self.take("OF")
        measure = "length" if word.is_("HOWLONG") else "area" if "area" in word.key else None
        kind = "measure" if measure else "size"
        self.frame.asked.values.append(Valued(kind, self.since(mark), measure=measure))  # type: ignore[arg-type]
        return True

    def _how_many_units(self) -> bool | None:
        """``how many km long is X``, ``how many hectares does X cover``, ``how many km of road``."""
        mark = self.mark()
        if not self.take("HOWMANY", "HOWMUCHMORE"):
            return None
        self.skip()
        dimension = self.at().entry.units[0][0] if self.at().entry.units else ""
        unit = self.unit_word() if dimension in ("length", "area") else None
        if unit is None or self.next_is("LONGER", "BIGGER", "SHORTER", "LESSER"):
            return None
        self.frame.asked.unit = (unit, self.since(mark))
        measure = "area" if dimension == "area" else "length"
        if self.take("OF"):
            value = Valued("measure", self.since(mark), measure=measure)  # type: ignore[arg-type]
            self.frame.asked.aggregates.append(Aggregated("sum", self.since(mark), value))
            return True
        long = bool(self.take_all("LENGTH", "AREA"))
        self.take_all("COP", "AUX", "AWAY")
        apart = any(x.is_("FROM") and x.key in ("from", "to") for x in self.lexemes[self.i :])
        if dimension == "length" and not long and apart:
            self.take("FROM")
            found = self.distance_between(mark)
        else:
            found = Valued("measure", self.since(mark), measure=measure)  # type: ignore[arg-type]
        if found is not None:
            self.frame.asked.values.append(found)
        return found is not None or None

    def _value_of(self) -> bool | None:
        """``the area of X``, ``X's perimeter``, ``name, size and coordinates of X``."""
        self.skip(_VALUE_WORDS)
        lexeme = self.at()
        if not lexeme.is_(*_VALUE_WORDS) or self._is_condition() or not self._stands_as_value():
            return None
        mark = self.mark()
        value = self.valued(numeric=False)
        if value is None:
            return None
        self.take_all("AREA") if value.measure == "area" else ()
        self.frame.asked.values.append(replace(value, uses=self.since(mark)))
        self.attempt(lambda: self._measured_features(value))
        return True

    def _is_condition(self) -> bool:
        mark = self.mark()
        found = self.measured() or self.numeric()
        self.reset(mark)
        return found is not None

    def _stands_as_value(self) -> bool:
        lexeme, following = self.at(), self.at(1)
        before = self.words_before(1)
        last = before[0] if before else None
        if last is not None and last.is_(*_IN_WORDS, "SORT", "BY") and not last.is_("WH", "LIST", "COP", "AND"):
            return last.key in ("of", "for") and following.is_("AND", "COMMA")
        own = self.at(-1).key == "'s" or lexeme.key.endswith((" of", "coordinates"))
        listed = last is None or last.is_("AND", "COMMA", "WH", "LIST", "COP", "STOP", "WITH", "SUM")
        ends = following.is_("AND", "COMMA", "STOP", "OF") or following.kind == "end" or self.at(2).kind == "end"
        return own or (listed and ends) or following.key == "of"

    def _covering(self) -> bool | None:
        """The verb of ``how much area does X cover``."""
        asked = self.frame.asked
        if not (asked.values or asked.aggregates) or not self.at().is_("COVERING"):
            return None
        mark = self.mark()
        self.advance()
        if not (self.done or self.at().is_("STOP", "COMMA", "IN", "LONGER")):
            return None
        self.frame.uses.extend(self.since(mark))
        return True

    def _answer_unit(self) -> bool | None:
        """``in km``, ``expressed in hectares``, ``(km)``."""
        asked = self.frame.asked
        if asked.empty:
            return None
        mark = self.mark()
        self.take_all("EXPRESSED", "IN", "STOP")
        if not self.at().entry.units or self.at().entry.content:
            return None
        unit = self.unit_word()
        if unit is None or self.at().kind == "number" or self.next_is("OF", "RANGES"):
            return None
        asked.unit = (unit, self.since(mark))
        return True

    # --- overlaps ------------------------------------------------------------------------------------------

    def _overlap_asked(self) -> bool | None:
        """``how much of X lies in Y``, ``what percentage of the area of X is covered by Y``."""
        mark = self.mark()
        word = self.take("HOWMUCH", "PERCENTAGE")
        if word is None:
            return None
        ratio = word.is_("PERCENTAGE")
        self.take_all("OF")
        sized = self.measure_word()
        self.take_all("OF")
        first = self.anchor_phrase()
        if not isinstance(first, Phrase) or (ratio and not sized and not self._one_shape(first)):
            return None
        self.take_all("COP", "AUX", "THAT")
        if not self.take("COVEREDBY") and not self.take(*_IN_WORDS):
            return None
        second = self.anchor_phrase()
        if second is None:
            return None
        kind = "ratio" if ratio else sized if sized in ("area", "length") else ""
        if "length" in word.key or "area" in word.key:
            kind = "length" if "length" in word.key else "area"
        self._overlap(first, second, kind, self.since(mark))
        return True

    def _one_shape(self, phrase: Phrase) -> bool:
        entity = entity_of(self.card, phrase)
        kinds = self.card.entity_types[entity].geometry if entity else ()
        return bool(phrase.names) and kinds != ("point",)

    def _overlap(self, first: Phrase, second: AnchorPart, kind: str, uses: tuple[int, ...]) -> None:
        value = Valued("overlap", uses, anchor=second, overlap=kind)  # type: ignore[arg-type]
        self.become(first)
        if first.names:
            self.frame.asked.values.append(value)
        else:
            self.frame.asked.aggregates.append(Aggregated("sum", uses, value))

    def _overlap_of(self) -> bool | None:
        """``the overlap area of X and Y``, ``area shared by X and Y``."""
        mark = self.mark()
        word = self.take("OVERLAPOF")
        if word is None or self.target.head:
            return None
        self.take_all("OF", "BETWEEN", "BY")
        anchors = self.anchors()
        found = list(anchors[0]) if anchors else []
        if len(found) == 1 and self.take("AND", "WITH"):
            found.extend(x for x in [self.anchor_phrase()] if x)
        if len(found) != 2 or not isinstance(found[0], Phrase):
            return None
        kind = "length" if "length" in word.key else "area" if "area" in word.key else ""
        self._overlap(found[0], found[1], kind, self.since(mark))
        return True
