"""Chinese comparisons of two values of one feature: 锌含量是铅的两倍以上, 锌高于铅."""

from __future__ import annotations

from core.question.grammar.asked import ComparedPart, Valued
from core.question.grammar.chinese_contrast import ChineseContrast


class ChineseOwnValues(ChineseContrast):
    """Productions that set two values of the same feature against each other."""

    def times_own(self) -> ComparedPart | None:
        """``锌含量至少是铅的两倍``, ``锌是铅的两倍以上``, ``锌含量高于铅``."""
        mark = self.mark()
        first = self._concentration()
        if first is None:
            return None
        sign = self.compare_word()
        linked = self.take_all("COP", "THAN")
        second = self._concentration()
        if second is None or set(first.attributes) & set(second.attributes):
            return None
        factor = self._factor_behind()
        if sign is None and linked and factor is None:  # 锌比铅高
            sign = self.compare_word()
        elif factor is not None:
            sign = sign or ("<=" if self.take("OR_LESS") else ">=")
            self.take("OR_MORE")
        if sign is None or self.next_is("AVG", "MEDIAN", "MAXOF", "MINOF", "PERCENTILE"):
            return None
        return ComparedPart(first, sign, self.since(mark), against=second, factor=factor)

    def _concentration(self) -> Valued | None:
        """An element of the features."""
        value = self.valued()
        self.take_all("CONTENT")
        return value if value is not None and value.kind == "field" else None

    def _factor_behind(self) -> float | None:
        self.take_all("DE")
        return self.factor()
