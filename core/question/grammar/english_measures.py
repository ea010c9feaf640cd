"""English questions for measured values: averages, sizes, coordinates, parts inside of something, units."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.english_statistics import EnglishStatistics
from core.question.grammar.parts import OrderPart, Phrase
from core.question.grammar.typing import entity_of

_VALUE_WORDS = ("AREA", "LENGTH", "PERIMETER", "LATITUDE", "LONGITUDE", "AZIMUTH", "COORDINATES")
_NEAR, _WHOLE = 5, ("in total", "altogether", "overall")
_IN_WORDS = ("IN", "INSIDE", "WITHIN", "CROSS", "INTERSECT", "COVEREDBY", "OUTSIDE")


class EnglishMeasures(EnglishStatistics):
    """Productions for what is measured of the target."""

    def measured_of_target(self) -> bool:
        """Any request for a number; True when one was read."""
        found = self.first(
            self.difference_asked, self.place_asked, self._contents_of, self._where_is, self._overlap_asked,
            self._overlap_of, self._distinct, self._aggregate,
            self._how_many_units, self.how_far, self._how_size, self._value_of, self._covering, self._answer_unit,
        )  # fmt: skip
        return bool(found)

    # --- sizes and coordinates -----------------------------------------------------------------------------

    def _contents_of(self) -> bool | None:
        """``Au and Cu content of samples``: concentrations asked for, not values of the features."""
        mark = self.mark()
        values = [] if self._is_condition() else self.values_asked()
        if not values or any(x.kind != "field" for x in values) or not self.lexemes[self.used[-1]].is_("CONTENT"):
            return None
        if not self.lexemes[self.used[-1]].key.endswith(" of") and not self.take("OF", "IN"):
            return None
        self.skip()
        noun = self.noun()
        shared = set(values[0].attributes) & self.card.attributes_of(noun[0]) if noun else set()
        if self.target.head or not shared:
            return None
        self.frame.projections.extend((x.attributes, x.uses) for x in values)
        self.frame.uses.extend(self.since(mark))
        return True

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
        share = self.next_is("PERCENTAGE")
        if share or (
            self.next_is("SUM") and any(x.is_("AREA", "LENGTH") for x in self.lexemes[self.i : self.i + _NEAR])
        ):
            self.frame.uses.extend(self.since(mark))  # how large is the total area of
            return True
        if self.next_is("AREA") and self.take("AREA"):
            self.take("OF")
        measure = "length" if word.is_("HOWLONG") else "area" if "area" in word.key else None
        if self.next_is("COVEREDBY"):  # how much area is covered by granite
            value = Valued("measure", self.since(mark), measure="area")
            if self.attempt(lambda: self._measured_features(value)) is None:
                return None
            self.frame.asked.values.append(value)
            return True
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
        nearest = any(isinstance(x, OrderPart) and x.kind == "distance" for _, x in self.target.parts)
        found: Valued | None
        if dimension == "length" and not long and nearest and self._ends_here():
            found = Valued("distance", self.since(mark))
        elif dimension == "length" and not long and apart:
            self.take("FROM")
            found = self.distance_between(mark)
        else:
            found = Valued("measure", self.since(mark), measure=measure)  # type: ignore[arg-type]
        if found is not None:
            self.frame.asked.values.append(found)
        return found is not None or None

    def _ends_here(self) -> bool:
        """True when nothing but ``it``, ``they`` or ``away`` follows."""
        mark = self.mark()
        while not self.done and (self.at().key in ("it", "they", "away") or self.at().is_("COP", "AUX")):
            self.advance()
        self.skip()
        found = self.done or self.at().is_("STOP")
        if not found:
            self.reset(mark)
        return found

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

    def _stands_as_value(self) -> bool:
        lexeme, following = self.at(), self.at(2 if self.at(1).key in _WHOLE else 1)
        before = self.words_before(1)
        last = before[0] if before else None
        if last is not None and last.is_(*_IN_WORDS, "SORT", "BY") and not last.is_("WH", "LIST", "COP", "AND"):
            return last.key in ("of", "for") and following.is_("AND", "COMMA")
        own = self.at(-1).key == "'s" or lexeme.key.endswith((" of", "coordinates"))
        listed = last is None or last.is_("AND", "COMMA", "WH", "LIST", "COP", "STOP", "WITH", "SUM")
        ends = (
            following.is_("AND", "COMMA", "STOP", "OF", "GROUPBY", "EACH")
            or following.kind == "end"
            or self.at(2).kind == "end"
        )
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
