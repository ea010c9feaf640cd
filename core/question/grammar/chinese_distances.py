"""Chinese distances: 距…5公里以内, 与…的距离小于, …附近, 靠近, 远离, 附近有, 离…最近."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.chinese_anchors import Anchors, ChineseAnchors, headed
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import AnchorPart, Comparison, OrderPart, RelationPart

VERBS: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"), ("OVERLAP", "overlaps"),
    ("CONTAIN", "contains"),
)  # fmt: skip


class ChineseDistances(ChineseAnchors):
    """Productions for relations with a distance, stated or not."""

    def tail(self) -> tuple[float | None, float | None] | None:
        """(minimum, maximum) metres behind a reference: ``5公里以内``, ``2至5公里之间``, ``不超过3公里``."""
        return self.attempt(self._tail)

    def _tail(self) -> tuple[float | None, float | None] | None:
        self.take_all("DE", "NEARBY", "APART", "COP", "NEAREST", "RADIUS", "ALL")
        if double := self.attempt(self._double):
            return double
        comparison = self.comparison("length")
        if comparison is None:
            self.take("BETWEEN", "LOCATED")
            comparison = self.comparison("length")
        quantity = None if comparison else self.quantity("length")
        if comparison is None and quantity is None:
            return None
        outside = bool(self.take("OUTER"))
        if not outside:
            self.take_all("INNER", "NEARBY", "BETWEEN_END", "OR_LESS")
        if comparison is None and quantity is not None:
            comparison = Comparison(">=" if outside else "between" if quantity.high else "<=", quantity)
        return self.metres(comparison) if comparison else None

    def _double(self) -> tuple[float | None, float | None] | None:
        """``超过2公里但不到5公里``."""
        first = self.comparison("length")
        if first is None or not (self.take("AND", "STRONG_AND", "COMMA") or self.at().kind == "number"):
            return None  # 3公里以上8公里以内 needs no link
        second = self.comparison("length") or self._upper()
        if second is None or (first.op in (">", ">=")) == (second.op in (">", ">=")):
            return None
        low, high = (first, second) if first.op in (">", ">=") else (second, first)
        return self.metres(low)[0], self.metres(high)[1]

    def _upper(self) -> Comparison | None:
        """``8公里以内``: the far end of a ring."""
        quantity = self.quantity("length")
        return Comparison("<=", quantity) if quantity is not None and self.take("INNER") else None

    def direction_behind(self) -> tuple[ir.Sector, float | None] | None:
        """``以北``, ``西北方向10公里内`` behind a reference."""
        self.take_all("DE")
        sector = self.sector()
        if sector is None:
            return None
        self.take_all("SIDE", "DE")
        distances = self.tail()
        return sector, distances[1] if distances else None

    def _away(self) -> RelationPart | OrderPart | None:
        """``距X5公里以内``, ``与X的距离小于…``, ``离X最近``, ``与X相交``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        opener = self.take("AWAY_FROM")
        if opener is None:
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        self.take_all("CENTER", "DE")
        if directed := self.attempt(self.direction_behind):
            sector, limit = directed
            return RelationPart(
                "direction", anchors[0], self.since(mark), None, limit, anchors[1], negated, sector=sector
            )
        return self._farthest_or_nearest(mark, anchors) or self._related_to(mark, anchors, negated)

    def _farthest_or_nearest(self, mark: Mark, anchors: Anchors) -> OrderPart | None:
        far = self.attempt(lambda: (self.take_all("NEAREST", "DE", "COP"), self.take("HOWFAR"))[1])
        if far:  # 距X有多远
            return OrderPart("distance", "asc", self.since(mark), (), anchors[0][0], listing=True)
        if not self.next_is("NEAREST", "FARTHEST") or self._distance_follows():
            return None
        nearest = self.take("NEAREST") is not None
        if not nearest:
            self.take("FARTHEST")
        return OrderPart("distance", "asc" if nearest else "desc", self.since(mark), (), anchors[0][0])

    def nearest_of(self) -> OrderPart | None:
        """``X最近的医院``: nearest to a feature that is only named."""
        return self.attempt(self._nearest_of) if self.is_name(self.at()) else None

    def _nearest_of(self) -> OrderPart | None:
        mark = self.mark()
        anchors = self.anchors()
        if anchors is None or len(anchors[0]) != 1:
            return None
        return self._farthest_or_nearest(mark, anchors) if self.next_is("NEAREST", "FARTHEST") else None

    def _related_to(self, mark: Mark, anchors: Anchors, negated: bool) -> RelationPart | None:
        """What follows ``与X``: a verb, a distance, or a word such as 较近."""
        self.take_all("ALL")
        negated = bool(self.take("NOT", "WITHOUT")) or negated
        for name, rel in VERBS[:4]:
            if self.take_all(name):
                return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)
        distances = self.tail()
        if distances:
            return RelationPart("near", anchors[0], self.since(mark), *distances, anchors[1], negated)
        vague = self.take("VAGUE_NEAR", "NEARBY")
        if vague:
            return RelationPart(
                "near", anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=vague.text
            )
        return None

    def _distance_follows(self) -> bool:
        mark = self.mark()
        found = self.tail() is not None
        self.reset(mark)
        return found

    def _close_to(self) -> RelationPart | None:
        mark = self.mark()
        negated = bool(self.take("NOT"))
        word = self.take("CLOSE_TO", "ALONG")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        rel: ir.RelName = "along" if word.is_("ALONG") else "near"
        distances = self.tail()
        if distances:
            return RelationPart(rel, anchors[0], self.since(mark), *distances, anchors[1], negated)
        self.take_all("ALONG_SIDE") if rel == "along" else ()
        return RelationPart(rel, anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=word.text)

    def _far(self) -> RelationPart | None:
        mark = self.mark()
        word = self.take("FARFROM")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        distances = self.tail()
        if distances:
            low = distances[0] if distances[0] is not None else distances[1]
            return RelationPart("near", anchors[0], self.since(mark), low, None, anchors[1])
        # "far from" is the opposite of "near": beyond the distance that "near" stands for
        return RelationPart("near", anchors[0], self.since(mark), join=anchors[1], negated=True, vague=word.text)

    def _having(self) -> RelationPart | None:
        """``附近有断裂``, ``5公里范围内有断裂``."""
        mark = self.mark()
        vague = ""
        distances, inside = self.tail(), False
        if distances is None:
            word = self.take("NEARBY", "INSIDE", "INNER")
            if word is None:
                return None
            inside = not word.is_("NEARBY")
            vague = "" if inside else word.text
        self.take_all("BOTH", "ALL")
        negated = bool(self.take("NOT", "WITHOUT"))
        if not self._has_some() and not negated:
            return None
        if self.next_is("WH", "HOWMANY"):
            return None
        anchors = self.anchors()
        if anchors is None or not headed(anchors):
            return None
        low, high = distances or (None, None)
        rel: ir.RelName = "contains" if inside else "near"
        if inside:
            rel = next((r for name, r in VERBS[:4] if self.take(name)), rel)
        return RelationPart(rel, anchors[0], self.since(mark), low, high, anchors[1], negated, vague)

    def _numbered(self) -> RelationPart | None:
        """``5公里内断裂不少于3条``."""
        mark = self.mark()
        distances = self.tail()
        anchor = self.phrase() if distances else None
        if distances is None or anchor is None or not anchor.head:
            return None
        self.take_all("COP", "CONTENT", "DE")
        count = self.how_many()
        if count is None:
            return None
        counted = replace(anchor, count=count[:2], bare_count=count[2])
        return RelationPart("near", (counted,), self.since(mark), *distances)

    def _has_some(self) -> bool:
        """``有``, or a number with it behind: ``至少有3条``."""
        mark = self.mark()
        operator = self.operator() is not None
        found = bool(self.take("HAVE"))
        if operator or (found and self.lexemes[self.used[-1]].number is not None):
            self.reset(mark)
        return found

    def _post_direction(self, anchor: AnchorPart) -> RelationPart | None:
        mark = self.mark()
        directed = self.direction_behind()
        if directed is None:
            return None
        return RelationPart("direction", (anchor,), self.since(mark), None, directed[1], sector=directed[0])

    def _post_distance(self, phrase: AnchorPart) -> RelationPart | None:
        mark = self.mark()
        distances = self._tail()
        last = self.lexemes[self.used[-1]] if distances else None
        marked = last is not None and last.is_("INNER", "OUTER", "NEARBY", "OR_MORE", "OR_LESS", "BETWEEN_END")
        nearby = any(self.lexemes[x].is_("NEARBY") for x in self.since(mark))
        if distances is None or not (marked or nearby):
            return None
        return RelationPart("near", (phrase,), self.since(mark), *distances)

    def _post_nearby(self, phrase: AnchorPart) -> RelationPart | None:
        mark = self.mark()
        self.take("DE")
        word = self.take("NEARBY", "ALONG_SIDE")
        if word is None:
            return None
        rel: ir.RelName = "along" if word.is_("ALONG_SIDE") else "near"
        return RelationPart(rel, (phrase,), self.since(mark), vague=word.text)
