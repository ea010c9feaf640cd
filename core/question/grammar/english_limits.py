"""English limits of groups: only groups with more than 5, commodities with at least 3."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.asked import Grouped, Limited
from core.question.grammar.english_grouping import EnglishGrouping
from core.question.grammar.parts import Phrase, ValuePart
from core.question.grammar.typing import entity_of

_CMP = ("=", "!=", "<", "<=", ">", ">=")


class EnglishLimits(EnglishGrouping):
    """Productions for conditions on groups."""

    def _regroup(self, phrase: Phrase, rel: ir.RelName | None, max_m: float | None, uses: tuple[int, ...]) -> bool:
        """Make what was asked for the key, and the counted phrase the target."""
        asked, projections = self.frame.asked, self.frame.projections
        self._values_alone()
        kept = list(self.target.parts)
        if projections and not self.target.head:
            readings, words = projections.pop(0)
            asked.groups.append(Grouped("field", words, readings))
            self.frame.plural = any(self.lexemes[u].key.endswith("s") for u in words)
        elif self.target.head and not self.target.names:
            layer = self.taken_target()
            self.frame.plural = layer.plural
            asked.groups.append(Grouped("layer", (*layer.uses, *uses), phrase=layer, rel=rel, max_m=max_m))
            kept = []
        elif not asked.groups:
            return False
        several = self.frame.plural
        self.become(phrase)
        self.frame.plural = several
        self.target.parts.extend(kept)
        return True

    def _values_alone(self) -> None:
        """``which granites contain the most deposits``: values of areas name the kind themselves."""
        target = self.target
        values = [x for _, x in target.parts if isinstance(x, ValuePart)]
        entity = entity_of(self.card, target) if values and not target.head and not target.names else None
        if entity is not None and "polygon" in self.card.entity_types[entity].geometry:
            target.entity, target.head = entity, sorted({u for x in values for u in x.uses})

    def _limited(self) -> bool | None:
        """``only groups with more than 5``, ``having at least 3 deposits``, ``where the count exceeds 5``."""
        if not self.frame.asked.groups:
            return None
        mark = self.mark()
        self.take_all("COMMA", "ONLYGROUPS", "AND")
        self.noun_phrase_of_key()
        self.take_all("WITH", "THAT", "EACH")
        measured = self._limited_measure()
        self.take_all("COP", "OF")
        comparison = self.comparison()
        if comparison is None or comparison.quantity.high is not None or comparison.op not in _CMP:
            return None
        unit = comparison.quantity.unit
        noun = self.noun(self.at_after_filler())
        if not measured and (
            unit is not None or (noun is not None and noun[0] != (self.target.entity or noun[0]))
        ):
            return None
        if not measured and noun is not None:
            self.anchor_phrase()
        self.frame.asked.limited = Limited(
            comparison.op, comparison.quantity.low, self.since(mark), counted=not measured, unit=unit  # type: ignore[arg-type]
        )  # fmt: skip
        return True

    def _having_attribute(self) -> bool | None:
        """``which commodities have more than 3 deposits``: values of an attribute by the number of features."""
        if self.target.head or not self.frame.projections or self.frame.asked.groups:
            return None
        mark = self.mark()
        self.take_all("THAT", "WITH", "AUX", "CONTAIN", "COP")
        comparison = self.comparison()
        if comparison is None or comparison.quantity.unit or comparison.quantity.high or comparison.op not in _CMP:
            return None
        phrase = self.anchor_phrase()
        if not isinstance(phrase, Phrase) or not phrase.head or not self._regroup(phrase, None, None, ()):
            return None
        self.frame.listed = True
        self.frame.asked.limited = Limited(comparison.op, comparison.quantity.low, self.since(mark))  # type: ignore[arg-type]
        return True

    def noun_phrase_of_key(self) -> None:
        """``…, only regions with …``: the key's noun again."""
        mark = self.mark()
        phrase = self.attempt(self.phrase)
        keys = [x.phrase.entity for x in self.frame.asked.groups if x.phrase is not None]
        if phrase is None or phrase.entity not in keys or phrase.names:
            self.reset(mark)
            mark = self.mark()
            if self.attribute() is None or not self.next_is("WITH", "THAT"):
                self.reset(mark)

    def _limited_measure(self) -> bool:
        """True when the limit is on a statistic (``where the average exceeds``), not on the number of members."""
        if self.take("COUNTED", "HOWMANY"):
            self.take_all("OF")
            self.attempt(self.noun_phrase_alone)
            return False
        return self.statistic() is not None and (self.valued() is not None or True)
