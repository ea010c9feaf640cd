"""Chinese distances: 距…5公里以内, 与…的距离小于, …附近, 靠近, 远离, 附近有, 离…最近."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.chinese_anchors import Anchors, headed
from core.question.grammar.chinese_bounds import FAR, ChineseBounds
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import AnchorPart, Comparison, OrderPart, RelationPart

VERBS: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"), ("OVERLAP", "overlaps"),
    ("CONTAIN", "contains"),
)  # fmt: skip
_CLOSEST = ("最靠近", "最接近", "最邻近", "最临近", "最为接近", "最贴近")
_BESIDE = ("毗邻", "挨着", "紧邻", "紧挨着", "紧挨", "紧靠", "紧贴", "紧邻着")


class ChineseDistances(ChineseBounds):
    """Productions for relations with a distance, stated or not."""

    def direction_behind(self) -> tuple[ir.Sector, float | None] | None:
        """``以北``, ``西北方向10公里内`` behind a reference."""
        self.take_all("DE")
        sector = self.sector()
        if sector is None:
            return None
        self.take_all("SIDE", "DE")
        distances = self.tail() or self.attempt(self._tail_apart)
        if distances and distances[0] is not None:
            return None  # a direction has no nearest distance
        return sector, distances[1] if distances else None

    def _tail_apart(self) -> tuple[float | None, float | None] | None:
        """``X以南、距离不超过4公里的``: the distance said by itself."""
        if not self.take("COMMA"):
            return None
        distances = self.tail()
        closed = self.done or self.next_is("DE", "COMMA", "STOP", "WH", "HOWMANY")
        return distances if closed else None

    def _away(self) -> RelationPart | OrderPart | None:
        """``距X5公里以内``, ``与X的距离小于…``, ``离X最近``, ``与X相交``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        bound = self.operator() if self.at(1).is_("AWAY_FROM") else None  # 至少距X3公里
        opener = self.take("AWAY_FROM")
        if opener is None:
            return self._nearest_apart(mark) if bound is None and not negated else None
        anchors = self.anchors()
        if bound is not None:
            return self._limited_away(mark, anchors, bound)
        if anchors is None:
            return None
        self.take_all("CENTER", "DE")
        if directed := self.attempt(self.direction_behind):
            sector, limit = directed
            return RelationPart(
                "direction", anchors[0], self.since(mark), None, limit, anchors[1], negated, sector=sector
            )
        return self._farthest_or_nearest(mark, anchors) or self._related_to(mark, anchors, negated)

    def _nearest_apart(self, mark: Mark) -> RelationPart | None:
        """``最近的断裂距离不超过1公里``: the nearest one is that within the distance."""
        anchors = self.anchors() if self.take("NEAREST") else None
        if anchors is None or not headed(anchors) or not self.next_is("APART"):
            return None
        distances = self.tail()
        return RelationPart("near", anchors[0], self.since(mark), *distances) if distances else None

    def _limited_away(self, mark: Mark, anchors: Anchors | None, limit: ir.AttrOp) -> RelationPart | None:
        """``至少距X3公里``: the limit stands before what the distance is from."""
        self.take_all("DE", "APART")
        quantity = self.quantity("length") if anchors is not None else None
        if anchors is None or quantity is None or quantity.high is not None:
            return None
        if self.at().key in FAR:
            self.advance()
        return RelationPart(
            "near", anchors[0], self.since(mark), *self.metres(Comparison(limit, quantity)), anchors[1]
        )

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
        """``X最近的医院``, ``最靠近X的医院``: nearest to a feature that is only named."""
        if self.at().key in _CLOSEST:
            return self.attempt(self._closest_to)
        return self.attempt(self._nearest_of) if self.is_name(self.at()) else None

    def _closest_to(self) -> OrderPart | None:
        mark = self.mark()
        self.advance()
        anchors = None if self.at().is_("DE") else self.anchors()
        if anchors is None or len(anchors[0]) != 1 or not self.next_is("DE"):
            return None
        return OrderPart("distance", "asc", self.since(mark), (), anchors[0][0])

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
        if distances is None and word.key in _BESIDE:
            rel = "touches"  # of two areas; anything else lies near
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
        """``5公里内断裂不少于3条``, ``里矿床数不少于4个``."""
        mark = self.mark()
        distances = self.tail()
        inside = distances is None and self.take("INSIDE", "INNER") is not None
        self.take_all("DE")
        anchor = self.phrase() if distances or inside else None
        if anchor is None or not anchor.head or anchor.names:
            return None
        if inside and not self.take("COUNTED"):
            return None
        self.take_all("COP", "CONTENT", "DE", "COUNTED", "LOCATED")
        count = self.how_many()
        if count is None:
            return None
        counted = replace(anchor, count=count[:2], bare_count=count[2])
        low, high = distances or (None, None)
        return RelationPart("contains" if inside else "near", (counted,), self.since(mark), low, high)

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
