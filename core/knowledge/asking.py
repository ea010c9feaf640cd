"""A question to one state of the library: both searches fused, filtered, no text twice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.errors import Language
from core.knowledge.documents import detect_language
from core.knowledge.fusing import WORDS, Candidate, fused, standings
from core.knowledge.index import LANGUAGES, Index
from core.knowledge.lexical import ByWords
from core.knowledge.passages import Passage
from core.knowledge.vectors import Vectors

FLOOR = 0.35
"""Least share of the weight of the question's subject that a passage must have where only words speak for it.
The subject is the words that do more than ask, weighed by their rarity (``told`` in core/knowledge/lexical.py)."""
STRANGE = 0.6
"""The same share for a question that names something which no document has: the rest must be told well.
Chosen on questions about invented places; the development questions are answered as before."""
USUAL, ENOUGH = 0.3, 1.5
"""By its meaning alone a passage must stand `USUAL` + `ENOUGH` deviations above the best that questions about
other things find; words and meaning add up.  Chosen on the development questions of
``tests/data/retrieval.json``."""
KNOWN = 0.4
"""Share of the subject's weight that must lie on words of the documents for the meaning to count fully."""
SHORT, LONG, MOST, PLAIN = 3, 5, 0.6, 3.6
"""A question of at most `SHORT` words about its subject is answered only by a passage that has `MOST` of their
weight, or has some of it and stands `PLAIN` deviations above; one of at most `LONG` by a passage that has some.
In longer ones other words may say the same.  Chosen on the development questions."""
DOUBLE = 0.85
"""Passages that share so much of their words say the same."""
LOOKED_AT = 60

Floors = Mapping[tuple[Language, Language], tuple[float, float]]
"""(language of the question, of the passages) → mean and deviation of the best cosines of questions that no
document treats."""


@dataclass(frozen=True)
class Filter:
    """Which passages count."""

    language: Language | None = None
    documents: frozenset[str] | None = None
    """Names of documents."""
    mentioning: tuple[str, ...] = ()
    """At least one of these names must stand in the passage, its headings or its title."""

    def admitted(self, index: Index) -> np.ndarray:
        """Which passages of `index` count, bool, one per passage."""
        found = np.ones(len(index.passages), dtype=bool)
        if self.language is not None:
            found &= index.languages == self.language
        if self.documents is not None:
            found &= [x.document in self.documents for x in index.passages]
        if self.mentioning:
            naming = np.zeros(len(found), dtype=bool)
            naming[list(index.named.of_any(self.mentioning))] = True
            found &= naming
        return found

    @property
    def narrow(self) -> bool:
        """Whether it does more than to choose a language."""
        return self.documents is not None or bool(self.mentioning)


@dataclass(frozen=True)
class Meaning:
    """What the search by meaning needs for a question."""

    vectors: Vectors
    question: np.ndarray
    floors: Floors


def ask(
    index: Index, text: str, chosen: Filter, limit: int, meaning: Meaning | None, *, words_count: bool = True
) -> tuple[Passage, ...]:
    """The passages that best match `text`, best first; with `words_count` False by meaning alone."""
    if index.lexical is None or limit < 1 or not index.passages:
        return ()
    admitted = chosen.admitted(index)
    if not admitted.any():
        return ()
    words = index.lexical.ask(text)
    if words is None:
        return ()
    language = detect_language(text)
    candidates = _candidates(index, admitted, chosen, words, meaning, asked=language)
    floors = meaning.floors if meaning is not None else {}
    sound = {
        place: x
        for place, x in candidates.items()
        if says_something(x, floors.get((language, index.passages[place].language)), words)
    }
    order = fused(sound, lambda place: index.passages[place].language, words=WORDS if words_count else 0.0)
    found: list[Passage] = []
    held: list[frozenset[str]] = []
    for score, place in order:
        bag = frozenset(index.bags[place])
        if any(_same(bag, other) for other in held):
            continue
        candidate = sound[place]
        found.append(
            replace(
                index.passages[place], score=round(score, 6), meaning=candidate.cosine,
                words=round(candidate.told, 6),
            )
        )  # fmt: skip
        held.append(bag)
        if len(found) == limit:
            break
    return tuple(found)


def says_something(candidate: Candidate, floor: tuple[float, float] | None, words: ByWords) -> bool:
    """Whether a passage is more than the least bad one; `floor` is None where there is nothing to compare with.

    What counts of the words is the share of the question's subject.  A near meaning counts less when much of that
    lies on words that no document has, and nothing when the question names something that none has.
    """
    above = 0.0
    if candidate.cosine is not None and floor is not None:
        above = max(0.0, (candidate.cosine - floor[0]) / floor[1])
    known = min(1.0, words.known / KNOWN) if not words.strange else 0.0
    evidence = candidate.told / (STRANGE if words.strange else FLOOR)
    evidence += known * max(0.0, above - USUAL) / ENOUGH
    return evidence >= 1 - 1e-9 and _on_subject(candidate.told, above, words.subject)


def _on_subject(told: float, above: float, subject: int) -> bool:
    """Whether a passage has enough of the few words that say what a question is about."""
    if subject > LONG:
        return True
    return told > (MOST - 1e-9 if subject <= SHORT and above < PLAIN else 0.0)


def _candidates(
    index: Index,
    admitted: np.ndarray,
    chosen: Filter,
    words: ByWords,
    meaning: Meaning | None,
    *,
    asked: Language,
) -> dict[int, Candidate]:
    """Everything that one of the searches found, by its place."""
    cosines = _cosines(index, admitted, chosen, meaning) if meaning is not None else {}
    scores = np.where(admitted, words.scores, 0.0)
    best = float(scores.max()) or 1.0
    ranked = np.argsort(-scores, kind="stable")[:LOOKED_AT]
    places = sorted({*cosines, *(int(i) for i in ranked if scores[i] > 0)})
    result = {}
    for i in places:
        cosine, standing = cosines.get(i, (None, 0.0))
        explained, told = float(words.explained[i]), float(words.told[i])
        own = index.passages[i].language == asked
        result[i] = Candidate(i, cosine, standing, float(scores[i]) / best, explained, told, own)
    return result


def _cosines(
    index: Index, admitted: np.ndarray, chosen: Filter, meaning: Meaning
) -> dict[int, tuple[float, float]]:
    """Place → cosine and standing of the nearest passages of each language."""
    found: dict[int, tuple[float, float]] = {}
    only = frozenset(index.keys[i] for i in np.flatnonzero(admitted)) if chosen.narrow else None
    for language in LANGUAGES if chosen.language is None else (chosen.language,):
        near = meaning.vectors.nearest(meaning.question, language, only)
        for one, standing in zip(near, standings([x.cosine for x in near]), strict=True):
            for place in index.places.get(one.key, ()):
                if admitted[place]:
                    found[place] = (one.cosine, standing)
    return found


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    union = len(one | other)
    return union > 0 and len(one & other) / union >= DOUBLE
