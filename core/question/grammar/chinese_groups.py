"""Chinese conditions that belong together, and questions that ask for the place instead of the thing in it."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.chinese_distances import VERBS
from core.question.grammar.chinese_held import ChineseHeld
from core.question.grammar.chinese_waiting import Waiting
from core.question.grammar.parts import AnchorPart, Connector, GroupPart, Part, Phrase, RelationPart

_INVERSE: dict[ir.RelName, ir.RelName] = {"within": "contains", "contains": "within"}
_AT = ("于", "在")
_OPENING, _CLOSING = ("(", "（", "["), (")", "）", "]")


class ChineseGroups(ChineseHeld):
    """Productions for brackets, 除…以外 and inverse questions."""

    opened: list[tuple[int, Connector, bool, bool]]
    """For each open bracket or 除: conditions waiting then, connector, boundary, whether it is a 除."""

    def begin(self) -> None:
        """Nothing is open yet."""
        super().begin()
        self.opened = []

    # --- groups --------------------------------------------------------------------------------------------

    def bracket(self) -> bool:
        """``（…或…）且…``: opens or closes a group of waiting conditions."""
        lexeme = self.at()
        if lexeme.text in _OPENING:
            self.opened.append((len(self.waiting), self.connector, self.boundary, False))
            self.connector = ""
        elif lexeme.text in _CLOSING and self.opened and not self.opened[-1][3]:
            self._close(())
        else:
            return False
        self.frame.uses.append(self.i)
        self.advance()
        return True

    def exception(self) -> bool:
        """``除断裂附近以外的``: what stands between the two words is left out."""
        lexeme = self.at()
        if lexeme.is_("EXCEPT") and not lexeme.entry.content:
            self.opened.append((len(self.waiting), self.connector, self.boundary, True))
            self.connector = ""
            self.frame.uses.append(self.i)
            self.advance()
            return True
        if lexeme.is_("EXCEPT_END") and self.opened and self.opened[-1][3]:
            if len(self.waiting) <= self.opened[-1][0]:
                return False
            self._close((self.i,), negated=True)
            self.advance()
            return True
        return self._left_out()

    def _left_out(self) -> bool:
        """``X省内的除外``: the last condition is what is left out."""
        if not self.at().is_("LEFT_OUT") or not self.waiting:
            return False
        last = self.waiting[-1]
        uses = tuple(sorted({*last.part.uses, self.i}))
        self.waiting[-1] = Waiting(
            GroupPart("and", (last.part,), uses, negated=True), last.connector, last.boundary
        )
        self.advance()
        return True

    def excepted_again(self, phrase: Phrase) -> bool:
        """``…的城市。不包括X省内的城市``: the target's noun again closes what is left out."""
        if not self.opened or not self.opened[-1][3] or len(self.waiting) <= self.opened[-1][0]:
            return False
        self._close(tuple(phrase.uses), negated=True)
        return True

    def finish(self) -> None:
        """What is left out may stand at the end; a word that leaves nothing out stays unexplained."""
        if self.opened and self.opened[-1][3]:
            if self.target.head and len(self.waiting) > self.opened[-1][0]:
                self._close((), negated=True)
            else:
                self.frame.uses = [x for x in self.frame.uses if not self.lexemes[x].is_("EXCEPT")]
        super().finish()

    def excepted(self, phrase: Phrase) -> bool:
        """``除花岗岩中的矿床以外的矿床``: the noun before 以外 is that of what is left out."""
        if not self.opened or not self.opened[-1][3] or not self.at().is_("EXCEPT_END"):
            return False
        if len(self.waiting) <= self.opened[-1][0]:
            return False
        self._close((self.i, *phrase.uses), negated=True)
        self.advance()
        return True

    def _close(self, uses: tuple[int, ...], *, negated: bool = False) -> None:
        start, connector, boundary, _ = self.opened.pop()
        inner = self.waiting[start:]
        if not inner:
            return
        alternatives: list[list[Part]] = [[]]
        for waiting in inner:
            if waiting.connector == "or" and alternatives[-1]:
                alternatives.append([])
            alternatives[-1].append(waiting.part)
        all_uses = tuple(sorted({*uses, *(u for x in inner for u in x.part.uses)}))
        options = [
            x[0] if len(x) == 1 else GroupPart("and", tuple(x), tuple(sorted({u for y in x for u in y.uses})))
            for x in alternatives
        ]
        part: Part = GroupPart("or" if len(options) > 1 else "and", tuple(options), all_uses, negated)
        if isinstance(options[0], GroupPart) and len(options) == 1:
            part = GroupPart("and", options[0].parts, all_uses, negated)
        self.waiting[start:] = [Waiting(part, connector, boundary)]

    def floor(self) -> int:
        """The number of waiting conditions outside of the group that is being read."""
        return self.opened[-1][0] if self.opened else 0

    # --- references at the start ---------------------------------------------------------------------------

    def map_reference(self) -> bool:
        """``圈定范围内的``, ``当前视图中``."""
        return self.attempt(self._map_reference) or False

    def _map_reference(self) -> bool | None:
        area = self.map_area()
        if area is None:
            return None
        relation = self.postposition(area) or RelationPart("within", (area,), area.uses)
        self.refer(area, relation)
        return True

    def question_about(self, phrase: AnchorPart) -> RelationPart | None:
        """A question for what does something to the phrase, or for where it lies."""
        return self.passive_question(phrase) or self.place_question(phrase) or self._having_question(phrase)

    def _having_question(self, phrase: AnchorPart) -> RelationPart | None:
        """``与甲省接壤的省份有哪些湖泊``: what is asked for lies in the areas."""
        if not isinstance(phrase, Phrase) or phrase.entity not in self.region_types() or not phrase.parts:
            return None
        noun = self.noun(self.at(1)) if self.at().is_("WH", "HOWMANY") and self.at().key.startswith("有") else None
        if noun is None or noun[0] == phrase.entity:
            return None
        return RelationPart("within", (phrase,), ())

    # --- inverse questions ---------------------------------------------------------------------------------

    def place_question(self, phrase: AnchorPart) -> RelationPart | None:
        """``稀土矿位于哪些地层``: the noun behind 哪些 is the target, the one before it lies in it."""
        return self.attempt(lambda: self._place_question(phrase))

    def _place_question(self, phrase: AnchorPart) -> RelationPart | None:
        mark = self.mark()
        self.take_all("ALL")
        negated = bool(self.take("NOT"))
        verb = next((rel for name, rel in VERBS if self.take(name)), None)
        joined = self.at().is_("AT_WHICH")
        if verb is None and (joined or self.at().key in _AT):
            self.advance()
        elif verb is None and not self.take("LOCATED", "CLOSE_TO", "ALONG"):
            return None
        word = self.lexemes[self.used[-1]]
        if not (joined and verb is None) and not self.take("WH"):
            return None
        self.take("MEASURE")
        self.frame.plural = True
        asked = self.phrase()
        if asked is None or not asked.head:
            return None
        self.take_all("DE")
        relation = self._asked_relation(asked, verb, word.is_("CLOSE_TO", "ALONG"))
        if relation is None or not (self.done or self.next_is("STOP", "COMMA", "EXISTS", "HAVE")):
            return None
        uses = self.since(mark)
        self.become_target(asked)
        self.target.parts.extend(asked.parts)
        rel, high, vague = relation
        return RelationPart(rel, (phrase,), uses, None, high, negated=negated, vague=vague)

    def _asked_relation(
        self, asked: Phrase, verb: ir.RelName | None, near: bool
    ) -> tuple[ir.RelName, float | None, str] | None:
        """What the place is to the thing in it."""
        if verb is not None:
            return _INVERSE.get(verb, verb), None, ""
        found = self.postposition(asked)
        if found is None:
            return ("near" if near else "contains"), None, ""
        if found.rel == "within" and not found.negated:
            return "contains", None, ""
        return ("near", found.max_m, found.vague) if found.rel == "near" and found.min_m is None else None
