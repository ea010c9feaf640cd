"""What rocks and features of a result are called in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from core.analysis.association_request import RockColumn
from core.analysis.wording import safe
from core.errors import Language
from core.script import suits
from core.vocabulary.card import Concept, SchemaCard

_BRACKET = re.compile(r"\s*[(（][^()（）]*[)）]$")


@dataclass(frozen=True)
class RockNames:
    """Names of the rocks of one column, as reports and figures say them."""

    card: SchemaCard
    rocks: RockColumn | None

    def __call__(self, raw: str, language: Language) -> str:
        """`raw` as it is stored when it is written in `language`, else by the labels of what it means.

        A value without a known meaning stays as it is stored in both languages.
        """
        if self.rocks is None or suits(raw, language):
            return raw
        column = self.card.layer(self.rocks.table).columns.get(self.rocks.attribute)
        if column is None:
            return raw
        known = self.card.concepts
        meant = [known[c] for c, raws in column.concepts.items() if raw in raws and c in known]
        named = [c for c in meant if raw.casefold() in {x.casefold() for x in c.synonyms}]
        labels = dict.fromkeys(_label(c, language) for c in (named or meant))
        return ("、" if language == "zh" else ", ").join(labels) or raw

    def listed(self, raws: Iterable[str], language: Language) -> str:
        """Several rocks as plain text of Markdown."""
        return ("；" if language == "zh" else "; ").join(safe(self(x, language)) for x in raws)


def _label(concept: Concept, language: Language) -> str:
    """The label without the bracket that tells it from another one in lists of choices."""
    text = concept.labels.in_(language)
    return _BRACKET.sub("", text) or text
