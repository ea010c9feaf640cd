"""A query from what a language model proposed, as far as it quotes the question and agrees with what is known.

Names, numbers and units are never taken from the model: they are read again from the words it quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from core.errors import Language
from core.question import ir, numbers
from core.question.coverage import is_content, unexplained
from core.question.meanings import Lexeme
from core.question.messages import say
from core.question.model_vocabulary import NUMBER
from core.question.reading import Word
from core.question.slots import joined
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

_QUANTITY = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*([^\d\s,.，。]{0,6})")
_SILENT = (
    "FILLER", "STOP", "COMMA", "AND", "AUX", "COP", "LIST", "WH", "WHERE", "WHICH", "THAT", "HOWMANY", "EXISTS",
    "THERE", "WITH", "OF", "FROM", "IN", "BY", "HYPHEN", "DE",
)  # fmt: skip
"""Words that hold a sentence together; all others must be quoted by a part of the query."""
_BEYOND = (
    "NOT", "WITHOUT", "EXCEPT", "EXCEPT_END", "OR", "EITHER", "BOTH", "MAX", "MIN", "NEAREST", "FARTHEST", "TOP",
    "OLDEST", "NEWEST", "EACH_OTHER", "SORT", "BETWEEN",
)  # fmt: skip
"""Words whose meaning the form of a proposal cannot hold: a question with one is left to the grammar."""
_RELATIONS: Mapping[str, ir.RelName] = {"inside": "within", "crosses": "crosses", "touches": "touches"}


@dataclass
class Made:
    """A query and how well it explains the question."""

    query: ir.Query | None = None
    left: tuple[Word, ...] = ()
    """Content words that no part quotes."""
    dropped: list[str] = field(default_factory=list)
    """Parts that quoted nothing or disagreed with what is known."""


@dataclass(frozen=True)
class QueryMaker:
    """Makes queries from proposals about one question."""

    question: str
    language: Language
    lexemes: Sequence[Lexeme]
    card: SchemaCard
    units: Units
    region: str | None = None
    """The study area chosen beside the question."""

    def make(self, proposal: Mapping[str, Any]) -> Made:
        """The query of a proposal; no query where its target does not stand in the question."""
        made, spans = Made(), []
        if any(x.is_(*_BEYOND) and not x.is_("FILLER") for x in self.lexemes):
            made.dropped.append("*")
            return made
        target = proposal["target"]
        place = self._quoted(target["quote"])
        if place is None or not self._agrees(place, kind=target["kind"]):
            made.dropped.append(str(target["quote"]))
            return made
        spans.append(place)
        conditions: list[ir.Cond] = []
        parts = (
            *((x, self._condition) for x in proposal["conditions"]),
            *((x, self._relation) for x in proposal["relations"]),
        )
        for part, build in parts:
            span = self._quoted(part["quote"])
            built = build(part, span, spans) if span is not None else None
            if built is None or span is None:
                made.dropped.append(str(part["quote"]))
            else:
                conditions.append(built)
                spans.append(span)
        conditions += self._region(proposal["region"], spans)
        where = joined(conditions)
        asked = self._asked(proposal["ask"])
        made.query = ir.Query(
            intent=cast("Literal['select', 'count', 'exists']", asked[0]), output=asked[1], span=place,
            target=ir.Set(layer=target["kind"], where=where, span=place),
        )  # fmt: skip
        made.left = self._left(spans)
        return made

    def _condition(self, part: Mapping[str, Any], span: ir.Span, _: Sequence[ir.Span]) -> ir.Cond | None:
        attribute, value = self.card.attributes[part["attribute"]], part["value"]
        if value != NUMBER:
            concept = self.card.concepts.get(value)
            fits = concept is not None and attribute.id in concept.attributes
            if not fits or part["op"] not in ("=", "!=") or not self._agrees(span, value=value):
                return None
            return ir.AttrCond(attr=attribute.id, op="=", value=value, span=span)
        found = self._quantity(span, attribute.dimension)
        if found is None or attribute.kind not in ("number", "year") or part["op"] == "!=":
            return None
        number, unit = found
        return ir.AttrCond(attr=attribute.id, op=part["op"], value=number, unit=unit or attribute.unit, span=span)

    def _relation(self, part: Mapping[str, Any], span: ir.Span, used: Sequence[ir.Span]) -> ir.Cond | None:
        if any(span == x for x in used) or not self._agrees(span, kind=part["kind"]):
            return None
        names = self._name(part["name"], part["kind"])
        to = ir.Set(layer=part["kind"], names=names, span=span)
        relation = part["relation"]
        if relation in _RELATIONS:
            return ir.RelCond(rel=_RELATIONS[relation], to=to, span=span)
        found = self._quantity(span, "length")
        metres = self.units.convert(found[0], found[1], "m") if found and found[1] else None
        if relation == "near" or (relation == "within_distance" and metres is not None):
            near = self.card.entity_types[part["kind"]].near_m
            reason = say("assumed_near", self.language, word=self._text(span), distance=f"{near / 1000:g}")
            return ir.RelCond(
                rel="near", to=to, max_m=metres or near, span=span if metres else None,
                assumed=None if metres else reason,
            )  # fmt: skip
        return ir.RelCond(rel="near", to=to, min_m=metres, span=span) if metres is not None else None

    def _region(self, quote: str, spans: list[ir.Span]) -> list[ir.Cond]:
        """The study area: the one that is named, else the one chosen beside the question."""
        regions = {x.id for x in self.card.entity_types.values() if x.region}
        place = self._quoted(quote) if quote else None
        for lexeme in self.lexemes:
            known = [self.card.names[i] for i in lexeme.entry.names if self.card.names[i].entity_type in regions]
            if known and (place is None or place[0] <= lexeme.span[0] < place[1]):
                spans.append(lexeme.span)
                to = ir.Set(layer=known[0].entity_type, names=(lexeme.text,), span=lexeme.span)
                return [ir.RelCond(rel="within", to=to, span=lexeme.span)]
        layer = next(iter(regions), None)
        if self.region is None or layer is None:
            return []
        reason = say("assumed_region", self.language, region=self.region)
        to = ir.Set(layer=layer, names=(self.region,), assumed=reason)
        return [ir.RelCond(rel="within", to=to, assumed=reason)]

    def _asked(self, proposed: str) -> tuple[str, Literal["entity_list", "scalar", "boolean"]]:
        """What is asked for: the words of the question go before the proposal."""
        counted = any(x.is_("HOWMANY") for x in self.lexemes)
        exists = any(x.is_("EXISTS") for x in self.lexemes)
        asked = "count" if counted else "exists" if exists else "list" if proposed != "list" else proposed
        if asked == "count":
            return "count", "scalar"
        return ("exists", "boolean") if asked == "exists" else ("select", "entity_list")

    def _quoted(self, quote: str) -> ir.Span | None:
        """Where the words stand in the question; None when they do not, or begin or end inside a word."""
        words = quote.split()
        if not words:
            return None
        found = re.search(r"\s+".join(map(re.escape, words)), self.question, re.IGNORECASE)
        if found is None:
            return None
        start, end = found.span()
        before, after = self.question[start - 1 : start], self.question[end : end + 1]
        cut = (_joins(before, self.question[start])) or _joins(self.question[end - 1], after)
        return None if cut else (start, end)

    def _agrees(self, span: ir.Span, *, kind: str = "", value: str = "") -> bool:
        """Whether what is known of the quoted words does not say otherwise."""
        known = [x.entry for x in self._inside(span) if x.entry.content]
        if kind:
            kinds = [{e for e, _ in x.entities} for x in known if x.entities]
            return not kinds or any(kind in x for x in kinds)
        values = [set(x.concepts) for x in known if x.concepts and not x.entities]
        return not values or any(value in x or x & set(self.card.expand(value)) for x in values)

    def _inside(self, span: ir.Span) -> Iterator[Lexeme]:
        return (x for x in self.lexemes if span[0] <= x.span[0] and x.span[1] <= span[1])

    def _quantity(self, span: ir.Span, dimension: str | None) -> tuple[float, str | None] | None:
        """The only number of the quoted words with its unit, which must measure the right thing."""
        found = list(_QUANTITY.finditer(self._text(span)))
        value = numbers.digits(found[0][1]) if len(found) == 1 else None
        if value is None:
            return None
        word = found[0][2]
        unit = self.units.find(word) or self.units.find(word.rstrip("s"))
        if unit is not None and dimension is not None and unit[0] != dimension:
            return None
        return value, unit[1] if unit is not None else None

    def _name(self, name: str, kind: str) -> tuple[str, ...] | None:
        """A feature that is named: its words must be a name of that kind."""
        place = self._quoted(name)
        if place is None:
            return None
        for lexeme in self._inside(place):
            if any(self.card.names[i].entity_type == kind for i in lexeme.entry.names):
                return (lexeme.text,)
        return None

    def _left(self, spans: Sequence[ir.Span]) -> tuple[Word, ...]:
        explained = {
            i
            for i, x in enumerate(self.lexemes)
            if not is_content(x) or x.is_(*_SILENT) or any(a <= x.span[0] < b for a, b in spans)
        }
        return unexplained(self.question, self.lexemes, explained)

    def _text(self, span: ir.Span) -> str:
        return self.question[slice(*span)]


def _joins(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word."""
    return bool(left and right) and left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
