"""Chinese spatial relations: 位于…内, …中, 穿过, 被…切割, 包含, 与…相交, in a study area."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.chinese_anchors import headed
from core.question.grammar.chinese_verbs import ChineseVerbs
from core.question.grammar.parts import AnchorPart, OrderPart, Phrase, PointPart, RegionPart, RelationPart
from core.question.grammar.typing import entity_of, fits, only_holder

_OPENERS = frozenset({
    "AWAY_FROM", "CLOSE_TO", "ALONG", "FARFROM", "LOCATED", "STRICT", "PASSIVE", "NOT", "WITHOUT", "HAVE", "CROSS",
    "INTERSECT", "TOUCH", "OVERLAP", "CONTAIN", "NEARBY", "INSIDE", "INNER", "BETWEEN", "GT", "GE", "LT", "LE",
    "DE", "APART", "COP", "NEAREST", "RADIUS", "SINGLE", "SEVERAL", "ALL", "BOTH", "TO", "EQ", "NE", "NUMBER",
})  # fmt: skip
"""What a relation can begin with."""
_PLACED = (
    "NEARBY", "ALONG_SIDE", "CENTRE", "EDGE", "HULL", "SHARED", "CROSSING", "DIR_N", "DIR_NE", "DIR_E", "DIR_SE",
    "DIR_S", "DIR_SW", "DIR_W", "DIR_NW", "TOUCH",
)  # fmt: skip
"""What makes a study area the reference of something else."""
_ON = "上"
_BELONG = ("属于", "隶属于", "隶属", "归属", "归属于", "从属于")
_MADE = ("CENTRE", "EDGE", "HULL", "SHARED")


class ChineseRelations(ChineseVerbs):
    """Productions for all relations; what a relation refers to stands before or inside them."""

    def relation(self) -> RelationPart | RegionPart | OrderPart | None:
        """A relation that opens with its own word."""
        found: RelationPart | RegionPart | OrderPart | None = self.remembered("relation", self._relation)
        return found

    def _relation(self) -> RelationPart | RegionPart | OrderPart | None:
        if found := self.nearest_of():
            return found
        if not self.may_open(_OPENERS):
            return None
        return self.first(
            self._away, self._close_to, self._far, self._located, self._passive, self._doer, self._verb,
            self._having, self._numbered, self._owning,
        )  # fmt: skip

    def _located(self) -> RelationPart | RegionPart | OrderPart | None:
        """``位于X内``, ``产于X中``, ``在X附近``, ``位于距X5公里以内``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        strict = bool(self.take("STRICT"))
        word = self.take("LOCATED", *(("BETWEEN",) if strict else ()))
        if word is None or (word.key in _BELONG and self._own_value()):
            return None
        strict = bool(self.take("STRICT")) or strict
        places = () if strict or self.area_of_first_follows() else (self.outside_of_area, self.region_inside)
        found = self.first(self._away, self._close_to, *places, self._placed)
        if found is None:
            return None
        if strict and isinstance(found, RelationPart):
            if found.rel != "within":
                return None
            found = replace(found, strict=True)
        if isinstance(found, RelationPart):
            return replace(found, uses=self.since(mark), negated=found.negated != negated)
        if negated and isinstance(found, RegionPart):
            return self.outside_area(found, self.since(mark))
        return replace(found, uses=self.since(mark))

    def _own_value(self) -> bool:
        """属于 before a value that the target has itself: 哪些背斜属于二叠纪."""
        mark = self.mark()
        part = self.values()
        self.reset(mark)
        return part is not None and bool(self.target.head) and fits(self.card, self.target, part)

    def _placed(self) -> RelationPart | RegionPart | None:
        mark = self.mark()
        anchors = self.anchors()
        if anchors is not None:
            anchor = anchors[0][-1]
            if isinstance(anchor, Phrase) and not anchor.head and entity_of(self.card, anchor) is None:
                anchor.entity = only_holder(self.card, anchor)
            found = self.postposition(anchor, tentative=False) or self.attempt(lambda: self._on_line(anchor))
            if found:
                return replace(found, anchors=anchors[0], join=anchors[1], uses=self.since(mark))
            if not isinstance(anchor, Phrase):
                distances = self.tail()
                if distances:
                    return RelationPart("near", anchors[0], self.since(mark), *distances)
                point = isinstance(anchor, PointPart)
                return None if point else RelationPart("within", anchors[0], self.since(mark))
            entity = entity_of(self.card, anchor)
            kinds = self.card.entity_types[entity].geometry if entity else ()
            return RelationPart("within", anchors[0], self.since(mark)) if "polygon" in kinds else None
        unknown = self.unknown_name()
        if unknown is None:
            return None
        stands = self.take_all("INSIDE") or self.next_is("DE") or self.done or self.at().is_("STOP", "COMMA")
        return RegionPart((unknown[0],), (*self.since(mark), *unknown[1])) if stands else None

    def _on_line(self, anchor: AnchorPart) -> RelationPart | None:
        """``位于断裂带上``."""
        found = self._post_inside(anchor, tentative=True) if isinstance(anchor, Phrase) else None
        return found if found is not None and found.rel == "along" else None

    def region_inside(self) -> RegionPart | None:
        """A study area with the words behind it: ``X地区``, ``X省内``, ``在X境内``."""
        mark = self.mark()
        found = self.region()
        if found is None:
            return None
        if (
            not self._nearby_has()
            and not self._close_to_follows()
            and (self.next_is(*_PLACED) or self._where_is_it() or self.tail())
        ):
            return None
        self.take_all("INSIDE", "INNER")
        return replace(found, uses=self.since(mark))

    def _close_to_follows(self) -> bool:
        """``X省|靠近断裂的``: what is asked for lies near something, in the area."""
        mark = self.mark()
        found = self.take("CLOSE_TO") is not None and self.anchors() is not None and self.next_is("DE")
        self.reset(mark)
        return found

    def outside_of_area(self) -> RelationPart | None:
        """``X省外的``, ``X以外的``."""
        mark = self.mark()
        found = self.region()
        word = self.take("OUTSIDE", "EXCEPT_END") if found is not None else None
        if found is None or word is None or word.key.endswith("围") or not self.next_is("DE"):
            return None  # 外围 is the ring around it, not everything outside
        return self.outside_area(found, self.since(mark))

    def _where_is_it(self) -> bool:
        """``X市位于哪个省``, ``X省的中心``: the area itself is spoken of."""
        if self.at().is_("DE") and self.at(1).is_(*_MADE):
            return True
        return self.at().is_("AT_WHICH") or (self.at().is_("LOCATED") and self.at(1).is_("WH", "AT_WHICH"))

    def _nearby_has(self) -> bool:
        """``X地区|5公里内有3条以上断裂的``: the distance is not from the area, but from what is asked for."""
        mark = self.mark()
        found = self.tail() is not None or self.take("NEARBY") is not None
        self.take_all("BOTH", "ALL")
        most = found and self._most_of_noun()
        has = found and (most or self.next_is("HAVE", "WITHOUT", "NOT") or self.operator() is not None)
        has = has and not self.next_is("WH", "HOWMANY")
        if has and self.take("HAVE"):
            has = not self.next_is("WH", "HOWMANY")
        has = has and (most or any(x.is_("DE") for x in self.lexemes[self.i :]))
        self.reset(mark)
        return has

    def _most_of_noun(self) -> bool:
        """``X地区|5公里内金矿数量最多的``."""
        mark = self.mark()
        self.take_all("LOCATED", "HAVE", "DE", "TALLY")
        counted = self.counted_noun()
        self.take_all("COUNTED", "DE", "ALL")
        most = counted is not None and bool(counted.head) and self.next_is("MOST", "FEWEST", "MAX", "MIN")
        self.reset(mark)
        return most

    def postposition(self, phrase: AnchorPart, *, tentative: bool = True) -> RelationPart | None:
        """What makes the phrase before it a reference: ``附近``, ``5公里以内``, ``内``, ``中``, ``外``."""
        return self.first(
            lambda: self._post_direction(phrase),
            lambda: self._post_distance(phrase),
            lambda: self._post_nearby(phrase),
            lambda: self._post_verb(phrase),
            lambda: self._post_inside(phrase, tentative),
        )

    def _post_inside(self, phrase: AnchorPart, tentative: bool) -> RelationPart | None:
        mark = self.mark()
        polygon = not isinstance(phrase, PointPart)
        if isinstance(phrase, Phrase):
            entity = entity_of(self.card, phrase)
            polygon = entity is not None and "polygon" in self.card.entity_types[entity].geometry
        if not polygon and not tentative:
            return None
        self.take("DE")
        for name, negated in (("INSIDE", False), ("INNER", False), ("OUTSIDE", True)):
            if word := self.take(name):
                if word.key.endswith(_ON) and not polygon:  # 断裂带上的: no line has an inside
                    return RelationPart("along", (phrase,), self.since(mark), vague=word.text)
                return RelationPart("within", (phrase,), self.since(mark), negated=negated, tentative=not polygon)
        return None

    def _owning(self) -> RelationPart | None:
        """``有3所以上高校的省份``, ``哪些岩体有金矿``, ``既有金矿又有铜矿的岩体``."""
        mark = self.mark()
        both = bool(self.take("BOTH"))
        had = self._has_some()
        counted = not had and self.at_after_filler().is_("GE", "LE", "GT", "LT")
        if not (had or counted) or self.next_is("WH", "HOWMANY"):
            return None
        anchors = self.anchors()
        if anchors is None or not headed(anchors) or not self._contains_features():
            return None
        if counted and not (isinstance(anchors[0][0], Phrase) and anchors[0][0].count and self._holder_follows()):
            return None
        if both and self.next_is("CROSS", "INTERSECT", "TOUCH", "OVERLAP"):
            return None  # 既有断裂穿过
        if both and (also := self.attempt(self._also_owned)):
            return RelationPart("contains", (*anchors[0], *also), self.since(mark))
        return RelationPart("contains", anchors[0], self.since(mark), join=anchors[1])

    def _also_owned(self) -> tuple[AnchorPart, ...] | None:
        """``又有铜矿`` behind ``既有金矿``."""
        self.take("COMMA")
        if not self.take("STRONG_AND", "AND") or not self._has_some():
            return None
        anchors = self.anchors()
        return anchors[0] if anchors is not None and headed(anchors) and self._contains_features() else None

    def _holder_follows(self) -> bool:
        """True before ``的岩体``: ``不少于3个矿床的岩体``."""
        noun = self.noun(self.at(1)) if self.at().is_("DE") else None
        return noun is not None and "polygon" in self.card.entity_types[noun[0]].geometry
