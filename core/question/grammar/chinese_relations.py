"""Chinese spatial relations: 距…5公里以内, …附近, 位于…内, 穿过, 被…切割, 包含, 离…最近 …"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.question import ir
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    Comparison,
    Connector,
    Mention,
    OrderPart,
    Part,
    Phrase,
    PointPart,
    RegionPart,
    RelationPart,
)
from core.question.grammar.typing import entity_of, fits

Anchors = tuple[tuple[Phrase | PointPart, ...], Connector]
_MAX_ANCHORS = 20
_VERBS: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"), ("CONTAIN", "contains"),
)  # fmt: skip
_INVERSE: dict[ir.RelName, ir.RelName] = {"contains": "within"}


class ChineseRelations(Nouns):
    """Productions for relations; what a relation refers to stands before or inside them."""

    def relation(self) -> RelationPart | RegionPart | OrderPart | None:
        """A relation that opens with its own word."""
        return self.first(
            self._away, self._close_to, self._far, self._located, self._passive, self._verb, self._having
        )  # fmt: skip

    # --- distances -----------------------------------------------------------------------------------------

    def tail(self) -> tuple[float | None, float | None] | None:
        """(minimum, maximum) metres behind a reference: ``5公里以内``, ``2至5公里之间``, ``不超过3公里``."""
        return self.attempt(self._tail)

    def _tail(self) -> tuple[float | None, float | None] | None:
        self.take_all("DE", "NEARBY", "APART", "COP", "NEAREST", "RADIUS")
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
        self.take_all("DE")
        for name, direction in (("NEAREST", "asc"), ("FARTHEST", "desc")):
            if self.next_is(name) and not self._distance_follows():
                self.take(name)
                return OrderPart("distance", direction, self.since(mark), (), anchors[0][0])  # type: ignore[arg-type]
        negated = bool(self.take("NOT")) or negated
        for name, rel in _VERBS[:3]:
            if self.take(name):
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
        word = self.take("CLOSE_TO")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        distances = self.tail()
        if distances:
            return RelationPart("near", anchors[0], self.since(mark), *distances, anchors[1], negated)
        return RelationPart(
            "near", anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=word.text
        )

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

    # --- place ---------------------------------------------------------------------------------------------

    def _located(self) -> RelationPart | RegionPart | OrderPart | None:
        """``位于X内``, ``产于X中``, ``在X附近``, ``位于距X5公里以内``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        if not self.take("LOCATED"):
            return None
        found = self.first(self._away, self._close_to, self.region_inside, self._placed)
        if found is None:
            return None
        if isinstance(found, RelationPart):
            return replace(found, uses=self.since(mark), negated=found.negated != negated)
        return replace(found, uses=self.since(mark))

    def _placed(self) -> RelationPart | RegionPart | None:
        mark = self.mark()
        anchors = self.anchors()
        if anchors is not None:
            anchor = anchors[0][-1]
            found = self.postposition(anchor, tentative=False) if isinstance(anchor, Phrase) else None
            if found:
                return replace(found, anchors=anchors[0], join=anchors[1], uses=self.since(mark))
            if not isinstance(anchor, Phrase):
                distances = self.tail()
                return distances and RelationPart("near", anchors[0], self.since(mark), *distances)
            entity = entity_of(self.card, anchor)
            kinds = self.card.entity_types[entity].geometry if entity else ()
            return RelationPart("within", anchors[0], self.since(mark)) if "polygon" in kinds else None
        unknown = self.unknown_name()
        if unknown is None:
            return None
        stands = self.take_all("INSIDE") or self.next_is("DE") or self.done or self.at().is_("STOP", "COMMA")
        return RegionPart((unknown[0],), (*self.since(mark), *unknown[1])) if stands else None

    def region_inside(self) -> RegionPart | None:
        """A study area with the words behind it: ``X地区``, ``X省内``, ``在X境内``."""
        mark = self.mark()
        found = self.region()
        if found is None:
            return None
        if self.next_is("NEARBY") or self.tail():
            return None
        self.take_all("INSIDE", "INNER")
        return replace(found, uses=self.since(mark))

    def postposition(self, phrase: Phrase, *, tentative: bool = True) -> RelationPart | None:
        """What makes the phrase before it a reference: ``附近``, ``5公里以内``, ``内``, ``中``, ``外``."""
        return self.first(
            lambda: self._post_distance(phrase),
            lambda: self._post_nearby(phrase),
            lambda: self._post_verb(phrase),
            lambda: self._post_inside(phrase, tentative),
        )

    def _post_distance(self, phrase: Phrase) -> RelationPart | None:
        mark = self.mark()
        distances = self._tail()
        last = self.lexemes[self.used[-1]] if distances else None
        marked = last is not None and last.is_("INNER", "OUTER", "NEARBY", "OR_MORE", "OR_LESS", "BETWEEN_END")
        nearby = any(self.lexemes[x].is_("NEARBY") for x in self.since(mark))
        if distances is None or not (marked or nearby):
            return None
        return RelationPart("near", (phrase,), self.since(mark), *distances)

    def _post_nearby(self, phrase: Phrase) -> RelationPart | None:
        mark = self.mark()
        self.take("DE")
        word = self.take("NEARBY")
        if word is None:
            return None
        return RelationPart("near", (phrase,), self.since(mark), vague=word.text)

    def _post_inside(self, phrase: Phrase, tentative: bool) -> RelationPart | None:
        mark = self.mark()
        entity = entity_of(self.card, phrase)
        polygon = entity is not None and "polygon" in self.card.entity_types[entity].geometry
        if not polygon and not tentative:
            return None
        self.take("DE")
        for name, negated in (("INSIDE", False), ("INNER", False), ("OUTSIDE", True)):
            if self.take(name):
                return RelationPart("within", (phrase,), self.since(mark), negated=negated, tentative=not polygon)
        return None

    def _post_verb(self, phrase: Phrase) -> RelationPart | None:
        """``断裂穿过的X``: the phrase before the verb is the reference of what follows."""
        mark = self.mark()
        for name, rel in _VERBS:
            if self.take(name):
                if not self.take("DE") or self.done or self.at().is_("STOP", "COMMA", "WH", "HOWMANY"):
                    return None
                return RelationPart(_INVERSE.get(rel, rel), (phrase,), self.since(mark))
        return None

    # --- verbs ---------------------------------------------------------------------------------------------

    def _passive(self) -> RelationPart | None:
        """``被断裂切割``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        if not self.take("PASSIVE"):
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        self.take("PASSIVE")
        for name, rel in _VERBS:
            if self.take(name):
                return RelationPart(
                    _INVERSE.get(rel, rel), anchors[0], self.since(mark), None, None, anchors[1], negated
                )
        return None

    def _verb(self) -> RelationPart | None:
        """``穿过X``, ``包含X``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        negated = bool(self.take("WITHOUT")) or negated if self.next_is("WITHOUT") else negated
        without = bool(self.used[mark[1] :]) and self.lexemes[self.used[-1]].is_("WITHOUT")
        for name, rel in _VERBS:
            if not (self.take(name) or (without and name == "CONTAIN")):
                continue
            anchors = self.anchors()
            if anchors is None or (name == "CONTAIN" and not (_headed(anchors) and self._contains_features())):
                return None
            return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)
        return None

    def _contains_features(self) -> bool:
        """``包含金矿床的岩体`` or a target that can contain; ``含金矿床`` alone only names a kind of deposit."""
        raise NotImplementedError

    def _having(self) -> RelationPart | None:
        """``附近有断裂``, ``5公里范围内有断裂``."""
        mark = self.mark()
        vague = ""
        distances = self.tail()
        if distances is None:
            word = self.take("NEARBY")
            if word is None:
                return None
            vague = word.text
        negated = bool(self.take("NOT", "WITHOUT"))
        if not self.take("HAVE") and not negated:
            return None
        if self.next_is("WH", "HOWMANY"):
            return None
        anchors = self.anchors()
        if anchors is None or not _headed(anchors):
            return None
        low, high = distances or (None, None)
        return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated, vague)

    # --- anchors -------------------------------------------------------------------------------------------

    def anchors(self) -> Anchors | None:
        """What a relation refers to, joined by 和 / 或 / 、."""
        first = self._anchor()
        if first is None:
            return None
        found = [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS and self.at().is_("AND", "OR", "COMMA", "SLASH"):
            mark = self.mark()
            link = self.advance()
            further = (
                self._anchor() if not self.next_is("AWAY_FROM", "LOCATED", "CLOSE_TO", "STRONG_AND") else None
            )
            if further is None or (isinstance(further, Phrase) and not further.head):
                self.reset(mark)
                break
            join = "or" if link.is_("OR") else join
            found.append(further)
        return tuple(found), join

    def _anchor(self) -> Phrase | PointPart | None:
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            return self.first(self.point, self.phrase, self._unknown_anchor)
        finally:
            self.depth -= 1

    def phrase(self) -> Phrase | None:
        """Modifiers, then a noun or a name."""
        mark = self.mark()
        phrase = Phrase()
        modifiers: list[Callable[[], Part | None]] = [self._modifier, self.numeric, self.by_year, self.values]
        for _ in range(8):
            self.skip()
            self.take_all("DE", "NEAREST")
            if self.head(phrase):
                break
            part = self.first(*modifiers)
            if part is None:
                break
            phrase.parts.append(("and", part))
        if not (phrase.head or phrase.parts) or not self._own(phrase):
            return None
        phrase.uses = list(self.since(mark))
        return phrase

    def _own(self, phrase: Phrase) -> bool:
        """True when every condition can be said of the phrase."""
        return all(fits(self.card, phrase, x) for _, x in phrase.parts if not isinstance(x, RegionPart)) or not (
            phrase.head
        )

    def _modifier(self) -> Part | None:
        """A relation inside a reference must be closed by 的."""
        found = self.relation()
        if not isinstance(found, RelationPart) or not self.take("DE"):
            return None
        return found

    def head(self, phrase: Phrase) -> bool:
        """Take the noun or name of a phrase."""
        lexeme = self.at()
        if self.is_name(lexeme):
            self.add_name(phrase)
            self._own_noun(phrase)
            return True
        noun = self.noun(lexeme)
        if noun is None or (lexeme.entry.words and lexeme.is_("INSIDE", "INNER")):
            return False
        phrase.entity, phrase.implied = noun
        phrase.head.append(self.i)
        self.advance()
        if self.at().is_("NAMED") or self.at().text in ('"', "“"):
            self._apposition(phrase)
        return True

    def _own_noun(self, phrase: Phrase) -> None:
        """``赛乌素 金 矿床``: values and a noun that belong to the name before them."""
        types = phrase.names[-1].types
        mark = self.mark()
        self.values()
        noun = self.noun()
        regions = set(self.region_types())
        if (
            noun
            and noun[0] in types
            and (self.since(mark) == () or not set(types) & regions or noun[0] in regions)
        ):
            phrase.entity = noun[0]
            phrase.head.extend(self.since(mark))
            phrase.head.append(self.i)
            self.advance()
        else:
            self.reset(mark)

    def _apposition(self, phrase: Phrase) -> None:
        mark = self.mark()
        self.take("NAMED")
        while self.at().text in ('"', "“"):
            self.advance()
        if self.is_name(self.at()):
            self.add_name(phrase)
        elif found := self.unknown_name():
            phrase.names.append(Mention(found[0], (), found[1][0]))
            self.used.extend(found[1])
        else:
            self.reset(mark)
            return
        while self.at().text in ('"', "”"):
            self.advance()

    def _unknown_anchor(self) -> Phrase | None:
        """An unknown name with its noun: ``幸福金矿``."""
        found = self.unknown_name()
        if found is None or len(found[0]) < 2:
            return None
        phrase = Phrase()
        self.used.extend(found[1])
        uses = list(found[1])
        mark = self.mark()
        self.values()
        noun = self.noun()
        if noun is None:
            self.reset(mark)
        else:
            phrase.entity = noun[0]
            self.advance()
            uses.extend(self.since(mark))
        phrase.names.append(Mention(self.words(tuple(uses)), (), uses[0]))
        phrase.head.extend(uses)
        return phrase


def _headed(anchors: Anchors) -> bool:
    """True when every anchor has a noun, a name or coordinates."""
    return all(isinstance(x, PointPart) or x.head for x in anchors[0])
