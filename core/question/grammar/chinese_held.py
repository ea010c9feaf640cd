"""What Chinese areas hold: whether a phrase names what lies inside, and whose a condition before a key is."""

from __future__ import annotations

from core.question.grammar.chinese_references import ChineseReferences
from core.question.grammar.parts import Phrase, RelationPart
from core.question.grammar.typing import entity_of, fits

_BEHIND = 14
"""How far ahead the noun of an area is looked for."""


class ChineseHeld(ChineseReferences):
    """Productions for what areas hold."""

    def own_conditions(self, phrase: Phrase) -> None:
        """``与X相邻的各省的…``: relations that wait before 各 belong to its noun, not to what is counted."""
        if not any(x.entry.entities for x in self.lexemes[self.i : self.i + 4]):
            return
        kept = [x for x in self.waiting if not isinstance(x.part, RelationPart)]
        phrase.parts[:0] = [("and", x.part) for x in self.waiting if isinstance(x.part, RelationPart)]
        self.waiting[:] = kept

    def _contains_features(self) -> bool:
        if self.target.head:
            return fits(self.card, self.target, RelationPart("contains", (), ()))
        mark = self.mark()
        found = bool(self.take("DE"))
        self.reset(mark)
        return found or self._values_are_area() or (self.next_is("STRONG_AND", "COMMA") and self._area_behind())

    def _area_behind(self) -> bool:
        """``不含金矿|也不含铜矿的花岗岩体``: the noun behind the last 的 of the conditions is an area."""
        mark, found = self.mark(), False
        for place in range(self.i, min(self.i + _BEHIND, len(self.lexemes))):
            if self.lexemes[place].is_("DE"):
                self.i = place + 1
                phrase = self.attempt(self.phrase)
                entity = entity_of(self.card, phrase) if phrase is not None else None
                found = entity is not None and "polygon" in self.card.entity_types[entity].geometry
                break
        self.reset(mark)
        return found
