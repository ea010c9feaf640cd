"""Chinese shares: 占…的比例, 占比, 占百分之多少, of a number of features or of an area."""

from __future__ import annotations

from core.question.grammar.asked import Shared, Valued
from core.question.grammar.chinese_sides import ChineseSides
from core.question.grammar.chinese_waiting import Waiting
from core.question.grammar.parts import Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of


class ChineseShares(ChineseSides):
    """Productions for a part of a whole."""

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
