"""What raw values of the data mean: value → concept ids.

Pure functions over the concepts of one attribute.  A value is compared without regard to case, width, typography
(dashes, full-width forms) and traditional characters; hyphens count as blanks.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.script import CJK, has_cjk, simplified
from core.vocabulary.card import AttributeKind, Concept

LIST_SEPARATORS = ",;/、，；|+&-()（）"
"""Characters that part the items of a list where the column does not name its own."""
_ORE = re.compile("(矿石|矿产|矿床|矿点|矿化|矿)$")  # "金矿" as a commodity is gold
_DASHES = re.compile("[\\-‐‑‒–—―−﹣－]+")
_SHORT = 3
"""Latin synonyms up to this length (symbols such as ``J3``) are found inside a text in their own case only."""


@lru_cache(maxsize=200_000)
def normalise(text: str, *, fold: bool = True) -> str:
    """The form in which values and synonyms are compared; with ``fold=False`` letters keep their case."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(x for x in text if unicodedata.category(x) not in ("Cc", "Cf") or x in "\t\n\r")
    if not text.isascii():
        text = _simplified(text)
    text = " ".join(_DASHES.sub(" ", text).split())
    return text.casefold() if fold else text


@dataclass(frozen=True)
class ConceptIndex:
    """The synonyms of the concepts of one attribute, ready for matching."""

    exact: Mapping[str, tuple[str, ...]]
    """Normalised synonym → concept ids."""
    cased: Mapping[str, tuple[str, ...]]
    """Normalised synonym in its own case → concept ids: ``Co`` is cobalt, ``CO`` need not be."""

    @classmethod
    def of(cls, concepts: Iterable[Concept], attribute: str) -> ConceptIndex:
        """Index the concepts that can be a value of `attribute`."""
        exact: defaultdict[str, dict[str, None]] = defaultdict(dict)
        cased: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for concept in concepts:
            if attribute in concept.attributes:
                for word in (concept.labels.en, concept.labels.zh, *concept.synonyms):
                    exact[normalise(word)][concept.id] = None
                    cased[normalise(word, fold=False)][concept.id] = None
        exact.pop("", None)
        cased.pop("", None)
        return cls({k: tuple(v) for k, v in exact.items()}, {k: tuple(v) for k, v in cased.items()})

    def whole(self, text: str) -> tuple[str, ...]:
        """Concepts that `text` as a whole names."""
        return self.cased.get(normalise(text, fold=False)) or self.exact.get(normalise(text)) or ()


def match_value(
    value: str, kind: AttributeKind, index: ConceptIndex, separators: str = LIST_SEPARATORS
) -> tuple[str, ...]:
    """Concept ids of one raw value, in the order of their appearance; several are usual.

    Lists: each item must be a synonym.  Texts: the whole value, else the synonyms it contains, where a longer one
    hides the shorter ones inside it ("quartz diorite" is no "diorite") and Latin ones stand on word boundaries.
    """
    found = index.whole(value)
    if found or not index.exact:
        return found
    if kind == "list":
        return _items(value, index, separators or LIST_SEPARATORS)
    return _contained(value, index)


def match_inventory(
    values: Iterable[str],
    kind: AttributeKind,
    index: ConceptIndex,
    *,
    separators: str = LIST_SEPARATORS,
    overrides: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, tuple[str, ...]]:
    """Concept id → the raw values that mean it.

    Args:
        overrides: raw value → concept ids of the user's mapping; where there is an entry, nothing else counts.
    """
    own = {normalise(k): v for k, v in (overrides or {}).items()}
    result: dict[str, list[str]] = {}
    for value in values:
        exact = (overrides or {}).get(value)
        ids = exact if exact is not None else own.get(normalise(value))
        for concept in ids if ids is not None else match_value(value, kind, index, separators):
            result.setdefault(concept, []).append(value)
    return {k: tuple(v) for k, v in result.items()}


def _items(value: str, index: ConceptIndex, separators: str) -> tuple[str, ...]:
    # First over the separators: one of them may belong to a name, as in "rare-earth; iron" with "-" among them.
    found = dict.fromkeys(_runs(value, index))
    for item in re.split(f"[{re.escape(separators)}\n]+", value):
        found.update(dict.fromkeys(index.whole(item)))
    return tuple(found)


def _runs(text: str, index: ConceptIndex) -> tuple[str, ...]:
    """Concepts named by runs of consecutive words, the longest first; words that name nothing are passed over."""
    words = [(x.start(), x.end()) for x in re.finditer(f"[^{re.escape(LIST_SEPARATORS)}\\s]+", text)]
    found: dict[str, None] = {}
    i = 0
    while i < len(words):
        for j in range(min(len(words), i + 6), i, -1):
            piece = text[words[i][0] : words[j - 1][1]]
            ids = index.whole(piece) or (_characters(piece, index) if j == i + 1 else ())
            if ids:
                found.update(dict.fromkeys(ids))
                i = j - 1
                break
        i += 1
    return tuple(found)


def _characters(word: str, index: ConceptIndex) -> tuple[str, ...]:
    """Chinese words for ores: ``金矿`` is gold, ``铅锌矿`` lead and zinc, when every character is a concept."""
    plain = normalise(word)
    stem = _ORE.sub("", plain)
    if not stem or not all(CJK.match(x) for x in stem):
        return ()
    whole = index.exact.get(stem)
    if whole:
        return whole
    each = [index.exact.get(x) for x in stem]
    return tuple(y for x in each if x for y in x) if all(each) else ()


def _contained(value: str, index: ConceptIndex) -> tuple[str, ...]:
    """Concepts whose synonyms stand in a text."""
    cased = normalise(value, fold=False)
    folded = normalise(value)
    hits: list[tuple[int, int, tuple[str, ...]]] = []
    for word, ids in index.exact.items():
        if len(word) > _SHORT or has_cjk(word):
            hits += [(a, b, ids) for a, b in _occurrences(word, folded)]
    for word, ids in index.cased.items():
        if len(word) <= _SHORT and not has_cjk(word):
            hits += [(a, b, ids) for a, b in _occurrences(word, cased)]
    hits.sort(key=lambda x: (x[0] - x[1], x[0]))  # longest first
    taken: list[tuple[int, int, tuple[str, ...]]] = []
    for start, end, ids in hits:
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in taken):
            taken.append((start, end, ids))
    taken.sort(key=lambda x: x[0])
    return tuple(dict.fromkeys(y for _, _, ids in taken for y in ids))


def _occurrences(word: str, text: str) -> list[tuple[int, int]]:
    """Places of `word` in `text`; no letter or digit may follow a Latin end of it, save an English plural."""
    found = []
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        if not (_joins(text, start - 1, start) or _joins(text, end - 1, end)):
            found.append((start, end))
        elif not _joins(text, start - 1, start) and (plural := _plural(text, end)):
            found.append((start, plural))
        start = text.find(word, start + 1)
    return found


def _plural(text: str, end: int) -> int:
    """End of the plural ending that follows, 0 when there is none."""
    for ending in ("es", "s"):
        after = end + len(ending)
        if text[end:after] == ending and not _joins(text, after - 1, after):
            return after
    return 0


def _joins(text: str, left: int, right: int) -> bool:
    """Whether two neighbouring characters belong to one word: both letters or digits, neither Chinese."""
    if left < 0 or right >= len(text):
        return False
    a, b = text[left], text[right]
    return a.isalnum() and b.isalnum() and not CJK.match(a) and not CJK.match(b)


_simplified = lru_cache(maxsize=100_000)(simplified)
