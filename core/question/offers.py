"""What can be asked instead: each offer is a whole question that reads without a word left over.

A name with a typing error is read as the one name it can be, and that is told; everything else is only offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from core.question import ir
from core.question.lexicon import Lexicon
from core.question.messages import listing, say
from core.question.reading import Choice, Reading, Word
from core.question.rewriting import rewrite
from core.vocabulary.card import Attribute, EntityType, SchemaCard

_SURE = 0.86
"""A name at least so like a mention, and clearly more than any other, is taken for it."""
_AHEAD = 0.04
_FAINT = 0.35
_LONGEST = 12
_MAX = 6


class Offers:
    """Completes refusals and questions back."""

    def __init__(
        self, card: SchemaCard, lexicon: Lexicon, read: Callable[[str, str | None], Reading | None]
    ) -> None:
        self._card = card
        self._lexicon = lexicon
        self._read = read

    def complete(self, reading: Reading, region: str | None) -> Reading:
        """The reading with choices, or read again with a misspelt name put right."""
        if reading.ir.action not in ("clarify", "refuse"):
            return reading
        if reading.problem == "unknown_name" and (found := self._misspelt(reading, region)):
            return found
        strange = reading.problem == "no_target" and bool(reading.left)
        if reading.choices and reading.problem != "unknown_name" and not strange:
            return reading
        offered = dict.fromkeys((*self._choices(reading, region), *reading.choices))
        asked = {x.question: x for x in reversed(offered)}  # of equal questions the first label
        kept = [x for x in offered if asked[x.question] is x and x.question != reading.question]
        return replace(reading, choices=tuple(kept[:_MAX]))

    def _misspelt(self, reading: Reading, region: str | None) -> Reading | None:
        """The question with the unknown name read as the one it is nearly written like."""
        span = self._span(reading)
        mention = reading.question[slice(*span)]
        near = self._lexicon.likeness(mention)
        if len(mention) < 5 or not near or near[0][1] < _SURE:
            return None
        if len(near) > 1 and near[0][1] - near[1][1] < _AHEAD:
            return None
        rewritten = rewrite(reading.question, [(span, near[0][0])])
        again = self._read(rewritten.text, region)
        if again is None or again.ir.action != "query":
            return None
        restored = rewritten.restore(again)
        word = Word(mention, span)
        note = say("corrected", again.language, word=mention, meaning=near[0][0])
        corrections = (*restored.corrections, (word, near[0][0]))
        return replace(restored, corrections=corrections, notes=(note, *restored.notes))

    def _choices(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        kind = reading.problem
        if kind == "unknown_name":
            yield from self._names(reading, region)
        elif kind == "no_attribute":
            yield from self._attributes(reading, region)
        elif kind == "no_layer":
            yield from self._kinds(reading, region)
        elif kind == "no_target" and reading.left and not _forbidden(reading):
            yield from self._targets(reading, region)
        elif not kind and reading.left:
            yield from self._placed(reading, region)
        refuse = reading.ir.refuse
        if not _forbidden(reading):
            yield from self._without(reading, region, reading.left)
        if refuse is not None and refuse.kind == "unsafe_write":
            yield from self._listed(reading)
        if refuse is not None and kind not in ("no_attribute", "no_layer"):
            question = say("ask_data", reading.language)
            yield Choice(question, question)

    def _names(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        span = self._span(reading)
        mention = reading.question[slice(*span)]
        names = [x for x, _ in self._lexicon.likeness(mention, least=_FAINT)]
        loaded = dict.fromkeys(x.entity_type for x in self._card.layers)
        kinds = (self._card.entity_types[x].plural.in_(reading.language) for x in loaded)
        yield from self._readable(reading, region, ((x, self._put(reading, span, x)) for x in names), limit=3)
        yield from self._readable(reading, region, ((x, self._put(reading, span, x)) for x in kinds), limit=3)

    def _placed(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        """Names in the place of words before a relation (``某村附近的…``), which may be a strange name.

        A Chinese name may be the beginning of them; a Latin word is a name as a whole or none.
        """
        word = reading.left[0]
        latin = word.text.isascii()
        if latin and self._lexicon.knows_word(word.text.casefold()):
            return
        for length in (len(word.text),) if latin else range(2, min(len(word.text), _LONGEST)):
            names = [x for x, _ in self._lexicon.likeness(word.text[:length], least=_FAINT)]
            span = (word.span[0], word.span[0] + length)
            offered = tuple(
                self._readable(reading, region, ((x, self._put(reading, span, x)) for x in names), limit=3)
            )
            if offered:
                yield from offered
                return

    def _attributes(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        """The attributes that the kind of feature has, the most alike first."""
        target = self._target(reading)
        if target is None:
            return
        if any(x.isdigit() for x in reading.question[slice(*self._span(reading))]):
            span = self._span(reading)  # a condition on what is not there: leave it out
            yield from self._without(reading, region, (Word(reading.question[slice(*span)], span),))
            return
        span, language = self._span(reading), reading.language
        available = self._card.attributes_of(target.id)
        known = [x for x in self._card.attributes.values() if x.id in available]
        order = self._nearest(reading.question[slice(*span)], known, language)
        texts = ((x, self._put(reading, span, x)) for x in order)
        yield from self._readable(reading, region, texts, limit=4)

    def _nearest(self, mention: str, attributes: list[Attribute], language: str) -> list[str]:
        from rapidfuzz import fuzz  # noqa: PLC0415 - only refusals need it

        labels = [x.labels.in_(language) for x in attributes]
        return sorted(labels, key=lambda x: -fuzz.ratio(mention.casefold(), x.casefold()))

    def _kinds(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        """Loaded kinds of features in the place of one that is not loaded, those of the same geometry first."""
        span = self._span(reading)
        missing = self._entity(reading.question[slice(*span)])
        shape = missing.geometry if missing is not None else ()
        loaded = [self._card.entity_types[x] for x in dict.fromkeys(y.entity_type for y in self._card.layers)]
        loaded.sort(key=lambda x: (x.geometry != shape, x.region))
        labels = [x.plural.in_(reading.language) for x in loaded]
        yield from self._readable(reading, region, ((x, self._put(reading, span, x)) for x in labels), limit=3)

    def _targets(self, reading: Reading, region: str | None) -> Iterator[Choice]:
        """Kinds of features in the place of the first word that nothing is known of."""
        loaded = [self._card.entity_types[x] for x in dict.fromkeys(y.entity_type for y in self._card.layers)]
        labels = [x.plural.in_(reading.language) for x in loaded if not x.region]
        strange = (x for x in reading.left if not self._lexicon.knows_word(x.text.casefold()))
        word = next(strange, reading.left[0])
        texts = ((x, self._put(reading, word.span, x)) for x in labels)
        yield from self._readable(reading, region, texts, limit=4)

    def _without(self, reading: Reading, region: str | None, left: Sequence[Word]) -> Iterator[Choice]:
        """The question without the words that could not be placed."""
        parted = reading.language == "zh" and len(left) > 1  # characters left of a word that was torn apart
        if not left or len(left) > _MAX or parted:
            return
        cut = rewrite(reading.question, [(x.span, "") for x in left]).text
        text = " ".join(cut.split()) if reading.language == "en" else cut.strip()
        words = listing([x.text for x in left], reading.language)
        label = say("without", reading.language, words=words)
        yield from self._readable(reading, region, [(label, text)], limit=1)

    def _listed(self, reading: Reading) -> Iterator[Choice]:
        entity = self._target(reading)
        if entity is not None:
            question = say("ask_list", reading.language, target=entity.plural.in_(reading.language))
            yield Choice(question, question)

    def _readable(
        self, reading: Reading, region: str | None, texts: Iterable[tuple[str, str]], *, limit: int
    ) -> Iterator[Choice]:
        """Those of some questions that become a query with every word explained."""
        found: list[str] = []
        for label, text in texts:
            if any(x in label for x in found):
                continue  # a longer form of a name that is offered already
            again = self._read(text, region) if text != reading.question else reading
            if again is None:
                return
            if again.ir.action == "query" and not again.unexplained:
                yield Choice(label, text)
                found.append(label)
                if len(found) == limit:
                    return

    @staticmethod
    def _put(reading: Reading, span: ir.Span, words: str) -> str:
        return reading.question[: span[0]] + words + reading.question[span[1] :]

    @staticmethod
    def _span(reading: Reading) -> ir.Span:
        node = reading.ir.clarify or reading.ir.refuse
        return (node.span if node is not None else None) or (0, len(reading.question))

    def _target(self, reading: Reading) -> EntityType | None:
        return self._entity(reading.question)

    def _entity(self, text: str) -> EntityType | None:
        """The first kind of feature that a text names."""
        found = self._lexicon.first_entity(text)
        return self._card.entity_types.get(found) if found else None


def _forbidden(reading: Reading) -> bool:
    """True for an order to change data or the program."""
    refuse = reading.ir.refuse
    return refuse is not None and refuse.kind in ("unsafe_write", "prompt_injection")
