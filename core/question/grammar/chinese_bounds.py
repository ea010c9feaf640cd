"""Chinese limits of a distance: 5公里以内, 2至5公里之间, 超过2公里但不到5公里, 至少3公里远."""

from __future__ import annotations

from core.question.grammar.chinese_anchors import ChineseAnchors
from core.question.grammar.parts import Comparison

FAR = ("远", "远的", "之遥", "之远", "远处")
"""What may stand behind a distance and says nothing more."""
_NEEDED = ("要", "须", "需", "必须", "得", "应", "应该", "又", "仍", "还", "距离", "距离要")
"""What may stand before the second limit of a distance and says nothing more."""
_IN = "在"


class ChineseBounds(ChineseAnchors):
    """Productions for how far away something may be."""

    def tail(self) -> tuple[float | None, float | None] | None:
        """(minimum, maximum) metres behind a reference: ``5公里以内``, ``2至5公里之间``, ``不超过3公里``."""
        return self.attempt(self._tail)

    def _tail(self) -> tuple[float | None, float | None] | None:
        self.take_all("DE", "NEARBY", "APART", "COP", "NEAREST", "RADIUS", "ALL")
        if double := self.attempt(self._double):
            return double
        self.take("LOCATED") if self.at(1).kind == "number" else None  # 距离在1公里以内
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
        if quantity is None and self.at().key in FAR:
            self.advance()  # 至少3公里远; 3公里远 alone is no limit
        return self.metres(comparison) if comparison else None

    def _double(self) -> tuple[float | None, float | None] | None:
        """``超过2公里但不到5公里``."""
        first = self.comparison("length") or self._upper()
        linked = first is not None and self._linked()
        if first is None or not (linked or self.at().kind == "number"):
            return None  # 3公里以上8公里以内 needs no link
        second = self.comparison("length") or self._upper()
        if second is None or (first.op in (">", ">=")) == (second.op in (">", ">=")) or self.next_is("HAVE"):
            return None
        low, high = (first, second) if first.op in (">", ">=") else (second, first)
        return self.metres(low)[0], self.metres(high)[1]

    def _linked(self) -> bool:
        """``、但又要``: what joins two limits of one distance."""
        linked = bool(self.take_all("AND", "STRONG_AND", "COMMA"))
        while linked and (self.at().key in _NEEDED or (self.at(1).kind == "number" and self.at().key == _IN)):
            self.advance()
        return linked

    def _upper(self) -> Comparison | None:
        """``8公里以内``: the far end of a ring."""
        quantity = self.quantity("length")
        return Comparison("<=", quantity) if quantity is not None and self.take("INNER") else None
