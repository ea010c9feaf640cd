"""Chinese questions for measured values: 平均含量, 总长度, 面积是多少, 有多远, 以公里为单位, 重叠面积."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.asking import Statistic
from core.question.grammar.chinese_named import ChineseNamed
from core.question.grammar.typing import entity_of

_NO_LIST = (
    "GT",
    "LT",
    "GE",
    "LE",
    "EQ",
    "MAX",
    "MIN",
    "HIGH",
    "LOW",
    "ANOMALY",
    "ALL",
    "HIGHER",
    "LOWER",
    "BETWEEN",
    "LOCATED",
)
_VALUE_WORDS = (
    "AREA",
    "LENGTH",
    "PERIMETER",
    "LATITUDE",
    "LONGITUDE",
    "AZIMUTH",
    "COORDINATES",
    "HOWLONG",
    "HOWBIG",
)


class ChineseMeasures(ChineseNamed):
    """Productions for what is measured of the target."""

    def measured_of_target(self) -> bool:
        """Any request for a number; True when one was read."""
        found = self.first(
            self.place_asked, self.several_values, self._distinct, self.difference_behind, self._aggregate,
            self._contents_of, self._sum_of, self._overlap_of, self._ratio_inside, self._distance_asked,
            self._how_size, self._value_of, self._where_is, self._how_many_unit, self._answer_unit,
        )  # fmt: skip
        return bool(found)

    # --- statistics ----------------------------------------------------------------------------------------

    def _aggregate(self) -> bool | None:
        """``平均金含量``, ``金平均含量``, ``金含量的最大值、最小值``, ``总长度``, ``长度之和``."""
        mark = self.mark()
        self.take_all("DE")
        found = self.first(self._statistic_first, self._value_first)
        if found is None:
            return None
        statistics, values = found
        self.take_all("CONTENT")
        self.frame.asked.aggregates.extend(self.aggregated(statistics, values, self.since(mark)))
        self.frame.asked.aggregates.extend(self.further_statistics(mark))
        self.frame.listed = True
        self._how_much_behind()
        return True

    def _statistic_first(self) -> tuple[list[Statistic], list[Valued]] | None:
        statistics: list[Statistic] = [("sum", None)] if self.total_next() else self.statistics()
        if not statistics:
            return None
        self.take_all("DE", "CONTENT")
        values = self.values_asked()
        return (statistics, values) if values else None

    def _value_first(self) -> tuple[list[Statistic], list[Valued]] | None:
        values = self.values_asked()
        if not values:
            return None
        self.take_all("DE", "CONTENT", "ALL")
        statistics = self.statistics()
        return (statistics, values) if statistics else None

    def _contents_of(self) -> bool | None:
        """``样品的金和铜含量``: concentrations asked for."""
        if not self.target.head:
            return None
        mark = self.mark()
        self.take_all("DE")
        values = self.values_asked()
        if len(values) < 2 or any(x.kind != "field" for x in values) or self.next_is(*_NO_LIST):
            return None
        if not set(values[0].attributes) & self.card.attributes_of(self.target.entity or ""):
            return None
        if not self.lexemes[self.used[-1]].is_("CONTENT"):
            return None
        self.frame.projections.extend((x.attributes, x.uses) for x in values)
        self.frame.uses.extend(self.since(mark))
        self._how_much_behind()
        return True

    def _sum_of(self) -> bool | None:
        """``多少张床位``, ``床位总数``: the sum of a number without unit."""
        mark = self.mark()
        self.take_all("DE", "HAVE")
        asked = self.take("HOWMANY")
        if asked and self.at().kind == "unknown" and len(self.at().text) == 1:
            self.advance()  # a measure word
        self.take_all("MEASURE", "DE")
        value = self.valued()
        if value is None or value.kind != "field" or not self.quantity_word(value):
            return None
        if not asked:
            self.take_all("DE")
            if not self.take("SUM", "HOWMANY", "COUNTED") or self.next_is(
                "MOST", "FEWEST", "MAX", "MIN", "GT", "LT"
            ):
                return None
        self.frame.asked.aggregates.append(Aggregated("sum", self.since(mark), value))
        self.frame.listed = True
        self._how_much_behind()
        return True

    def _distinct(self) -> bool | None:
        """``多少种矿种``, ``矿种有多少种``, ``有几种类型的断裂``."""
        mark = self.mark()
        value = self.valued(numeric=False)
        if value is not None and value.kind != "field":
            return None
        self.take_all("COP", "HAVE", "DE")
        if not self.take("HOWMANYKINDS"):
            return None
        self.take_all("DISTINCT", "DE", "EACH")
        if value is None:
            value = self.valued(numeric=False)
            if value is None and (self.take("TYPE") or self.noun()):
                value = Valued("field", self.since(mark))
        if value is None or value.kind != "field":
            return None
        self.frame.asked.aggregates.append(Aggregated("count", self.since(mark), value, distinct=True))
        self.frame.listed = True
        return True

    # --- sizes and coordinates -----------------------------------------------------------------------------

    def _how_size(self) -> bool | None:
        """``有多长``, ``多大``."""
        mark = self.mark()
        self.take_all("HAVE", "COP", "COVERING")
        word = self.take("HOWLONG", "HOWBIG")
        if word is None:
            return None
        measure = "length" if word.is_("HOWLONG") else "area" if "面积" in word.key else None
        kind = "measure" if measure else "size"
        if unit := self.unit_word():
            self.frame.asked.unit = (unit, (self.used[-1],))
        value = Valued(kind, self.since(mark), measure=measure)  # type: ignore[arg-type]
        if word.key.startswith("总"):  # 总长多少
            self.frame.asked.aggregates.append(Aggregated("sum", value.uses, value))
        else:
            self.frame.asked.values.append(value)
        return True

    def _value_of(self) -> bool | None:
        """``X的面积``, ``名称、规模和坐标``, ``面积是多少``."""
        self.skip(_VALUE_WORDS)
        if not self.at().is_(*_VALUE_WORDS) or (self.noun() and not self.at().is_("AREA")):
            return None
        before = self.words_before(1)
        if before and before[0].is_("BY", "GROUPBY", "SORT"):
            return None
        mark = self.mark()
        if self.measured() or self.numeric() or self.order():
            self.reset(mark)
            return None
        self.reset(mark)
        value = self.valued(numeric=False)
        if value is None or self.next_is("MAX", "MIN", "GT", "LT", "GE", "LE", "GROUPEND"):
            return None
        self.frame.asked.values.append(replace(value, uses=self.since(mark)))
        self._how_much_behind()
        return True

    def _where_is(self) -> bool | None:
        """``X在哪里``: its coordinates."""
        if not (self.target.names and self.at().is_("WHERE")) or self.waiting or self.target.parts:
            return None
        if entity_of(self.card, self.target) in self.region_types():
            return None
        mark = self.mark()
        self.advance()
        if not (self.done or self.at().is_("STOP")):
            return None
        self.frame.asked.values.append(Valued("place", self.since(mark)))
        self.frame.listed = True
        return True

    # --- units ---------------------------------------------------------------------------------------------

    def _how_many_unit(self) -> bool | None:
        """``多少平方公里``, ``多少公里长``."""
        mark = self.mark()
        self.take_all("COP", "HAVE", "COVERING")
        if not self.take("HOWMANY"):
            return None
        dimension = next((d for d, _ in self.at().entry.units), "")
        unit = self.unit_word()
        if unit is None or dimension not in ("length", "area", "mass_fraction"):
            return None
        asked = self.frame.asked
        asked.unit = (unit, self.since(mark))
        if asked.empty and dimension in ("length", "area"):
            self.take_all("DE")
            self.take_all("LENGTH", "AREA")
            measure = "area" if dimension == "area" else "length"
            asked.values.append(Valued("measure", self.since(mark), measure=measure))  # type: ignore[arg-type]
        return True

    def _answer_unit(self) -> bool | None:
        """``以公里为单位``, ``单位为公顷``, ``用平方公里表示``, ``（公里）``."""
        mark = self.mark()
        opened = self.take("UNITIS", "STOP")
        if opened is None or self.at().entry.content:
            return None
        unit = self.unit_word()
        if unit is None:
            return None
        closed = self.take("UNITEND")
        if not closed and not (opened.is_("STOP") or "单位" in opened.key or "换算" in opened.key):
            return None
        self.frame.asked.unit = (unit, self.since(mark))
        return True
