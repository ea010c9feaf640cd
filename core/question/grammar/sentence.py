"""What both grammars share of the sentence: the loop, signals, connectors, question words."""

from __future__ import annotations

from abc import abstractmethod

from core.question.grammar.cursor import Exhausted
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import Connector, Frame, OrderPart, Parse, Phrase, RegionPart, ValuePart

_SIGNALS = ("INJECT", "WRITE", "PROSPECT", "KNOW")


class Sentence(Nouns):
    """Reads a question from left to right, one phrase after the other, until it ends."""

    def parse(self) -> Parse:
        """Everything understood of the question; what is not used stays unexplained."""
        self.frame, self.target = Frame(), Phrase()
        self.connector: Connector = ""
        self.asked = False
        self.superlatives: list[OrderPart] = []
        try:
            while not self.done:
                self.skip()
                if not self.done and not (self.flag() or self.read_one()):
                    self.i += 1
        except Exhausted:
            pass
        self.finish()
        self._study_area()
        return Parse(self.frame, self.target, self._unsaid())

    @abstractmethod
    def read_one(self) -> bool:
        """Read one phrase at the cursor into :attr:`frame` and :attr:`target`; False when nothing fits."""

    def finish(self) -> None:
        """Settle what waited for the end of the question."""
        self.target.parts.extend(("and", x) for x in self.superlatives)

    def flag(self) -> bool:
        """Note a word that belongs to another kind of question."""
        for name in _SIGNALS:
            if self.at().is_(name):
                self.frame.flags.setdefault(name, []).append(self.i)
                self.advance()
                return True
        return False

    def connect(self) -> bool:
        """Take a conjunction between conditions."""
        lexeme = self.at()
        if lexeme.is_("OR"):
            self.connector = "or"
        elif lexeme.is_("AND"):
            self.connector = "and"
        elif lexeme.is_("COMMA"):
            self.connector = "comma"
        elif lexeme.is_("STOP"):
            self.connector = ""
        else:
            return False
        self.frame.uses.append(self.i)
        self.advance()
        return True

    def _unsaid(self) -> list[int]:
        """``Are all deposits …``: yes or no for each is another question than whether there is one."""
        if self.frame.intent != "exists":
            return []
        return [i for i, x in enumerate(self.lexemes) if x.is_("ALL") and not x.entry.content]

    def merge_repeated(self) -> bool:
        """``铅矿和锌矿``, ``lead deposits and zinc deposits``: the noun again joins the values before it.

        False when the last condition was joined to the sentence but cannot be merged.
        """
        parts = self.target.parts
        if not parts or not parts[-1][0] or not isinstance(parts[-1][1], ValuePart):
            return True
        link, last = parts[-1][0], parts[-1][1]
        before = parts[-2][1] if len(parts) > 1 else None
        if not isinstance(before, ValuePart) or before.negated or last.negated or not _share(before, last):
            return False
        merged = ValuePart(
            (*before.items, *last.items), "any", (*before.uses, *last.uses),
            joined_by_and=link in ("and", "comma") or before.joined_by_and,
        )  # fmt: skip
        parts[-2:] = [(parts[-2][0], merged)]
        return True

    def ask(self, intent: str) -> bool:
        """Take a word that says what kind of answer is wanted."""
        if intent == "count" or (intent == "exists" and self.frame.intent == "select"):
            self.frame.intent = intent  # type: ignore[assignment]
        lexeme = self.at()
        self.frame.listed = self.frame.listed or lexeme.is_(
            "LIST", "HOWMANY", "EXISTS", "PLURAL", "SINGULAR", "WHICH"
        )
        self.frame.uses.append(self.i)
        self.advance()
        return True

    def projection(self) -> bool:
        """``the size and genetic type of …``: attributes asked for, not conditions."""
        mark = self.mark()
        if self.attempt(self.numeric) or self.attempt(self.named_values) or self.attempt(self.by_year):
            self.reset(mark)
            return False
        attributes = self.attribute()
        if not attributes:
            self.reset(mark)
            return False
        described = self.is_value(self.lexemes[self.used[-1]]) and not self._of_features_with(attributes)
        self.take_all("CONTENT")
        if described or self.next_is("ANOMALY", "HIGH", "GT", "LT", "GE", "LE", "MAX", "MIN"):
            self.reset(mark)
            return False
        self.frame.projections.append((attributes, self.since(mark)))
        self.frame.uses.extend(self.since(mark))
        return True

    def _of_features_with(self, attributes: tuple[str, ...]) -> bool:
        """True for ``Au of the samples``: the element, not the commodity."""
        mark = self.mark()
        self.take("OF")
        self.skip()
        noun = self.noun()
        self.reset(mark)
        return noun is not None and bool(set(attributes) & self.card.attributes_of(noun[0]))

    def _study_area(self) -> None:
        """A region that stands where the target should is a study area, not what is looked for."""
        target = self.target
        regions = set(self.region_types())
        types = {x for mention in target.names for x in mention.types}
        region = bool(types & regions) and (
            target.entity in regions or (target.entity is None and types <= regions)
        )
        if region and not self.frame.projections:
            names = tuple(x.text for x in target.names)
            target.parts.insert(0, ("and", RegionPart(names, tuple(target.head))))
            target.entity, target.names, target.head = None, [], []


def _share(a: ValuePart, b: ValuePart) -> bool:
    """True when all values can be said of one attribute."""
    return bool(set.intersection(*({x for x, _ in item.readings} for item in (*a.items, *b.items))))
