"""The lexicon: every spelling that the loaded data, the vocabulary and the two languages give a meaning.

Built once per schema card.  Spellings are matched with one Aho–Corasick automaton and names also by the words of
the question, so the time to read a question does not depend on the number of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import ahocorasick

from core.question.alike import Alike
from core.question.gazetteer import Shape
from core.question.meanings import NOTHING, Entry, Implied
from core.question.name_book import NameBook
from core.question.normalise import is_cjk, normalised_text
from core.question.tokens import key_of
from core.question.words_en import ENGLISH
from core.question.words_measures import CHINESE_MEASURES, ENGLISH_MEASURES
from core.question.words_orders import CHINESE_ORDERS, ENGLISH_ORDERS
from core.question.words_telling import CHINESE_TELLING, ENGLISH_TELLING
from core.question.words_zh import CHINESE
from core.vocabulary.card import Name, SchemaCard
from core.vocabulary.mappings import NameWordsEntry
from core.vocabulary.units import Units

NO_WORDS = NameWordsEntry()
_PLURAL_ES = ("s", "x", "z", "ch", "sh")
_EACH = ("各", "每")


@dataclass
class _Draft:
    """Meanings collected for one key while the lexicon is built."""

    words: set[str] = field(default_factory=set)
    entities: dict[str, Implied] = field(default_factory=dict)
    attributes: dict[str, None] = field(default_factory=dict)
    concepts: dict[str, None] = field(default_factory=dict)
    values: dict[tuple[str, str], None] = field(default_factory=dict)
    units: dict[tuple[str, str], None] = field(default_factory=dict)

    def freeze(self) -> Entry:
        return Entry(
            frozenset(self.words), tuple(self.entities.items()), tuple(self.attributes), tuple(self.concepts),
            tuple(self.values), tuple(self.units),
        )  # fmt: skip


class Lexicon:
    """All spellings of one schema card, ready for matching."""

    def __init__(self, card: SchemaCard, units: Units, words: NameWordsEntry = NO_WORDS) -> None:
        self.card = card
        self._drafts: dict[str, _Draft] = defaultdict(_Draft)
        self._spelled: dict[str, set[str]] = defaultdict(set)
        self.words_en: set[str] = set()
        self.words_zh: set[str] = set()
        self._add_words()
        self._add_vocabulary()
        self._add_units(units)
        self._add_values()
        self._add_size()
        self._entries = {key: draft.freeze() for key, draft in self._drafts.items()}
        del self._drafts
        self._names = NameBook(card.names, self._shape(words), self._entries)
        self.vocabulary = self._latin_words(self._entries)
        self.vocabulary_list = sorted(x for x in self.vocabulary if len(x) >= 4 and x.isascii())
        self._name_words: frozenset[str] | None = None
        self._alike: Alike | None = None
        self._automaton = self._build()

    # --- look-up -------------------------------------------------------------------------------------------

    def matches(self, key: str) -> Iterator[tuple[int, int]]:
        """All ``(start, end)`` ranges of `key` that are spellings; word boundaries are not checked."""
        seen: set[tuple[int, int]] = set(self._names.parted(key))
        seen.update((last - length + 1, last + 1) for last, length in self._automaton.iter(key))
        yield from sorted(seen)

    def entry(self, key: str, spelled: str) -> Entry:
        """The meanings of `key`; short symbols (``Au``, ``W``) must be spelled as in the vocabulary."""
        found = self._entries.get(key, NOTHING)
        if found.content and len(key) <= 2 and key.isascii() and not self._symbol_fits(found, key, spelled):
            found = found.without_content()
        names = self._names.get(key)
        return replace(found, names=names) if names else found

    def is_core(self, key: str) -> bool:
        """True when `key` is only a shortened form of names (``X`` for ``X Fault``)."""
        return self._names.is_core(key)

    def name(self, position: int) -> Name:
        """The gazetteer name behind a position of :attr:`Entry.names`."""
        return self.card.names[position]

    def alike(self, text: str, limit: int = 5) -> list[str]:
        """Feature names and kinds of features spelled most like `text`, best first."""
        return [x for x, _ in self.likeness(text, limit)]

    def likeness(self, text: str, limit: int = 5, *, least: float = 0.6) -> list[tuple[str, float]]:
        """As :meth:`alike`, with the likeness of each, 0–1."""
        if self._alike is None:
            kinds = (y for x in self.card.entity_types.values() for y in (x.plural.en, x.plural.zh))
            self._alike = Alike(list(dict.fromkeys([*kinds, *(x.text for x in self.card.names)])))
        return self._alike.nearest(text, limit, least=least)

    def first_entity(self, text: str) -> str | None:
        """The kind of feature that a text names first; of words that begin together the longest."""
        key = key_of(text)
        spans = sorted(self.matches(key), key=lambda x: (x[0], -x[1]))
        found = (self._entries.get(key[a:b], NOTHING).entities for a, b in spans if _whole(key, a, b))
        return next((x[0][0] for x in found if x), None)

    def knows_word(self, word: str) -> bool:
        """True when a folded Latin word is part of some spelling, names included."""
        if word in self.vocabulary:
            return True
        if self._name_words is None:
            self._name_words = frozenset(self._latin_words(self._names.keys()))
        return word in self._name_words

    # --- building ------------------------------------------------------------------------------------------

    def _draft(self, spelling: str, *, plural: bool = False, content: bool = True) -> list[_Draft]:
        key = key_of(spelling)
        if not key:
            return []
        if content:
            self._spelled[key].add(normalised_text(spelling).strip())
        keys = [key, *(x for x in [_plural(key)] if plural and x)]
        return [self._drafts[x] for x in keys]

    def _add_words(self) -> None:
        english = (ENGLISH, ENGLISH_MEASURES, ENGLISH_ORDERS, ENGLISH_TELLING)
        chinese = (CHINESE, CHINESE_MEASURES, CHINESE_ORDERS, CHINESE_TELLING)
        for table, seen in (*((x, self.words_en) for x in english), *((x, self.words_zh) for x in chinese)):
            for name, words in table.items():
                for word in filter(None, words.split("|")):
                    seen.add(key_of(word))
                    for draft in self._draft(word, content=False):
                        draft.words.add(name)

    def _add_vocabulary(self) -> None:
        for entity in self.card.entity_types.values():
            words = (*entity.synonyms, entity.labels.en, entity.labels.zh, entity.plural.en, entity.plural.zh)
            for word in words:
                if word[:1] in _EACH and word[1:] in words:  # 各省: "each" must stay a word of its own
                    continue
                implied = tuple(sorted(entity.words_imply.get(word, {}).items()))
                for draft in self._draft(word):
                    draft.entities.setdefault(entity.id, implied)
        said = {(a, key_of(w)) for x in self.card.concepts.values() for a in x.attributes for w in x.synonyms}
        for attribute in self.card.attributes.values():
            for word in (*attribute.synonyms, attribute.labels.en, attribute.labels.zh, attribute.id):
                if (attribute.id, key_of(word)) in said:  # a flag: its name says that it is set
                    continue
                for draft in self._draft(word, plural=attribute.kind in ("text", "list", "year")):
                    draft.attributes.setdefault(attribute.id)
        for concept in self.card.concepts.values():
            for word in (*concept.synonyms, concept.labels.en, concept.labels.zh):
                for draft in self._draft(word, plural=True):
                    draft.concepts.setdefault(concept.id)

    def _add_units(self, units: Units) -> None:
        for spelling, unit in units.spellings().items():
            for draft in self._draft(spelling, content=False):
                draft.units.setdefault(unit)

    def _add_values(self) -> None:
        for layer in self.card.layers:
            name = self.card.entity_types[layer.entity_type].name_attribute
            for column in layer.columns.values():
                attribute = self.card.attributes.get(column.attribute)
                if attribute is None or attribute.kind != "text" or attribute.id == name or not column.inventory:
                    continue
                covered = {raw for raws in column.concepts.values() for raw in raws}
                for raw in column.inventory:
                    if raw not in covered and len(raw.strip()) > 1 and not raw.strip().isdigit():
                        for draft in self._draft(raw):
                            draft.values.setdefault((attribute.id, raw))

    def _add_size(self) -> None:
        """``its size`` is the area, unless sizes are stored."""
        stored = self._drafts.get("size")
        if stored is not None and (stored.attributes or stored.concepts or stored.entities):
            return
        for table in (ENGLISH, ENGLISH_MEASURES):
            for word in table.get("AREA", "").split("|"):
                if re.search(r"\bareas?\b", word):
                    for draft in self._draft(re.sub(r"\barea(?=s?\b)", "size", word), content=False):
                        draft.words.add("AREA")

    def _shape(self, words: NameWordsEntry) -> Shape:
        generic = (
            key
            for key, entry in self._entries.items()
            if entry.entities or entry.concepts or "TYPE" in entry.words
        )
        return Shape(generic, (key_of(x) for suffixes in words.suffixes.values() for x in suffixes))

    def _build(self) -> ahocorasick.Automaton:
        automaton = ahocorasick.Automaton()
        for keys in (self._entries, self._names.unparted()):
            for key in keys:
                automaton.add_word(key, len(key))
        automaton.make_automaton()
        return automaton

    def _symbol_fits(self, entry: Entry, key: str, spelled: str) -> bool:
        if spelled in self._spelled.get(key, ()):
            return True
        return len(key) == 2 and not entry.words and spelled.isalpha()

    @staticmethod
    def _latin_words(keys: Iterable[str]) -> set[str]:
        return {w for key in keys for w in re.findall(r"[^\W\d_]+", key) if w.isascii() or not is_cjk(w[0])}


def _whole(key: str, start: int, end: int) -> bool:
    """True when no Latin word is cut at either end."""
    inside = key[start:end]
    before = start == 0 or not (key[start - 1].isalnum() and inside[0].isascii() and key[start - 1].isascii())
    return before and (end == len(key) or not (key[end].isalnum() and inside[-1].isascii() and key[end].isascii()))


def _plural(key: str) -> str | None:
    """The regular English plural of the last word of a Latin key; None where that makes no sense."""
    last = key.rsplit(" ", 1)[-1]
    if len(last) < 4 or not last.isascii() or not last.isalpha() or last.endswith("s"):
        return None
    if last.endswith("y") and last[-2] not in "aeiou":
        return key[:-1] + "ies"
    return key + ("es" if last.endswith(_PLURAL_ES) else "s")
