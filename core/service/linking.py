"""What the documents say about a feature, found by its names."""

from __future__ import annotations

from collections.abc import Sequence

from core.knowledge.passages import Passage
from core.knowledge.search import Library


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
