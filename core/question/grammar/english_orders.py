"""English superlatives and sorting words."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.english_relations import EnglishRelations
from core.question.grammar.parts import OrderPart

_VERBS_OF_MOST: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSSED_BY", "crosses"), ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"),
    ("NEAR", "near"), ("CONTAIN", "within"), ("COVEREDBY", "intersects"), ("WITH", "within"),
)  # fmt: skip


class EnglishOrders(EnglishRelations):
    """Productions for the order of the answer."""

    superlatives: list[OrderPart]
    """``nearest`` before its noun, waiting for what it is measured from."""

    def order(self) -> OrderPart | None:
        """Superlatives and sorting words."""
        return self.first(self._nearest, self._nearest_to, self._extreme, self._by, self._age_order, self._extent)

    def _nearest(self) -> OrderPart | None:
        """``nearest to a fault``, ``farthest from``."""
        mark = self.mark()
        self.take_all("THAT", "COP")
        word = self.take("NEAREST", "FARTHEST")
        if word is None:
            return None
        self.take_all("AWAY", "TO", "FROM")
        direct = word.key.endswith((" to", " from")) or self.lexemes[self.used[-1]] is not word
        direction: ir.Direction = "asc" if word.is_("NEAREST") else "desc"
        anchors = self.anchors() if direct else None
        if direct and anchors is None:
            return None
        return OrderPart("distance", direction, self.since(mark), (), anchors[0][0] if anchors else None)

    def _nearest_to(self) -> OrderPart | None:
        """The rest of ``the nearest deposits to X``."""
        if not self.superlatives:
            return None
        mark = self.mark()
        if not self.take("TO", "FROM"):
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        pending = self.superlatives.pop()
        return OrderPart("distance", pending.direction, (*pending.uses, *self.since(mark)), (), anchors[0][0])

    def _extreme(self) -> OrderPart | None:
        """``with the highest Au``, ``highest concentrations of La``."""
        mark = self.mark()
        self.take_all("WITH", "THAT", "BY", "OF")
        word = self.take("MAX", "MIN", *(("MAXOF", "MINOF") if self.since(mark) else ()))
        if word is None:
            return None
        limit = self.frame.limit
        if limit is None:
            self._how_many_of_them()
        self.take_all("CONTENT", "OF", "IN")
        direction: ir.Direction = "desc" if word.is_("MAX", "MAXOF") else "asc"
        if apart := self.attempt(lambda: self._by_distance(mark, direction)):
            return apart
        if sized := self._by_size(mark, direction):
            return sized
        if found := self.differing():
            return OrderPart("value", direction, self.since(mark), value=found)
        attributes = self.attribute()
        if attributes is None or not self.says_of_next(attributes):
            self.frame.limit = limit
            return None
        self.take_all("CONTENT")
        return OrderPart("field", direction, self.since(mark), attributes)

    def _by(self) -> OrderPart | None:
        """``by Cu``, ``sorted by distance to faults ascending``."""
        mark = self.mark()
        self.take("SORT")
        if self.at_after_filler().key == "per" or not self.take("BY", "SORT"):
            return None
        if apart := self.attempt(lambda: self._by_distance(mark, "asc")):
            return replace(apart, direction=self._direction("asc"), uses=self.since(mark), listing=True)
        self.take_all("MAX", "CONTENT")
        sized = self._by_size(mark, "desc")
        attributes = None if sized else self.attribute()
        if sized:
            return replace(sized, direction=self._direction("desc"), uses=self.since(mark), listing=True)
        if attributes is None:
            return None
        self.take_all("CONTENT")
        direction = self._direction("desc" if self.frame.limit else "asc")
        return OrderPart("field", direction, self.since(mark), attributes, listing=True)

    def _by_distance(self, mark: tuple[int, int], direction: ir.Direction) -> OrderPart | None:
        """``distance to (the nearest of) the faults`` behind "by" or "greatest"."""
        word = self.take("DISTANCE")
        if word is None or not (word.key.endswith((" to", " from", " of")) or self.take("FROM", "TO", "OF")):
            return None
        anchors = self.anchors()
        return anchors and OrderPart("distance", direction, self.since(mark), (), anchors[0][0])

    def _by_size(self, mark: tuple[int, int], direction: ir.Direction) -> OrderPart | None:
        """``area``, ``length``, ``perimeter`` behind "largest" or "by"."""
        self.skip()
        lexeme = self.at()
        numeric = any(self.card.attributes[x].kind == "number" for x in lexeme.entry.attributes)
        name = next((x for x in ("area", "length", "perimeter") if lexeme.is_(x.upper())), None)
        if name is None or numeric or self.noun(self.at(1)):
            return None
        self.advance()
        value = Valued("measure", self.since(mark), measure=name)  # type: ignore[arg-type]
        return OrderPart("value", direction, self.since(mark), value=value)

    def _direction(self, default: ir.Direction) -> ir.Direction:
        if self.take("ASC"):
            return "asc"
        return "desc" if self.take("DESC") else default

    def _age_order(self) -> OrderPart | None:
        """``earliest discovered``, ``most recently discovered``, ``oldest``."""
        mark = self.mark()
        word = self.take("OLDEST", "NEWEST")
        if word is None:
            return None
        self.year_word()
        return OrderPart("year", "asc" if word.is_("OLDEST") else "desc", self.since(mark))

    def _extent(self) -> OrderPart | None:
        """``the largest intrusion``, ``the longest faults``."""
        mark = self.mark()
        word = self.take("MAX", "MIN")
        if word is not None and self.frame.limit is None:
            self._how_many_of_them()
        last = self.done or self.at().is_("STOP", "COMMA") or self._area_follows()
        if word is None or not (self.next_is_thing() or (last and self.target.head)):
            return None
        return OrderPart("extent", "desc" if word.is_("MAX") else "asc", self.since(mark))

    def _area_follows(self) -> bool:
        """``which fault is the longest in X``: only a study area stands behind the superlative."""
        area = self.at(2) if self.at(1).key == "the" else self.at(1)
        return (
            self.at().is_("IN") and self.is_name(area) and set(self.name_types(area)) <= set(self.region_types())
        )

    def _how_many_of_them(self) -> None:
        """``longest 5 faults``: the number behind the superlative."""
        mark = self.mark()
        value = self.number()
        whole = value is not None and value == int(value) and value >= 1
        if not whole or self.at().entry.units or not self.next_is_thing():
            self.reset(mark)
            return
        self.frame.limit = int(value or 1)

    # --- the most of something -----------------------------------------------------------------------------

    def most_members(self) -> OrderPart | None:
        """``with the most deposits (within 2 km)``, ``containing the fewest samples`` behind a reference."""
        mark = self.mark()
        rel = self.verb_of_most()
        word = self.take("MOST", "FEWEST") if self.since(mark) else None
        if word is None:
            return None
        self.take_all("OF")
        counted = self.described()
        if counted is None or not counted.head or counted.names:
            return None
        distance = self.attempt(self.bare_distance)
        if distance is not None or self.take("NEAR"):
            rel = "near"
        direction: ir.Direction = "desc" if word.is_("MOST") else "asc"
        return OrderPart("members", direction, self.since(mark), counted=counted, rel=rel, max_m=distance)

    @abstractmethod
    def bare_distance(self) -> float | None:
        """``within 5 km`` (of it) behind what is counted, in metres."""

    def verb_of_most(self) -> ir.RelName | None:
        """The verb between the group and what is counted, as a relation of what is counted to the group."""
        if not self.at().is_("WITH", "NEAR"):
            self.take_all("THAT", "AUX", "COP")
        for name, relation in _VERBS_OF_MOST:
            if self.take(name):
                self.take_all("OF", "BY", "TO")
                return relation
        return None
