"""English questions that ask for the place instead of the thing in it, and for the neighbours of something."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.english_hosts import EnglishHosts
from core.question.grammar.parts import AnchorPart, DerivedPart, Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of
from core.question.meanings import Lexeme

_PLACING: tuple[tuple[str, ir.RelName], ...] = (
    ("ALONG", "near"), ("NEAR", "near"), ("INSIDE", "contains"), ("IN", "contains"),
)  # fmt: skip
_DOING: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSSED_BY", "crosses"), ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"),
    ("OVERLAP", "overlaps"), ("CONTAIN", "contains"),
)  # fmt: skip
_INVERSE: dict[ir.RelName, ir.RelName] = {"contains": "within"}
_OWNING = ("have", "has", "had")
_MEETING: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("RUN", "crosses"),
)  # fmt: skip


class EnglishInverse(EnglishHosts):
    """Productions for inverse questions."""

    def inverse(self) -> bool:
        """``In which strata do the gold deposits lie?``, ``Which faults are the deposits near?``."""
        if self.target.head or not all(isinstance(x, RegionPart) for _, x in self.target.parts):
            return False
        productions = (
            self._prepositioned, self._stranded, self._at_centre, self._neighbours_of, self._asked_behind,
            self._host_asked,
        )  # fmt: skip
        return self.first(*productions) or False

    def _prepositioned(self) -> bool | None:
        mark = self.mark()
        limit = self._distance_before()
        through = None if limit else self.take("THROUGH")
        word = None if limit or through else self.take("NEAR", "ALONG", "INSIDE", "IN", "BY", "WITHIN")
        if word is None and limit is None and through is None:
            return None
        if not self.take("WH"):
            return None
        place = self._placed_phrase()
        if place is None or not self.take("AUX", "COP"):
            return None
        anchors = self._subject()
        if anchors is None:
            return None
        if through is not None:
            rel: ir.RelName | None = "crosses" if self._run_at_end() else None
        else:
            rel = self._relation_said(word, anchors)
        if rel is None:
            return None
        vague = word.text if word is not None and rel == "near" else ""
        return self._ask_for(place, RelationPart(rel, anchors, self.since(mark), None, limit, vague=vague))

    def _relation_said(self, word: Lexeme | None, anchors: tuple[AnchorPart, ...]) -> ir.RelName | None:
        """What the preposition, or a verb at the end, says that the place is to the subject."""
        if word is not None and word.is_("BY"):
            rel = self._verb_at_end()
            return rel or (_placing(word) if word.is_("IN", "NEAR") else None)
        if word is not None and word.is_("IN") and (rel := self._meeting_at_end()):
            return rel
        return _placing(word) if len(anchors) == 1 else None

    def _meeting_at_end(self) -> ir.RelName | None:
        """``In which provinces do A and B meet?``."""
        self.take_all("AUX", "COP")
        return next((rel for name, rel in _MEETING if self.take(name)), None)

    def _run_at_end(self) -> bool:
        """``Through which provinces does A flow?``."""
        self.take_all("AUX", "COP")
        return self.take("RUN", "CROSS") is not None

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
        place = self._placed_phrase()
        if place is None or self.at_after_filler().key in _OWNING or not self.take("AUX", "COP"):
            return None
        anchors = self._subject()
        if anchors is None:
            return None
        negated = self.take("NOT") is not None
        word = self.take("NEAR", "ALONG", "INSIDE", "IN")
        verb = None if word else self._verb_at_end()
        if (word is None and verb is None) or not (self.done or self.at().is_("STOP")):
            return None
        rel = _INVERSE.get(verb, verb) if verb else _placing(word)
        if verb is None and len(anchors) > 1:
            return None
        if rel == "contains" and not self.is_area(place):
            rel = "near"  # which fault is the deposit on
        vague = word.text if word is not None and rel == "near" else ""
        return self._ask_for(place, RelationPart(rel, anchors, self.since(mark), negated=negated, vague=vague))

    def _placed_phrase(self) -> Phrase | None:
        """What is asked for, with the study area behind it: ``cities in X``."""
        place = self.attempt(self.attributed_place) or self.phrase()
        if place is not None and not place.head and not place.names:
            place.entity = entity_of(self.card, place)  # which granites
            place.head = list(place.uses) if place.entity and self.is_area(place) else []
        if place is None or not place.head:
            return None
        if not place.names and (area := self.attempt(self._region_in)) is not None:
            place.parts.append(("", area))
        return place

    def _subject(self) -> tuple[AnchorPart, ...] | None:
        """The features whose place is asked for."""
        self.take_all("THERE")
        if made := self.attempt(self.derived):
            return (made,)
        here = self.mark()
        found = self.attempt(self.anchors)
        named = [x for x in found[0] if isinstance(x, Phrase) and x.names] if found else []
        if found and len(named) == len(found[0]) > 1 and found[1] != "or":
            return found[0]
        self.reset(here)
        one = self.described()
        return (one,) if one is not None and (one.head or entity_of(self.card, one)) else None

    def _verb_at_end(self) -> ir.RelName | None:
        """``… cut?``: what the place does to the subject, seen from the place."""
        self.take_all("AUX", "COP")
        return next((rel for name, rel in _DOING if self.take(name)), None)

    def _asked_behind(self) -> bool | None:
        """``The X Formation hosts which deposits?``, ``The intrusions are cut by which faults?``."""
        if not any(x.is_("WH") for x in self.lexemes[self.i + 1 :]):
            return None
        mark = self.mark()
        anchors = self._subject()
        if anchors is None:
            return None
        rel = self._verb_at_end()
        if rel is None:
            return None
        self.take_all("OF", "BY", "TO", "WITH")
        if not self.take("WH"):
            return None
        place = self._placed_phrase()
        if place is None or place.names:
            return None
        return self._ask_for(place, RelationPart(_INVERSE.get(rel, rel), anchors, self.since(mark)))

    def _host_asked(self) -> bool | None:
        """``What formation hosts X?``: the body that has the attribute, and the attribute of it."""
        mark = self.mark()
        place = self.attributed_place() if self.take("WH") else None
        self.take_all("COP", "AUX")
        if place is None or not self.take("CONTAIN", "HOSTED"):
            return None
        anchors = self._subject()
        if anchors is None:
            return None
        return self._ask_for(place, RelationPart("contains", anchors, self.since(mark)))

    def _at_centre(self) -> bool | None:
        """``Which city is at the centre of X?``, ``the city in the centre of X``."""
        mark = self.mark()
        self.take_all("WH")
        place = self.phrase()
        entity = entity_of(self.card, place) if place is not None else None
        if place is None or not place.head or place.names or entity is None:
            return None
        self.take_all("THAT", "COP", "AUX")
        if not self.take("IN", "INSIDE"):
            return None
        made = self.derived()
        if not isinstance(made, DerivedPart) or made.op != "centroid":
            return None
        if "polygon" not in self.card.entity_types[entity].geometry:
            return None
        return self._ask_for(place, RelationPart("contains", (made,), self.since(mark)))

    def _neighbours_of(self) -> bool | None:
        """``Which provinces are neighbours of X?``, ``neighbouring provinces of X``, ``X's neighbours``."""
        mark = self.mark()
        self.take_all("WH")
        owner = self._owner()
        word = self.take("ADJACENT", "TOUCH")
        noun = self.phrase() if word is not None and not word.key.endswith(" to") else None
        if noun is not None and noun.names:  # the neighbours of X, what borders X: features of its own kind
            owner, noun = noun, Phrase(entity_of(self.card, noun))
            noun.head = [u for u in self.since(mark) if self.lexemes[u] is word]
            if noun.entity is None or "polygon" not in self.card.entity_types[noun.entity].geometry:
                return None
        if noun is None or not noun.head or noun.names:
            return None
        if owner is None and self.take("OF", "TO"):
            found = self.described()
            owner = found if found is not None and found.head else None
        if owner is None:
            return None
        part = RelationPart("touches", (owner,), self.since(mark), vague=word.text if word else "")
        return self._ask_for(noun, part)

    def _owner(self) -> Phrase | None:
        """``X's``."""
        mark = self.mark()
        phrase = self.phrase() if self.is_name(self.at()) else None
        if phrase is not None and phrase.names and self.at().key in ("'s", "s", "’s"):
            self.advance()
            return phrase
        self.reset(mark)
        return None

    def _ask_for(self, place: Phrase, part: RelationPart | RegionPart) -> bool:
        target = self.target
        target.entity, target.implied, target.names = place.entity, place.implied, place.names
        target.head, target.uses = place.head, place.uses
        target.parts.extend([*place.parts, ("", part)])
        self.frame.plural = self.frame.plural or place.plural
        self.frame.listed = True
        first = self.lexemes[place.head[0]]
        if first.entry.attributes and not self.noun(first) and not place.parts and not place.names:
            self.frame.projections.append((first.entry.attributes, tuple(place.head)))
        return True


def _placing(word: Lexeme | None) -> ir.RelName:
    """The relation of a place to what a preposition places there."""
    return next((rel for name, rel in _PLACING if word is not None and word.is_(name)), "near")
