"""English groups that are named without a word for them: histogram of size for X, X by size."""

from __future__ import annotations

from core.question.grammar.asked import Grouped
from core.question.grammar.english_measures import EnglishMeasures

TYPE_NOUNS = ("class", "classes", "type", "types", "category", "categories")


class EnglishTallies(EnglishMeasures):
    """Productions for an attribute whose values are counted."""

    asked: bool
    """A word that asks was read already."""

    def tally_of_key(self) -> bool | None:
        """``histogram of size for X``, ``size counts of X``, ``genetic type breakdown of X``."""
        mark = self.mark()
        first = self.take("TALLY")
        self.take_all("OF") if first else 0
        attributes = self._key_attribute()
        if attributes is None or not (first or self.take("TALLY")):
            return None
        linked = self.lexemes[self.used[-1]].key.endswith((" of", " for"))
        if (
            self.target.head
            or not (linked or self.take("OF", "FOR", "AMONG", "IN"))
            or not self._kind_of(attributes)
        ):
            return None
        self.frame.asked.groups.append(Grouped("field", self.since(mark), attributes))
        self.frame.intent, self.frame.listed = "count", True
        return True

    def _key_attribute(self) -> tuple[str, ...] | None:
        """An attribute with words or kinds for values, and the ``class`` behind it."""
        self.skip()
        if self.noun() or self.is_value(self.at()):
            return None
        found = self.attribute() or ()
        names = {x.name_attribute for x in self.card.entity_types.values()}
        kinds = tuple(
            x for x in found if self.card.attributes[x].kind not in ("number", "year") and x not in names
        )
        if kinds and self.at().key in TYPE_NOUNS:
            self.advance()
        return kinds or None

    def _kind_of(self, attributes: tuple[str, ...]) -> bool:
        """True before a kind of feature that has one of the attributes."""
        mark = self.mark()
        phrase = self.attempt(self.phrase)
        self.reset(mark)
        entity = phrase.entity if phrase is not None and phrase.head and not phrase.names else None
        return entity is not None and bool(set(attributes) & self.card.attributes_of(entity))

    def plain_key(self) -> bool:
        """``deposits in X by size``: nobody asks for a list, so the word is no order."""
        mark = self.mark()
        alone = not self.asked and bool(self.target.head) and not self.target.names and self.at().key == "by"
        sorting = any(x.is_("SORT", "ASC", "DESC", "MAX", "MIN", "TOP") for x in self.lexemes)
        self.advance()
        found = alone and not sorting and self._key_attribute() is not None
        found = found and (self.done or self.at().is_("STOP", "COMMA", "IN"))
        self.reset(mark)
        return found
