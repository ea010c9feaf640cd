"""English conditions that belong together, and questions that ask for the place instead of the thing in it."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.english_orders import EnglishOrders
from core.question.grammar.parts import (
    AnchorPart,
    Connector,
    GroupPart,
    OrderPart,
    Part,
    Phrase,
    RelationPart,
    ValuePart,
)
from core.question.grammar.typing import entity_of
from core.question.meanings import Lexeme

_MAX_PARTS = 12
_PLACING: tuple[tuple[str, ir.RelName], ...] = (
    ("ALONG", "near"), ("NEAR", "near"), ("INSIDE", "contains"), ("IN", "contains"),
)  # fmt: skip
_DOING: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSSED_BY", "crosses"), ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"),
    ("OVERLAP", "overlaps"), ("CONTAIN", "contains"),
)  # fmt: skip


class EnglishGroups(EnglishOrders):
    """Productions for brackets, "either", and inverse questions."""

    # --- groups --------------------------------------------------------------------------------------------

    def group(self) -> GroupPart | RelationPart | None:
        """``(near faults or in granite)``, ``either near faults or in granite``, ``not (…)``."""
        return self.first(self._bracketed_group, self._either_or, self._all_but, self.nearest_away)

    def _all_but(self) -> GroupPart | None:
        """``except those in granite``, ``excluding the ones near faults``."""
        mark = self.mark()
        self.take_all("COMMA")
        if not self.take("EXCEPT"):
            return None
        if (noun := self.noun()) and noun[0] == self.target.entity and not noun[1]:
            self.advance()
        parts = self._listed(closing=(")", "]"), only="or")
        related = parts and all(isinstance(x, RelationPart | GroupPart) for _, x in parts)
        return self._grouped(parts, mark, negated=True) if parts and related else None

    def _bracketed_group(self) -> GroupPart | None:
        mark = self.mark()
        negated = self.opened()
        if self.at().text not in ("(", "["):
            return None
        self.advance()
        parts = self._listed(closing=(")", "]"))
        if parts is None or self.at().text not in (")", "]"):
            return None
        self.advance()
        return self._grouped(parts, mark, negated)

    def _either_or(self) -> GroupPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take("EITHER"):
            return None
        parts = self._listed(closing=(), only="or")
        listed = parts is not None and len(parts) == 1 and isinstance(parts[0][1], ValuePart)
        if parts is None or not (listed or len(parts) > 1):
            return None
        return self._grouped(parts, mark, negated)

    def _listed(self, closing: tuple[str, ...], only: str = "") -> list[tuple[Connector, Part]] | None:
        """Conditions joined by and/or up to a closing sign or the end; None when one cannot be read."""
        found: list[tuple[Connector, Part]] = []
        link: Connector = ""
        while len(found) < _MAX_PARTS:
            part = self.group() or self.first(self.relation, self.condition)
            if part is None or isinstance(part, OrderPart):
                return None
            found.append((link, part))
            here = self.mark()
            link = self._junction(only)
            if not link or self.at().text in closing:
                self.reset(here)
                break
        return found

    def _junction(self, only: str) -> Connector:
        self.skip(("AND", "OR", "COMMA"))
        comma = self.take("COMMA") is not None
        if self.take("OR"):
            return "or"
        if only == "or":
            return ""
        if self.take("AND"):
            return "and"
        return "and" if comma else ""

    def _grouped(
        self, parts: list[tuple[Connector, Part]], mark: tuple[int, int], negated: bool
    ) -> GroupPart | None:
        """One group in which "and" binds before "or"."""
        alternatives: list[list[Part]] = [[]]
        for link, part in parts:
            if link == "or":
                alternatives.append([])
            alternatives[-1].append(part)
        uses = self.since(mark)
        if len(alternatives) == 1:
            return GroupPart("and", tuple(alternatives[0]), uses, negated)
        options: list[Part] = [
            x[0] if len(x) == 1 else GroupPart("and", tuple(x), tuple(sorted({u for y in x for u in y.uses})))
            for x in alternatives
        ]
        return GroupPart("or", tuple(options), uses, negated)

    def own_order(self) -> OrderPart | None:
        """``with the highest Au``, ``nearest to X`` behind a reference."""
        found = self.first(self._extreme, self._nearest)
        if not isinstance(found, OrderPart) or (found.kind == "distance" and found.anchor is None):
            return None
        return found

    # --- inverse questions ---------------------------------------------------------------------------------

    def inverse(self) -> bool:
        """``In which strata do the gold deposits lie?``, ``Which faults are the deposits near?``."""
        if self.target.head or self.target.parts:
            return False
        return self.attempt(lambda: self._prepositioned() or self._stranded()) or False

    def _prepositioned(self) -> bool | None:
        mark = self.mark()
        limit = self._distance_before()
        word = None if limit else self.take("NEAR", "ALONG", "INSIDE", "IN", "BY", "WITHIN")
        if word is None and limit is None:
            return None
        if not self.take("WH"):
            return None
        place = self.phrase()
        if place is None or not place.head or not self.take("AUX", "COP"):
            return None
        anchors = self._subject()
        if anchors is None:
            return None
        rel = self._verb_at_end() if word is not None and word.is_("BY") else None
        if word is not None and word.is_("BY") and not word.is_("IN", "NEAR") and rel is None:
            return None
        rel = rel or _placing(word)
        vague = word.text if word is not None and rel == "near" else ""
        return self._ask_for(place, RelationPart(rel, anchors, self.since(mark), None, limit, vague=vague))

    def _distance_before(self) -> float | None:
        """``within 5 km of`` before "which"; metres."""
        mark = self.mark()
        quantity = self.quantity("length") if self.take("WITHIN") else None
        if quantity is None or not self.take("OF", "FROM"):
            self.reset(mark)
            return None
        base = self.units.dimensions["length"].base
        return round(self.units.convert(quantity.low, quantity.unit or base, base), 6)

    def _stranded(self) -> bool | None:
        """``Which strata are the gold deposits in?``: the preposition stands at the end."""
        mark = self.mark()
        if not self.take("WH"):
            return None
        place = self.phrase()
        if place is None or not place.head or not self.take("AUX", "COP"):
            return None
        anchors = self._subject()
        if anchors is None:
            return None
        word = self.take("NEAR", "ALONG", "INSIDE", "IN")
        verb = None if word else self._verb_at_end()
        if (word is None and verb is None) or not (self.done or self.at().is_("STOP")):
            return None
        rel = verb or _placing(word)
        vague = word.text if word is not None and rel == "near" else ""
        return self._ask_for(place, RelationPart(rel, anchors, self.since(mark), vague=vague))

    def _subject(self) -> tuple[AnchorPart, ...] | None:
        """The features whose place is asked for."""
        self.take_all("THERE")
        found = self.described()
        return (found,) if found is not None and (found.head or entity_of(self.card, found)) else None

    def _verb_at_end(self) -> ir.RelName | None:
        """``… cut?``: what the place does to the subject, seen from the place."""
        self.take_all("AUX", "COP")
        return next((rel for name, rel in _DOING if self.take(name)), None)

    def _ask_for(self, place: Phrase, part: RelationPart) -> bool:
        target = self.target
        target.entity, target.implied, target.names = place.entity, place.implied, place.names
        target.head, target.uses = place.head, place.uses
        target.parts.extend([*place.parts, ("", part)])
        self.frame.plural = self.frame.plural or place.plural
        self.frame.listed = True
        return True


def _placing(word: Lexeme | None) -> ir.RelName:
    """The relation of a place to what a preposition places there."""
    return next((rel for name, rel in _PLACING if word is not None and word.is_(name)), "near")
