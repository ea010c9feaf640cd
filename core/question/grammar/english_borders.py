"""English borders that are measured (the border between A and B), and centres of an area named before."""

from __future__ import annotations

from core.question.grammar.borders import Borders
from core.question.grammar.english_compared import EnglishCompared
from core.question.grammar.parts import DerivedPart
from core.question.meanings import Lexeme

_STEM = 6


class EnglishBorders(EnglishCompared, Borders):
    """Productions for borders and centres."""

    def border_length(self) -> bool:
        """``the length of the border between A and B``, ``how long is the border of A with B``."""
        return bool(not self.target.head and self.attempt(self._border_length))

    def _border_length(self) -> bool | None:
        mark = self.mark()
        self.take_all("SUM")
        if self.take("LENGTH"):
            if not self.take("OF"):
                return None
        elif not self.take("HOWLONG"):
            return None
        self.take_all("COP", "AUX")
        made = self.derived()
        if made is None:
            return None
        return self.measured_border(made, self.since(mark)) or None

    def derived(self) -> DerivedPart | None:
        """A geometry made from features."""
        found = self.attempt(self._centre_of_area)
        return found if found is not None else super().derived()

    def _centre_of_area(self) -> DerivedPart | None:
        """``the provincial centre``, ``the centre of the province``: of the province named before."""
        mark = self.mark()
        self.skip()
        kind = self._area_word(self.at())
        if kind is not None:
            self.advance()
            if self.at().key in ("s", "'s"):
                self.advance()
        word = self.take("CENTRE")
        if word is None:
            return None
        if kind is None:
            if not self.take("OF"):
                return None
            self.skip()
            kind = self._area_word(self.at())
            if kind is None or self.at().kind == "unknown":
                return None
            self.advance()
        owner = self.area_named((x for _, x in self.target.parts), kind)
        return None if owner is None else DerivedPart("centroid", (owner,), self.since(mark))

    def _area_word(self, lexeme: Lexeme) -> str | None:
        """The kind of study area that a noun or its adjective (``provincial``) speaks of."""
        for kind in self.region_types():
            if any(kind == x for x, _ in lexeme.entry.entities):
                return kind
            label = self.card.entity_types[kind].labels.en.casefold()
            if lexeme.kind == "unknown" and len(label) > _STEM and lexeme.key.startswith(label[:_STEM]):
                return kind
        return None
