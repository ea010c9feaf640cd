"""English questions with two sides: how many more in A than in B, which is longer, how many does X contain."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.asked import Contrasted, Valued
from core.question.grammar.english_neighbours import EnglishNeighbours
from core.question.grammar.parts import OrderPart, Part, Phrase, RegionPart, RelationPart, ValuePart
from core.question.grammar.typing import entity_of

_SIZES: tuple[tuple[str, str, ir.CmpOp], ...] = (
    ("LONGER", "length", ">"), ("SHORTER", "length", "<"), ("BIGGER", "", ">"), ("LESSER", "", "<"),
)  # fmt: skip


class EnglishSides(EnglishNeighbours):
    """Productions for what is counted or measured on two sides."""

    def more_than_there(self) -> bool | None:
        """``how many more deposits are in A than in B``, ``how many more deposits does A have than B``."""
        mark = self.mark()
        word = self.take("HOWMUCHMORE")
        if word is None or not word.key.endswith(("more", "fewer")):
            return None
        noun = self.phrase()
        if noun is None or not noun.head or noun.names:
            return None
        self.take_all("AUX", "COP", "THERE", "LIE")
        first = self._side()
        self.take_all("WITH", "CONTAIN")
        if first is None or not (self.take("THAN") or self.than_passed()):
            return None
        self.take_all("AUX", "THERE")
        second = self._side()
        if second is None:
            return None
        sides = [self.described_by(noun, first), self.described_by(noun, second)]
        if word.key.endswith("fewer"):
            sides.reverse()
        self.frame.asked.contrasted = Contrasted("-", sides[0], sides[1], self.since(mark))
        self.become(sides[0])
        self.frame.listed = True
        return True

    def _side(self) -> RegionPart | RelationPart | None:
        """``in A``, ``inside granite``, ``A``: where features are counted."""
        found: Part | None = self.relation()
        if isinstance(found, RegionPart):
            return found
        return found if isinstance(found, RelationPart) else self.region()

    def than_passed(self) -> bool:
        """True when "than" was passed over right before the cursor."""
        return any(x.is_("THAN") for x in self.lexemes[max(self.i - 2, 0) : self.i])

    def kind_as_value(self) -> bool | None:
        """``what share of the faults are thrusts``: a noun of the same kind that is a value as well."""
        shared, entry = self.frame.asked.shared, self.at().entry
        if shared is None or shared.split < 0 or not entry.concepts:
            return None
        if self.target.entity not in {x for x, _ in entry.entities}:
            return None
        mark = self.mark()
        part = ValuePart((self._item(),), "one", (mark[0],))
        self.target.parts.append(("and", part))
        return True

    def which_is_longer(self) -> bool | None:
        """``which is longer, A or B``: the first of the two."""
        mark = self.mark()
        if self.target.head or not self.take("WH"):
            return None
        self.take_all("COP", "AUX")
        value, sign = self.size_word()
        self.take_all("COMMA", "STOP")
        anchors = self.anchors() if value is not None else None
        named = [x for x in anchors[0] if isinstance(x, Phrase) and x.names] if anchors else []
        if value is None or len(named) < 2 or not anchors or len(named) != len(anchors[0]):
            return None
        kinds = {entity_of(self.card, x) for x in named}
        if len(kinds) != 1:
            return None
        self.become(named[0])
        for other in named[1:]:
            self.target.names.extend(other.names)
            self.target.head.extend(other.head)
        direction: ir.Direction = "desc" if sign == ">" else "asc"
        self.target.uses.extend(self.since(mark))
        self.target.parts.append(("", OrderPart("value", direction, self.since(mark), value=value)))
        self.frame.singular = self.frame.listed = True
        return True

    def subject_contains(self) -> bool | None:
        """``how many deposits does X contain``: the named feature is where the counted ones lie."""
        summed = any(x.agg == "sum" for x in self.frame.asked.aggregates)
        if not (self.frame.intent == "count" or summed) or not self.target.head or self.target.names:
            return None
        mark = self.mark()
        if not self.take("AUX"):
            return None
        subject = self.anchor_phrase()
        if not isinstance(subject, Phrase) or not subject.names:
            return None
        rel = self.verb_at_close()
        if rel is None:
            return None
        part: Part = RelationPart(rel, (subject,), self.since(mark))
        if entity_of(self.card, subject) in self.region_types():
            part = RegionPart(tuple(x.text for x in subject.names), self.since(mark))
        self.target.parts.append(("", part))
        return True

    def size_word(self) -> tuple[Valued | None, ir.CmpOp]:
        """The size that ``longer`` or ``larger than`` speaks of, and the sign."""
        for name, measure, sign in _SIZES:
            if word := self.take(name):
                uses = (self.used[-1],)
                sized = "area" if "area" in word.key or "extensive" in word.key else measure
                kind = "measure" if sized else "size"
                return Valued(kind, uses, measure=sized or None), sign  # type: ignore[arg-type]
        return None, ">"
