"""Chinese ranges and distributions as the key of groups: 按0-10、10-50分段, 金矿的规模分布."""

from __future__ import annotations

from core.question.grammar.asked import Grouped, Valued
from core.question.grammar.chinese_measures import ChineseMeasures


class ChineseBands(ChineseMeasures):
    """Productions for ranges of a number and for distributions."""

    def bands(self) -> bool | None:
        """``按0-10、10-50和50ppb以上分段``, with the attribute said elsewhere."""
        mark = self.mark()
        if not self.take("GROUPBY"):
            return None
        limits = self.edges()
        if limits is None or not self.take_all("RANGES", "GROUPEND"):
            return None
        self.take_all("DE", "TALLY")
        value = self.valued()
        if value is None and self.frame.projections:
            readings, uses = self.frame.projections.pop()
            value = Valued("field", uses, readings)
        if value is None and self.frame.asked.values:
            value = self.frame.asked.values.pop()
        if value is None:
            return None
        self.frame.asked.groups.append(self.bucket(limits, value, self.since(mark)))
        self.frame.intent, self.frame.listed = "count", True
        return True

    def tally(self) -> bool | None:
        """``金矿的规模分布``, ``岩性构成``: the attribute before such a word is the key."""
        mark = self.mark()
        attributes = self.attribute()
        typed = None if attributes else self.take("TYPE")
        if not (attributes or typed) or not self.take("TALLY"):
            return None
        self.take_all("TALLY")
        kind = "field" if attributes else "type"
        self.frame.asked.groups.append(Grouped(kind, self.since(mark), attributes or ()))  # type: ignore[arg-type]
        self.frame.intent, self.frame.listed = "count", True
        return True
