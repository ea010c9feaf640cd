"""What the values of a column say: which concepts they are, which they may be, whether they look like names."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.vocabulary.card import Concept, Labels
from core.vocabulary.mappings import AttributeEntry, ConceptEntry
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_value, normalise
from core.vocabulary.proposals_headings import cjk
from core.vocabulary.proposals_model import Reason, ValueProposal

SAMPLE = 400
"""Values looked at; an attribute whose values are vocabulary has far fewer."""
SHOWN = 3
_ALIKE = 0.84
_COMMON_SEPARATORS = ";；、,，/|"


@dataclass(frozen=True)
class Match:
    """The values of one column against the concepts of one attribute."""

    known: Mapping[str, tuple[str, ...]]
    """Raw value → concepts."""
    unknown: tuple[str, ...]
    whole: float
    """Share of values that are, as a whole, synonyms of a concept; items for a list."""
    share: float
    """Share of values with a concept in them."""

    @property
    def total(self) -> int:
        """Values looked at."""
        return len(self.known) + len(self.unknown)


@dataclass
class Meanings:
    """The concepts by attribute, indexed once."""

    concepts: dict[str, Concept]
    _index: dict[str, ConceptIndex] = field(default_factory=dict)

    @classmethod
    def of(cls, concepts: Iterable[ConceptEntry]) -> Meanings:
        """The meanings of a vocabulary."""
        return cls(
            {
                x.id: Concept(x.id, x.attributes, Labels(x.labels.en, x.labels.zh), x.synonyms, x.family, x.rank)
                for x in concepts
            }
        )

    def index(self, attribute: str) -> ConceptIndex:
        """The synonyms for values of an attribute."""
        if attribute not in self._index:
            self._index[attribute] = ConceptIndex.of(self.concepts.values(), attribute)
        return self._index[attribute]

    def match(self, attribute: AttributeEntry, values: Sequence[str], separators: str = "") -> Match:
        """Which of `values` are known for the attribute."""
        index = self.index(attribute.id)
        known: dict[str, tuple[str, ...]] = {}
        unknown, whole = [], 0
        for raw in values[:SAMPLE]:
            found = match_value(raw, attribute.kind, index, separators or LIST_SEPARATORS)
            if found:
                known[raw] = found
                whole += bool(index.whole(raw)) or attribute.kind == "list"
            elif raw.strip():
                unknown.append(raw)
        total = max(len(known) + len(unknown), 1)
        return Match(known, tuple(unknown), whole / total, len(known) / total)

    def propose(
        self, attribute: AttributeEntry, match: Match
    ) -> tuple[tuple[ValueProposal, ...], tuple[str, ...]]:
        """For the values that are not known: what they may mean, and those for which nothing is found."""
        letters = _letters(self, attribute.id, match.unknown)
        found, rest = [], []
        for raw in match.unknown:
            one = letters.get(raw) or self._inside(attribute.id, raw) or self._alike(attribute.id, raw)
            if one is None:
                rest.append(raw)
            else:
                found.append(one)
        return tuple(found), tuple(rest)

    def _alike(self, attribute: str, raw: str) -> ValueProposal | None:
        words = self.index(attribute).exact
        plain = normalise(raw)
        if len(plain) < (3 if cjk(plain) else 5):
            return None
        close = difflib.get_close_matches(plain, words, 1, _ALIKE)
        if not close:
            return None
        share = difflib.SequenceMatcher(None, plain, close[0]).ratio()
        return ValueProposal(raw, words[close[0]], 0.75 * share, Reason("value_spelling", {"word": close[0]}))

    def _inside(self, attribute: str, raw: str) -> ValueProposal | None:
        """A list item or text in which a longer synonym stands without the endings it usually has."""
        plain = normalise(raw)
        words = self.index(attribute).exact
        if len(plain) < 2 or not cjk(plain):
            return None
        near = [w for w in words if w.startswith(plain) and len(w) - len(plain) <= 1]
        meanings = {words[w] for w in near}
        if len(meanings) != 1:
            return None
        return ValueProposal(raw, meanings.pop(), 0.6, Reason("value_inside", {"word": near[0]}))


def _letters(meanings: Meanings, attribute: str, unknown: Sequence[str]) -> dict[str, ValueProposal]:
    """Codes of one letter, taken for first letters when each of them is that of one concept only."""
    codes = [x for x in unknown if len(x.strip()) == 1 and x.strip().isascii() and x.strip().isalpha()]
    if len(codes) < 2 or len(codes) < len(unknown) / 2:
        return {}
    found: dict[str, ValueProposal] = {}
    for raw in codes:
        letter = raw.strip().casefold()
        ids = [
            x
            for x in meanings.concepts.values()
            if attribute in x.attributes and not x.family and x.labels.en[:1].casefold() == letter
        ]
        if len(ids) == 1:
            reason = Reason("value_letter", {"word": ids[0].labels.en})
            found[raw] = ValueProposal(raw, (ids[0].id,), 0.55, reason)
    return found


def separators_of(values: Iterable[str]) -> str:
    """The characters that part items in these values, of those that usually do; "" when none is there."""
    return "".join(x for x in _COMMON_SEPARATORS if any(x in v for v in values))


def names_share(values: Sequence[str], endings: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Share of values that end as names of features do, and the first of them."""
    folded = tuple(normalise(x) for x in endings)
    found = [x for x in values[:SAMPLE] if normalise(x).endswith(folded) and normalise(x) not in folded]
    return len(found) / max(len(values[:SAMPLE]), 1), tuple(found[:SHOWN])


def chinese_share(values: Sequence[str]) -> float:
    """Share of values with Chinese characters."""
    return sum(map(cjk, values[:SAMPLE])) / max(len(values[:SAMPLE]), 1)
