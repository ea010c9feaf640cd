"""English questions for the outermost feature, and for the nearest of one kind for each of another."""

from __future__ import annotations

from abc import abstractmethod

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.english_ranking import EnglishRanking
from core.question.grammar.parts import Connector, EitherPart, OrderPart, Phrase, RegionPart
from core.question.grammar.typing import entity_of

_COMPASS: tuple[tuple[str, str, ir.Direction], ...] = (
    ("NORTHERNMOST", "y", "desc"), ("SOUTHERNMOST", "y", "asc"), ("EASTERNMOST", "x", "desc"),
    ("WESTERNMOST", "x", "asc"),
)  # fmt: skip
_THEM = frozenset({"of", "these", "those", "them", "it", "one"})


class EnglishNeighbours(EnglishRanking):
    """Productions for pairs of features and for directions."""

    connector: Connector

    def nearest_of_each(self) -> bool | None:
        """``the two nearest faults of every deposit``, ``for each deposit the nearest fault``."""
        return self.first(self._nearest_to_each, self._each_with_nearest, self._closest_to_each)

    def _nearest_to_each(self) -> bool | None:
        mark = self.mark()
        self.take_all("COP")
        found = self._nearest_noun()
        if found is None or not self.take("TO", "OF", "FROM", "GROUPBY", "FOR"):
            return None
        other, number = found
        link = self.lexemes[self.used[-1]].key
        if not (self.take("EACH") or "each" in link or "every" in link or link == "per"):
            return None
        target = self.anchor_phrase()
        if not isinstance(target, Phrase) or not target.head:
            return None
        return self._each_nearest(target, other, number, mark)

    def _nearest_noun(self) -> tuple[Phrase, float | None] | None:
        """``the two nearest faults``: the phrase and the number."""
        number = self.number()
        word = self.take("NEAREST")
        if word is None or word.key.endswith(" to"):
            return None
        number = number if number is not None else self.number()
        other = self.phrase()
        return (other, number) if other is not None and other.head else None

    def _each_with_nearest(self) -> bool | None:
        """``[for] each deposit … (the|its) nearest fault``, ``deposits and their nearest faults``."""
        mark = self.mark()
        target = None if self.target.head else self.attempt(self._each_target)
        if target is None and not self.target.head:
            return None
        if not self.take_all("COMMA", "WITH", "AND", "LIST", "COP", "WH", "AUX") and target is None:
            return None
        found = self._nearest_noun()
        self.attempt(self._to_each_of_them)
        if found is None or self.next_is("TO", "FROM", "OF", "COP"):
            return None
        if target is None and entity_of(self.card, found[0]) == self.target.entity:
            return None
        return self._each_nearest(target, *found, mark)

    def _to_each_of_them(self) -> bool | None:
        """``… and the closest fault to each (of them)``, ``for each one``: the features named before."""
        if not self.take("TO", "OF", "FROM", "FOR", "GROUPBY"):
            return None
        link = self.lexemes[self.used[-1]].key
        each = self.take("EACH") or link.endswith((" each", " every")) or self.at().key in _THEM
        while self.at().key in _THEM:
            self.advance()
        return True if each and (self.done or self.at().is_("STOP", "COMMA")) else None

    def _each_target(self) -> Phrase | None:
        """``for each gold deposit`` at the beginning."""
        link = self.take("GROUPBY", "FOR") if not self.at().is_("EACH") else None
        if not self.take("EACH") and not (
            link and ("each" in link.key or "every" in link.key or link.key == "per")
        ):
            return None
        found = self.anchor_phrase()
        if not isinstance(found, Phrase) or not found.head:
            return None
        area = self.attempt(self.relation)
        if isinstance(area, RegionPart):
            found.parts.append(("", area))
        return found if area is None or isinstance(area, RegionPart) else None

    def _closest_to_each(self) -> bool | None:
        """``which fault is closest to each deposit``."""
        if not self.target.head:
            return None
        mark = self.mark()
        self.take_all("COP", "AUX", "THAT", "LIE")
        if not self.take("NEAREST"):
            return None
        self.take_all("TO")
        if not self.take("EACH"):
            return None
        target = self.anchor_phrase()
        if not isinstance(target, Phrase) or not target.head:
            return None
        other = self.taken_target()
        return self._each_nearest(target, other, None, mark)

    def _each_nearest(
        self, target: Phrase | None, other: Phrase, number: float | None, mark: tuple[int, int]
    ) -> bool:
        if target is not None:
            self.become(target)
        k = int(number) if number is not None and number >= 1 else self.frame.limit or 1
        self.frame.limit = None
        self.frame.asked.nearest = (other, k, self.since(mark))
        self.frame.listed = True
        return True

    def compass(self) -> bool | None:
        """``the northernmost deposit``."""
        mark = self.mark()
        self.take_all("COP")
        for name, measure, direction in _COMPASS:
            if self.take(name):
                value = Valued("measure", self.since(mark), measure=measure)  # type: ignore[arg-type]
                part = OrderPart("value", direction, self.since(mark), value=value)
                self.target.parts.append((self.connector, part))
                return True
        return None

    @abstractmethod
    def merge_repeated(self) -> bool:
        """The target's noun again: the conditions before it and behind the last conjunction are two groups."""

    def with_own_area(self) -> bool:
        """``gold deposits in X and copper deposits in Y``: the noun again, with an area behind it."""
        parts = self.target.parts
        if not any(isinstance(x, RegionPart | EitherPart) for _, x in parts):
            return False
        mark = self.mark()
        self.advance()
        area = self.attempt(self.relation)
        if not isinstance(area, RegionPart) or not area.names:
            self.reset(mark)
            return False
        parts.append(("", area))
        if self.merge_repeated():
            self.target.uses.append(mark[0])
            return True
        parts.pop()
        self.reset(mark)
        return False
