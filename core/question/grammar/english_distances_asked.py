"""English questions for a distance: how far, distance between, average distance, and how far is it."""

from __future__ import annotations

from core.question.grammar.asked import Valued
from core.question.grammar.asking_sets import AskingSets
from core.question.grammar.cursor import Mark
from core.question.grammar.english_groups import EnglishGroups
from core.question.grammar.english_places import Anchors
from core.question.grammar.parts import AnchorPart, OrderPart, Phrase, RegionPart
from core.question.meanings import Lexeme


class EnglishDistancesAsked(EnglishGroups, AskingSets):
    """Productions for distances that are the answer, not a condition."""

    def how_far(self) -> bool | None:
        """``how far is X from Y``, ``distance between X and Y``, ``and how far are they from Y``."""
        mark = self.mark()
        value = self.first(self._how_far_from, self._distance_listed)
        if value is None:
            return None
        self.frame.asked.values.append(value)
        self.frame.uses.extend(self.since(mark))
        if value.anchor is not None:
            order = OrderPart("distance", "asc", value.uses, (), value.anchor, listing=True)
            self.target.parts.append(("", order))
        return True

    def _how_far_from(self) -> Valued | None:
        mark = self.mark()
        word = self.take("HOWFAR")
        if word is None or word.key.endswith("between"):
            return None
        self.take_all("COP", "AUX", "AWAY")
        if self.take("FROM"):  # how far from Y is X
            anchors = self.anchors()
            if anchors is None:
                return None
            self.take_all("COP", "AUX", "LIE")
            self._settle(None if self.target.head else self.anchor_phrase())
            return Valued("distance", self.since(mark), anchor=anchors[0][0])
        return self.distance_between(mark)

    def distance_between(self, mark: Mark) -> Valued | None:
        """The rest of ``how far is X from Y``; a pronoun stands for the target."""
        nearest = self.next_is("NEAREST")
        pair = self.attempt(self._pair)
        if pair is not None:
            return self._oriented(mark, *pair, nearest=nearest)
        self.take_all("EACH", "THERE")
        first = self.attempt(self._bare_noun) or self.anchor_phrase()
        self.take_all("COP", "AUX", "AWAY", "THERE")
        second = self.anchor_phrase() if self.take("FROM", "TO", "AND") else None
        if first is not None and second is not None:
            return self._oriented(mark, first, second, nearest=nearest)
        anchor = second or first
        if not self.target.head:
            return None
        return Valued("distance", self.since(mark), anchor=anchor)

    def _pair(self) -> tuple[AnchorPart, AnchorPart] | None:
        """``how far apart are X and Y``."""
        anchors = self.anchors()
        if anchors is None or len(anchors[0]) != 2 or self.next_is("FROM"):
            return None
        return anchors[0][0], anchors[0][1]

    def _oriented(self, mark: Mark, first: AnchorPart, second: AnchorPart, *, nearest: bool) -> Valued:
        """Decide which of two is the target: the one that is not "the nearest" of its kind."""
        if nearest or not isinstance(first, Phrase):
            first, second = second, first
        self._settle(first)
        return Valued("distance", self.since(mark), anchor=second)

    def _settle(self, phrase: AnchorPart | None) -> None:
        if isinstance(phrase, Phrase) and not self.target.head:
            parts = self.target.parts
            self.become(phrase)
            self.target.parts.extend(parts)

    def anchor_phrase(self) -> AnchorPart | None:
        """One reference with its own conditions."""
        anchors = self.anchors()
        return anchors[0][0] if anchors and len(anchors[0]) == 1 else None

    def _distance_listed(self) -> Valued | None:
        """``the distance from X to Y``, ``…, and the distance to the nearest fault``."""
        before = self.words_before(1)
        if before and before[0].is_("BY", "SORT") and not before[0].is_("AND"):
            return None
        if not self._distance_asked(before):
            return None
        value = self.distance_value()
        if value is None or (before and before[0].is_("WITH") and not self.target.head):
            return None
        if self.at().key == "in" and self.at(1).entry.units:  # the distance in km
            return value
        mark = self.mark()
        self.take_all("OF", "COP", "AUX", "NOT")
        ranged = self.next_is("WITHIN", "BETWEEN") and (self.at(1).kind == "number" or self.at(1).is_("NUMBER"))
        compared = ranged or self.next_is("LT", "GT", "LE", "GE") or self.at().kind == "number"
        self.reset(mark)
        return None if compared else value

    def _distance_asked(self, before: list[Lexeme]) -> bool:
        """True where a distance is asked for: behind a question word or "and", or between two named things."""
        if not before or before[0].is_("AND", "COMMA", "WH", "LIST", "COP", "STOP", "WITH"):
            return True
        return self.next_is("HOWFAR")

    def _bare_noun(self) -> Phrase | None:
        """``copper deposits`` in ``distance of copper deposits from X``: "from" opens no condition of them."""
        phrase = self.phrase()
        return phrase if phrase is not None and phrase.head and self.next_is("FROM") else None

    def distance_value(self) -> Valued | None:
        """``distance from X to the nearest Y``, ``distance to Y``, ``distance between X and Y``, ``distance``."""
        return self.attempt(self._distance_value)

    def _distance_value(self) -> Valued | None:
        mark = self.mark()
        word = self.take("DISTANCE", "HOWFAR")
        if word is None or word.key.startswith(("whose", "at ", "a ", "how")):
            return None
        end = word.key.rsplit(" ", 1)[-1]
        if end.startswith("distance"):
            link = self.take("FROM", "TO", "OF", "BETWEEN")
            end = link.key if link else ""
        if not end:
            return Valued("distance", self.since(mark))
        nearest = self.next_is("NEAREST")
        bare = self.attempt(self._bare_noun) if end == "of" else None
        anchors: Anchors | None = ((bare,), "and") if bare is not None else self.anchors()
        if anchors is None:
            return None
        area = self.attempt(self._area_of_first) if end == "from" and len(anchors[0]) == 1 else None
        first: AnchorPart = anchors[0][0]
        second: AnchorPart | None = anchors[0][1] if len(anchors[0]) > 1 else None
        if end == "to":
            target = self.anchor_phrase() if not self.target.head and self.take("FROM", "OF") else None
            self._settle(target)
            return Valued("distance", self.since(mark), anchor=first)
        if second is None and (self.take("TO", "AND") or (end == "of" and self.take("FROM"))):
            second = self.anchor_phrase()
        if second is None:
            return Valued("distance", self.since(mark), anchor=first) if end != "between" and not area else None
        found = self._oriented(mark, first, second, nearest=nearest)
        self.target.parts.extend([("", area)] if area is not None else [])
        return found

    def _area_of_first(self) -> RegionPart | None:
        """``from deposits in X to the nearest fault``: the study area between the two."""
        found = self.relation()
        return found if isinstance(found, RegionPart) and self.next_is("TO") else None
