"""Chinese superlatives and sorting words."""

from __future__ import annotations

from typing import Literal

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.chinese_distances import VERBS
from core.question.grammar.chinese_relations import ChineseRelations
from core.question.grammar.parts import OrderPart, Phrase, RelationPart
from core.question.grammar.typing import entity_of

_MOST_AHEAD = 12
_HOLDING: tuple[tuple[str, ir.RelName], ...] = (("CONTAIN", "contains"), ("HAVE", "contains"))


class ChineseOrders(ChineseRelations):
    """Productions for the order of the answer."""

    counting_most = False
    """What is counted (``矿床最多的``) is read."""

    def state(self) -> object:
        """What productions know of the target so far."""
        return super().state(), self.counting_most

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
        self.take_all("CONTENT", "DE", "SORT", "LOCATED", "BETWEEN")
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

    # --- the most of something -----------------------------------------------------------------------------

    def most_of_reference(self) -> OrderPart | RelationPart | None:
        """``矿床最多的`` before a noun that itself is a reference: ``矿床最多的花岗岩体附近``."""
        found: OrderPart | RelationPart | None = self.first(self._most_placed, self._most_met)
        return found

    def _most_met(self) -> RelationPart | None:
        """``穿过金矿最多的岩体的断裂``."""
        if not self.at_after_filler().is_(*(name for name, _ in VERBS)):
            return None
        found = self.relation()
        if not isinstance(found, RelationPart) or not self.at().is_("DE"):
            return None
        inner = [part for x in found.anchors if isinstance(x, Phrase) for _, part in x.parts]
        most = any(isinstance(x, OrderPart) and x.counted is not None for x in inner)
        return found if most else None

    def _most_placed(self) -> OrderPart | None:
        found = self.most_members()
        if found is None:
            return None
        mark = self.mark()
        phrase = self.phrase()
        referred = phrase is not None and (phrase.head or entity_of(self.card, phrase) is not None)
        placed = referred and phrase is not None and self.postposition(phrase, tentative=False) is not None
        ends = self.done or self.at().is_("STOP", "COP")
        self.reset(mark)
        return found if placed and not ends else None

    def most_members(self) -> OrderPart | None:
        """``矿床最多的``, ``5公里内金矿数量最多的``, ``含矿床最多的`` before the noun it is said of."""
        ahead = self.lexemes[self.i : self.i + _MOST_AHEAD]
        if self.counting_most or not any(x.is_("MOST", "FEWEST", "MAX", "MIN") for x in ahead):
            return None
        return self._most_members()

    def counted_noun(self) -> Phrase | None:
        """A noun phrase before 最多; the word is not said of a noun behind it."""
        outer, self.counting_most = self.counting_most, True
        try:
            return self.phrase()
        finally:
            self.counting_most = outer

    def _most_members(self) -> OrderPart | None:
        mark = self.mark()
        distances, near = self.zone()
        rel: ir.RelName | None = "near" if near else None
        if rel is None:
            rel = next((r for name, r in _HOLDING if self.take(name)), None)
        counted = self.counted_noun()
        if counted is None or not counted.head or counted.names:
            return None
        rel = rel or next((r for name, r in VERBS[:4] if self.take(name)), None)
        number = bool(self.take_all("COUNTED", "DE", "ALL"))
        word = self.take("MOST", "FEWEST", *(("MAX", "MIN") if number else ()))
        if word is None or not (self.take("DE") or word.key.endswith("的")):
            return None
        self._how_many_first()
        direction: ir.Direction = "desc" if word.is_("MOST", "MAX") else "asc"
        return OrderPart("members", direction, self.since(mark), counted=counted, rel=rel, max_m=distances)

    def zone(self) -> tuple[float | None, bool]:
        """(Metres, True where such words were read): ``周围5公里内``, ``附近`` before what is counted there."""
        mark = self.mark()
        distances = self.tail()
        if distances is None:
            return None, self.take("NEARBY") is not None
        if distances[0] is not None:
            self.reset(mark)
            return None, False
        self.take_all("LOCATED", "HAVE", "DE", "TALLY")
        return distances[1], True

    def _how_many_first(self) -> None:
        """``最多的3条断裂``."""
        mark = self.mark()
        top = self.take("TOP")
        number = self.number()
        if number is None or number != int(number) or number < 1 or not (self.take("MEASURE") or top):
            self.reset(mark)
            return
        self.frame.limit = int(number)
