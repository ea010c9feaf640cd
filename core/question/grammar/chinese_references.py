"""Chinese references without a plain noun before the relation word: values, unknown names, coordinates."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.chinese_derived import used_by
from core.question.grammar.chinese_distances import VERBS
from core.question.grammar.chinese_waiting import ChineseWaiting, Waiting
from core.question.grammar.parts import (
    AnchorPart,
    AnomalyPart,
    Connector,
    MeasurePart,
    Phrase,
    RelationPart,
    ValuePart,
)
from core.question.grammar.typing import entity_of, only_holder

_MAX_NOUNS = 20
_MADE = ("CENTRE", "EDGE", "HULL", "CROSSING", "SHARED")
_SECTORS = ("DIR_N", "DIR_NE", "DIR_E", "DIR_SE", "DIR_S", "DIR_SW", "DIR_W", "DIR_NW")


class ChineseReferences(ChineseWaiting):
    """Productions that turn what was read into the reference of a relation."""

    def inferred_reference(self) -> bool:
        """``花岗岩中的``, ``正断层5公里内的``: values are a reference when such a word or a distance follows."""
        if not self.waiting or self.waiting[-1].closed or not self._reference_follows():
            return False
        phrase = Phrase()
        saved = list(self.waiting)
        while (
            self.waiting
            and isinstance(self.waiting[-1].part, ValuePart | AnomalyPart)
            and not self.waiting[-1].closed
        ):
            last = self.waiting.pop()
            phrase.parts.insert(0, (last.connector, last.part))
            if last.boundary:
                break
        known = entity_of(self.card, phrase) is not None or self._one_can_hold(phrase)
        if known:
            self.take_waiting(phrase)
        made = self.made_from(phrase) if phrase.parts else phrase
        if made is not phrase:
            return self._made_reference(made, saved)
        relation = self._place_word(phrase) or self.question_about(phrase) if known else None
        if relation is None:
            self.waiting = saved
            return self._all_but()
        self.refer(phrase, relation)
        return True

    def _one_can_hold(self, phrase: Phrase) -> bool:
        """``三叠系中的``: of all that can be of that age one kind has an inside."""
        phrase.entity = only_holder(self.card, phrase) if self.next_is("INSIDE", "INNER") else None
        return phrase.entity is not None

    def question_about(self, phrase: AnchorPart) -> RelationPart | None:
        """A question for what does something to the phrase, or for what it has."""
        return self.passive_question(phrase) or self.attempt(lambda: self._holder_question(phrase))

    def _holder_question(self, phrase: AnchorPart) -> RelationPart | None:
        """``某组产出哪些矿``: what is asked for lies in the area before the verb."""
        entity = entity_of(self.card, phrase) if isinstance(phrase, Phrase) else None
        if entity is None or "polygon" not in self.card.entity_types[entity].geometry:
            return None
        mark = self.mark()
        if not self.take("CONTAIN") or not self.next_is("WH", "HOWMANY"):
            return None
        return RelationPart("within", (phrase,), self.since(mark))

    def _made_reference(self, made: AnchorPart, saved: list[Waiting]) -> bool:
        """``花岗岩与灰岩交界线1公里内``."""
        relation = self.placed_at(made)
        if relation is None:
            self.waiting = saved
            return False
        self.refer(made, relation)
        return True

    def placed_at(self, made: AnchorPart) -> RelationPart | None:
        """What stands behind a made geometry; 的 alone (``交汇处的矿床``) says that something lies there."""
        found = self.postposition(made) or self.question_about(made)
        if found is None and self.at().is_("DE"):
            found = RelationPart("within", (made,), used_by(made))
        return found

    def _reference_follows(self) -> bool:
        lexeme = self.at()
        asked = lexeme.is_("AT_WHICH") or (
            self.at(1).is_("WH") and (lexeme.is_("LOCATED") or lexeme.key in ("于", "在"))
        )
        area = asked or self.is_region_noun(lexeme) or (lexeme.is_("DE") and self.at(1).is_(*_MADE))
        return (
            area
            or lexeme.kind == "number"
            or self.next_is(
                "INSIDE",
                "INNER",
                "OUTSIDE",
                "NEARBY",
                "PASSIVE",
                "AND",
                "AWAY_FROM",
                "ALONG_SIDE",
                *_MADE,
                *_SECTORS,
            )
        )

    def _place_word(self, phrase: Phrase) -> RelationPart | None:
        mark = self.mark()
        if self.region_noun():  # 灰岩地区
            self.take_all("INSIDE", "INNER")
            return RelationPart("within", (phrase,), self.since(mark))
        return self.postposition(phrase, tentative=False)

    def _all_but(self) -> bool:
        """``逆断层以外的断裂``: what a value leaves out, where nothing can lie outside of it."""
        last = self.waiting[-1]
        mark = self.mark()
        if not isinstance(last.part, ValuePart) or not self.take("EXCEPT_END") or not self.next_is("DE"):
            self.reset(mark)
            return False
        uses = (*last.part.uses, *self.since(mark))
        self.waiting[-1] = replace(last, part=replace(last.part, negated=not last.part.negated, uses=uses))
        return True

    def joined_reference(self, phrase: Phrase) -> RelationPart | None:
        """``断裂和褶皱1公里以内``: several nouns before one relation word."""
        if self.i < self.joined_until:
            return None  # the same row of nouns was tried from further left
        start = self.i
        found = self.attempt(lambda: self._joined_reference(phrase))
        if found is None and self.joined_until < start:
            self.joined_until = start
        return found

    def _joined_reference(self, phrase: Phrase) -> RelationPart | None:
        found = [phrase]
        join: Connector = "and"
        mark = self.mark()
        while len(found) < _MAX_NOUNS and self.at().is_("AND", "OR", "COMMA"):
            join = "or" if self.advance().is_("OR") else join
            further = self.phrase()
            if further is None or not (further.head or entity_of(self.card, further)):
                return None
            self.joined_until = max(self.joined_until, self.i)
            found.append(further)
        made = self.made_from_all(tuple(found)) if len(found) > 1 else None
        if made:
            relation = self.postposition(made)
            return relation and replace(relation, anchors=(made,), uses=self.since(mark))
        if len(found) < 2:
            return None
        relation = self.postposition(found[-1], tentative=False) or self.question_about(found[-1])
        if relation is None:
            return None
        return replace(relation, anchors=tuple(found), join=join, uses=self.since(mark))

    def passive_question(self, phrase: AnchorPart) -> RelationPart | None:
        """``地层被哪些断裂穿过``: the noun behind 哪些 is the target, the one before it the reference."""
        return self.attempt(lambda: self._passive_question(phrase))

    def _passive_question(self, phrase: AnchorPart) -> RelationPart | None:
        mark = self.mark()
        if not self.take("PASSIVE"):
            return None
        counted = self.at_after_filler().is_("HOWMANY")
        if not self.take("WH", "HOWMANY"):
            return None
        asked = self.phrase()
        if asked is None or not asked.head:
            return None
        for name, rel in VERBS:
            if self.take(name):
                uses = self.since(mark)
                self.frame.intent = "count" if counted else self.frame.intent
                self.become_target(asked)
                self.target.parts.extend(asked.parts)
                return RelationPart(rel, (phrase,), uses)
        return None

    def unknown_reference(self) -> bool:
        """``幸福岩体附近``: an unknown name with its noun, when what follows makes it a reference."""
        return self.attempt(self._unknown_reference_production) or False

    def _unknown_reference_production(self) -> bool | None:
        if not (self.at().kind == "unknown" and self.at().cjk):
            return None
        phrase = self.unknown_anchor()
        if phrase is None or phrase.entity is None:
            return None
        relation = self.postposition(phrase)
        if relation is None:
            return None
        phrase.uses = list(phrase.head)
        self.refer(phrase, relation)
        return True

    def point_reference(self) -> bool:
        """``东经…北纬…5公里范围内``: coordinates before the distance."""
        return self.attempt(self._point_reference_production) or False

    def _point_reference_production(self) -> bool | None:
        mark = self.mark()
        if line := self.attempt(self._line_reference):
            self.wait(line)
            return True
        point = self.point()
        distances = self.tail() if point else None
        if point is None or distances is None:
            return None
        self.wait(RelationPart("near", (point,), self.since(mark), *distances))
        return True

    def _line_reference(self) -> MeasurePart | None:
        """``北纬51.5度以北``, ``东经110度以东``."""
        mark = self.mark()
        for sector in ("N", "S", "E", "W"):
            found = self.graticule(sector)
            if found is not None and self.at().is_(f"DIR_{sector}"):
                self.advance()
                return replace(found, uses=self.since(mark))
            self.reset(mark)
        return None
