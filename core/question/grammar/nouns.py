"""Names and nouns: kinds of features, named features, study areas."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.question.grammar.conditions import Conditions
from core.question.grammar.naming import told_by_ending, written_name
from core.question.grammar.parts import AnchorPart, Frame, Mention, Phrase, RegionPart, RelationPart, ValuePart
from core.question.grammar.typing import entity_of, fits
from core.question.meanings import Implied, Lexeme

_MAX_NAMES = 20


class Nouns(Conditions):
    """Productions shared by both languages for what a question is about."""

    frame: Frame
    target: Phrase
    """What the question looks for, as far as it is known yet."""

    def state(self) -> object:
        """What productions know of the target so far."""
        target = self.target
        known = (target.entity, len(target.head), len(target.parts), len(target.names))
        return *known, self.frame.limit, self.after_neither

    # --- nouns ---------------------------------------------------------------------------------------------

    def noun(self, lexeme: Lexeme | None = None) -> tuple[str, Implied] | None:
        """(entity type, implied conditions) of a noun; loaded types come before types without data."""
        lexeme = lexeme or self.at()
        if not lexeme.entry.entities:
            return None
        return min(lexeme.entry.entities, key=lambda x: not self.card.layers_of(x[0]))

    def kind_behind(self, phrase: Phrase) -> tuple[int, ...]:
        """The words behind a name that say what it is, if any; their noun is the kind of `phrase`."""
        mark = self.mark()
        self.values()
        noun = self.noun()
        if noun is None:
            self.reset(mark)
            return ()
        phrase.entity = noun[0]
        self.advance()
        return self.since(mark)

    def is_region_noun(self, lexeme: Lexeme) -> bool:
        """True for a noun such as *area* or *province*."""
        return any(self.card.entity_types[x].region for x, _ in lexeme.entry.entities)

    def region_types(self) -> tuple[str, ...]:
        """Ids of the entity types used as study areas."""
        return tuple(x.id for x in self.card.entity_types.values() if x.region)

    def stands(self, anchor: AnchorPart) -> bool:
        """True for a reference of its own: it has a noun or a name, or its values cannot be the target's."""
        if not isinstance(anchor, Phrase) or anchor.head:
            return True
        own = entity_of(self.card, anchor) is not None
        return own and not all(fits(self.card, self.target, x) for _, x in anchor.parts)

    def says_of_next(self, attributes: tuple[str, ...]) -> bool:
        """False when a noun follows that has none of the attributes (``largest gold deposits``)."""
        noun = self.noun(self.at_after_filler())
        return noun is None or bool(set(attributes) & self.card.attributes_of(noun[0]))

    # --- names ---------------------------------------------------------------------------------------------

    def name_types(self, lexeme: Lexeme) -> tuple[str, ...]:
        """Entity types that a name lexeme may name, in order of the gazetteer."""
        types = tuple(dict.fromkeys(self.card.names[x].entity_type for x in lexeme.entry.names))
        return told_by_ending(self.card, lexeme.key, types)

    def is_name(self, lexeme: Lexeme) -> bool:
        """True for a gazetteer name that is not a vocabulary word as well."""
        entry = lexeme.entry
        if not entry.names or (lexeme.cjk and len(lexeme.text) == 1 and self._inside_word(lexeme)):
            return False
        vocabulary = entry.words or entry.entities or entry.concepts or entry.attributes
        return not vocabulary or (lexeme.text[:1].isupper() and not entry.words)

    def _inside_word(self, lexeme: Lexeme) -> bool:
        """True for a one-character name next to unknown characters: a piece of an unknown word."""
        before, after = self.around(lexeme, -1), self.around(lexeme, 1)
        touching = (before.span[1] == lexeme.span[0], after.span[0] == lexeme.span[1])
        return any(t and x.kind == "unknown" and x.cjk for t, x in zip(touching, (before, after), strict=True))

    def add_name(self, phrase: Phrase) -> None:
        """Take the name at the cursor into a phrase."""
        lexeme = self.at()
        phrase.names.append(Mention(lexeme.text, self.name_types(lexeme), self.i))
        phrase.head.append(self.i)
        self.advance()

    def each(self, phrase: Phrase) -> list[AnchorPart]:
        """``both gold and copper deposits``: one reference for each value."""
        several = [x for _, x in phrase.parts if isinstance(x, ValuePart) and len(x.items) > 1]
        if len(several) != 1:
            return [phrase]
        single = [replace(several[0], items=(x,), mode="one", joined_by_and=False) for x in several[0].items]
        return [
            replace(phrase, parts=[(c, own if x is several[0] else x) for c, x in phrase.parts]) for own in single
        ]

    # --- study areas ---------------------------------------------------------------------------------------

    def region(self) -> RegionPart | None:
        """A study area by name, with its noun and the wider areas around it: ``the X area, Y``, ``Y省X地区``."""
        return self.attempt(self._region)

    def _region(self) -> RegionPart | None:
        mark = self.mark()
        remark = self.outer_area()
        self.skip()
        names = [x for x in [self._region_name()] if x]
        if not names:
            return None
        while len(names) < _MAX_NAMES:
            here = self.mark()
            if not (self.take("AND", "OR") or self._listed_on()):
                break
            further = self._region_name()
            if further is None:
                self.reset(here)
                break
            names.append(further)
        behind = self._wider_area() if not self.lexemes[self.used[-1]].cjk else ()
        return RegionPart(tuple(names), self.since(mark), remark + behind)

    def _listed_on(self) -> bool:
        """The comma of ``A, B and C``; that of ``A, wider area`` has no further name joined behind it."""
        mark = self.mark()
        if not self.take("COMMA"):
            return False
        if self.take("AND", "OR"):
            return True
        behind = self.mark()
        joined = self._region_name() is not None and bool(self.take("AND", "OR", "COMMA"))
        self.take("AND", "OR") if joined else None
        goes_on = joined and self._region_name() is not None
        self.reset(behind if goes_on else mark)
        return goes_on

    def outside_area(self, area: RegionPart, uses: tuple[int, ...]) -> RelationPart | None:
        """``不在X的``, ``X以外的``: features that do not lie in a study area; None for an area without a name."""
        named = [u for u in uses if self.is_name(self.lexemes[u]) and u in area.uses]
        types = self.region_types()
        names = [Mention(x, types, u) for x, u in zip(area.names, named, strict=False)]
        if len(names) != len(area.names) or not names:
            return None
        kinds = [x for x in self.name_types(self.lexemes[named[0]]) if x in types]
        phrase = Phrase((kinds or list(types))[0], (), names, [], list(area.uses), list(named))
        return RelationPart("within", (phrase,), uses, join="or", negated=True)

    def outer_area(self) -> tuple[int, ...]:
        """Words before a region name that only say where it lies; none by default."""
        return ()

    def _region_name(self) -> str | None:
        self.skip()
        lexeme = self.at()
        types = self.name_types(lexeme)
        if not self.is_name(lexeme) or not any(x in self.region_types() for x in types):
            return None
        if self._names_other_feature(types) or self.value_suffix(self.at(1)):
            return None
        name = written_name(self.card, lexeme, self.region_types()) or lexeme.text
        self.advance()
        self.region_noun(types)
        return name

    def _names_other_feature(self, types: tuple[str, ...]) -> bool:
        """True when the noun behind an ambiguous name says that another kind of feature is meant."""
        noun = self.noun(self.at(1))
        return noun is not None and noun[0] in types and noun[0] not in self.region_types()

    def region_noun(self, types: Collection[str] = ()) -> bool:
        """Take a noun such as *area* behind a region name, of one of its own `types` where they are known."""
        taken = False
        while not self.done and self.is_region_noun(self.at()) and not self.at().entry.words & {"IN", "INNER"}:
            if types and not any(x in types for x, _ in self.at().entry.entities):
                break
            self.advance()
            taken = True
        return taken

    def _wider_area(self) -> tuple[int, ...]:
        """``…, Inner Mongolia`` behind a region name: explained, but no further filter."""
        mark = self.mark()
        if not self.at().is_("COMMA"):
            return ()
        self.advance()
        words = 0
        while words < 4 and (_proper(self.at()) or self._wider_name()):
            self.advance()
            words += 1
        self.region_noun()
        if words == 0 or not (self.done or self.at().is_("STOP", "COMMA", "AND") or self.at().entry.words):
            self.reset(mark)
            return ()
        return self.since(mark)

    def _wider_name(self) -> bool:
        types = self.name_types(self.at())
        return bool(types) and all(x in self.region_types() for x in types)

    def unknown_name(self) -> tuple[str, tuple[int, ...]] | None:
        """Words of no known meaning where a name must stand; grounding says what is nearest."""
        self.skip()
        start = self.i
        while self.at().kind == "unknown" and self.i - start < 5:
            self.advance()
        if self.i == start:
            return None
        uses = tuple(range(start, self.i))
        return self.words(uses), uses

    def words(self, uses: tuple[int, ...]) -> str:
        """The question's text from the first to the last of some lexemes."""
        spans = [self.lexemes[x].span for x in uses]
        start, end = min(a for a, _ in spans), max(b for _, b in spans)
        out, position = [], start
        for lexeme in self.lexemes[min(uses) : max(uses) + 1]:
            out.append(" " if lexeme.span[0] > position else "")
            out.append(lexeme.text)
            position = max(position, lexeme.span[1])
        return "".join(out) if end > start else ""


def _proper(lexeme: Lexeme) -> bool:
    """True for an unknown Latin word with a capital first letter."""
    return lexeme.kind == "unknown" and not lexeme.cjk and lexeme.text[:1].isupper()
