"""Chinese differences and shares: A比B大多少, 之差, 占…的比例."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Contrasted, Shared, Valued
from core.question.grammar.chinese_sides import ChineseSides
from core.question.grammar.chinese_waiting import Waiting
from core.question.grammar.parts import OrderPart, Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of

_DIFFERENCES = ("DIFFERENCE", "RATIO", "AREADIFF", "LENGTHDIFF")


class ChineseContrast(ChineseSides):
    """Productions for one number of two sets."""

    def _contrast(self) -> bool | None:
        """One number of two sets, or a share said with its whole first."""
        return self.first(
            self.counts_compared, self.share_first, self.share_inside, self.share_behind, self._sizes_compared
        )

    def _sizes_compared(self) -> bool | None:
        """``A比B大多少``, ``A的面积比B大多少``, ``A的面积是B的几倍``."""
        if self.target.head or not any(x.is_("THAN", "TIMES") for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.phrase()
        if first is None or not first.head:
            return None
        self.take_all("DE")
        value = self.valued()
        than = self.take("THAN")
        if than is None and not self.take("COP"):
            return None
        second = self.phrase()
        if second is None or not second.head:
            return None
        self.take_all("DE")
        value = self.valued() or value
        self.take_all("DE")
        word = self.take("MUCHMORE", "TIMES")
        if word is None or (than is None and not word.is_("TIMES")):
            return None
        unit = self.unit_word()
        if unit:
            self.frame.asked.unit = (unit, ())
        if value is None:
            value = self._size_of(word.key)
        if word.is_("LESSER", "SHORTER", "LOWER"):
            first, second = second, first
        return self._contrasted("/" if word.is_("TIMES") else "-", first, second, value, mark)

    def _size_of(self, key: str) -> Valued | None:
        if key.startswith(("长", "短")):
            return Valued("measure", (self.used[-1],), measure="length")
        return Valued("size", (self.used[-1],)) if key.startswith(("大", "小")) else None

    def _contrasted(
        self, op: str, first: Phrase, second: Phrase, value: Valued | None, mark: tuple[int, int]
    ) -> bool | None:
        if value is None:
            return None
        self.frame.asked.contrasted = Contrasted(op, first, second, self.since(mark), value)  # type: ignore[arg-type]
        self.become(Phrase(first.entity, first.implied, list(first.names), [], list(first.uses), list(first.head)))
        self.frame.listed = True
        return True

    def _difference(self) -> bool | None:
        """``A与B的面积差``, ``A和B的长度之比``, ``A和B面积相差多少``."""
        if self.target.head or not any(x.is_(*_DIFFERENCES) for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.phrase()
        if first is None or not first.head or not self.take("AND", "AWAY_FROM"):
            return None
        second = self.phrase()
        if second is None or not second.head:
            return None
        self.take_all("DE")
        value = self.valued()
        self.take_all("DE")
        word = self.take(*_DIFFERENCES)
        if word is None:
            return None
        if word.is_("AREADIFF", "LENGTHDIFF"):
            value = Valued("measure", (self.used[-1],), measure="area" if word.is_("AREADIFF") else "length")
        found = self._contrasted("/" if word.is_("RATIO") else "-", first, second, value, mark)
        self._how_much_behind()
        return found

    def share_of_area(self) -> bool | None:
        """``花岗岩占低林省面积的比例``: the part of one shape that others cover."""
        if self.target.head or not any(x.is_("SHAREOF") for x in self.lexemes):
            return None
        mark = self.mark()
        covering = self._described()
        if covering is None or covering.names or not self.take("SHAREOF"):
            return None
        whole = self.phrase()
        self.take_all("DE", "SUM")
        if whole is None or not whole.names or not self.take("AREA", "LENGTH"):
            return None
        self.take_all("DE")
        if not self.take("PERCENTAGE"):
            return None
        self.become(whole)
        self.frame.asked.values.append(Valued("overlap", self.since(mark), anchor=covering, overlap="ratio"))
        self.frame.listed = True
        return True

    def which_is_longer(self) -> bool | None:
        """``A和B哪条更长``: the first of the two."""
        if self.target.head or not any(x.is_("WH") for x in self.lexemes):
            return None
        mark = self.mark()
        anchors = self.anchors()
        named = [x for x in anchors[0] if isinstance(x, Phrase) and x.names] if anchors else []
        if len(named) < 2 or not self.take("WH"):
            return None
        self.take_all("DE")
        value = self.valued()
        word = self.take("LONGER", "SHORTER", "BIGGER", "LESSER", "MAX", "MIN", "HIGHER", "LOWER")
        if word is None or len({entity_of(self.card, x) for x in named}) != 1:
            return None
        value = value or self._size_of(word.key.removeprefix("更")) or Valued("size", self.since(mark))
        self.become(named[0])
        for other in named[1:]:
            self.target.names.extend(other.names)
            self.target.head.extend(other.head)
        direction: ir.Direction = "desc" if word.is_("LONGER", "BIGGER", "MAX", "HIGHER") else "asc"
        self.target.uses.extend(self.since(mark))
        self.target.parts.append(("", OrderPart("value", direction, self.since(mark), value=value)))
        self.frame.singular = self.frame.listed = True
        return True

    def more_there(self) -> bool | None:
        """``低林省的矿床比青岭多多少``, ``低林省比青岭多多少个金矿``."""
        if self.target.head or not any(x.is_("MUCHMORE") for x in self.lexemes):
            return None
        mark = self.mark()
        first = self.region_inside()
        self.take_all("DE")
        noun = self._counted_noun() if first else None
        if first is None or not self.take("THAN"):
            return None
        second = self.region_inside()
        self.take_all("DE")
        again = self._counted_noun()
        word = self.take("MUCHMORE") if second else None
        self.take_all("MEASURE", "DE")
        noun = noun or again or self._counted_noun()
        if second is None or word is None or noun is None or word.key[0] not in "多少":
            return None
        sides = [replace(noun, parts=[*noun.parts, ("and", x)]) for x in (first, second)]
        if word.key.startswith("少"):
            sides.reverse()
        self.frame.asked.contrasted = Contrasted("-", sides[0], sides[1], self.since(mark))
        self.become(sides[0])
        self.frame.listed = True
        return True

    def _counted_noun(self) -> Phrase | None:
        noun = self.attempt(self._described)
        self.take_all("COUNTED")
        return noun if noun is not None and noun.head and not noun.names else None

    def _share(self) -> bool | None:
        """``金矿占全部矿床的比例``, ``矿床中金矿的占比``."""
        mark = self.mark()
        described = not self.target.head and bool(self.waiting) and self.at().is_("SHAREOF")
        if self.target.names or not (self.target.head or described):
            return None
        self.take_all("DE")
        taken = self.take("SHAREOF", "LOCATED")
        base: Phrase | None = None
        if taken:
            self.take_all("ALL", "EACH", "SUM")
            area = self.attempt(self.region_inside)
            self.take_all("ALL", "DE", "SUM")
            base = self.attempt(self.phrase)
            if area is not None and base is not None and base.head:
                base.parts.append(("and", area))
                if not any(isinstance(x, RegionPart) for _, x in self.target.parts):
                    self.target.parts.append(("and", area))
            self.take_all("INSIDE", "DE", "COUNTED", "SUM")
        if not self.take("PERCENTAGE"):
            return None
        if base is None or not base.head:
            base = self._base_before() or self._base_of_place()
        if base is None or (described and base.entity is None):
            return None
        if described:  # 逆冲断裂占断裂的比例: the value names the kind as well
            self.target.entity, self.target.head = base.entity, list(base.head)
        self.flush()
        self.take_all("COP", "HOWMANY")
        self.frame.asked.shared = Shared(self.since(mark), 0, base)
        self.frame.intent, self.frame.listed = "select", True
        return True

    def share_of_passed(self) -> bool | None:
        """``铜矿中距断裂2公里以内的占百分之多少``: the whole stands before 中, the part behind it."""
        passed = self.passed
        if self.target.head or passed is None or not self.next_is("SHAREOF", "PERCENTAGE"):
            return None
        places = [i for i, x in enumerate(self.waiting) if getattr(x.part, "anchors", None) == (passed,)]
        if len(places) != 1 or places[0] + 1 == len(self.waiting):
            return None
        mark = self.mark()
        self.take("SHAREOF")
        if not self.take("PERCENTAGE"):
            return None
        before, behind = self.waiting[: places[0]], self.waiting[places[0] + 1 :]
        passed.uses = sorted({*passed.uses, *self.waiting[places[0]].part.uses})
        self.waiting = [*before, *(Waiting(p, c, False) for c, p in passed.parts), *behind]
        self.become_target(passed)
        self.frame.asked.shared = Shared(self.since(mark), len(before) + len(passed.parts))
        self.frame.intent, self.frame.listed = "select", True
        return True

    def _base_of_place(self) -> Phrase | None:
        """``花岗岩中金含量高于20ppb的样品占比``: without a whole, that of the same place is meant."""
        self.flush()
        parts = self.target.parts
        places = [x for x in parts if isinstance(x[1], RelationPart | RegionPart)]
        if len(places) == len(parts):
            return None
        target = self.target
        return Phrase(target.entity, target.implied, [], places, [], list(target.head))

    def _base_before(self) -> Phrase | None:
        """``矿床中…``: the whole of a share stood before as if it were a place."""
        every = [*((x.part, x) for x in self.waiting), *((p, None) for _, p in self.target.parts)]
        for part, _ in every:
            if not isinstance(part, RelationPart) or part.rel != "within" or len(part.anchors) != 1:
                continue
            anchor = part.anchors[0]
            if isinstance(anchor, Phrase) and entity_of(self.card, anchor) == self.target.entity:
                self.waiting = [x for x in self.waiting if x.part is not part]
                self.target.parts = [x for x in self.target.parts if x[1] is not part]
                anchor.uses = sorted({*anchor.uses, *part.uses})
                return anchor
        return self._base_of_values()

    def _base_of_values(self) -> Phrase | None:
        """``大型矿床里铜矿占多少``: the value before 里 holds the noun as well and says which are the whole."""
        target, head = self.target, min(self.target.head, default=0)
        inside = [i for i, x in enumerate(self.lexemes[:head]) if x.is_("INSIDE", "INNER") and not x.entry.content]
        parts = target.parts
        before = [x for x in parts if inside and max(x[1].uses, default=head) < inside[-1]]
        taken = {u for _, x in parts for u in x.uses}
        if not before or len(before) == len(parts) or inside[-1] in taken or parts[: len(before)] != before:
            return None
        return Phrase(target.entity, target.implied, [], before, [inside[-1]], list(target.head))
