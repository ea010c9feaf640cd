"""Values and value lists: ``copper or gold``, ``lead-zinc``, ``medium or larger``, ``the X Formation``."""

from __future__ import annotations

from typing import Literal

from core.question.grammar.listed_words import listed_kinds
from core.question.grammar.parts import ValueItem, ValuePart
from core.question.grammar.value_ranks import Ranks
from core.question.meanings import Lexeme
from core.question.normalise import fold

LIST = ("COMMA", "AND", "OR", "SLASH")
MAX_ITEMS = 40
_TOGETHER = ("", "hyphen")
"""What joins the values of one feature: ``lead-zinc``, 铅锌."""
_CONFIRMING = ("CONTENT", "ANOMALY", "GT", "LT", "GE", "LE", "EQ", "BETWEEN", "MAX", "MIN", "HIGH", "LOW", "TYPE")


class Values(Ranks):
    """Productions for value words and attribute words."""

    after_neither = False
    """A "neither" that governs the references at the cursor was read."""

    def is_value(self, lexeme: Lexeme) -> bool:
        """True for a word that names a value (and not a kind of feature)."""
        entry = lexeme.entry
        if not (entry.concepts or entry.values) or entry.entities or (entry.names and not entry.concepts):
            return False
        if entry.attributes and self.around(lexeme, 1).is_("CONTENT"):
            return False  # 金含量: the element, not the commodity
        if self._asked_for(lexeme):
            return False
        return not entry.words or self._confirmed(lexeme)

    def value_of_noun(self, word: Lexeme, noun: Lexeme) -> bool:
        """True for ``gold`` in ``gold deposits``: a value such features have, whether or not gold was analysed."""
        says = {a for c in word.entry.concepts for a in self.card.concepts[c].attributes}
        kinds = [x for x, _ in noun.entry.entities]
        return any(says & self.card.attributes_of(x) for x in kinds)

    def _asked_for(self, lexeme: Lexeme) -> bool:
        """``what is the rock around X``, 什么岩石: the attribute is wanted; the word is a value of another."""
        own = {a for c in lexeme.entry.concepts for a in self.card.concepts[c].attributes}
        texts = [x for x in lexeme.entry.attributes if x not in own and self.card.attributes[x].kind == "text"]
        if not texts or lexeme.entry.attributes[0] in own or self.around(lexeme, 1).entry.entities:
            return False
        before = self.around(lexeme, -1)
        asks = before.is_("WH", "WHICH") or (before.key == "the" and self.around(lexeme, -2).is_("COP"))
        return asks and not any(self.card.concepts[c].rank for c in lexeme.entry.concepts)

    def _confirmed(self, lexeme: Lexeme) -> bool:
        """A word that is also a closed-class word (``As``, ``In``) needs a neighbour that settles it."""
        if len(lexeme.key) > 2 or not lexeme.key.isascii():
            return True
        first, second = self.around(lexeme, 1), self.around(lexeme, 2)
        said = first.is_("COP") and second.is_(*_CONFIRMING)
        if said or first.is_(*_CONFIRMING) or first.entry.entities or self.around(lexeme, -1).entry.units:
            return True
        before = self.around(lexeme, -1)
        if before.is_("OF", "COP", "EQ"):
            before = self.around(lexeme, -2)
        if set(before.entry.attributes) & {
            a for c in lexeme.entry.concepts for a in self.card.concepts[c].attributes
        }:
            return True  # strike NE
        other = second if first.is_(*LIST) else first
        return bool(other.entry.attributes and other.entry.concepts) and len(other.key) <= 2

    def values(self) -> ValuePart | None:
        """One or several values of one attribute."""
        return self.attempt(self._values)

    def _values(self) -> ValuePart | None:
        mark = self.mark()
        if ranged := self.attempt(self._value_range):
            return ranged
        both = bool(self.take("BOTH"))
        negated = bool(self.take("NOT"))
        ranked = self.rank_before()
        self.skip()
        raw = self.attempt(self._raw_value)
        if raw is None and not self.is_value(self.at()):
            return None
        items = [raw or self._item()]
        links: list[str] = []
        while len(items) < MAX_ITEMS:
            link = self._link(items)
            if link is None:
                break
            links.append(link)
            items.append(self._item())
        if ranked and (links or not self.ranked_item(items[0])):
            return None
        op = ranked or self.rank_operator() or self.age_operator(items[0])
        self.take_all("TYPE")
        mode, by_and = _mode(links, both)
        return ValuePart(
            tuple(items), mode, self.since(mark), joined_by_and=by_and, negated=negated,
            op=op or "=",  # type: ignore[arg-type]
            bound=tuple(i for i, x in enumerate(links, 1) if x in _TOGETHER) if mode == "any" else (),
        )  # fmt: skip

    def _value_range(self) -> ValuePart | None:
        """``Permian to Jurassic``, ``between the Permian and the Jurassic``, ``中型至大型``."""
        mark = self.mark()
        opened = self.take("BETWEEN")
        self.skip()
        first = self._item() if self.is_value(self.at()) else None
        if first is None or not self.ranked_item(first):
            return None
        self.take_all("TYPE")
        link = self.take("TO", "HYPHEN", *(("AND",) if opened else ()))
        self.skip()
        second = self._item() if link and self.is_value(self.at()) else None
        if second is None or not self.ranked_item(second):
            return None
        if not {a for a, _ in first.readings} & {a for a, _ in second.readings}:
            return None
        self.take_all("TYPE", "BETWEEN_END")
        return ValuePart((first, second), "one", self.since(mark), op="between")

    def _item(self) -> ValueItem:
        use = self.i
        lexeme = self.advance()
        readings = [(a, c) for c in lexeme.entry.concepts for a in self.card.concepts[c].attributes]
        return ValueItem(lexeme.text, use, tuple(dict.fromkeys([*readings, *lexeme.entry.values])))

    def _raw_value(self) -> ValueItem | None:
        """A value that is not in the data but built like those that are: ``X群``, ``the X Formation``."""
        start = self.i
        while self.i - start < 4 and (self.at().kind == "unknown" or (self.at().entry.names and self.i == start)):
            self.advance()
        suffix = self.at()
        readings = self.value_suffix(suffix) if self.i > start else ()
        if not readings:
            return None
        self.advance()
        span = (self.lexemes[start].span[0], suffix.span[1])
        joiner = "" if suffix.cjk else " "
        text = joiner.join(x.text for x in self.lexemes[start : self.i])
        return ValueItem(text, start, tuple((x, text) for x in readings)) if span[0] < span[1] else None

    def value_suffix(self, lexeme: Lexeme) -> tuple[str, ...]:
        """Attributes whose stored values end with this attribute word (``组``, ``Formation``)."""
        if lexeme.entry.values:
            return ()
        return tuple(x for x in lexeme.entry.attributes if self._ends_values(x, lexeme.key))

    def _ends_values(self, attribute: str, suffix: str) -> bool:
        """True when stored values of an attribute end with a word (``组``, ``formation``)."""
        columns = (x.columns.get(attribute) for x in self.card.layers)
        values = (v for c in columns if c is not None for v in c.inventory or ())
        return any(fold(v).endswith(suffix) and len(v) > len(suffix) for v in values)

    def _link(self, items: list[ValueItem]) -> str | None:
        """Move to a further value of the same attribute; gives how it is joined: "", "and" or "or"."""
        mark = self.mark()
        link, hyphen = "", False
        for _ in range(3):
            lexeme = self.at()
            if lexeme.is_("OR") or (lexeme.key == "nor" and self.after_neither):
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
        return self.at(1).is_(*LIST) and self.is_value(self.at(2))

    def _other_attribute(self, items: list[ValueItem]) -> bool:
        """True when the next word rather belongs to a new condition: it shares no attribute with all items."""
        shared = set.intersection(*({a for a, _ in x.readings} for x in items)) & _attributes(self, self.at())
        return not shared

    def attribute(self) -> tuple[str, ...] | None:
        """An attribute word; gives all attributes it may mean."""
        self.skip()
        lexeme = self.at()
        if listed := listed_kinds(self, lexeme):
            self.advance()
            return listed
        if not lexeme.entry.attributes or (lexeme.entry.words and not self._attribute_stands(lexeme)):
            return None
        self.advance()
        return lexeme.entry.attributes

    def _attribute_stands(self, lexeme: Lexeme) -> bool:
        if len(lexeme.key) <= 2 and lexeme.key.isascii():
            return self._confirmed(lexeme)
        return True


def _attributes(parser: Values, lexeme: Lexeme) -> set[str]:
    concepts = {a for c in lexeme.entry.concepts for a in parser.card.concepts[c].attributes}
    return concepts | {a for a, _ in lexeme.entry.values}


def _mode(links: list[str], both: bool) -> tuple[Literal["one", "any", "all"], bool]:
    if not links:
        return "one", False
    if "or" in links:
        return "any", False
    if both or all(x in _TOGETHER for x in links):
        return "all", False
    return "any", True
