"""Conditions on attributes: values, value lists, numeric comparisons, years, anomalies."""

from __future__ import annotations

from typing import Literal

from core.question.grammar.parts import AnomalyPart, Comparison, NumberPart, Part, Quantity, ValueItem, ValuePart
from core.question.grammar.quantities import Quantities
from core.question.meanings import Lexeme

_LIST = ("COMMA", "AND", "OR", "SLASH")
_MAX_ITEMS = 40
_OPENERS = ("WITH", "THAT", "OF", "COP", "BOTH")


class Conditions(Quantities):
    """Productions for conditions on attributes."""

    # --- values --------------------------------------------------------------------------------------------

    def is_value(self, lexeme: Lexeme) -> bool:
        """True for a word that names a value (and not a kind of feature)."""
        entry = lexeme.entry
        if not (entry.concepts or entry.values) or entry.entities or (entry.names and not entry.concepts):
            return False
        return not entry.words or self._confirmed(lexeme)

    def _confirmed(self, lexeme: Lexeme) -> bool:
        """A word that is also a closed-class word (``As``, ``In``) needs a neighbour that settles it."""
        if len(lexeme.key) > 2 or not lexeme.key.isascii():
            return True
        following = self.lexemes[self.lexemes.index(lexeme, self.i) + 1 :][:3]
        if not following:
            return False
        first = following[0]
        if first.is_("CONTENT", "ANOMALY", "GT", "LT", "GE", "LE", "EQ") or first.entry.entities:
            return True
        other = following[1] if first.is_(*_LIST) and len(following) > 1 else first
        return bool(other.entry.attributes and other.entry.concepts) and len(other.key) <= 2

    def values(self) -> ValuePart | None:
        """One or several values of one attribute."""
        return self.attempt(self._values)

    def _values(self) -> ValuePart | None:
        mark = self.mark()
        both = bool(self.take("BOTH"))
        negated = bool(self.take("NOT"))
        low_bound = bool(self.take("GE"))
        self.skip()
        if not self.is_value(self.at()):
            return None
        items = [self._item()]
        links: list[str] = []
        while len(items) < _MAX_ITEMS:
            link = self._link(items)
            if link is None:
                break
            links.append(link)
            items.append(self._item())
        op = ">=" if low_bound else self._rank_operator()
        self.take_all("TYPE")
        mode, by_and = _mode(links, both)
        return ValuePart(
            tuple(items), mode, self.since(mark), joined_by_and=by_and, negated=negated,
            op=op or "=",  # type: ignore[arg-type]
        )  # fmt: skip

    def _rank_operator(self) -> str | None:
        mark = self.mark()
        self.take_all("TYPE")
        if self.take("OR_MORE"):
            return ">="
        if self.take("OR_LESS"):
            return "<="
        self.reset(mark)
        return None

    def _item(self) -> ValueItem:
        use = self.i
        lexeme = self.advance()
        readings = [(a, c) for c in lexeme.entry.concepts for a in self.card.concepts[c].attributes]
        return ValueItem(lexeme.text, use, tuple(dict.fromkeys([*readings, *lexeme.entry.values])))

    def _link(self, items: list[ValueItem]) -> str | None:
        """Move to a further value of the same attribute; gives how it is joined: "", "and" or "or"."""
        mark = self.mark()
        link, hyphen = "", False
        for _ in range(3):
            lexeme = self.at()
            if lexeme.is_("OR"):
                link = "or"
            elif lexeme.is_("AND", "COMMA", "SLASH"):
                link = link or "and"
            elif lexeme.is_("HYPHEN"):
                hyphen = True
            elif not (lexeme.is_("TYPE") and self._list_goes_on()):
                break
            self.advance()
        if link:
            self.skip()
        lexeme = self.at()
        known = {attribute for item in items for attribute, _ in item.readings}
        if (
            self.is_value(lexeme)
            and known & _attributes(self, lexeme)
            and (link or not self._other_attribute(items))
        ):
            return link or ("hyphen" if hyphen else "")
        self.reset(mark)
        return None

    def _list_goes_on(self) -> bool:
        return self.at(1).is_(*_LIST) and self.is_value(self.at(2))

    def _other_attribute(self, items: list[ValueItem]) -> bool:
        """True when the next word rather belongs to a new condition: it shares no attribute with all items."""
        shared = set.intersection(*({a for a, _ in x.readings} for x in items)) & _attributes(self, self.at())
        return not shared

    # --- attributes ----------------------------------------------------------------------------------------

    def attribute(self) -> tuple[str, ...] | None:
        """An attribute word; gives all attributes it may mean."""
        self.skip()
        lexeme = self.at()
        if not lexeme.entry.attributes or (lexeme.entry.words and not self._attribute_stands(lexeme)):
            return None
        self.advance()
        return lexeme.entry.attributes

    def _attribute_stands(self, lexeme: Lexeme) -> bool:
        if len(lexeme.key) <= 2 and lexeme.key.isascii():
            return self._confirmed(lexeme)
        return True

    def condition(self) -> Part | None:
        """Any condition on an attribute, with or without the attribute's name."""
        return self.first(self.numeric, self.by_year, self.anomaly, self.named_values, self.described_values)

    def numeric(self) -> NumberPart | None:
        """``Au > 20 ppb``, ``MgO content greater than 5 %``, ``more than 20 ppb Au``, ``20 ppb以上的金``."""
        return self.first(self._attribute_first, self._number_first)

    def _attribute_first(self) -> NumberPart | None:
        mark = self.mark()
        self._open()
        attributes = self.attribute()
        if attributes is None:
            return None
        text = self.lexemes[self.used[-1]].text
        self.take_all("CONTENT", "DE", "OF", "COP")
        comparison = self.comparison() or self._equals()
        if comparison is None or not self._compatible(attributes, comparison.quantity):
            return None
        self.take_all("CONTENT")
        return NumberPart(attributes, comparison, self.since(mark), text)

    def _equals(self) -> Comparison | None:
        quantity = self.quantity()
        if quantity is None or quantity.unit is None:
            return None
        return Comparison("=", quantity)

    def _number_first(self) -> NumberPart | None:
        mark = self.mark()
        self._open()
        comparison = self.comparison()
        if comparison is None or comparison.quantity.dimension == "length":
            return None
        self.take_all("OF", "DE", "IN")
        attributes = self.attribute()
        if attributes is None or not self._compatible(attributes, comparison.quantity):
            return None
        text = self.lexemes[self.used[-1]].text
        self.take_all("CONTENT")
        return NumberPart(attributes, comparison, self.since(mark), text)

    def _open(self) -> None:
        """Words that may stand before a condition: ``with``, ``whose``, ``that have``."""
        for _ in range(4):
            if not self.take(*_OPENERS):
                return

    def _compatible(self, attributes: tuple[str, ...], quantity: Quantity) -> bool:
        """True when at least one reading of the attribute word is numeric and takes this unit."""
        known = [self.card.attributes[x] for x in attributes if x in self.card.attributes]
        numeric = [x for x in known if x.kind in ("number", "year")]
        return any(quantity.dimension is None or x.dimension in (None, quantity.dimension) for x in numeric)

    # --- years ---------------------------------------------------------------------------------------------

    def by_year(self) -> NumberPart | None:
        """``discovered before 1990``, ``1990年以后发现的``, ``in the 1980s``, ``between 1950 and 1980``."""
        mark = self.mark()
        self._open()
        attributes = self._year_word()
        if attributes:
            self.take_all("BETWEEN_START", "LOCATED", "OF", "COP", "DE")
        comparison = self.year_comparison()
        if comparison is None:
            return None
        if not attributes:
            self.take_all("DE")
            attributes = self._year_word()
        if not attributes:
            attributes = tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        if not attributes:
            return None
        return NumberPart(attributes, comparison, self.since(mark), "")

    def _year_word(self) -> tuple[str, ...]:
        mark = self.mark()
        found = self.attribute() or ()
        years = tuple(x for x in found if x in self.card.attributes and self.card.attributes[x].kind == "year")
        if not years:
            self.reset(mark)
            if self.take("DISCOVER"):
                return tuple(x.id for x in self.card.attributes.values() if x.kind == "year")
        return years

    def year_comparison(self) -> Comparison | None:
        """A comparison with a year, in either word order."""
        return self.first(self._decade, self._year_range, self._year_after_word, self._year_before_word)

    def _decade(self) -> Comparison | None:
        self.take("DURING", "LOCATED")
        lexeme = self.at_after_filler()
        if lexeme.kind != "number" or lexeme.number is None:
            return None
        self.skip()
        self.advance()
        year = lexeme.number
        if self.take("CENTURY"):
            decade = self.number()
            if decade is None or not self.take("DECADE_WORD"):
                return None
            year = (year - 1) * 100 + decade
        elif not (year % 10 == 0 and 1000 <= year <= 2100 and (self.take("DECADE_WORD") or self._plural_s())):
            return None
        return Comparison("between", Quantity(year, year + 9))

    def _plural_s(self) -> bool:
        if self.at().key in ("s", "'s"):
            self.advance()
            return True
        return False

    def _year_range(self) -> Comparison | None:
        self.take("BETWEEN", "DURING")
        first = self.year()
        if first is None or not self.take("AND", "TO", "HYPHEN"):
            return None
        second = self.year()
        if second is None:
            return None
        self.take("BETWEEN_END")
        return Comparison("between", Quantity(min(first, second), max(first, second)))

    def _year_after_word(self) -> Comparison | None:
        for name, operator in (("SINCE", ">="), ("AFTER", ">"), ("BEFORE", "<"), ("GE", ">="), ("LE", "<="),
                               ("GT", ">"), ("LT", "<"), ("DURING", "="), ("EQ", "="), ("LOCATED", "=")):  # fmt: skip
            mark = self.mark()
            if self.take(name):
                year = self.year()
                if year is not None:
                    closing = self._year_close() if operator == "=" else None
                    return Comparison(closing or operator, Quantity(year))  # type: ignore[arg-type]
            self.reset(mark)
        return None

    def _year_before_word(self) -> Comparison | None:
        year = self.year()
        if year is None:
            return None
        operator = self._year_close()
        if operator is None:
            if not (self.next_is("DISCOVER") or self.lexemes[self.used[-1]].is_("YEAR_WORD")):
                return None
            operator = "="
        return Comparison(operator, Quantity(year))  # type: ignore[arg-type]

    def _year_close(self) -> str | None:
        for name, operator in (
            ("BEFORE", "<"),
            ("AFTER", ">"),
            ("SINCE", ">="),
            ("OR_MORE", ">="),
            ("OR_LESS", "<="),
        ):
            if self.take(name):
                return operator
        return None

    def at_after_filler(self) -> Lexeme:
        """The next lexeme that matters."""
        mark = self.mark()
        self.skip()
        found = self.at()
        self.reset(mark)
        return found

    # --- values with the attribute's name ------------------------------------------------------------------

    def named_values(self) -> ValuePart | None:
        """``commodity = gold``, ``size is large``, ``genetic type of skarn``, ``age Permian``."""
        mark = self.mark()
        self._open()
        attributes = self.attribute()
        if attributes is None:
            return None
        negated = False
        while True:
            if self.take("NE"):
                negated = True
            elif not self.take("EQ", "COP", "OF", "DE", "TYPE", "CONTENT"):
                break
        part = self.values()
        if part is None:
            return None
        fitting = [x for x in attributes if all(any(a == x for a, _ in item.readings) for item in part.items)]
        if not fitting:
            return None
        return _replace(part, self.since(mark), fitting[0], negated or part.negated)

    def described_values(self) -> ValuePart | None:
        """``gold``, ``large``, ``of large size``, ``with copper``, ``that are not gold``, ``of Permian age``."""
        mark = self.mark()
        excluded = bool(self.take("EXCEPT", "WITHOUT"))
        if not excluded:
            self._open()
        part = self.values()
        if part is None:
            return None
        attribute = self._attribute_behind(part)
        if excluded:
            self.take("EXCEPT_END")
        return _replace(part, self.since(mark), attribute, part.negated or excluded)

    def _attribute_behind(self, part: ValuePart) -> str | None:
        """The attribute word of ``Permian age`` or ``large size``."""
        mark = self.mark()
        self.take_all("TYPE")
        attributes = self.attribute()
        fitting = [x for x in attributes or () if all(any(a == x for a, _ in i.readings) for i in part.items)]
        if not fitting or self.next_is("GT", "LT", "GE", "LE", "ANOMALY"):
            self.reset(mark)
            return None
        self.take_all("TYPE")
        return fitting[0]

    # --- anomalies -----------------------------------------------------------------------------------------

    def anomaly(self) -> AnomalyPart | None:
        """``Au anomalies``, ``anomalous Cu``, ``anomalies of Cu and Pb``, ``high Au``, ``铜异常``."""
        mark = self.mark()
        self._open()
        before = self._signal()
        self.take_all("OF", "IN", "DE", "CONTENT")
        readings = self._elements()
        after = self._signal() if before is None else None
        signal = before or after
        if signal is None or (signal == "high" and not readings):
            return None
        self.take_all("CONTENT")
        return AnomalyPart(tuple(readings), self.since(mark), vague=signal == "high")

    def _signal(self) -> str | None:
        self.take_all("CONTENT", "DE")
        if self.take("ANOMALY"):
            return "anomaly"
        return "high" if self.take("HIGH") else None

    def _elements(self) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        while len(found) < _MAX_ITEMS:
            mark = self.mark()
            if found:
                self.take_all(*_LIST, "HYPHEN")
            attributes = self.attribute() or ()
            numeric = tuple(x for x in attributes if x in self.card.attributes and self._measured(x))
            if not numeric:
                self.reset(mark)
                break
            found.append(numeric)
        return found

    def _measured(self, attribute: str) -> bool:
        return self.card.attributes[attribute].kind == "number"


def _attributes(parser: Conditions, lexeme: Lexeme) -> set[str]:
    concepts = {a for c in lexeme.entry.concepts for a in parser.card.concepts[c].attributes}
    return concepts | {a for a, _ in lexeme.entry.values}


def _mode(links: list[str], both: bool) -> tuple[Literal["one", "any", "all"], bool]:
    if not links:
        return "one", False
    if "or" in links:
        return "any", False
    if both or all(x in ("", "hyphen") for x in links):
        return "all", False
    return "any", True


def _replace(part: ValuePart, uses: tuple[int, ...], attribute: str | None, negated: bool) -> ValuePart:
    return ValuePart(
        part.items,
        part.mode,
        uses,
        joined_by_and=part.joined_by_and,
        op=part.op,
        negated=negated,
        attribute=attribute,
    )
