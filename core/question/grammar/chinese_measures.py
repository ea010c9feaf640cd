"""Chinese questions for measured values: 平均含量, 总长度, 面积是多少, 有多远, 以公里为单位, 重叠面积."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.asking import Asking, Statistic
from core.question.grammar.chinese_groups import ChineseGroups
from core.question.grammar.parts import AnchorPart, Mention, OrderPart, Phrase, RelationPart
from core.question.grammar.typing import entity_of

_MAX_VALUES = 4
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


class ChineseMeasures(ChineseGroups, Asking):
    """Productions for what is measured of the target."""

    def measured_of_target(self) -> bool:
        """Any request for a number; True when one was read."""
        found = self.first(
            self._distinct, self._aggregate, self._sum_of, self._overlap_of, self._ratio_inside,
            self._distance_asked, self._how_size, self._value_of, self._where_is, self._how_many_unit,
            self._answer_unit,
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
        self.frame.listed = True
        self._how_much_behind()
        return True

    def _statistic_first(self) -> tuple[list[Statistic], list[Valued]] | None:
        statistics = self.statistics()
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

    def _how_much_behind(self) -> None:
        """``是多少``, ``分别是多少`` behind what is asked for."""
        mark = self.mark()
        self.take_all("COP", "DE")
        here = self.mark()
        word = self.take("HOWMANY", "HOWFAR")
        if word is None or (word.is_("HOWFAR") and not word.key.startswith("多少")):
            self.reset(mark)
            return
        unit = self.units.find(word.key.removeprefix("多少")) if word.is_("HOWFAR") else None
        name = unit[1] if unit else self.unit_word()
        if name:
            self.frame.asked.unit = (name, ())
        self.frame.uses.extend(self.since(here))

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

    # --- distances -----------------------------------------------------------------------------------------

    def _distance_asked(self) -> bool | None:
        """``到断裂的平均距离``, ``距断裂有多远``, ``与X之间的距离是多少``, ``，距离是多少``."""
        mark = self.mark()
        opener = self.take("AWAY_FROM", "AND", "APART", "TO")
        anchor = self._distance_anchor() if opener is not None else None
        if opener is not None and anchor is None:
            self.reset(mark)
        self.take_all("DE", "BETWEEN_END")
        statistics = self.statistics() or self._farthest_of(anchor)
        self.take_all("DE")
        nearest = self.take_all("NEAREST") if anchor is not None else 0
        far = self.take("HOWFAR", "APART")
        if far is None or (nearest and not far.is_("HOWFAR")):
            return None
        if self.comparison("length") or (anchor is None and not (self._asked_behind() or statistics)):
            return None
        if anchor is None and not (self.target.head or self.waiting):
            return None
        value = Valued("distance", self.since(mark), anchor=anchor)
        self._distance_found(value, statistics)
        return True

    def _farthest_of(self, anchor: AnchorPart | None) -> list[Statistic]:
        """``到断裂的最大距离`` of many features."""
        if anchor is None or self.target.names:
            return []
        word = self.take("MAX", "MIN")
        if word is None or not self.next_is("APART"):
            return []
        return [("max" if word.is_("MAX") else "min", None)]

    def _distance_anchor(self) -> AnchorPart | None:
        """What the distance is to; 每个 makes it another question."""
        if self.next_is("EACH"):
            return None
        mark = self.mark()
        anchors = self.anchors()
        if self.lexemes[self.used[-1]].is_("MAX", "MIN") and self.next_is("APART"):
            self.reset(mark)  # 到X的最大距离: not the largest X
            return self._described()
        return anchors[0][0] if anchors and len(anchors[0]) == 1 else None

    def _described(self) -> Phrase | None:
        """Values and a noun, without anything behind them."""
        mark = self.mark()
        phrase = Phrase()
        found = self.head(phrase)
        while not found and len(phrase.parts) < _MAX_VALUES and (part := self.values()) is not None:
            phrase.parts.append(("and", part))
            found = self.head(phrase)
        phrase.uses = list(self.since(mark))
        return phrase if found or phrase.parts else None

    def _asked_behind(self) -> bool:
        """True when a bare 距离 is asked for: at the end, or before 是多少."""
        word = self.lexemes[self.used[-1]]
        if word.is_("HOWFAR"):
            return True
        before = self.words_before(2)
        joined = len(before) > 1 and before[1].is_("AND", "COMMA")
        return (joined and (self.done or self.at().is_("STOP"))) or self.next_is("HOWMANY")

    def _distance_found(self, value: Valued, statistics: list[Statistic]) -> None:
        self.frame.listed = True
        if statistics:
            self.frame.asked.aggregates.extend(self.aggregated(statistics, [value], value.uses))
        else:
            self.frame.asked.values.append(value)
            if value.anchor is not None:
                order = OrderPart("distance", "asc", value.uses, (), value.anchor, listing=True)
                self.target.parts.append(("", order))
        word = self.lexemes[self.used[-1]]
        if word.is_("HOWFAR") and any(x in word.key for x in ("公里", "千米", "米")):
            unit = self.units.find(word.key.removeprefix("多少"))
            self.frame.asked.unit = (unit[1], ()) if unit else None
        elif word.is_("HOWFAR") and word.key.endswith("多少") and (name := self.unit_word()):
            self.frame.asked.unit = (name, (self.used[-1],))
        self._how_much_behind()

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
        self.frame.asked.values.append(Valued(kind, self.since(mark), measure=measure))  # type: ignore[arg-type]
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

    # --- overlaps ------------------------------------------------------------------------------------------

    def _overlap_of(self) -> bool | None:
        """``X与Y的重叠面积``."""
        mark = self.mark()
        if not self.target.head or not self.take("AND", "AWAY_FROM"):
            return None
        anchors = self.anchors()
        if anchors is None or len(anchors[0]) != 1:
            return None
        self.take_all("DE")
        word = self.take("OVERLAPOF")
        if word is None:
            return None
        kind = "length" if "长度" in word.key else "area" if "面积" in word.key else ""
        self._overlap(Valued("overlap", self.since(mark), anchor=anchors[0][0], overlap=kind))  # type: ignore[arg-type]
        return True

    def _overlap(self, value: Valued) -> None:
        if self.target.names:
            self.frame.asked.values.append(value)
        else:
            self.frame.asked.aggregates.append(Aggregated("sum", value.uses, value))
        self._how_much_behind()

    def _ratio_inside(self) -> bool | None:
        """``X有百分之多少位于Y内``, ``X有多少面积在Y内``, ``X有多大比例在Y境内``."""
        mark = self.mark()
        self.take_all("HAVE", "COP")
        if not self.target.names:
            return None
        word = self.take("PERCENTAGE", "HOWMANY")
        if word is None:
            return None
        sized = self.measure_word()
        self.take_all("DE", "COP", "ALL")
        if not self.next_is("LOCATED", "CROSS"):
            return None
        part = self.relation()
        anchor = self._inside_of(part)
        if anchor is None:
            return None
        kind = "ratio" if word.is_("PERCENTAGE") else sized if sized in ("area", "length") else ""
        self._overlap(Valued("overlap", self.since(mark), anchor=anchor, overlap=kind))
        return True

    def _inside_of(self, part: object) -> AnchorPart | None:
        """The reference of "inside", also of a study area."""
        if isinstance(part, RelationPart):
            return part.anchors[0] if part.rel in ("within", "crosses", "intersects") else None
        names = getattr(part, "names", ())
        uses = getattr(part, "uses", ())
        if not names:
            return None
        use = next((x for x in uses if self.lexemes[x].entry.names), None)
        if use is None:
            return None
        entity = self.region_types()[0]
        phrase = Phrase(entity=entity, uses=list(uses), head=[use])
        lexeme = self.lexemes[use]
        phrase.names.append(Mention(lexeme.text, self.name_types(lexeme), use))
        return phrase
