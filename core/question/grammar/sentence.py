"""What both grammars share of the sentence: the loop, signals, connectors, question words."""

from __future__ import annotations

from abc import abstractmethod

from core.question.grammar.cursor import Exhausted
from core.question.grammar.parts import (
    Connector,
    Frame,
    Mention,
    OrderPart,
    Parse,
    Phrase,
    RegionPart,
)
from core.question.grammar.quantified import share_of_all
from core.question.grammar.repeated import Repeated
from core.question.grammar.second_area import area_of_key, areas_of_references

_ROUNDABOUT = (
    "how are",
    "how do",
    "how is",
    "summarise",
    "summarize",
    "overview of",
    "classify",
    "categorise",
    "categorize",
)
"""Words that ask for groups when a key of groups follows."""
_SIGNALS = ("INJECT", "WRITE", "PROSPECT", "KNOW", "AGGREGATE")


class Sentence(Repeated):
    """Reads a question from left to right, one phrase after the other, until it ends."""

    def parse(self) -> Parse:
        """Everything understood of the question; what is not used stays unexplained."""
        self.begin()
        try:
            while not self.done:
                self.skip()
                if not self.done and not (self.flag() or self.read_one()):
                    self.i += 1
        except Exhausted:
            pass
        self.finish()
        before, head = any(x.cjk for x in self.lexemes), min(self.target.head, default=0)
        self.target.parts = areas_of_references(self.target.parts, before=before, head=head)
        area_of_key(self.frame.asked, self.target, self.card)
        self._spread()
        self.settle_listings()
        self._study_area()
        if share := share_of_all(self.lexemes, self.frame, self.target):
            self.frame.asked.shared = share
        return Parse(self.frame, self.target, self._unsaid())

    def begin(self) -> None:
        """The state before the first word."""
        self.frame, self.target = Frame(), Phrase()
        self.connector: Connector = ""
        self.asked = False
        self.superlatives: list[OrderPart] = []
        self.listings = []

    def _spread(self) -> None:
        """``the distribution of the deposits``: where they are, when no key of groups is named."""
        said = [i for i, x in enumerate(self.lexemes) if x.is_("TALLY") and not x.entry.content]
        wanted = [i for i in said if "分布" in self.lexemes[i].key or "distribution" in self.lexemes[i].key]
        free = set(wanted) - set(self.used)
        if free and self.target.head and self.frame.asked.empty:
            self.frame.uses.extend(free)
            self.frame.intent, self.frame.listed = "select", True

    @abstractmethod
    def read_one(self) -> bool:
        """Read one phrase at the cursor into :attr:`frame` and :attr:`target`; False when nothing fits."""

    def finish(self) -> None:
        """Settle what waited for the end of the question."""
        self.target.parts.extend(("and", x) for x in self.superlatives)

    def flag(self) -> bool:
        """Note a word that belongs to another kind of question."""
        if self.at().key in _ROUNDABOUT and any(x.is_("GROUPBY") for x in self.lexemes[self.i :]):
            self.frame.uses.append(self.i)  # how are X distributed by …, summarise X by …
            self.frame.intent, self.frame.listed = "count", True
            self.advance()
            return True
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
        left = list(self.frame.asked.each)
        if self.frame.intent != "exists" or self.frame.asked.shared is not None:
            return left
        return left + [i for i, x in enumerate(self.lexemes) if x.is_("ALL") and not x.entry.content]

    def ask(self, intent: str) -> bool:
        """Take a word that says what kind of answer is wanted."""
        if intent == "count" or (intent == "exists" and self.frame.intent == "select"):
            self.frame.intent = intent  # type: ignore[assignment]
        lexeme = self.at()
        self.frame.counted = self.frame.counted or (intent == "count" and not lexeme.is_("TALLY"))
        self.frame.listed = self.frame.listed or lexeme.is_(
            "LIST", "HOWMANY", "EXISTS", "PLURAL", "SINGULAR", "WHICH"
        )
        self.frame.uses.append(self.i)
        self.advance()
        return True

    def projection(self) -> bool:
        """``the size and genetic type of …``: attributes asked for, not conditions."""
        mark = self.mark()
        if self.first(self.pattern, self.numeric, self.named_values, self.by_year):
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
        """True for ``Au of the samples``: the element, not the commodity; ``key-project schools`` says a value.

        Right before its noun a word is a value where such features have that value, also when they have contents
        of that name: ``gold deposits`` are deposits of gold, whether or not their gold was analysed.
        """
        mark = self.mark()
        word = self.lexemes[self.used[-1]]
        of = self.take("OF")
        self.skip()
        following = self.at()
        noun = self.noun()
        self.reset(mark)
        numeric = any(self.card.attributes[x].kind == "number" for x in attributes)
        if noun is None or not (of or numeric):
            return False
        own = self.card.attributes_of(noun[0])
        return bool(set(attributes) & own) and (bool(of) or not self.value_of_noun(word, following))

    def _study_area(self) -> None:
        """A region that stands where the target should is a study area, not what is looked for."""
        target = self.target
        regions = set(self.region_types())
        types = {x for mention in target.names for x in mention.types}
        if target.entity in regions and types and types <= regions and target.entity not in types:
            self._inside_named()
            return
        if target.entity and target.entity not in regions and types and types <= regions:
            self._inside_named()  # an area with a kind of feature that none of the areas is
            return
        region = bool(types & regions) and (
            target.entity in regions or (target.entity is None and types <= regions)
        )
        if region and not (self.frame.projections or self.frame.asked.of_region()):
            names = tuple(x.text for x in target.names)
            target.parts.insert(0, ("and", RegionPart(names, tuple(target.head))))
            target.entity, target.names, target.head = None, [], []
        self._measured_area()

    def _inside_named(self) -> None:
        """``X's cities``: a region of another kind than the named one lies in it."""
        target = self.target
        named = tuple(x.use for x in target.names)
        target.parts.insert(0, ("and", RegionPart(tuple(x.text for x in target.names), named)))
        target.names, target.head = [], [x for x in target.head if x not in named]

    def _measured_area(self) -> None:
        """``X省的面积``: a study area that alone is measured is what the question is about."""
        target = self.target
        parts = [x for _, x in target.parts if isinstance(x, RegionPart)]
        alone = len(parts) >= 1 and all(isinstance(x, RegionPart | OrderPart) for _, x in target.parts)
        asked = self.frame.asked
        measured = bool(asked.aggregates) and all(x.value and x.value.kind == "measure" for x in asked.aggregates)
        if target.head or target.entity or not alone or self.frame.projections or asked.groups:
            return
        uses = [
            x for y in parts for x in y.uses if self.lexemes[x].entry.names and self.name_types(self.lexemes[x])
        ]
        if not (asked.of_region() or measured) or not uses or any(x.attributes for x in asked.values):
            return
        kinds = [x for x in self.name_types(self.lexemes[uses[0]]) if x in self.region_types()]
        named = zip([x for y in parts for x in y.names], uses, strict=False)
        target.names = [Mention(name, self.name_types(self.lexemes[use]), use) for name, use in named]
        target.entity, target.head = (kinds or list(self.region_types()))[0], uses
        target.uses.extend(x for y in parts for x in y.uses)
        target.parts = [x for x in target.parts if not isinstance(x[1], RegionPart)]
