"""English groups: by type, per region, in each stratum, in bands of."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Grouped, Valued
from core.question.grammar.cursor import Mark
from core.question.grammar.english_tallies import TYPE_NOUNS, EnglishTallies
from core.question.grammar.parts import Phrase, RelationPart

_PLACES = ("OF", "FOR", "IN", "INSIDE", "WITHIN", "WITH")
_CLOSING_VERBS: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"), ("CONTAIN", "within"),
    ("WITH", "within"),
)  # fmt: skip


class EnglishGrouping(EnglishTallies):
    """Productions for the keys of groups."""

    key_joints = ("AND", "COMMA", "GROUPBY", "THEN")

    def each_word(self) -> bool:
        """``each``, ``every``, ``different``."""
        return bool(self.take_all("DISTINCT", "EACH"))

    def tally(self) -> bool | None:
        """``distribution of X by Y``, ``statistics of X per Y``."""
        mark = self.mark()
        if self.attempt(self.tally_of_key):
            return True
        if not self.at().is_("TALLY") or not any(x.is_("GROUPBY", "EACH", "RANGES", "OVER") for x in self.lexemes):
            return None
        self.advance()
        self.take("OF")
        self.frame.uses.extend(self.since(mark))
        self.frame.intent, self.frame.listed = "count", True
        return True

    def grouped_by(self) -> bool | None:
        """``by type``, ``per commodity and size``, ``broken down by region``."""
        word = self.at()
        explicit = any(
            x in word.key
            for x in (
                "group",
                "broken",
                "split",
                "each",
                "every",
                "categor",
                "classified",
                "distrib",
                "divid",
                "one ",
            )
        )
        per = word.key == "per" and bool(self.target.head or self.frame.projections)
        explicit = explicit or any(x.is_("RANGES") for x in self.lexemes[self.i :])
        per = per or (bool(self.frame.asked.values) and not self.target.names)
        if not word.is_("GROUPBY") or not (self.counting() or explicit or per or self.plain_key()):
            return None
        mark = self.mark()
        self.advance()
        zeros = bool(self.take("EACH")) or "each" in word.key or "every" in word.key
        if self.next_is("HOWMANY", "DISTANCE", "COUNTED"):
            return None
        keys = self.keys(mark, zeros=zeros)
        if not keys or (keys[0].phrase is not None and self.own_kind(keys[0].phrase)):
            return None
        self.frame.asked.groups.extend(keys)
        self.frame.listed = True
        return True

    def key(self, mark: Mark, *, zeros: bool) -> Grouped | None:
        """An attribute, ``type``, or a kind of feature, as the key of a group."""
        self.skip()
        if self.at().is_("TYPE") and not self.at().entry.content and not self.noun(self.at(1)):
            self.advance()
            return Grouped("type", self.since(mark), zeros=zeros)
        noun = self.noun()
        measure = None if noun else self.measure_word()
        if measure:
            value = Valued("measure", self.since(mark), measure=measure)
            return self._ranged(mark, Grouped("field", self.since(mark), value=value, zeros=zeros))
        if not noun and (attributes := self.attribute()):
            if self.at().key in TYPE_NOUNS:
                self.advance()
            return self._ranged(mark, Grouped("field", self.since(mark), attributes, zeros=zeros))
        phrase = self.anchor_phrase()
        if not isinstance(phrase, Phrase) or not phrase.head or phrase.names:
            return None
        return self._layer(mark, phrase, zeros=zeros)

    def _ranged(self, mark: Mark, key: Grouped) -> Grouped | None:
        """``by Au in bands of 0–10 and 10–50``: ranges of an attribute."""
        here = self.mark()
        self.take_all("IN", "WITH", "INTO", "OF")
        self.take_all("RANGES", "OF", "EQ")
        limits = self.edges() or self.attempt(self.steps)
        if limits is None:
            self.reset(here)
            return key if key.value is None else None
        self.take_all("RANGES")
        value = key.value or Valued("field", key.uses, key.attributes)
        return self.bucket(limits, value, self.since(mark))

    def _layer(self, mark: Mark, phrase: Phrase, *, zeros: bool) -> Grouped:
        """The features of a layer as groups; what is near a line or a point belongs to it."""
        distance = self.attempt(self.bare_distance)
        rel: ir.RelName | None = "near" if distance else None
        return Grouped("layer", self.since(mark), phrase=phrase, rel=rel, max_m=distance, zeros=zeros)

    def bare_distance(self) -> float | None:
        """``within 5 km`` (of it) behind the key, in metres."""
        self.take_all("COMMA")
        if not self.take("WITHIN", "NEAR"):
            return None
        self.take_all("DISTANCE", "RADIUS")
        quantity = self.quantity("length")
        if quantity is None or quantity.unit is None:
            return None
        self.take_all("RADIUS", "AWAY")
        here = self.mark()
        if self.take("OF", "FROM"):
            self.skip()
            if not (self.done or self.at().is_("COMMA", "STOP", "AUX")):
                self.reset(here)
                return None
        return self.units.convert(quantity.low, quantity.unit, self.units.dimensions["length"].base)

    def of_each(self) -> bool | None:
        """``of each type``, ``in every size class``, ``for each fault``."""
        if not self.counting():
            return None
        mark = self.mark()
        self.take(*_PLACES, "AUX")
        if not self.take("EACH"):
            return None
        keys = self.keys(mark, zeros=True)
        if not keys or (keys[0].phrase is not None and self.own_kind(keys[0].phrase)):
            return None
        if len(keys) == 1 and keys[0].phrase is not None and (rel := self.verb_at_close()):
            keys = [replace(keys[0], rel=rel, uses=self.since(mark))]
        self.frame.asked.groups.extend(keys)
        return True

    def verb_at_close(self) -> ir.RelName | None:
        """``How many X does each Y cross?``: the verb at the end."""
        for name, rel in _CLOSING_VERBS:
            mark = self.mark()
            if self.take(name) and (self.done or self.at().is_("STOP")):
                return rel
            self.reset(mark)
        return None

    def each_to_groups(self, phrase: Phrase) -> None:
        """``faults in each region``: a relation said with "each" is a key, no condition of the phrase."""
        kept = [x for x in phrase.parts if not (isinstance(x[1], RelationPart) and self.relation_of_each(x[1]))]
        phrase.parts[:] = kept

    def relation_of_each(self, part: RelationPart) -> bool:
        """``within 5 km of each fault``, ``inside every body``: the reference is a group, not a condition."""
        anchor = part.anchors[0]
        if len(part.anchors) != 1 or not isinstance(anchor, Phrase) or anchor.names or part.negated:
            return False
        said = [x for x in (*part.uses, *anchor.uses) if self.lexemes[x].is_("EACH")]
        if said and not self.counting():
            self.frame.asked.each.extend(said)
        if not said or not self.counting() or part.min_m is not None or self.own_kind(anchor):
            return False
        self.frame.asked.groups.append(
            Grouped(
                "layer", part.uses, phrase=anchor, rel=part.rel, max_m=part.max_m, zeros=True, vague=part.vague
            )
        )
        return True

    def bands(self) -> bool | None:
        """``in bands of 0–10, 10–50 and >50 ppm (of Au)``: ranges of the attribute named beside them."""
        mark = self.mark()
        self.take_all("IN", "BY", "WITH", "GROUPBY")
        before = self.valued() if not self.at().is_("RANGES", "EACH") else None
        ranged = self.take("RANGES")
        if ranged is None and not self.at().is_("EACH"):
            return None
        self.take_all("OF")
        limits = (self.edges() if ranged else None) or self.attempt(self.steps)
        if limits is None:
            return None
        self.take_all("OF")
        value = before or self.valued() or self._value_beside()
        if value is None:
            return None
        self.frame.asked.groups.append(self.bucket(limits, value, self.since(mark)))
        self.frame.intent, self.frame.listed = "count", True
        return True

    def _value_beside(self) -> Valued | None:
        """What the ranges are of, said before them."""
        asked = self.frame.asked
        if self.frame.projections:
            readings, uses = self.frame.projections.pop()
            return Valued("field", uses, readings)
        if asked.aggregates:
            return asked.aggregates[-1].value
        return asked.values.pop() if asked.values else None
