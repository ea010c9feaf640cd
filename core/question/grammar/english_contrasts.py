"""English differences and ratios of counts and of averages: how many more A than B, mean Au in X against Y."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.asked import Valued
from core.question.grammar.english_sides import EnglishSides
from core.question.grammar.parts import AnchorPart, Part, Phrase, RegionPart, RelationPart, ValuePart
from core.question.grammar.typing import entity_of

_MORE, _SIDES = ("more", "fewer"), 2
_LINKS = ("THAN", "THATOF", "AND", "AUX", "COP", "TO", "FROM", "COMMA", "LIE", "HIGHER", "LOWER", "VERSUS")


class EnglishContrasts(EnglishSides):
    """Productions for one number of two sets, counted or averaged."""

    def counts_compared(self) -> bool | None:
        """Everything counted or averaged on two sides."""
        if self.target.head:
            return None
        return self.first(self._more_of, self._outnumber, self._of_counts, self._averages_compared)

    def _more_of(self) -> bool | None:
        """``how many more A than B``, ``how many times more A than B``."""
        mark = self.mark()
        word = self.take("HOWMUCHMORE", "TIMES")
        if word is None:
            return None
        times = word.is_("TIMES")
        more = self.take("HIGHER", "LOWER") if times or not word.key.endswith(_MORE) else word
        if more is None or not more.key.endswith(_MORE):
            return None
        return self._counted_sides(mark, "/" if times else "-", fewer=more.key.endswith("fewer"))

    def _outnumber(self) -> bool | None:
        """``by how much do A outnumber B``."""
        mark = self.mark()
        if not self.take("HOWMUCHMORE", "TIMES"):
            return None
        self.take_all("AUX")
        return self._counted_sides(mark, "-", link=("OUTNUMBER",))

    def _of_counts(self) -> bool | None:
        """``ratio of A to B``, ``difference between the number of A and (that of) B``."""
        mark = self.mark()
        word = self.take("RATIO", "DIFFERENCE")
        if word is None:
            return None
        self.take_all("OF", "BETWEEN", "IN")
        counted = self.take("HOWMANY", "COUNTED")
        if word.is_("DIFFERENCE") and not counted:
            return None
        self.take_all("OF")
        found = self._counted_sides(mark, "/" if word.is_("RATIO") else "-", link=("TO", "AND", "BETWEEN"))
        return found

    def _counted_sides(
        self, mark: tuple[int, int], op: str, *, link: tuple[str, ...] = ("THAN",), fewer: bool = False
    ) -> bool | None:
        """Two kinds of features, or one kind in two places."""
        first = self.phrase()
        if first is None or not first.head or first.names:
            return None
        between = "BETWEEN" in link and bool(self.take("BETWEEN"))
        place = self.region() if between else self._side()
        if isinstance(place, RegionPart) and len(place.names) == _SIDES:  # in A and B
            sides = [self.described_by(first, replace(place, names=(x,))) for x in place.names]
            return self.set_against(op, sides, mark) if "AND" in link else None
        kinds = [x for x in self.each(first) if isinstance(x, Phrase)] if "AND" in link else []
        if len(kinds) == _SIDES and not self.next_is("AND"):  # the number of gold and copper deposits
            place = place or self._side()
            return self.set_against(op, [self.described_by(x, place) if place else x for x in kinds], mark)
        if not (self.take(*link) or ("THAN" in link and self.than_passed())):
            return None
        self.take_all("AUX", "THERE", "HOWMANY", "COUNTED", "THATOF", "OF")
        second = self._second_side(first, place)
        if second is None:
            return None
        sides = [self.described_by(first, place) if place else first, second]
        self.take_all("COP", "AUX", "THERE", "EXISTS")
        if place is None and (both := self._side()) is not None:
            sides = [self.described_by(x, both) for x in sides]
        if fewer:
            sides.reverse()
        return self.set_against(op, sides, mark)

    def _second_side(self, first: Phrase, place: Part | None) -> Phrase | None:
        """Another kind, or the same kind in another place."""
        noun = self.attempt(self._kind_counted)
        if place is None:
            return noun
        side = self._side()
        return self.described_by(noun or first, side) if side is not None else None

    def _kind_counted(self) -> Phrase | None:
        noun = self.phrase()
        return noun if noun is not None and noun.head and not noun.names else None

    def _averages_compared(self) -> bool | None:
        """``by how much does the mean Au in A exceed that in B``, ``how much higher is it in A than in B``."""
        mark = self.mark()
        word = self.take("HOWMUCHMORE", "TIMES", "DIFFERENCE", "RATIO")
        if word is None:
            return None
        more = self.take("HIGHER", "LOWER")
        self.take_all("COP", "AUX", "IN", "BETWEEN", "OF")
        found = self.statistics()
        value = self.valued() if len(found) == 1 else None
        noun = self._measured_kind(value) if value else None
        if value is None or noun is None:
            return None
        pair = self.attempt(self._pair_between)
        first = pair[0] if pair else self._side()
        linked = more or self.next_is(*_LINKS) or self.than_passed()
        more = more or self.take("HIGHER", "LOWER")
        self.take_all(*_LINKS)
        self.attempt(self._same_again)
        second = pair[1] if pair else self._side() if first and linked else None
        if first is None or second is None:
            return None
        sides = [self.described_by(noun, x) for x in (first, second)]
        if more is not None and more.is_("LOWER") and not more.is_("HIGHER"):
            sides.reverse()
        self.take_all("COP")
        op = "/" if word.is_("TIMES", "RATIO") else "-"
        return None if found[0][1] is not None else self.set_against(op, sides, mark, value, found[0])

    def _pair_between(self) -> tuple[Part, Part] | None:
        """``between A and B``: two places."""
        mark = self.mark()
        anchors = self.anchors() if self.take("BETWEEN") else None
        found = list(anchors[0]) if anchors else []
        if len(found) == 1 and isinstance(found[0], Phrase):
            found = _each_value(found[0])
        kinds = self.region_types()
        if len(found) != _SIDES or any(isinstance(x, Phrase) and entity_of(self.card, x) in kinds for x in found):
            return None
        first, second = (RelationPart("within", (x,), self.since(mark)) for x in found)
        return first, second

    def _same_again(self) -> bool | None:
        """``… and the mean Au (in B)``."""
        return bool(self.statistics() and self.valued()) or None

    def _measured_kind(self, value: Valued) -> Phrase | None:
        """The features that have the value, named behind it or the only kind that has it."""
        self.take_all("CONTENT")
        mark = self.mark()
        if self.take("OF", "FOR", "IN"):
            noun = self.attempt(self._kind_counted)
            if noun is not None and set(value.attributes) & self.card.attributes_of(noun.entity or ""):
                return noun
            self.reset(mark)
        return self.only_kind(value)


def _each_value(phrase: Phrase) -> list[AnchorPart]:
    """``granite and schist`` as two references."""
    if len(phrase.parts) != 1 or not isinstance(part := phrase.parts[0][1], ValuePart):
        return []
    each = [replace(part, items=(x,), mode="one", joined_by_and=False) for x in part.items]
    return [replace(phrase, parts=[("", x)]) for x in each]
