"""Chinese questions for parts inside of something: 重叠面积, 有百分之多少位于…内."""

from __future__ import annotations

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.chinese_distances_asked import ChineseDistancesAsked
from core.question.grammar.parts import AnchorPart, Mention, Phrase, RelationPart


class ChineseOverlaps(ChineseDistancesAsked):
    """Productions for overlaps."""

    def _overlap_of(self) -> bool | None:
        """``X与Y的重叠面积``."""
        mark = self.mark()
        if not self.target.head or not self.take("AND", "AWAY_FROM"):
            return None
        anchors = self.anchors()
        if anchors is None or len(anchors[0]) != 1:
            return None
        self.take_all("DE")
        word = self.take("OVERLAPOF")
        if word is None:
            return None
        kind = "length" if "长度" in word.key else "area" if "面积" in word.key else ""
        self._overlap(Valued("overlap", self.since(mark), anchor=anchors[0][0], overlap=kind))  # type: ignore[arg-type]
        return True

    def _overlap(self, value: Valued) -> None:
        if self.target.names:
            self.frame.asked.values.append(value)
        else:
            self.frame.asked.aggregates.append(Aggregated("sum", value.uses, value))
        self._how_much_behind()

    def _ratio_inside(self) -> bool | None:
        """``X有百分之多少位于Y内``, ``X有多少面积在Y内``, ``X有多大比例在Y境内``."""
        mark = self.mark()
        self.take_all("HAVE", "COP")
        if not self.target.names:
            return None
        word = self.take("PERCENTAGE", "HOWMANY")
        if word is None:
            return None
        sized = self.measure_word()
        self.take_all("DE", "COP", "ALL")
        if not self.next_is("LOCATED", "CROSS"):
            return None
        part = self.relation()
        anchor = self._inside_of(part)
        if anchor is None:
            return None
        kind = "ratio" if word.is_("PERCENTAGE") else sized if sized in ("area", "length") else ""
        self._overlap(Valued("overlap", self.since(mark), anchor=anchor, overlap=kind))
        return True

    def _inside_of(self, part: object) -> AnchorPart | None:
        """The reference of "inside", also of a study area."""
        if isinstance(part, RelationPart):
            return part.anchors[0] if part.rel in ("within", "crosses", "intersects") else None
        names = getattr(part, "names", ())
        uses = getattr(part, "uses", ())
        if not names:
            return None
        use = next((x for x in uses if self.lexemes[x].entry.names), None)
        if use is None:
            return None
        entity = self.region_types()[0]
        phrase = Phrase(entity=entity, uses=list(uses), head=[use])
        lexeme = self.lexemes[use]
        phrase.names.append(Mention(lexeme.text, self.name_types(lexeme), use))
        return phrase
