"""What the documents say about a feature, found by its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.answer.material import names_of
from core.knowledge.passages import Passage
from core.knowledge.search import Library
from core.query.result import FeatureRef
from core.question.lexicon import Lexicon
from core.question.tokens import key_of

_SHORTEST, _LONGEST = 2, 12
"""Characters or words of a name that a shortened name is made of."""


def passages_about(library: Library, names: Sequence[str], limit: int = 3) -> tuple[Passage, ...]:
    """Passages that name a feature by one of `names`; those that name it most often for their length first.

    Raises:
        KnowledgeError: the documents cannot be read.
    """
    wanted = tuple(dict.fromkeys(x.strip() for x in names if x and x.strip()))
    found = library.naming(wanted)

    def weight(passage: Passage) -> float:
        text = passage.searched.casefold()
        return sum(text.count(x.casefold()) * len(x) for x in wanted) / len(text)

    return tuple(sorted(found, key=weight, reverse=True)[:limit])


def spellings(lexicon: Lexicon, refs: Iterable[FeatureRef]) -> dict[FeatureRef, frozenset[str]]:
    """All names of features, and the shorter ones that stand for one of them alone: "X" for "X gold deposit"."""
    found: dict[FeatureRef, set[str]] = {x: set() for x in refs}
    for name in names_of(lexicon.card, tuple(found)):
        for ref in (FeatureRef(name.table, fid) for fid in name.fids):
            if ref in found:
                found[ref] |= {name.text} | _shorter(lexicon, name.text, ref)
    return {ref: frozenset(x) for ref, x in found.items()}


def _shorter(lexicon: Lexicon, name: str, ref: FeatureRef) -> set[str]:
    words = name.split()
    if len(words) > 1:
        beginnings = [" ".join(words[:i]) for i in range(1, min(len(words), _LONGEST))]
    else:
        beginnings = [name[:i] for i in range(_SHORTEST, min(len(name), _LONGEST))] if not name.isascii() else []
    return {x for x in beginnings if _only(lexicon, x) == {ref}}


def _only(lexicon: Lexicon, text: str) -> set[FeatureRef]:
    """The features that `text` is a shortened name of."""
    key = key_of(text)
    if not lexicon.is_core(key):
        return set()
    names = [lexicon.name(i) for i in lexicon.entry(key, text).names]
    return {FeatureRef(x.table, fid) for x in names for fid in x.fids}
