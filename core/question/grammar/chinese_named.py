"""Chinese questions for numbers of several named features, and for the difference of two numbers."""

from __future__ import annotations

from core.question.grammar.asking import MAX_ASKED
from core.question.grammar.chinese_overlaps import ChineseOverlaps
from core.question.grammar.parts import Phrase

_OTHERWISE = (
    "GT", "LT", "GE", "LE", "EQ", "MAX", "MIN", "HIGH", "LOW", "ANOMALY", "ALL", "HIGHER", "LOWER", "BETWEEN",
    "LOCATED", "DIFFERENCE", "OVERLAPOF", "RATIO", "LONGER", "BIGGER", "SUM", "MUCHMORE", "AVG", "MEDIAN",
    "STDDEV", "PERCENTILE", "MAXOF", "MINOF", "SUM", "QUARTILE",
)  # fmt: skip
"""What makes another question of the same words."""


class ChineseNamed(ChineseOverlaps):
    """Productions for values of named features."""

    def difference_behind(self) -> bool | None:
        """``A减B(是多少)``."""
        self.take_all("DE")
        found = self.difference_asked()
        if found:
            self._how_much_behind()
        return found

    def several_values(self) -> bool | None:
        """``A和B的面积(分别是多少)``: several named features of one kind, and what is asked of each."""
        phrase = None if self.target.head else self._named_together()
        if phrase is None:
            return None
        self.take_all("DE", "EACH")
        values = self.values_asked(numeric=False)
        self._how_much_behind()
        if not values or self.next_is(*_OTHERWISE) or self.noun() or self.statistic():
            return None
        self.become_target(phrase)
        self.frame.asked.values.extend(values)
        self.frame.listed = True
        return True

    def _named_together(self) -> Phrase | None:
        """``A和B``: names of one kind."""
        mark = self.mark()
        phrase = Phrase()
        types: set[str] = set()
        while self.is_name(self.at()) and len(phrase.names) < MAX_ASKED:
            self.add_name(phrase)
            types = set.intersection(*(set(x.types) for x in phrase.names))
            noun = self.noun()
            if noun and noun[0] in types:
                phrase.entity = noun[0]
                phrase.head.append(self.i)
                self.advance()
            if not types or not self.take("AND", "COMMA"):
                break
        if len(phrase.names) < 2 or not types or self.lexemes[self.used[-1]].is_("AND", "COMMA"):
            return None
        phrase.uses = list(self.since(mark))
        kinds = [x for x in types if x in self.region_types()] or sorted(types)
        phrase.entity = phrase.entity or (kinds[0] if len(kinds) == 1 else None)
        return phrase
