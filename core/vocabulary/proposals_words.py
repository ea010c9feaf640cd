"""Which attributes a heading may mean: the words of the vocabulary in every form in which files write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.vocabulary.headings import HeadingsEntry
from core.vocabulary.mappings import AttributeEntry, EntityTypeEntry, Mappings
from core.vocabulary.proposals_headings import Heading, cjk, key_of, latin
from core.vocabulary.proposals_model import Reason

CUT = 10
"""Length to which shapefiles cut the names of columns."""
_MIN_CUT = 5
_MAX_INITIALS = 6
Labels = tuple[str, str]


@dataclass(frozen=True)
class Hit:
    """An attribute that a heading may mean."""

    attribute: str
    score: float
    reason: Reason
    kind: str = ""
    """Entity type that the heading speaks of as well."""


@dataclass
class Lexicon:
    """The words for attributes and kinds, by their compared form."""

    attributes: dict[str, AttributeEntry]
    words: dict[str, dict[str, tuple[float, str]]] = field(default_factory=dict)
    """Key → attribute → score and the word as the vocabulary writes it."""
    initials: dict[str, dict[str, str]] = field(default_factory=dict)
    """First letters in pinyin → attribute → word."""
    symbols: dict[str, str] = field(default_factory=dict)
    """Element or formula in its own letters → attribute."""
    kinds: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Key of a word for a kind → entity type and word."""
    kind_initials: dict[str, dict[str, str]] = field(default_factory=dict)
    """First letters of words for kinds in pinyin → entity type → word."""
    names: dict[str, str] = field(default_factory=dict)
    """Entity type → attribute with its names."""
    labels: dict[str, Labels] = field(default_factory=dict)

    @classmethod
    def of(cls, mappings: Mappings, headings: HeadingsEntry) -> Lexicon:
        """The lexicon of a vocabulary."""
        found = cls({x.id: x for x in mappings.attributes})
        for attribute in mappings.attributes:
            found._attribute(attribute, headings.attributes.get(attribute.id, ()))
        for kind in mappings.entity_types:
            found._kind(kind)
        return found

    def hits(self, heading: Heading) -> Iterator[Hit]:
        """Attributes that one reading of a heading may mean, with how well it says so."""
        found = [*self._symbols(heading), *self._words(heading)]
        if not found:
            found = [*self._of_kind(heading)]
        if not found:
            found = [*self._initials(heading), *self._cut(heading)]
        yield from found or self._parts(heading)

    def kind_before(self, key: str) -> Iterator[tuple[str, str, str]]:
        """(entity type, word, rest) for each word for a kind with which a key begins, the longest first."""
        for end in range(len(key) - 1, 0, -1):
            known = self.kinds.get(key[:end])
            if known:
                yield (*known, key[end:])

    # --- building -----------------------------------------------------------------------------------------------

    def _attribute(self, entry: AttributeEntry, more: Iterable[str]) -> None:
        self.labels[entry.id] = (entry.labels.en, entry.labels.zh)
        own = (entry.labels.en, entry.labels.zh, *entry.synonyms)
        for word in own:
            self._word(entry.id, word, 0.96)
        self._word(entry.id, entry.id, 0.96)
        for word in more:
            self._word(entry.id, word, 0.9)
        if entry.dimension is not None and entry.id[:1].isupper():
            self.symbols[entry.id] = entry.id

    def _word(self, attribute: str, word: str, score: float) -> None:
        key = key_of(word)
        if not key:
            return
        held = self.words.setdefault(key, {})
        if held.get(attribute, (0.0, ""))[0] < score:
            held[attribute] = (score, word)
        full, first = latin(word)
        if len(word) > 1 and full:
            self.words.setdefault(full, {}).setdefault(attribute, (score - 0.1, word))
            self.initials.setdefault(first, {}).setdefault(attribute, word)

    def _kind(self, kind: EntityTypeEntry) -> None:
        self.names[kind.id] = kind.name_attribute
        self.labels[f"kind:{kind.id}"] = (kind.labels.en, kind.labels.zh)
        for word in (kind.labels.en, kind.labels.zh, *kind.synonyms):
            key = key_of(word)
            if len(key) < (2 if cjk(word) else 3):
                continue
            self.kinds.setdefault(key, (kind.id, word))
            full, first = latin(word)
            if full and len(word) > 1:
                self.kinds.setdefault(full, (kind.id, word))
                self.kind_initials.setdefault(first, {}).setdefault(kind.id, word)

    # --- asking -------------------------------------------------------------------------------------------------

    def _symbols(self, heading: Heading) -> Iterator[Hit]:
        bare = "".join(c for c in heading.bare if c.isalnum())
        for symbol, attribute in self.symbols.items():
            values = {"symbol": symbol, "heading": heading.text, "attribute": self.labels[attribute]}
            if bare == symbol:
                yield Hit(attribute, 0.93 if len(symbol) > 1 else 0.6, Reason("heading_symbol", values))
            elif bare.casefold() == symbol.casefold():
                score = 0.85 if len(symbol) > 2 or bare.isupper() else 0.7
                yield Hit(attribute, score if len(symbol) > 1 else 0.4, Reason("heading_symbol_case", values))

    def _words(self, heading: Heading) -> Iterator[Hit]:
        for attribute, (score, word) in self.words.get(heading.key, {}).items():
            if attribute in self.symbols and len(heading.key) <= 2 and heading.key.isascii():
                continue  # told as a symbol, which minds the case
            whole = latin(word)[0] == heading.key
            code = "heading_pinyin" if whole else "heading"
            yield Hit(attribute, score, self._reason(code, heading, attribute, word))

    def _of_kind(self, heading: Heading) -> Iterator[Hit]:
        """``断层名称`` and ``fault_name`` are names of faults, and so may be what stands under ``fault``."""
        seen: set[str] = set()
        known = self.kinds.get(heading.key)
        if known is not None and self.names[known[0]] in self.attributes:
            name = self.names[known[0]]
            seen.add(name)
            yield Hit(name, 0.72, self._reason("heading_kind_alone", heading, name, known[1], known[0]), known[0])
        for kind, _, rest in self.kind_before(heading.key):
            for attribute, (score, word) in self.words.get(rest, {}).items():
                if attribute not in seen and attribute not in self.symbols:
                    seen.add(attribute)
                    reason = self._reason("heading_kind", heading, attribute, word, kind)
                    yield Hit(attribute, score - 0.02, reason, kind)

    def _initials(self, heading: Heading) -> Iterator[Hit]:
        """``KCMC`` for 矿产名称."""
        key = heading.key
        if not key.isascii() or not key.isalpha() or not 2 <= len(key) <= _MAX_INITIALS:
            return
        for attribute, word in self.initials.get(key, {}).items():
            score = 0.5 if len(key) > 2 else 0.4
            yield Hit(attribute, score, self._reason("heading_initials", heading, attribute, word))
        for end in range(2, len(key) - 1):
            kinds = self.kind_initials.get(key[:end], {})
            for attribute, word in self.initials.get(key[end:], {}).items():
                if kinds:
                    one = next(iter(kinds)) if len(kinds) == 1 else ""
                    whole = next(iter(kinds.values())) + word
                    yield Hit(attribute, 0.5, self._reason("heading_initials", heading, attribute, whole), one)

    def _cut(self, heading: Heading) -> Iterator[Hit]:
        """``discovery_``, as shapefiles cut it."""
        key = heading.key
        if len(key) < _MIN_CUT or cjk(key):
            return
        full = len(heading.text) == CUT
        for word, attributes in self.words.items():
            if word.startswith(key) and word != key:
                for attribute, (score, spelt) in attributes.items():
                    reason = self._reason("heading_cut", heading, attribute, spelt)
                    yield Hit(attribute, score - (0.16 if full else 0.36), reason)

    def _parts(self, heading: Heading) -> Iterator[Hit]:
        """``Cu_grade``, ``主要矿种说明``: a word for an attribute among others."""
        parts = list(heading.words)
        if cjk(heading.key):
            n = len(heading.key)
            parts = [heading.key[a:b] for a in range(n) for b in range(n, a + 1, -1)]
        best: dict[str, Hit] = {}
        for part in parts:
            for attribute, (score, word) in self.words.get(key_of(part), {}).items():
                if attribute in self.symbols or len(part) < 2:
                    continue
                share = len(part) / max(len(heading.key), 1)
                hit = Hit(
                    attribute, score * (0.4 + 0.35 * share), self._reason("heading_part", heading, attribute, word)
                )
                if attribute not in best or best[attribute].score < hit.score:
                    best[attribute] = hit
        yield from best.values()

    def _reason(self, code: str, heading: Heading, attribute: str, word: str, kind: str = "") -> Reason:
        values = {"heading": heading.text, "attribute": self.labels[attribute], "word": word}
        return Reason(code, values | ({"kind": self.labels[f"kind:{kind}"]} if kind else {}))
