"""Chinese superlatives and sorting words."""

from __future__ import annotations

from typing import Literal

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.chinese_relations import ChineseRelations
from core.question.grammar.parts import OrderPart


class ChineseOrders(ChineseRelations):
    """Productions for the order of the answer."""

    def order(self) -> OrderPart | None:
        """Superlatives and sorting words."""
        return self.first(self._extreme, self.placed_first, self._sorted, self._age_order, self._extent)

    def _extreme(self) -> OrderPart | None:
        """``金含量最高的``, ``铜最高``, ``最高的金含量``."""
        mark = self.mark()
        self.take_all("WITH")
        word = self.take("MAX", "MIN")
        self.take_all("DE")
        if found := self.differing():
            word = word or self.take("MAX", "MIN", "MOST", "FEWEST")
            falling = word is not None and word.is_("MAX", "MOST")
            towards: ir.Direction = "desc" if falling else "asc"
            return OrderPart("value", towards, self.since(mark), value=found) if word else None
        attributes = self.attribute()
        if attributes is None or not self.says_of_next(attributes):
            return None
        self.take_all("CONTENT", "DE")
        word = word or self.take("MAX", "MIN")
        if word is None:
            return None
        return OrderPart("field", "desc" if word.is_("MAX") else "asc", self.since(mark), attributes)

    def placed_first(self) -> OrderPart | None:
        """``钨排名前5的样品``, ``长度排前3的断层``: the place in the order of a number."""
        mark = self.mark()
        measure = next((x for x in ("area", "length", "perimeter") if self.take(x.upper())), None)
        attributes = () if measure else self.attribute()
        if attributes is None or not (measure or self.says_of_next(attributes)):
            return None
        value = Valued("measure", self.since(mark), measure=measure) if measure else None  # type: ignore[arg-type]
        self.take_all("CONTENT", "DE", "SORT")
        number = self.number() if self.take("TOP") else None
        if number is None or number != int(number) or number < 1:
            return None
        self.take_all("MEASURE")
        if self.at().entry.units and not self.at().entry.content:
            return None
        self.frame.limit = int(number)
        return OrderPart("value" if value else "field", "desc", self.since(mark), attributes, value=value)

    def _sorted(self) -> OrderPart | None:
        """``按铜含量从高到低排序``, ``按铜含量排前10``."""
        mark = self.mark()
        if not self.take("BY"):
            return None
        mark_size = self.mark()
        measure = next((x for x in ("area", "length", "perimeter") if self.take(x.upper())), None)
        attributes = () if measure else self.attribute()
        if attributes is None or (measure and not self.next_is("ASC", "DESC", "SORT")):
            return None
        value = Valued("measure", self.since(mark_size), measure=measure) if measure else None  # type: ignore[arg-type]
        self.take_all("CONTENT", "DE")
        rising = self.take("ASC")
        falling = self.take("DESC") or self.frame.limit
        self.take_all("DESC", "SORT", "ASC")
        direction: ir.Direction = "desc" if (falling or measure) and not rising else "asc"
        kind: Literal["field", "value"] = "value" if value else "field"
        return OrderPart(kind, direction, self.since(mark), attributes, listing=True, value=value)

    def _age_order(self) -> OrderPart | None:
        """``最早发现的``, ``发现最晚的``."""
        mark = self.mark()
        years = self.year_word()
        self.take_all("DE")
        word = self.take("OLDEST", "NEWEST")
        if word is None:
            return None
        self.year_word() if not years else ()
        return OrderPart("year", "asc" if word.is_("OLDEST") else "desc", self.since(mark))

    def _extent(self) -> OrderPart | None:
        """``面积最大的``, ``最大的``, ``最长的``."""
        mark = self.mark()
        self.take("AREA", "LENGTH")
        word = self.take("MAX", "MIN")
        if word is None:
            return None
        return OrderPart("extent", "desc" if word.is_("MAX") else "asc", self.since(mark))
