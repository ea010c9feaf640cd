"""What features do to each other in Chinese: 穿过, 被…切割, 有断裂穿过, 包含, 受…控制."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from core.question import ir
from core.question.grammar.chinese_anchors import Anchors, headed
from core.question.grammar.chinese_distances import VERBS, ChineseDistances
from core.question.grammar.parts import AnchorPart, Phrase, RelationPart

_INVERSE: dict[ir.RelName, ir.RelName] = {"contains": "within"}

_ONLY = ("只", "仅", "仅仅", "单")


class ChineseVerbs(ChineseDistances):
    """Productions for relations that a verb says."""

    def _post_verb(self, phrase: AnchorPart) -> RelationPart | None:
        """``断裂穿过的X``: the phrase before the verb is the reference of what follows."""
        mark = self.mark()
        self.take_all("ALL")
        negated = bool(self.take("NOT"))
        for name, rel in VERBS:
            if self.take_all(name):
                if self.at().is_("STRONG_AND"):  # 没有断裂穿过且…的X
                    return RelationPart(_INVERSE.get(rel, rel), (phrase,), self.since(mark), negated=negated)
                if not self.take("DE") or self.done or self.at().is_("STOP", "COMMA", "WH", "HOWMANY"):
                    return None
                return RelationPart(_INVERSE.get(rel, rel), (phrase,), self.since(mark), negated=negated)
        word = self.take("CONTROL")
        if word and (self.take("DE") or word.key.endswith("的")):  # 断裂控制的X: no distance is said
            return RelationPart("near", (phrase,), self.since(mark), negated=negated, vague=word.text)
        return None

    def _doer(self) -> RelationPart | None:
        """``有断裂穿过``, ``没有铁路经过``: what does something to the features."""
        mark = self.mark()
        negated = bool(self.take("WITHOUT", "NOT"))
        counted = self.at_after_filler().is_("SINGLE", "SEVERAL")
        if not (negated or counted or self.take("HAVE")):
            return None
        if self.next_is("WH", "HOWMANY", "CONTAIN"):
            return None
        anchors = self.anchors()
        if anchors is None or not headed(anchors):
            return None
        for name, rel in VERBS[:4]:
            if self.take(name):
                if not (self.done or self.next_is("DE", "STRONG_AND", "AND", "COMMA", "STOP", "OR", "EXISTS")):
                    return None
                return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)
        return None

    def _passive(self) -> RelationPart | None:
        """``被断裂切割``, ``至少被两条断裂切割``."""
        mark = self.mark()
        negated = bool(self.take("NOT"))
        operator = self._at_least()
        if not self.take("PASSIVE"):
            return None
        anchors = self._so_many(self.anchors(), operator)
        if anchors is None:
            return None
        self.take("PASSIVE")
        for name, rel in VERBS:
            if self.take(name):
                return RelationPart(
                    _INVERSE.get(rel, rel), anchors[0], self.since(mark), None, None, anchors[1], negated
                )
        if word := self.take("CONTROL"):  # 受断裂控制: no distance is said
            return RelationPart(
                "near", anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=word.text
            )
        return None

    def _verb(self) -> RelationPart | None:
        """``穿过X``, ``包含X``, ``同时穿过X和Y``."""
        mark = self.mark()
        both = bool(self.take("BOTH"))
        negated = bool(self.take("NOT"))
        strict = bool(self.take("STRICT"))
        negated = bool(self.take("WITHOUT")) or negated if self.next_is("WITHOUT") else negated
        without = bool(self.used[mark[1] :]) and self.lexemes[self.used[-1]].is_("WITHOUT")
        operator, only = self._at_least(), self._only()
        for name, rel in VERBS:
            if not (self.take(name) or (without and name == "CONTAIN")):
                continue
            anchors = None if self.at().is_("DE") else self._so_many(self.anchors(), operator)
            if only and (anchors is None or not all(isinstance(x, Phrase) and x.parts for x in anchors[0])):
                return None
            if anchors is None or (name == "CONTAIN" and not (headed(anchors) and self._contains_features())):
                return None
            whole = strict and rel == "contains"
            of = tuple(y for x in anchors[0] for y in (self.each(x) if both and isinstance(x, Phrase) else [x]))
            return RelationPart(
                rel, of, self.since(mark), None, None, anchors[1], negated, strict=whole, only=only
            )
        return None

    def _at_least(self) -> ir.CmpOp | None:
        """``至少`` before the verb (``至少含四个矿床``): the number stands behind it."""
        mark = self.mark()
        operator = self.operator()
        if operator is None or not self.at_after_filler().is_("PASSIVE", *(name for name, _ in VERBS)):
            self.reset(mark)
            return None
        return operator  # type: ignore[return-value]

    @staticmethod
    def _so_many(anchors: Anchors | None, operator: ir.CmpOp | None) -> Anchors | None:
        """The references with the operator read before the verb; None when there is no number for it."""
        if anchors is None or operator is None:
            return anchors
        only = anchors[0][0]
        if len(anchors[0]) > 1 or not isinstance(only, Phrase) or only.count is None or not only.bare_count:
            return None
        return (replace(only, count=(operator, only.count[1]), bare_count=False),), anchors[1]

    def _only(self) -> bool:
        """``只含金矿``."""
        if self.at().text not in _ONLY or not self.at(1).is_(*(name for name, _ in VERBS)):
            return False
        self.advance()
        return True

    @abstractmethod
    def counted_noun(self) -> Phrase | None:
        """A noun phrase before 最多."""

    @abstractmethod
    def _contains_features(self) -> bool:
        """``包含金矿床的岩体`` or a target that can contain; ``含金矿床`` alone only names a kind of deposit."""
        raise NotImplementedError
