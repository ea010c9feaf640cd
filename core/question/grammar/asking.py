"""Productions shared by both languages for what is measured: statistics, sizes, attributes, ranges, units."""

from __future__ import annotations

import re
from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Aggregated, MeasureName, Ranked, Valued
from core.question.grammar.asking_ranges import AskingRanges
from core.question.grammar.parts import Phrase
from core.question.meanings import Lexeme

_STATISTICS: tuple[tuple[str, ir.AggName], ...] = (
    ("AVG", "avg"), ("MEDIAN", "median"), ("STDDEV", "stddev"), ("MAXOF", "max"), ("MINOF", "min"), ("SUM", "sum"),
)  # fmt: skip
_QUARTILES = {"upper": 75.0, "third": 75.0, "lower": 25.0, "first": 25.0}
_SHORT_PERCENTILE = re.compile(r"[pq](\d{1,2}(?:\.\d+)?)$")
_MEASURES: tuple[tuple[str, MeasureName], ...] = (
    ("AREA", "area"), ("LENGTH", "length"), ("PERIMETER", "perimeter"), ("LATITUDE", "y"), ("LONGITUDE", "x"),
    ("AZIMUTH", "azimuth"),
)  # fmt: skip
MAX_ASKED = 12
_COUNTING = (
    "HOWMANY", "AVG", "SUM", "MEDIAN", "STDDEV", "PERCENTILE", "TALLY", "MAXOF", "MINOF", "MOST",
    "FEWEST", "COUNTED",
)  # fmt: skip
Statistic = tuple[ir.AggName, float | None]


class Asking(AskingRanges):
    """What both grammars know of measurement."""

    # --- statistics ----------------------------------------------------------------------------------------

    def statistic(self) -> Statistic | None:
        """(aggregate, percentile) of a word such as ``average``, ``中位数``, ``95th percentile``, ``P95``."""
        return self.attempt(self._statistic)

    def _statistic(self) -> Statistic | None:
        short = _SHORT_PERCENTILE.match(self.at().key) if self.at().kind in ("unknown", "entry") else None
        if short and not self.at().entry.content:
            self.advance()
            return "percentile", float(short[1])
        quartile = self.take("QUARTILE")
        if quartile:
            return "percentile", _QUARTILES[quartile.key.split(" ")[0]]
        if percentile := self.first(self._percentile_behind, self._percentile_before):
            return "percentile", percentile
        for name, agg in _STATISTICS:
            if self.take(name):
                return agg, None
        return None

    def _percentile_behind(self) -> float | None:
        """``95th percentile``, ``95分位数``, ``第95百分位数``, ``百分之95分位数``."""
        self.take("NTH")
        self.take("PERCENT")
        value = self.number()
        if self.at().text == "%":
            self.advance()
        return value if value is not None and self.take("PERCENTILE") and 0 <= value <= 100 else None

    def _percentile_before(self) -> float | None:
        """``percentile 95``."""
        value = self.number() if self.take("PERCENTILE") else None
        return value if value is not None and 0 <= value <= 100 else None

    def statistics(self) -> list[Statistic]:
        """Several statistics in a row: ``minimum, maximum and mean``."""
        found: list[Statistic] = []
        while len(found) < MAX_ASKED:
            mark = self.mark()
            if found:
                self.take_all("COMMA", "AND", "SLASH")
            if self._extremes():
                found.extend((("min", None), ("max", None)))
                continue
            statistic = self.statistic()
            if statistic is None:
                self.reset(mark)
                break
            found.append(statistic)
        return found

    def _extremes(self) -> bool:
        """``range of Au``, 金含量的变化范围: the lowest and the highest value."""
        self.take_all("DE") if self.at(1).is_("EXTREMES") else 0
        behind = self.at(1)
        bounded = behind.kind == "number" or behind.is_("BETWEEN", "GT", "LT", "GE", "LE", "INSIDE")
        return not bounded and self.take("EXTREMES") is not None

    @staticmethod
    def aggregated(found: list[Statistic], values: list[Valued], uses: tuple[int, ...]) -> list[Aggregated]:
        """Each statistic of each value."""
        return [
            Aggregated(agg, uses, replace(value, uses=value.uses or uses), p)
            for value in values
            for agg, p in found
        ]

    def further_statistics(self, mark: tuple[int, int]) -> list[Aggregated]:
        """``…, maximum length and total length``: more statistics with their values."""
        found: list[Aggregated] = []
        while len(found) < MAX_ASKED:
            here = self.mark()
            linked = self.take_all("COMMA", "AND", "SLASH")
            statistic = self.statistic() if linked else None
            if linked and statistic is None and (word := self.take("MAX", "MIN")):
                statistic = ("max" if word.is_("MAX") else "min", None)
            self.take_all("DE", "OF")
            values = self.values_asked() if statistic or self.total_next() else []
            statistic = statistic or (("sum", None) if values else None)
            if statistic is None or not values:
                self.reset(here)
                break
            found.extend(self.aggregated([statistic], values, self.since(mark)))
        return found

    def total_next(self) -> bool:
        """True before a word such as ``总人口``: the total and the number in one."""
        self.skip()
        lexeme = self.at()
        return self.is_number(lexeme) and lexeme.key.startswith(("总", "total "))

    # --- values --------------------------------------------------------------------------------------------

    def measure_word(self) -> MeasureName | None:
        """``area``, ``周长``, ``latitude``."""
        for name, measure in _MEASURES:
            if self.take(name):
                return measure
        return None

    def valued(self, *, numeric: bool = True) -> Valued | None:
        """An attribute, a size or coordinates; with `numeric` only what has a number."""
        return self.attempt(lambda: self._valued(numeric))

    def _valued(self, numeric: bool) -> Valued | None:
        mark = self.mark()
        if found := self.differing():
            return found
        self.skip()
        self.take_all("CONTENT")
        if not numeric and self.take("COORDINATES"):
            return Valued("place", self.since(mark))
        attributes = self._asked_attribute(numeric)
        if attributes:
            self.take_all("CONTENT")
            self.absent_word()
            return Valued("field", self.since(mark), attributes)
        measure = self.measure_word()
        return Valued("measure", self.since(mark), measure=measure) if measure else None

    def _asked_attribute(self, numeric: bool) -> tuple[str, ...]:
        self.skip()
        lexeme = self.at()
        if numeric and lexeme.is_("AREA", "LENGTH", "PERIMETER") and not self.is_number(lexeme):
            return ()
        found = lexeme.entry.attributes
        if not found or (len(lexeme.key) <= 2 and lexeme.key.isascii() and lexeme.text.islower()):
            return ()
        known = tuple(x for x in found if x in self.card.attributes)
        fitting = tuple(x for x in known if not numeric or self.card.attributes[x].kind in ("number", "year"))
        if not fitting or self.value_of_noun(lexeme, self.at(1)):
            return ()
        self.advance()
        return fitting

    def is_number(self, lexeme: Lexeme) -> bool:
        """True for a word of a numeric attribute."""
        return any(self.card.attributes[x].kind == "number" for x in lexeme.entry.attributes)

    def values_asked(self, *, numeric: bool = True) -> list[Valued]:
        """Several values in a row: ``Au and Cu``, ``area, perimeter and length``."""
        found: list[Valued] = []
        while len(found) < MAX_ASKED:
            mark = self.mark()
            if found and not self.take_all("COMMA", "AND", "SLASH"):
                break
            value = self.valued(numeric=numeric)
            if value is None or (found and self.next_is("GT", "LT", "GE", "LE", "EQ", "ANOMALY")):
                self.reset(mark)
                break
            found.append(value)
        return found

    def quantity_word(self, value: Valued | None) -> bool:
        """True for a numeric attribute without unit, such as beds: "how many" asks for its sum."""
        known = [self.card.attributes[x] for x in value.attributes] if value is not None else []
        return any(x.kind == "number" and x.unit is None for x in known)

    def sorted_groups(self) -> bool | None:
        """``sorted by average descending``, ``highest first``, ``从高到低排序`` behind groups."""
        asked = self.frame.asked
        if not asked.groups or asked.ranked is not None:
            return None
        mark = self.mark()
        self.take_all("COMMA", "SORT", "BY", "RANKBY")
        counted = self.take("COUNTED", "HOWMANY") is not None
        statistic = None if counted else self.statistic()
        if statistic is not None:
            self.valued()
        self.take_all("SORT")
        word = self.take("ASC", "DESC")
        if word is None:
            return None
        self.take_all("SORT")
        uses = self.since(mark)
        asked.ranked = Ranked(
            "asc" if word.is_("ASC") else "desc", uses, counted=counted or not asked.aggregates, listing=True
        )
        return True

    # --- small helpers -------------------------------------------------------------------------------------

    def counting(self) -> bool:
        """True when the question counts or computes, wherever it says so."""
        asked = self.frame.asked
        said = any(x.is_(*_COUNTING) and not x.entry.content for x in self.lexemes)
        return self.frame.intent == "count" or bool(asked.aggregates or asked.groups) or said

    def words_before(self, count: int = 3) -> list[Lexeme]:
        """The last lexemes before the cursor that matter, nearest first."""
        found: list[Lexeme] = []
        position = self.i - 1
        while position >= 0 and len(found) < count:
            lexeme = self.lexemes[position]
            if lexeme.entry.words != {"FILLER"} or lexeme.entry.content:
                found.append(lexeme)
            position -= 1
        return found

    def become(self, phrase: Phrase) -> None:
        """Make a phrase the target; what was known of the target before is lost."""
        target = self.target
        target.entity, target.implied = phrase.entity, phrase.implied
        target.names, target.head, target.parts = list(phrase.names), list(phrase.head), list(phrase.parts)
        target.uses = list(phrase.uses)
        self.frame.plural = self.frame.plural or phrase.plural
        self.frame.limit = self.frame.limit or phrase.limit  # the length of the three longest faults

    def taken_target(self) -> Phrase:
        """The target so far as a phrase of its own."""
        t = self.target
        return Phrase(
            t.entity, t.implied, list(t.names), list(t.parts), list(t.uses), list(t.head), None, t.plural
        )
