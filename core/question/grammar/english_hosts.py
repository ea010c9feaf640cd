"""English areas that are asked for by an attribute: what rock, which formation."""

from __future__ import annotations

from core.question.grammar.english_orders import EnglishOrders
from core.question.grammar.parts import Phrase
from core.question.grammar.typing import entity_of


class EnglishHosts(EnglishOrders):
    """Productions for what holds something."""

    def attributed_place(self) -> Phrase | None:
        """``what rock``, ``which formation``: areas by an attribute that only they have; it is shown as well."""
        mark = self.mark()
        attributes = None if self.noun(self.at_after_filler()) else self.attribute()
        if not attributes:
            return None
        kinds = [
            x.id for x in self.card.entity_types.values()
            if set(attributes) & self.card.attributes_of(x.id) and "polygon" in x.geometry and not x.region
        ]  # fmt: skip
        if len(kinds) != 1:
            return None
        uses = self.since(mark)
        return Phrase(kinds[0], uses=list(uses), head=list(uses))

    def is_area(self, phrase: Phrase) -> bool:
        """True for areas, and for what may be one."""
        entity = entity_of(self.card, phrase)
        return entity is None or "polygon" in self.card.entity_types[entity].geometry
