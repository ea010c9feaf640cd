"""Conditions on what stands in an attribute: a value at all, a piece of text, a number above another one."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.beginnings import beginning
from core.question.grammar.parts import FieldsPart, KnownPart, TextPart
from core.question.grammar.years import Years

_QUOTES = ('"', "“", "”", "'", "「", "」", "『", "』")
_MAX_WORDS, _PIECES = 8, ("word", "words", "text", "string", "letters", "characters", "syllable", "term")
_ARTICLES, _OWNING = ("a", "an", "any", "some"), ("have", "has", "that have", "having")
_SWAPPED: dict[str, ir.CmpOp] = {"MORE_OF": ">", "LESS_OF": "<"}
_COMPARED = ("GT", "LT", "GE", "LE", "EQ", "NE", "BETWEEN", "COP", "MAX", "MIN", "ANOMALY", "HIGH", "LOW")


class Patterns(Years):
    """Productions for both languages."""

    # --- a value at all ------------------------------------------------------------------------------------

    def known(self) -> KnownPart | None:
        """``without a known age``, ``whose size is unknown``, ``with a discovery year``, ``没有发现年份的``."""
        return self.first(self._known_behind, self._known_before)

    def _known_before(self) -> KnownPart | None:
        """``with no known age``, ``of unknown age``, ``lacking a size``, ``有发现年份的``."""
        mark = self.mark()
        self.take_all("THAT", "AUX", "OF", "COP")
        present, said, having, word = True, False, False, False
        for _ in range(5):
            if self.take("UNKNOWN"):
                present, said = not present, True
            elif self.take("KNOWN"):
                word = True
            elif self.take("LACKING", "WITHOUT"):
                present, having = not present, True
            elif self.take("NOT"):
                present = not present
            elif self.take("WITH", "HAVE"):
                having = True
            else:
                break
        attributes = self.attribute() if said or having else None
        if attributes is None or not (said or word or not present or self._one_of_them()):
            return None
        self.take_all("CONTENT")
        if not self._clause_ends() or not (said or word or self._only_attribute()):
            return None
        return KnownPart(attributes, present, self.since(mark))

    def _one_of_them(self) -> bool:
        """``with a size``, ``that have a size``, ``有规模的``, but not ``with their size``, which asks for it."""
        use = self.used[-1]
        before, opener = self.lexemes[use - 1], self.lexemes[self.used[-2]]
        return opener.cjk or before.key in _ARTICLES or opener.key in _OWNING

    def _known_behind(self) -> KnownPart | None:
        """``whose age is unknown``, ``size not recorded``, ``发现年份未知``, ``规模不为空``."""
        mark = self.mark()
        self.take_all("THAT", "WITH")
        attributes = self.attribute()
        if attributes is None:
            return None
        self.take_all("CONTENT")
        present = True
        for _ in range(4):
            if self.take("NOT"):
                present = not present
            elif not self.take("COP", "AUX"):
                break
        if self.take("UNKNOWN"):
            present = not present
        elif not self.take("KNOWN"):
            return None
        return KnownPart(attributes, present, self.since(mark))

    def _clause_ends(self) -> bool:
        """True when no value, number or comparison follows."""
        lexeme = self.at_after_filler()
        stays = lexeme.kind in ("number", "unknown") or self.is_value(lexeme) or lexeme.text in _QUOTES
        return not stays and not self.next_is(*_COMPARED)

    def _only_attribute(self) -> bool:
        """A word that is a value as well (``with gold``) says the value."""
        return not self.is_value(self.lexemes[self.used[-1]])

    # --- a piece of text -----------------------------------------------------------------------------------

    def text(self) -> TextPart | None:
        """``whose name contains X``, ``names starting with X``, ``with "X" in the name``, ``名称包含X``."""
        return self.first(self._text_behind, self._text_before, self._text_alone, lambda: beginning(self))

    def _text_behind(self) -> TextPart | None:
        mark = self.mark()
        negated = self.open_condition()
        attributes = self._text_attribute()
        if attributes is None:
            return None
        self.take_all("COP", "AUX", "THAT", "IN", "INSIDE")
        without = self.take("NOT", "WITHOUT")  # 名称不含X; 没有名称的X says nothing of the text
        negated = bool(without) != negated
        self.take_all("AUX")
        framed = self.take("BY_WORD")
        starts = self.take("STARTS")
        if not (framed or starts or self.take("INCLUDES", "CONTAIN", "WITH", "HAVE") or without):
            return None
        text = self._quoted() or self._unquoted()
        if text is None or (framed and not self.next_is("STARTS_END")):
            return None
        starts = self.take("STARTS_END") or starts
        self.take_all("INCLUDES_END")
        op = "starts_with" if starts else "contains"
        return TextPart(attributes, op, text, self.since(mark), negated)  # type: ignore[arg-type]

    def _text_before(self) -> TextPart | None:
        """``with "X" in their names``."""
        mark = self.mark()
        negated = self.open_condition()
        negated = bool(self.take("WITHOUT", "LACKING")) != negated
        self.take_all("WITH", "INCLUDES", "HAVE")
        text = self._quoted()
        if text is None or not self.take("IN", "INSIDE"):
            return None
        attributes = self._text_attribute()
        return TextPart(attributes, "contains", text, self.since(mark), negated) if attributes else None

    def _text_alone(self) -> TextPart | None:
        """``starting with "X"``: the name is meant."""
        mark = self.mark()
        negated = self.open_condition()
        framed = self.take("BY_WORD")
        starts = framed or self.take("STARTS")
        liked = None if starts else self.take("NAMELIKE")
        text = self._quoted() if starts or liked else None
        text = text or (self._unquoted() if liked else None)
        if text is None or (framed and not self.take("STARTS_END")):
            return None
        names = tuple(dict.fromkeys(x.name_attribute for x in self.card.entity_types.values()))
        return TextPart(names, "contains" if liked else "starts_with", text, self.since(mark), negated)

    def _text_attribute(self) -> tuple[str, ...] | None:
        self.skip()
        if self.is_value(self.at()):
            return None
        found = self.attribute() or ()
        return tuple(x for x in found if self.card.attributes[x].kind == "text") or None

    def _quoted(self) -> str | None:
        """Text in quotation marks."""
        self.skip()
        if self.at().text not in _QUOTES:
            return None
        self.i += 1
        start = self.i
        while not self.done and self.at().text not in _QUOTES and self.i - start < _MAX_WORDS:
            self.advance()
        if self.at().text not in _QUOTES or self.i == start:
            return None
        text = self.words(tuple(range(start, self.i)))
        self.i += 1
        return text

    def _unquoted(self) -> str | None:
        """The words up to the next word that holds the sentence together."""
        self.skip()
        if self.at().key in _PIECES and self.at(1).kind != "end":
            self.advance()  # the word X
        start = self.i
        while not self.done and self.i - start < _MAX_WORDS:
            lexeme = self.at()
            if lexeme.kind == "symbol" or (lexeme.entry.words and self.i > start) or lexeme.is_("STOP", "COMMA"):
                break
            if lexeme.entry.entities and self.i > start:
                break
            self.advance()
        return self.words(tuple(range(start, self.i))) if self.i > start else None

    # --- two numbers compared ------------------------------------------------------------------------------

    def fields(self) -> FieldsPart | None:
        """``La greater than Ce``, ``more Cu than Zn``, ``Cu/Zn ratio above 2``, ``铜高于锌``, ``镧铈比大于2``."""
        return self.first(self._ratio, self._two_fields, self._more_than)

    def _two_fields(self) -> FieldsPart | None:
        mark = self.mark()
        negated = self.open_condition()
        left = self._number_attribute()
        self.take_all("CONTENT", "COP", "AUX", "DE")
        negated = bool(self.take("NOT")) != negated
        operator = self.operator() if left else self.none()
        right = self._operand() if operator else None
        if left is None or right is None or left == right or operator is None:
            return None
        self.take_all("CONTENT")
        return FieldsPart((left,), operator, right, None, self.since(mark), negated)  # type: ignore[arg-type]

    def _more_than(self) -> FieldsPart | None:
        mark = self.mark()
        negated = self.open_condition()
        word = self.take("MORE_OF", "LESS_OF")
        left = self._number_attribute() if word else None
        self.take_all("CONTENT")
        right = self._operand() if left and self.take("THAN") else None
        if left is None or right is None or word is None:
            return None
        operator = _SWAPPED["MORE_OF" if word.is_("MORE_OF") else "LESS_OF"]
        self.take_all("CONTENT")
        return FieldsPart((left,), operator, right, None, self.since(mark), negated)

    def _ratio(self) -> FieldsPart | None:
        mark = self.mark()
        negated = self.open_condition()
        said = bool(self.take("RATIO"))
        self.take_all("OF")
        first = self._number_attribute()
        if first is None or not (self.take("SLASH", "TO", "AND", "COLON") or self.at().cjk):
            return None
        slash = self.lexemes[self.used[-1]].is_("SLASH")
        second = self._operand()
        if second is None:
            return None
        said = bool(self.take("RATIO")) or said
        self.take_all("COP", "AUX", "CONTENT", "DE")
        comparison = self.comparison() if said or slash else None
        if comparison is None or comparison.quantity.unit or comparison.op == "between":
            return None
        return FieldsPart((first, second), comparison.op, (), comparison.quantity.low, self.since(mark), negated)  # type: ignore[arg-type]

    def _number_attribute(self) -> tuple[str, ...] | None:
        self.skip()
        found = self.attribute() or ()
        numeric = tuple(x for x in found if self.card.attributes[x].kind == "number")
        return numeric or None

    def _operand(self) -> tuple[str, ...] | None:
        """The second attribute; its place settles that a word such as ``As`` or ``In`` is one."""
        self.skip()
        found = tuple(x for x in self.at().entry.attributes if self.card.attributes[x].kind == "number")
        if found:
            self.advance()
        return found or None

    @staticmethod
    def none() -> None:
        """Nothing."""

    def words(self, uses: tuple[int, ...]) -> str:
        """The question's text from the first to the last of some lexemes."""
        raise NotImplementedError
